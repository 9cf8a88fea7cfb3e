"""The modes that change people and rounds of an event, and the same questions of the page."""

import json
import re
from pathlib import Path

import pytest

from swisspair.conversation import ask
from tests.programs.commands.calls import BAD_REQUEST, DONE, SAMPLES, Call, put
from trf import read

LIST = (SAMPLES / "six.csv").read_text(encoding="utf-8")


@pytest.fixture
def event(call: Call) -> Path:
    put("list.csv", LIST)
    words = ("--rounds", "5", "--initial-colour", "white", "--date", "2026-11-19")
    assert call("swisspair", "--new", "list.csv", *words, "--output", "a.trf").status == DONE
    return Path("a.trf")


def change(call: Call, *words: str, status: int = DONE) -> str:
    found = call("swisspair", *words, "--in-place")
    assert found.status == status, found.errors
    return found.errors


def a_round(call: Call, results: str = "1:1-0 2:1-0 3:1-0") -> None:
    change(call, "--pair", "a.trf", "--output", "pairs")
    change(call, "--enter", results, "a.trf")


def test_no_number_changes_after_the_fourth_round_has_been_paired(call: Call, event: Path) -> None:
    change(call, "--add", "Ilic, 1300", "Jansen, 1200", "a.trf")
    for _ in range(4):
        a_round(call, "1:1-0 2:1-0 3:1-0 4:1-0")
    kept = event.read_bytes()
    assert "[C.04.2 2.3]" in change(call, "--add", "Dvorak, 1830", "a.trf", "--renumber", status=BAD_REQUEST)
    assert event.read_bytes() == kept
    change(call, "--add", "Dvorak, 1830", "a.trf")


QUESTIONS = [
    (["--withdraw", "2, gruber"], {"ask": "withdraw", "players": "2, gruber"}),
    (["--add", "Dvorak, 1830"], {"ask": "add", "list": "Dvorak, 1830"}),
    (["--edit", "2", "rating=1400"], {"ask": "edit", "player": "2", "fields": {"rating": "1400"}}),
    (["--swap", "1-6", "--by-hand"], {"ask": "swap", "players": "1-6", "by_hand": True}),
    (["--boards", "1-5 4-2 3-6", "--by-hand"], {"ask": "boards", "boards": "1-5 4-2 3-6", "by_hand": True}),
    (["--unpair"], {"ask": "unpair"}),
    (["--enter", "2:1-0"], {"ask": "enter", "results": {"2": "1-0"}}),
]


@pytest.mark.parametrize(("words", "question"), QUESTIONS, ids=lambda one: one[0] if isinstance(one, list) else "")
def test_the_page_makes_the_same_change(call: Call, event: Path, words: list[str], question: dict[str, object]) -> None:
    change(call, "--pair", "a.trf", "--output", "pairs")
    asked = {**question, "name": "a.trf", "trf": event.read_text()}
    answer = json.loads(ask(json.dumps(asked)))
    said = change(call, *words, "a.trf")
    assert answer["trf"] == event.read_text()
    assert [f"a.trf: {line}" for line in answer["notices"]] == said.splitlines()


LISTS = {
    "brackets": ("Eino Aalto (1985)\nSara Bianchi (1921)\nIker Castro\n", "numbers in brackets were read as ratings"),
    "club before rating": (
        "Eino Aalto\tHarbour\t1985\nSara Bianchi\tHarbour\t1921\nIker Castro\tTown\t\n",
        "the columns were read as name, club, rating",
    ),
    "any order": (
        "1;FIN;1985;Eino Aalto\n2;ITA;1921;Sara Bianchi\n3;ESP;;Iker Castro\n",
        "the columns were read as federation, rating, name",
    ),
    "rating first": ("1985 Eino Aalto\n1921 Sara Bianchi\n", "the numbers before the names were read as ratings"),
    "bullets": ("- Eino Aalto 1985\n- Sara Bianchi 1921\n- Iker Castro\n", ""),
    "numbered": ("1. Eino Aalto 1985\n2. Sara Bianchi 1921\n3. Iker Castro\n", ""),
}


@pytest.mark.parametrize("form", LISTS)
def test_pasted_lists_are_read_alike_by_both_doors(call: Call, form: str) -> None:
    text, remark = LISTS[form]
    put("list.txt", text)
    words = ("--rounds", "1", "--initial-colour", "white", "--date", "2026-11-19", "--name", "Club")
    found = call("swisspair", "--new", "list.txt", *words, "--output", "a.trf")
    assert found.status == DONE, found.errors
    people = [(one.name, one.rating) for one in read("a.trf").participants]
    assert people[:2] == [("Eino Aalto", 1985), ("Sara Bianchi", 1921)]
    asked = {"ask": "new", "list": text, "rounds": 1, "colour": "white", "day": "2026/11/19", "event": "Club"}
    answer = json.loads(ask(json.dumps(asked)))
    assert answer["trf"] == Path("a.trf").read_text()
    assert [f"Club: {line}" for line in answer["notices"]] == found.errors.splitlines()[1:]
    assert remark in found.errors


def test_more_rounds_than_opponents_are_warned_of_in_both_doors(call: Call) -> None:
    put("list.txt", "Aalto\nBianchi\nCastro\nDvorak\n")
    found = call("swisspair", "--new", "list.txt", "--rounds", "7", "--initial-colour", "white", "--output", "a.trf")
    answer = json.loads(ask(json.dumps({"ask": "new", "list": "A\nB\nC\nD\n", "rounds": 7, "colour": "white"})))
    assert "4 participants cannot play 7 rounds" in found.errors
    assert any("4 participants cannot play 7 rounds" in line for line in answer["notices"])


@pytest.mark.parametrize(("system", "said"), [("dutch", True), ("round-robin", False)])
def test_both_doors_say_that_a_colour_was_drawn_unless_a_table_gives_it(call: Call, system: str, said: bool) -> None:
    """[C.05] The Berger tables give the colours, so that a colour drawn by lot decides nothing."""
    put("list.txt", "Aalto\nBianchi\nCastro\nDvorak\n")
    rounds = 3
    found = call("swisspair", "--new", "list.txt", "--rounds", rounds, "--system", system, "--output", "a.trf")
    question = {"ask": "new", "list": "Aalto\nBianchi\nCastro\nDvorak\n", "rounds": rounds, "system": system}
    answer = json.loads(ask(json.dumps(question)))
    drawn = re.compile("the initial-colour was drawn by lot, and 1 Aalto has (White|Black) in round 1$", re.MULTILINE)
    assert found.status == DONE, found.errors
    assert (drawn.search(found.errors) is not None) is said
    assert any(map(drawn.match, answer["notices"])) is said


def test_an_event_is_written_anew_for_another_program(call: Call, event: Path) -> None:
    """BbpPairings 6 knows FIDE_DUTCH_2025 and FIDE_BURSTEIN, and refuses every other code."""
    found = call("swisspair", "event", "--for", "bbp6", event, "-o", "b.trf")
    assert (found.status, found.errors) == (DONE, "")
    assert "\n192 FIDE_DUTCH_2025\n" in Path("b.trf").read_text()
    assert "\n192 FIDE_DUTCH_2026\n" in event.read_text()
    assert "the file is written anew in the dialect trf26" in change(call, "event", "--for", "trf26", "b.trf")
    assert "\n192 FIDE_DUTCH_2026\n" in Path("b.trf").read_text()
