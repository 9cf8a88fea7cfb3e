"""An event keeps the changes of one round in later rounds, until they are taken back."""

from pathlib import Path

import pytest

from tests.programs.commands.calls import BAD_REQUEST, DONE, Call, put
from trf import read

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
    assert call("swisspair", "--new", "list.csv", "--rounds", "4", "--output", "a.trf").status == DONE
    return Path("a.trf")


def pair(call: Call, *words: str) -> str:
    found = call("swisspair", "--pair", "a.trf", "--write-back", "a.trf", "--output", "pairs", *words)
    assert found.status == DONE, found.errors
    return found.errors


def enter(call: Call, *words: str) -> None:
    found = call("swisspair", "--enter", *words, "a.trf", "--in-place")
    assert found.status == DONE, found.errors


def test_a_withdrawn_player_stays_out_until_he_returns(call: Call, event: Path) -> None:
    pair(call)
    enter(call, "1:1-0 2:1-0 3:1-0")
    found = call("swisspair", "--withdraw", "heikkinen", "a.trf", "--in-place")
    assert (found.status, "6 Heikkinen is withdrawn from round 2 on" in found.errors) == (DONE, True)
    said = pair(call, "--absent", "1")
    assert "not in round 2: 1 Aalto (absent); 6 Heikkinen (out of later rounds, too)" in said
    enter(call, "1:1-0 2:1-0")
    said = pair(call)
    assert "not in round 3: 6 Heikkinen" in said
    assert "back in round 3: 1 Aalto" in said
    assert [{*one.paired()} & {1, 6} for one in read(event).rounds] == [{1, 6}, set(), {1}]
    enter(call, "1:1-0 2:1-0")
    assert call("swisspair", "--return", "6", "a.trf", "--in-place").status == DONE
    assert "back in round 4: 6 Heikkinen" in pair(call)


def test_acceleration_belongs_to_the_event(call: Call, event: Path) -> None:
    pair(call, "--baku")
    assert read(event).settings.states_baku
    enter(call, "1:1-0 2:1-0 3:1-0")
    beside = call("swisspair", "--pair", "a.trf", "--format", "json").output
    assert beside == call("swisspair", "--pair", "a.trf", "--baku", "--format", "json").output
    put("list.csv", LIST)
    call("swisspair", "--new", "list.csv", "--rounds", "4", "--baku", "--output", "b.trf")
    assert read("b.trf").settings.baku


def test_a_wish_holds_until_the_last_round_unless_its_rounds_are_stated(call: Call, event: Path) -> None:
    pair(call, "--avoid-pairs", "1-4", "--no-bye", "6")
    assert {(wish.first_round, wish.last_round) for wish in read(event).settings.wishes} == {(1, 4)}
    enter(call, "1:1-0 2:1-0 3:1-0")
    pair(call, "--avoid-pairs", "2-3", "--avoid-rounds", "2-2")
    assert (2, 2) in {(wish.first_round, wish.last_round) for wish in read(event).settings.wishes}


def test_acceleration_that_is_stated_late_is_recorded_as_it_was_used(call: Call, event: Path) -> None:
    """Reading G4: the virtual points of round 1 decide who has floated, so they belong into the file, too."""
    pair(call, "--baku")
    accelerated = [one for one in event.read_text().splitlines() if one.startswith("250")]
    enter(call, "1:1-0 2:1-0 3:1-0")
    unsaid = event.read_text().replace("_BAKU", "").splitlines()
    event.write_text("".join(f"{line}\n" for line in unsaid if not line.startswith("250")))
    pair(call, "--baku")
    assert [one for one in event.read_text().splitlines() if one.startswith("250")] == accelerated
    said = call("swisscheck", "a.trf").output
    assert (", Baku Acceleration\n" in said, "rounds 1 and 2 agree" in said) == (True, True)


def test_a_note_of_an_accelerated_round_without_a_record_is_not_passed_over(call: Call, event: Path) -> None:
    pair(call)
    enter(call, "1:1-0", "2:1-0", "3:1-0")
    event.write_text(event.read_text() + "### Configuration @ Round 1: paired with --baku\n")
    assert "round 1 was accelerated, as the file notes, but record 192 does not say so" in pair(call)
    assert "as the file notes" not in pair(call, "--baku", "--round", "2")


def test_virtual_points_that_are_not_those_of_baku_are_called_so(call: Call, event: Path) -> None:
    pair(call, "--baku")
    event.write_text(event.read_text().replace("250       1.0", "250       1.5"))
    assert ", acceleration by stated virtual points\n" in call("swisscheck", "a.trf").output


def test_people_whom_a_hard_wish_keeps_apart_are_a_prohibition(call: Call, event: Path) -> None:
    pair(call, "--avoid-pairs", "1-4", "--strength", "hard")
    assert [one for one in event.read_text().splitlines() if one.startswith("260")] == ["260 001 004    1    4"]
    assert "swisspair wish" not in event.read_text()
    enter(call, "1:1-0 2:1-0 3:1-0")
    pair(call, "--avoid-pairs", "1-4,2-3", "--strength", "hard", "--avoid-rounds", "2-3")
    assert [one for one in event.read_text().splitlines() if one.startswith("260")] == [
        "260 001 004    1    4",
        "260 002 003    2    3",
    ]
    assert "rounds 1 and 2 agree" in call("swisscheck", "a.trf").output
    judged = call("swisspair", "--why-not", "1-4", "a.trf", "--round", "2").output
    assert "a stated prohibition keeps them apart" in judged


def test_a_hard_wish_in_a_comment_is_still_obeyed(call: Call, event: Path) -> None:
    event.write_text(event.read_text() + "### swisspair wish: avoid pairs, hard, rounds 1-4: 1 4\n")
    pair(call)
    assert {frozenset((1, 4))}.isdisjoint(frozenset((one.white, one.black)) for one in read(event).rounds[0].games)
    assert "avoid pairs (hard)" in call("swisscheck", "a.trf").output


def test_a_wish_that_names_nobody_is_not_written(call: Call, event: Path) -> None:
    pair(call, "--avoid", "federation")
    assert "wish" not in event.read_text()
    event.write_text(event.read_text() + "### swisspair wish: avoid federation, weak, rounds 1-1:\n")
    found = call("swisspair", "--why", "1", "a.trf", "--round", "1")
    assert (found.status, "ADJ-90" in found.errors) == (DONE, True)


def test_no_result_leaves_a_round_on_which_another_stands(call: Call, event: Path) -> None:
    pair(call)
    enter(call, "1:1-0 2:1-0 3:1-0")
    pair(call)
    before = event.read_bytes()
    found = call("swisspair", "--enter", "1:?", "a.trf", "--round", "1", "--in-place")
    assert (found.status, "round 1 is finished, and round 2 stands on its results" in found.errors) == (
        BAD_REQUEST,
        True,
    )
    assert event.read_bytes() == before
