"""Notes in the comments of a file: reading, keeping and adding notes, and using notes in explanations."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pairing_engine.generator.generate import Plan, generate
from pairing_engine.systems import SYSTEMS
from tests.places import FIXTURES
from tests.programs.commands.calls import BAD_REQUEST, BROKEN, DONE, NOTHING_VALID, Call, names, put
from tests.programs.legacy.events import FIRST_ROUND_PAIRS, FIVE, STUCK, event, player
from trf import Dialect, examine, read, write

ALTERED = FIXTURES / "club-2026-altered.trf"
MPA = "### MPA @ Round 3: 7-2 by hand (expected 3-2, 7-4)\n"

COMMENTS = (
    "### Import @ Round 1: ADJ-18, line 4: points\n### mpa@Round 2 moved 3 - 4\n"
    "### Configuration @ Round 3: 142: 9 -> 7\n### MPA @ Round 777: no round\n### Tournament\n"
)


def test_notes_are_read_and_other_comments_are_kept() -> None:
    found = examine(FIVE + COMMENTS)
    assert [str(note) for note in found.tournament.notes] == [
        "Import @ Round 1: ADJ-18, line 4: points",
        "MPA @ Round 2: moved 3 - 4",
        "Configuration @ Round 3: 142: 9 -> 7",
    ]
    assert write(found.file) == FIVE + COMMENTS
    again = read(write(found.tournament, Dialect.TRF26))
    assert again.notes == found.tournament.notes


def test_boards_by_hand_are_noted_and_understood(check: Call) -> None:
    """A board paired by hand gets only one note. The next check explains the round with this note."""
    before = check(ALTERED, "--write-back", "back.trf")
    assert Path("back.trf").read_bytes() == ALTERED.read_bytes() + MPA.encode()
    again = check("back.trf", "--write-back", "again.trf")
    assert Path("again.trf").read_bytes() == Path("back.trf").read_bytes()
    assert before.status == again.status == NOTHING_VALID
    cause = "7 Gruber, Lena (1.5) - 2 Bianchi, Sara (1.5) was made by hand: all other boards would then agree\n"
    assert (
        f"would be explained if {cause}    the file notes: MPA @ Round 3: 7-2 by hand (expected 3-2, 7-4)\n"
        in again.output
    )
    (round_,) = [one for one in check("back.trf", "--format", "json").value["files"][0]["rounds"] if "note" in one]
    assert (round_["round"], round_["note"]) == (3, MPA[4:].strip())


def test_a_note_is_looked_at_before_anything_else(check: Call) -> None:
    """``swisscheck`` accepts a true note as the cause, and ignores a false note."""
    rounds = read(ALTERED).rounds[2]
    boards = ", ".join(f"{game.black} - {game.white}" for game in rounds.games)
    put("true.trf", ALTERED.read_text() + f"### MPA @ Round 3: the arbiter paired {boards}\n")
    put("false.trf", ALTERED.read_text() + "### MPA @ Round 3: 1-9 by hand\n")
    put("plain.trf", ALTERED.read_text())
    plain, false, true = (
        check(f"{name}.trf", "--format", "json").value["files"][0] for name in ("plain", "false", "true")
    )
    causes = [one["rounds"][2]["cause"] for one in (plain, false, true)]
    assert causes[0] == causes[1]
    assert causes[2]["changes"] == [
        {"kind": "board by hand", "players": [3, 4]},
        {"kind": "board by hand", "players": [7, 2]},
    ]
    assert "alternatives" not in causes[2]


def test_a_note_explains_only_the_boards_it_names(check: Call) -> None:
    """A note explains only the round and the boards in its text.

    A note about one board explains nothing if more boards differ. Boards in brackets were not made by hand.
    """
    put("brackets.trf", ALTERED.read_text() + "### MPA @ Round 3: 7-2 by hand (and so 3-4)\n")
    (file,) = check("brackets.trf", "--format", "json").value["files"]
    assert file["rounds"][2]["cause"]["changes"] == [{"kind": "board by hand", "players": [7, 2]}]
    put("later.trf", ALTERED.read_text() + "### MPA @ Round 4: 7-2 by hand\n")
    assert "the file notes" not in check("later.trf").output
    first = {1: 10, 2: 9, 3: 11, 4: 12, 5: 13, 6: 14, 7: 16, 8: 15}
    whites = {one if one % 2 else other: other if one % 2 else one for one, other in first.items()}
    cells = {white: f"{black:>4} w =" for white, black in whites.items()}
    cells |= {black: f"{white:>4} b =" for white, black in whites.items()}
    text = event(*(player(number, "0.5", cells[number]) for number in range(1, 17)))
    put("two.trf", text + "### MPA @ Round 1: 1-10 by hand\n")
    (file,) = check("two.trf", "--format", "json").value["files"]
    kinds = [change["kind"] for change in file["rounds"][0]["cause"]["changes"]]
    assert kinds == ["board by hand", "board by hand"]


def test_nothing_is_noted_twice(check: Call, pair: Call) -> None:
    put("odd.trf", FIVE + "no record at all\n")
    for name, out in (("odd.trf", "once.trf"), ("once.trf", "twice.trf")):
        assert pair(name, "--round", 1, "--write-back", out).status == DONE
    assert Path("once.trf").read_text().count("### Import @ Round 1: ADJ-39") == 1
    assert Path("twice.trf").read_text() == Path("once.trf").read_text()
    put("own.trf", ALTERED.read_text() + "### MPA @ Round 3: the arbiter did it\n")
    check("own.trf", "--write-back", "same.trf")
    assert Path("same.trf").read_text() == Path("own.trf").read_text()


def test_an_import_is_named_where_a_round_differs(check: Call) -> None:
    put("in.trf", ALTERED.read_text() + "### Import @ Round 4: from another program\n")
    output = check("in.trf").output
    assert output.count("the file notes: Import @ Round 4: from another program") == 1
    put("later.trf", ALTERED.read_text() + "### Import @ Round 2: from another program\n")
    assert "the file notes" not in check("later.trf").output


def test_a_round_is_checked_with_its_own_number_of_rounds(check: Call) -> None:
    played = generate(Plan(players=6, rounds=3), 36, SYSTEMS["dutch"]["2026"])
    text = write(replace(played, settings=replace(played.settings, rounds=5)))
    plain = put("plain.trf", text)
    noted = put("noted.trf", text + "### Configuration @ Round 4: 142: 3 -> 5\n")
    assert "round 3 would be explained if the event was paired as an event of 4 rounds, not 5" in check(plain).output
    assert "the event had a different number of rounds at that time, as the file notes" in check(noted).output
    put("other.trf", text + "### Configuration @ Round 3: 142: 3 -> 5\n")
    assert "as the file notes" not in check("other.trf").output


def test_adjustments_and_what_was_asked_for_are_noted(pair: Call) -> None:
    """Only notes are added to the file, with the same line ends as in the file."""
    text = FIVE.replace(" 1.0    1", " 1,0    1", 1).replace("\n", "\r\n")
    put("in.trf", text)
    asked = ("--round", 1, "--write-back", "out.trf", "--system", "dutch", "--default-rating", 1400)
    assert pair("in.trf", *asked).status == DONE
    added = Path("out.trf").read_bytes().decode().removeprefix(text)
    assert added == (
        "### Import @ Round 1: ADJ-20, line 4: 1,0 is written with a comma: it is read as 1.0\r\n"
        "### Configuration @ Round 1: paired with --system dutch, --default-rating 1400\r\n"
    )
    put("clean.trf", FIVE)
    assert pair("clean.trf", "--round", 1, "--write-back", "-").output == FIRST_ROUND_PAIRS.decode() + FIVE


@pytest.mark.parametrize("words", [
    ("swisspair", "--pair", "broken.trf"), ("swisspair", "--pair", "stuck.trf"), ("swisscheck", "broken.trf"),
    ("swisspair", "--pair", "five.trf", "stuck.trf", "--output-dir", "."), ("swisscheck", "five.trf", "stuck.trf"),
])  # fmt: skip
def test_nothing_is_written_where_something_is_wrong(call: Call, words: tuple[str, ...]) -> None:
    for name, text in (("broken", BROKEN), ("stuck", STUCK), ("five", FIVE)):
        put(f"{name}.trf", text)
    assert call(*words, "--write-back", "out.trf").status != DONE
    assert names() == ["broken.trf", "five.trf", "stuck.trf"]


def test_an_input_is_never_written(call: Call) -> None:
    put("five.trf", FIVE)
    assert call("swisscheck", "five.trf", "--write-back", "./five.trf").status == BAD_REQUEST
    assert Path("five.trf").read_text() == FIVE
