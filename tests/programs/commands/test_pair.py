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
    BAD_REQUEST,
    BROKEN,
    DONE,
    FULL,
    NO_ACCESS,
    NOTHING_VALID,
    TOO_LARGE,
    Call,
    names,
    put,
)
from tests.programs.legacy import events
from tests.programs.legacy.events import FIVE, FIVE_PAIRS, FOUR, FOUR_LINES, FOUR_PAIRS, OVER, STUCK, event, player
from trf import Dialect, examine, read, write


def test_pairs_go_to_standard_output(pair: Call) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf") == (DONE, FIVE_PAIRS.decode(), "")


def test_standard_input(pair: Call) -> None:
    assert pair("-", stdin=FOUR.replace("XXR 3", "XXR 3")) == (DONE, FOUR_PAIRS.decode(), "")


def test_an_earlier_round(pair: Call) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf", "--round", 1).output == "3\n1 3\n4 2\n5 0\n"


@pytest.mark.parametrize(
    ("text", "status"), [(STUCK, NOTHING_VALID), (BROKEN, BAD_REQUEST), (OVER, BAD_REQUEST), (FULL, TOO_LARGE)]
)
def test_an_unpairable_file_is_named_and_sets_the_status(pair: Call, text: str, status: int) -> None:
    put("event.trf", text)
    for arguments in (("event.trf",), ("event.trf", "--output", "out.pairs")):
        outcome = pair(*arguments)
        assert (outcome.status, outcome.output) == (status, "")
        assert "event.trf" in outcome.errors
        assert "Traceback" not in outcome.errors
    assert names() == ["event.trf"]


def test_a_problem_is_named_with_line_and_column(pair: Call) -> None:
    put("event.trf", BROKEN)
    assert "event.trf:4:99:" in pair("event.trf").errors


def test_a_file_that_is_not_there(pair: Call) -> None:
    outcome = pair("nowhere.trf")
    assert outcome.status == NO_ACCESS
    assert "nowhere.trf" in outcome.errors


def test_a_directory_without_a_tournament(pair: Call) -> None:
    Path("events").mkdir()
    assert pair("events") == (BAD_REQUEST, "", "no tournament report file was found in events\n")


def test_adjustments_are_told_and_strict_refuses_them(pair: Call) -> None:
    put("odd.trf", FIVE + "no record at all\n")
    lenient, strict = pair("odd.trf"), pair("odd.trf", "--strict")
    assert (lenient.status, lenient.output) == (DONE, FIVE_PAIRS.decode())
    assert "ADJ-39" in lenient.errors
    assert (strict.status, strict.output) == (BAD_REQUEST, "")


def test_adjourned_games_as_draws(pair: Call) -> None:
    """With ``--adjourned draw``, adjourned games count as draws [Reading G6]."""
    text = event(player(1, "0.0", "   2 w ?"), player(2, "0.0", "   1 b ?"), player(3, "1.0", "0000 - U"))
    put("event.trf", text)
    assert pair("event.trf").status == BAD_REQUEST
    assert pair("event.trf", "--adjourned", "draw").status == DONE


def test_both_engines_and_baku(pair: Call) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf", "--engine", "reference").output == FIVE_PAIRS.decode()
    first = event(*(player(n, "0.0") for n in range(1, 9)))
    assert pair("-", stdin=first).output == "4\n1 5\n6 2\n3 7\n8 4\n"
    assert pair("-", "--baku", stdin=first).output == "4\n1 3\n4 2\n5 7\n8 6\n"


def test_the_event_of_make_run_is_paired(pair: Call) -> None:
    outcome = pair(FIXTURES / "open-2026-round-5.trf", "--strict")
    assert (outcome.status, outcome.errors) == (DONE, "")
    assert outcome.output.startswith("11\n")
    assert pair(FIXTURES / "open-2026-round-5.trf", "--engine", "reference").output == outcome.output


@pytest.mark.parametrize(
    "arguments",
    [
        ["--round", "0"], ["--round", "9"], ["--round", "x"], ["--system", "chess"], ["--edition", "1492"],
        ["--engine", "fast"], ["--format", "xml"], ["--encoding", "klingon"], ["--adjourned", "win"], ["--jobs", "0"],
        ["--nonsense"], ["--generate"], ["--rules", "dutch"], ["--output", "a", "--output-dir", "."],
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_request_that_cannot_be_fulfilled(call: Call, arguments: list[str]) -> None:
    put("five.trf", FIVE)
    outcome = call("swisspair", "--pair", "five.trf", *arguments)
    assert (outcome.status, outcome.output) == (BAD_REQUEST, "")
    assert outcome.errors
    assert "Traceback" not in outcome.errors
    assert names() == ["five.trf"]


@pytest.mark.parametrize("arguments", [["--pair"], ["five.trf"], ["--generate", "five.trf"], ["--generate"]])
def test_half_a_request(call: Call, arguments: list[str]) -> None:
    put("five.trf", FIVE)
    assert call("swisspair", *arguments).status == BAD_REQUEST


@pytest.mark.parametrize(
    ("arguments", "is_unknown"),
    [(["--frobnicate", "five.trf"], True), (["-z"], True), (["--format=xml"], False), (["--", "five.trf"], False)],
)
def test_an_option_that_no_mode_has_is_called_unknown(call: Call, arguments: list[str], is_unknown: bool) -> None:
    outcome = call("swisspair", *arguments)
    assert (outcome.status, outcome.output) == (BAD_REQUEST, "")
    assert (f"{arguments[0]} is unknown, and no mode was given" in outcome.errors) is is_unknown
    assert "no mode was given: choose one of --add, --away, --boards, " in outcome.errors
    assert ("est inconnu" in call("swisspair", "--language", "fr", *arguments).errors) is is_unknown


@pytest.mark.parametrize(
    ("command", "usage"),
    [
        (("swisspair", "--pair"), "swisspair --pair [OPTIONS] FILE..."),
        (("swisspair", "--json-schema"), "swisspair --json-schema [OPTIONS] [answers|event|conversation]"),
        (("swisscheck",), "swisscheck [OPTIONS] [PATH...]"),
    ],
)
def test_help_pages_name_arguments_and_not_types_of_python(call: Call, command: tuple[str, ...], usage: str) -> None:
    """The usage line names the arguments. Optional arguments are in brackets."""
    page = call(*command, "--help").output
    assert page.startswith(f"Usage: {usage}\n")
    assert [kind for kind in ("<str>", "<list[str]>", "<list[Path]>") if kind in page] == []
    if "--edition" in page:
        words = " ".join(page.split())
        assert [name for name, days in APPLIED_FROM.items() if f"{name} {', '.join(days)}" not in words] == []


def test_the_help_of_modes_without_a_file_names_none(call: Call) -> None:
    page = " ".join(call("swisspair", "--generate", "--help").output.split())
    assert "to --output or --output-dir" in page
    assert "(default: dutch)" in page
    other = " ".join(call("swisscheck", "--endorse", "--help").output.split())
    assert "(default: dutch, or the system of the --files)" in other
    assert "as the file says" not in page + other


def test_rules_are_listed_in_their_order(call: Call) -> None:
    outcome = call("swisspair", "--rules", "dutch")
    assert outcome.status == DONE
    places = [outcome.output.index(word) for word in ("C5 ", "C6 ", "C12 ", "C21 ", "5.2.1", "5.2.5")]
    assert places == sorted(places)
    assert "2.4.16" in outcome.output


def test_rules_of_a_system_that_does_not_exist(call: Call) -> None:
    assert call("swisspair", "--rules", "chess")[:2] == (BAD_REQUEST, "")


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
    assert pair("clean.trf", "--round", 1, "--write-back", "-").output == events.FIRST_ROUND_PAIRS.decode() + FIVE


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
