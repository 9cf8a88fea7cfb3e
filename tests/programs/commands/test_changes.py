"""The modes that change people and rounds of an event, and the same questions of the page."""

import json
import re
from pathlib import Path

import pytest

from swisspair.conversation import ask
from tests.programs.commands.calls import BAD_REQUEST, DONE, Call, put
from trf import examine, read

LIST = "name,rating,federation\n" + "\n".join(
    f"{name},{rating},{country}"
    for name, rating, country in (
        *(("Aalto", 2015, "FIN"), ("Bianchi", 1890, "ITA"), ("Castro", 1850, "ESP")),
        *(("Edlund", 1700, "SWE"), ("Gruber", 1500, "AUT"), ("Heikkinen", 1400, "NOR")),
    )
)


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


def names(event: Path) -> list[str]:
    return [one.name for one in read(event).participants]


def test_before_round_1_a_player_gets_the_number_of_his_place(call: Call, event: Path) -> None:
    said = change(call, "--add", "Dvorak, Hana, 1830, Harbour", "a.trf")
    assert "a.trf: 4 Dvorak, Hana is added and plays from round 1 on" in said
    assert "3 players have other numbers now, 5 and higher" in said
    assert names(event)[2:5] == ["Castro", "Dvorak, Hana", "Edlund"]
    assert examine(event).adjustments == ()
    assert [(team.nickname, team.members) for team in read(event).teams] == [("Harbour", (4,))]


def test_a_late_entry_gets_the_next_number_or_with_renumber_his_place(call: Call, event: Path) -> None:
    a_round(call)
    before = read(event)
    change(call, "--add", "Dvorak, 1830", "a.trf", "--quiet")
    late = read(event)
    assert (late.participants[6].name, late.rounds[0].games) == ("Dvorak", before.rounds[0].games)
    assert [(bye.tpn, bye.kind.value) for bye in late.rounds[0].byes] == [(7, "Z")]
    change(call, "--undo", "a.trf")
    assert read(event) == before
    said = change(call, "--add", "Dvorak, 1830", "a.trf", "--renumber")
    assert "round 1 was paired before this correction" in said
    moved = read(event)
    assert names(event) == ["Aalto", "Bianchi", "Castro", "Dvorak", "Edlund", "Gruber", "Heikkinen"]
    number = {one.name: one.tpn for one in moved.participants}
    was = {one.tpn: number[one.name] for one in before.participants}
    there = {(was[game.white], was[game.black]) for game in before.rounds[0].games}
    assert {(game.white, game.black) for game in moved.rounds[0].games} == there


def test_no_number_changes_after_the_fourth_round_has_been_paired(call: Call, event: Path) -> None:
    change(call, "--add", "Ilic, 1300", "Jansen, 1200", "a.trf")
    for _ in range(4):
        a_round(call, "1:1-0 2:1-0 3:1-0 4:1-0")
    kept = event.read_bytes()
    assert "[C.04.2 2.3]" in change(call, "--add", "Dvorak, 1830", "a.trf", "--renumber", status=BAD_REQUEST)
    assert event.read_bytes() == kept
    change(call, "--add", "Dvorak, 1830", "a.trf")


def test_data_of_players_are_corrected_and_wrong_data_refused(call: Call, event: Path) -> None:
    said = change(call, "--edit", "gruber", "elo=1750", "name=Gruber, Lena", "fed=ger", "a.trf")
    assert "5 Gruber: now rating 1750, name Gruber, Lena, federation ger" in said
    assert (read(event).participants[3].name, read(event).participants[3].federation) == ("Gruber, Lena", "GER")
    kept = event.read_bytes()
    for wrong in ("rating=high", "title=king", "name=Aalto", "shoe=43", "rating"):
        change(call, "--edit", "5" if wrong == "name=Aalto" else "4", wrong, "rating=2015", "a.trf", status=BAD_REQUEST)
    assert event.read_bytes() == kept


def test_boards_made_by_hand_are_judged_noted_and_taken_back(call: Call, event: Path) -> None:
    change(call, "--pair", "a.trf", "--output", "pairs")
    kept = event.read_bytes()
    said = change(call, "--swap", "1-heikkinen", "a.trf", status=BAD_REQUEST)
    assert "are not those that the rules demand" in said
    assert "add --by-hand" in said
    assert event.read_bytes() == kept
    said = change(call, "--swap", "1-heikkinen", "a.trf", "--by-hand")
    assert "made by hand, which is noted in the file" in said
    assert "### MPA @ Round 1:" in event.read_text()
    change(call, "--boards", "1-4 5-2 3-6", "a.trf")
    assert "### MPA" not in event.read_text()
    assert event.read_bytes() == kept
    change(call, "--enter", "1:1-0", "a.trf")
    said = change(call, "--swap", "1-6", "a.trf", "--by-hand", status=BAD_REQUEST)
    assert "the results of these boards would be lost (--force takes them out): 1 Aalto - 4 Edlund" in said


def test_a_round_is_taken_back_with_what_was_announced_for_it(call: Call, event: Path) -> None:
    a_round(call)
    kept = event.read_bytes()
    change(call, "--pair", "a.trf", "--output", "pairs", "--absent", "gruber", "--bye", "edlund=H")
    paired = event.read_bytes()
    change(call, "--enter", "1:1-0", "a.trf")
    said = change(call, "--unpair", "a.trf", status=BAD_REQUEST)
    assert "round 2 has 1 result of 2: --force takes the round back with its results" in said
    change(call, "--unpair", "a.trf", "--force")
    asked = [(one.round, one.bye.tpn, one.bye.kind.value) for one in read(event).requests]
    assert asked == [(2, 4, "H"), (2, 5, "Z")]
    assert {*event.read_bytes().splitlines()} >= {line for line in kept.splitlines() if not line.startswith(b"001")}
    change(call, "--pair", "a.trf", "--output", "pairs")
    assert [line for line in event.read_bytes().splitlines() if not line.startswith(b"240")] == paired.splitlines()


def test_acceleration_stands_in_records_192_and_250(call: Call, event: Path) -> None:
    change(call, "--pair", "a.trf", "--output", "pairs", "--baku")
    text = event.read_text()
    assert "192 FIDE_DUTCH_2026_BAKU" in text
    assert [line for line in text.splitlines() if line.startswith("250")] == [
        "250       1.0 001 002 0001 0004",
        "250       0.5 003 003 0001 0004",
    ]
    change(call, "--unpair", "a.trf")
    assert "250" not in event.read_text()
    change(call, "--pair", "a.trf", "--output", "pairs")
    assert event.read_text() == text.replace("### Configuration @ Round 1: paired with --baku\n", "")


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


def test_a_name_that_a_trf_has_no_room_for_is_shortened_with_a_word(call: Call) -> None:
    put("list.txt", f"Li;1800\n{'Wolfe' * 8}, Hubert;1900\n")
    found = call("swisspair", "--new", "list.txt", "--rounds", "1", "--output", "a.trf")
    assert found.status == DONE
    assert f"Hubert is shortened to {'Wolfe' * 6}Wol: a TRF has room for 33 letters" in found.errors
    assert read("a.trf").participants[0].name == f"{'Wolfe' * 6}Wol"


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
    drawn = re.compile("the initial-colour was drawn: 1 Aalto has (White|Black) in round 1$", re.MULTILINE)
    assert found.status == DONE, found.errors
    assert (drawn.search(found.errors) is not None) is said
    assert any(map(drawn.match, answer["notices"])) is said


TEAMS = "name;rating;team\n" + "".join(
    f"{team[0]}{board};{rating - 100 * board};{team}\n"
    for team, rating in (("Kiel", 2100), ("Roma", 2050), ("Brno", 2000), ("Oslo", 1700))
    for board in (1, 2, 3)
)


@pytest.fixture
def league(call: Call) -> Path:
    put("list.csv", TEAMS)
    words = ("--system", "team", "--boards", "2", "--rounds", "3", "--initial-colour", "white")
    assert call("swisspair", "--new", "list.csv", *words, "--output", "a.trf").status == DONE
    change(call, "--pair", "a.trf", "--output", "pairs")
    return Path("a.trf")


def test_line_ups_are_stated_before_any_result_and_results_come_in_parts(call: Call, league: Path) -> None:
    said = change(call, "--enter", "--line-up", "Kiel: K3, K1", "a.trf")
    assert "round 1: 4 results are still missing" in said
    seats = [{game.white, game.black} for game in read(league).rounds[0].matches[0].boards]
    assert [{3} <= seats[0], {1} <= seats[1]] == [True, True]
    change(call, "--enter", "1.1:1-0", "a.trf")
    assert {one.code for one in examine(league).adjustments} == {"ADJ-77"}
    change(call, "--enter", "1.2:1/2-1/2 2:+-", "a.trf")
    assert examine(league).adjustments == ()


def test_a_line_up_keeps_the_results_of_boards_whose_players_stay(call: Call, league: Path) -> None:
    change(call, "--enter", "1.1:1-0 1.2:0-1", "a.trf")
    refused = change(call, "--enter", "--line-up", "Kiel: K1, K3", "a.trf", status=BAD_REQUEST)
    assert "the results of these boards would be lost (--force takes them out): 1.2 (0-1)" in refused
    said = change(call, "--enter", "--line-up", "Kiel: K1, K3", "--force", "a.trf")
    assert "round 1: 3 results are still missing" in said
    assert [game.is_open for game in read(league).rounds[0].matches[0].boards] == [False, True]


def test_teams_get_members_and_matches_made_by_hand(call: Call, league: Path) -> None:
    change(call, "--add", "K4, 1600, Kiel", "a.trf")
    assert [one.name for one in read(league).players if one.tpn in read(league).teams[0].members][-1] == "K4"
    assert "has no team" in change(call, "--add", "X, 1600", "a.trf", status=BAD_REQUEST)
    assert "add --by-hand" in change(call, "--swap", "Kiel-Roma", "a.trf", status=BAD_REQUEST)
    change(call, "--swap", "Kiel-Roma", "a.trf", "--by-hand")
    assert "### MPA @ Round 1:" in league.read_text()
    change(call, "--unpair", "a.trf")
    assert (read(league).rounds, "MPA" in league.read_text()) == ((), False)
