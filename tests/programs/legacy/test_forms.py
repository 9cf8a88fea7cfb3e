"""The old forms of calls, for pairing, checking and generating."""

import re
import sys
from pathlib import Path

import pytest

from pairing_engine import __version__
from pairing_engine.fast.matcher import has_matcher
from pairing_engine.kernel import order
from swisspair.commands.table import COMMANDS
from swisspair.legacy import SYSTEM_FLAGS, generating, is_legacy, outputs, reading
from swisspair.legacy import run as legacy
from swisspair.legacy.arguments import FLAGS, USAGE, Usage, parse
from tests.conftest import some
from tests.places import FIXTURES, ROOT
from tests.programs.legacy import events
from tests.programs.legacy.events import ACCELERATED, FIVE, FIVE_PAIRS, FOUR, FOUR_LINES, FOUR_PAIRS, event, player
from tests.programs.program import Outcome, banner, contents, run, swisspair
from trf import examine


@pytest.mark.parametrize(
    "arguments",
    [
        "--dutch",
        "--dutch --burstein event.trf -p",
        "one.trf two.trf -p",
        "event.trf -p -q",
        "event.trf -p -q many",
        "event.trf -p out -l list more",
        "event.trf -c first",
        "event.trf -p --list-style vega",
        "-g",
        "-g -o",
        "-g config.txt",
        "-g -o out.trf -s",
        "-g -o out.trf -s soon",
        "model.trf -g config.txt -o out.trf",
        f"-g -o out.trf -s {'9' * 5000}",
    ],
)
def test_every_other_shape_is_a_usage_error(arguments: str) -> None:
    """[4.1] If legacy arguments match no form of the legacy commands, the call is a usage error."""
    assert is_legacy(arguments.split())
    with pytest.raises(Usage):
        parse(arguments.split())


def test_each_system_has_its_flag() -> None:
    """[4.1] Each system has its flag, as in other programs."""
    for flag, name in SYSTEM_FLAGS.items():
        assert parse([flag, "event.trf", "-p"]).system == parse(["event.trf", "-p", "-w", flag]).system == name
    assert {"dutch", "dubov", "burstein", "lim", "double-swiss", "team"} == set(SYSTEM_FLAGS.values())


def called(tmp_path: Path, text: str, words: str) -> Outcome:
    """Call the program. Unless ``words`` contain the file name IN, the program reads the text from standard input."""
    path = tmp_path / "pairings-input.trfx"
    path.write_bytes(text.encode())
    places = {"IN": str(path), "OUT": str(tmp_path / "out"), "LIST": str(tmp_path / "list")}
    arguments = [places.get(word, word) for word in words.split()]
    return swisspair(*arguments, cwd=tmp_path, stdin=b"" if "IN" in words.split() else text.encode())


FORMS = re.findall(
    r"^\| `(-[^`]+|[A-Z][^`]+)` \| (.*?) \| (.*?) \| (?:source|manual|supposed) \|$",
    (ROOT / "docs" / "instead-of.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)
"""The command lines in the table of docs/instead-of.md, with the files that they write and what they print."""

CALLS = {
    "heltour": ("FILE -p OUT -q 10000", "`OUT`", ""),
    "lila": ("--fast FILE -p", "", "pairs"),
    "a flag at the end": ("FILE -w -p --dutch", "", "pairs"),
    "a wrapper in Python": ("--dutch -p", "", "pairs"),
    "FreePair, accelerated": ("--dutch --baku FILE -p OUT", "`OUT`", ""),
    "Pareo": ("FILE --dutch -p OUT", "`OUT`", ""),
    "Pareo, Burstein": ("FILE -p OUT --burstein", "`OUT`", ""),
    "chesspairing, Dubov": ("--dubov FILE -p", "", "pairs"),
    "chesspairing, Lim": ("--lim FILE -p", "", "pairs"),
}
"""Calls of integrators in forms of their own; their own ways to read the answers are in `integrators.py`."""


@pytest.mark.parametrize("call", [*FORMS, *some(CALLS.values(), 3)], ids=[*(form for form, *_ in FORMS), *CALLS])
def test_a_call_writes_and_prints_what_the_table_says(tmp_path: Path, call: tuple[str, str, str]) -> None:
    """[4.1, 4.2, 4.8] The pairs stand where the call asks for them, and in no other file."""
    form, files, printed = call
    (tmp_path / "MODEL").write_text(FOUR)
    (tmp_path / "CONFIG").write_text("PlayersNumber=6\nRoundsNumber=3\n")
    played = event(player(1, "1.0", "   2 w 1"), player(2, "0.0", "   1 b 0"))
    (tmp_path / "FILE").write_text(played if "-c" in form else FOUR)
    words = form.replace("SEED", "7").replace("ROUND", "1").replace("-q N", "-q 10000").split()
    found = swisspair(*words, cwd=tmp_path, stdin=b"" if "FILE" in words else FOUR.encode())
    assert (found.status, found.errors) == (0, b"")
    shown = {"version": banner() + b"\n", "pairs": FOUR_PAIRS, "rounds": b"FILE: Round #1\n\n"}
    assert found.output == b"".join(shown[one] for one in printed.split(", ") if one)
    assert {path.name for path in tmp_path.iterdir()} == {"MODEL", "CONFIG", "FILE", *re.findall(r"`(.+?)`", files)}
    assert "`OUT`" not in files or (tmp_path / "OUT").read_bytes() == FOUR_PAIRS


def test_the_table_has_every_form() -> None:
    """Those of bbpPairings 6.0.0 with each of its arguments, and the seventeen of JaVaFo 2.2."""
    assert [len([form for form, *_ in FORMS if form.startswith(("--", "-r --")) is bbp]) for bbp in (True, False)] == [
        10,
        18,
    ]


# --- Answers to unusual files and results, fixed because integrators asked about them ---------------------------------


@pytest.mark.parametrize(("text", "status", "left"), [
    (FIVE, 0, FIVE_PAIRS),
    (event(player(1, "1.0", "   2 w 1"), player(2, "0.0", "   1 b 0")), 1, b""),
    (ACCELERATED + FOUR_LINES[0] + "\n", 3, b"what was there before, and is longer than the answer\n"),
])  # fmt: skip
def test_an_output_file_that_is_there_already(tmp_path: Path, text: str, status: int, left: bytes) -> None:
    """[4.2] The content of an existing output file is replaced.

    If no valid pairing exists, the output file becomes empty. If the input cannot be read, the file stays unchanged.
    """
    out = tmp_path / "out"
    out.write_bytes(b"what was there before, and is longer than the answer\n")
    before = out.stat().st_ino
    assert called(tmp_path, text, "--dutch IN -p OUT").status == status
    assert (out.read_bytes(), out.stat().st_ino) == (left, before)
    assert contents(tmp_path).keys() == {"pairings-input.trfx", "out"}


MOST_LINES = 72
"""The maximum number of lines of the first help page."""


def test_the_first_page_is_one_page_and_leads_to_all_others(tmp_path: Path) -> None:
    """[4.1] The first help page fits on a sheet of paper and names all other pages."""
    outcome = swisspair("--help", cwd=tmp_path)
    assert (outcome.status, outcome.errors) == (0, b"")
    page = outcome.output.decode()
    assert len(page.splitlines()) <= MOST_LINES
    assert max(map(len, page.splitlines())) <= 80
    for words in (
        *(f"  {name} {command.takes}".rstrip() for name, command in COMMANDS.items()),
        "Exit status: 0 done",
    ):
        assert words in page
    assert "swisspair -p --help" in page
    assert swisspair("-h", cwd=tmp_path) == outcome


def test_their_forms_have_a_page(tmp_path: Path) -> None:
    """[4.1] With ``--help``, a legacy command shows the help page of the legacy commands."""
    outcome = swisspair("-p", "--help", cwd=tmp_path)
    assert (outcome.status, outcome.errors) == (0, b"")
    assert USAGE + "\n" + FLAGS in outcome.output.decode()
    for word in (*SYSTEM_FLAGS, "-r", "-p", "-c", "-g", "-o", "-s", "-l", "-b, --baku", "-w, -q N"):
        assert word in USAGE + FLAGS


def test_a_module_is_its_program(tmp_path: Path) -> None:
    for module, program in (("pairing_engine", "swisspair"), ("checker", "swisscheck")):
        outcome = run(sys.executable, "-m", module, "--version", cwd=tmp_path)
        assert (outcome.status, outcome.sentence) == (0, "")
        version, build = outcome.output.decode().splitlines()
        assert version == f"{program} {__version__}"
        kind = "pure Python" if order.__file__.endswith(".py") else "compiled"
        assert build == f"{kind}, matchings by {'the C++ matcher' if has_matcher() else 'networkx, which takes longer'}"


def test_double_dashes_are_ours_unless_they_name_a_system() -> None:
    """[4.1] A first option with two dashes is one of our own commands, unless it names a system."""
    for own in (
        "--help",
        "--pair event.trf",
        "--pair event.trf --list - --baku",
        "--generate --output out.trf",
        "--rules dutch",
    ):
        assert not is_legacy(own.split())
    for theirs in ("-r", "event.trf -c", "-g -o out.trf", "--dutch", "--team event.trf -p", "-p"):
        assert is_legacy(theirs.split())


CONFIGURATION = """\
# a small event
PlayersNumber=12
RoundsNumber=4
DrawPercentage=30
ForfeitRate=20
RetiredRate=100
HalfPointByteRate=10
HighestRating=2400
LowestRating=1400
PointsForWin=3.0
PointsForDraw=1.0
PointsForLoss=0.0
PointsForPAB=1.0
"""


def test_a_seed_gives_a_tournament_that_is_paired_by_the_rules(tmp_path: Path) -> None:
    """[4.1, 4.7] With a seed, a tournament follows the rules and names the seed in its first line."""
    assert swisspair("--dutch", "-g", "-o", "one.trf", "-s", "7", cwd=tmp_path) == (0, b"", b"")
    assert swisspair("-g", "7", "-o", "two.trf", "-l", cwd=tmp_path) == (0, b"", b"")
    found = contents(tmp_path)
    assert found.keys() == {"one.trf", "two.trf", "two.list"}
    assert found["two.trf"].startswith(b"012 AutoTest Tournament 7\n")
    in_our_words = found["one.trf"].replace(b"\r", b"\n").replace(b"FIDE_DUTCH_2025", b"FIDE_DUTCH_2026")
    assert in_our_words == found["two.trf"]
    rounds = len(examine(found["one.trf"]).tournament.rounds)
    titles = [f"Round #{number}" for number in range(1, rounds + 1)]
    checked = swisspair("--dutch", "one.trf", "-c", cwd=tmp_path)
    assert checked.output.decode() == "".join(f"one: {title}\n" for title in titles) + "\n"
    assert found["two.list"].endswith(banner())
    assert [line for line in found["two.list"].decode().split("\n") if line.startswith("Round")] == titles


def test_a_configuration_is_obeyed(tmp_path: Path) -> None:
    """[4.1, 4.7] A configuration file may contain comments and an old misspelling."""
    (tmp_path / "events").mkdir()
    (tmp_path / "events" / "config.txt").write_text(CONFIGURATION)
    outcome = swisspair("--dutch", "-g", "events/config.txt", "-o", "out.trf", "-s", "5", "-l", cwd=tmp_path)
    assert outcome == (0, b"", b"")
    found = contents(tmp_path)
    assert found.keys() == {"events/config.txt", "events/out.trf", "events/out.list"}
    event = examine(found["events/out.trf"]).tournament
    assert (len(event.participants), event.settings.rounds) == (12, 4)
    assert all(1400 <= participant.rating <= 2400 for participant in event.participants)
    scoring = event.settings.scoring
    assert (scoring.win, scoring.draw, scoring.loss, scoring.pairing_allocated_bye) == (30, 10, 0, 10)
    assert not event.settings.baku
    assert event.settings.prohibitions == ()


def test_a_crash_leaves_the_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """[4.7] After a crash, the output file contains the random seed."""

    def crash(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(generating, "generate", crash)
    monkeypatch.setattr(generating, "randbits", lambda _bits: 4321)
    assert legacy.run(["-g", "-o", str(tmp_path / "out.trf")]) == 2
    assert "Traceback" in capsys.readouterr().err
    assert (tmp_path / "out.trf").read_bytes() == b"012 AutoTest Tournament 4321\n"


def test_a_second_bye_has_a_row_of_its_own(tmp_path: Path) -> None:
    """[4.5] If a round has two recorded byes, each bye has its own row.

    The forfeited game has no recorded colours, so it agrees with our pair.
    """
    twice = event(
        player(1, "1.0", "   2 - +"), player(2, "0.0", "   1 - -"), player(3, "1.0", "0000 - U"),
        player(4, "1.0", "0000 - U"), head=(*events.HEAD, "XXP 1 4", "XXP 1 3"),
    )  # fmt: skip
    expected = b"""\
twice: Round #1
  Checker pairings        Tournament pairings 
      3 -   4                  3 -   0
                               4 -   0


"""  # noqa: W291 - the heading ends with a blank
    (tmp_path / "twice.trf").write_text(twice)
    assert swisspair("--dutch", "twice.trf", "-c", cwd=tmp_path) == (0, expected, b"")


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_lines_end_as_the_system_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes], line_end: bytes
) -> None:
    for module in (reading, outputs, legacy):
        monkeypatch.setattr(module, "LINE_END", line_end)
    (tmp_path / "in.trf").write_text(FIVE)
    source = str(tmp_path / "in.trf")
    assert legacy.run(["--dutch", source, "-p", str(tmp_path / "pairs"), "-l", str(tmp_path / "list")]) == 0
    assert legacy.run(["--dutch", source, "-p"]) == 0
    assert legacy.run(["--dutch", "-g", "-o", str(tmp_path / "made.trf"), "-s", "1"]) == 0
    shown = capsysbinary.readouterr().out
    pairs = (tmp_path / "pairs").read_bytes()
    assert pairs == shown
    assert pairs.split(line_end)[0] == b"3"
    for text in (pairs, (tmp_path / "list").read_bytes()):
        assert text.count(line_end) == text.count(b"\n") > 2
    made = (tmp_path / "made.trf").read_bytes()
    assert (b"\n" in made, made.count(b"\r") > 2, made[-1:]) == (False, True, b"\r"), "as bbpPairings everywhere"


def test_bbp_pairings_can_check_what_we_generate(tmp_path: Path) -> None:
    """BbpPairings 6 reads the code FIDE_DUTCH_2025, and the points of an absence by the letter Z only.

    Its checklists of generated rounds have a full stop after the number of the round.
    """
    config = FIXTURES / "cases" / "callers" / "esportify-rtg.cfg"
    target = str(tmp_path / "made.trf")
    assert swisspair("--dutch", "-g", str(config), "-o", target, "-s", "5", "-l", cwd=tmp_path).status == 0
    made = (tmp_path / "made.trf").read_bytes().split(b"\r")
    assert {b"192 FIDE_DUTCH_2025", b"162  Z 0.3    P 0.4"} <= set(made)
    assert (tmp_path / "made.list").read_bytes().startswith(b"Round #1.\n")
    assert swisspair("--burstein", "-g", "-o", target, "-s", "5", cwd=tmp_path).status == 0
    assert b"\r192 FIDE_BURSTEIN\r" in (tmp_path / "made.trf").read_bytes()
