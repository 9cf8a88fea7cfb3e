"""swisspair --pair: one file, requests, warnings and notes."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.systems import SYSTEMS
from swisspair.commands import main
from tests.places import FIXTURES, ROOT
from tests.programs.commands.calls import (
    DONE,
    NO_ACCESS,
    NOTHING_VALID,
    Call,
    put,
)
from tests.programs.legacy.events import FIVE, FOUR_LINES, FOUR_PAIRS, event, player
from trf import Dialect, examine, read, write


@pytest.mark.parametrize(("terminal", "words"), [(True, "Usage: swisspair MODE"), (False, "swisspair (FIDE Swiss")])
def test_a_bare_call_helps_people_and_tells_programs_a_version(
    terminal: bool, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call without arguments prints the help on a terminal, and the version into a pipe."""
    screen = TextIOWrapper(BytesIO(), "utf-8")
    monkeypatch.setattr(screen, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(sys, "argv", ["swisspair"])
    monkeypatch.setattr(sys, "stdout", screen)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == DONE
    screen.flush()
    assert words in screen.buffer.getvalue().decode()


HEAD = ("012 Club", "192 FIDE_DUTCH_2026", "142 3", "152 W")
X_LINES = (FOUR_LINES[0], player(2, "0.5", "   4 b X"), FOUR_LINES[2], player(4, "0.5", "   2 w X"))


@pytest.mark.parametrize(
    ("text", "warning", "advice"),
    [
        (event(*FOUR_LINES, head=(*HEAD[:2], "142 9", HEAD[3])), "4 participants cannot play 9 rounds", "at most 3"),
        (event(*FOUR_LINES, head=(*HEAD, "162  W  1.0   D  0.6")), "two draws (1.2) are worth more", "correct the"),
        (event(*FOUR_LINES, head=(*HEAD, "162  P  1.5")), "the pairing-allocated bye is worth 1.5", "correct the"),
        (event(*FOUR_LINES, head=(*HEAD, "162  P  0.0")), "the pairing-allocated bye is worth 0.0", "correct the"),
        (event(*X_LINES, head=HEAD), "line 6, column 99: 'X' is not a known result", "enter one"),
        (event(*FOUR_LINES, "260 003 003    1    4", head=HEAD), "pairings begin in round 3", "before round 1"),
        (event(*FOUR_LINES, "240 F 003    1", head=HEAD), "1 full-point bye is requested", "half-point or zero-point"),
    ],
    ids=["plan", "draws", "bye above a win", "bye below a draw", "symbol", "prohibition", "full point"],
)  # fmt: skip
def test_a_warning_is_given_once_and_changes_no_pair(pair: Call, text: str, warning: str, advice: str) -> None:
    put("club.trf", text)
    done = pair("club.trf", "--adjourned", "draw")
    (line,) = (line for line in done.errors.splitlines() if warning in line)
    assert advice in line
    assert (done.status, done.output) == (DONE, FOUR_PAIRS.decode())


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
    cause = "the pairing 7 Gruber, Lena (1.5) - 2 Bianchi, Sara (1.5) was made by hand, and all other boards would then"
    assert (
        "    made by hand, as the file notes: 7-2 by hand (expected 3-2, 7-4)\n"
        f"    this would explain it: {cause} agree\n" in again.output
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


def test_a_round_is_checked_with_its_own_number_of_rounds(check: Call) -> None:
    played = generate(Plan(players=6, rounds=3), 36, SYSTEMS["dutch"]["2026"])
    text = write(replace(played, settings=replace(played.settings, rounds=5)))
    plain = put("plain.trf", text)
    noted = put("noted.trf", text + "### Configuration @ Round 4: 142: 3 -> 5\n")
    assert "round 3 would be explained if the event was paired as an event of 4 rounds, not 5" in check(plain).output
    assert "the event had a different number of rounds at that time, as the file notes" in check(noted).output
    put("other.trf", text + "### Configuration @ Round 3: 142: 3 -> 5\n")
    assert "as the file notes" not in check("other.trf").output


CALLS = (
    ("pairing_engine", "--pair", "five.trf"),
    ("pairing_engine", "--dutch", "five.trf", "-p"),
    ("swisspair", "--why", "1", "five.trf"),
    ("checker", "five.trf"),
)
STRANGER = "import datetime\n\ndef load(file):\n    return file.readlines()\n"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    for package in ("pairing_engine", "checker", "trf", "swisspair"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "five.trf").write_text(FIVE)
    return tmp_path


def said(call: tuple[str, ...], folder: Path, **variables: str) -> str:
    command = [sys.executable, "-m", *call]
    environment = {**os.environ, "PYTHONPATH": "", **variables}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (NO_ACCESS, "", 1), done.stderr
    return done.stderr


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_a_package_installed_over_ours_is_named(call: tuple[str, ...], installed: Path) -> None:
    (installed / "trf" / "__init__.py").write_text(STRANGER)
    words = said(call, installed)
    assert words.startswith("swiss")
    assert f"another package called trf was installed over swisspair's own trf: {installed / 'trf'}" in words
    assert "install swisspair-fide again" in words


def test_a_package_removed_again_leaves_a_gap(installed: Path) -> None:
    (installed / "trf" / "__init__.py").unlink()
    assert "another package called trf has replaced files" in said(CALLS[0], installed)


def test_a_package_earlier_on_the_path_is_named(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    work = tmp_path_factory.mktemp("work")
    (work / "trf.py").write_text(STRANGER)
    (work / "five.trf").write_text(FIVE)
    words = said(CALLS[0], work, PYTHONPATH=str(installed))
    assert f"another package called trf hides swisspair's own trf: {work / 'trf.py'}" in words


@pytest.mark.parametrize("program", ["swisspair --pair", "swisscheck"])
def test_the_help_of_edition_names_every_edition_of_each_system(call: Call, program: str) -> None:
    words = " ".join(call(*program.split(), "--help").output.split())
    assert [name for name, days in APPLIED_FROM.items() if f"{name} {', '.join(days)}" not in words] == []
