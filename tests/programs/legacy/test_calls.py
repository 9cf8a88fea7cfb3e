"""Sample calls of all known integrators. The tests read each answer as the integrator reads it.

`test_integrators` tests the input files of integrators. There are many tests here, so most are marked ``slow``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.programs.legacy import integrators
from tests.programs.legacy.events import (
    ACCELERATED,
    FIVE,
    FIVE_PAIRS,
    FOUR,
    FOUR_LINES,
    FOUR_PAIRS,
    WRONG,
    event,
    player,
)
from tests.programs.legacy.integrators import Pairs
from tests.programs.program import Outcome, banner, contents, swisspair

slow = pytest.mark.slow

FOURS: Pairs = [(2, 1), (3, 4)]
FIVES: Pairs = [(5, 1), (2, 3), (4, 0)]


def from_file(outcome: Outcome, folder: Path) -> Pairs | None:
    return integrators.sharly_chess(folder / "out")


def from_javafo(outcome: Outcome, folder: Path) -> Pairs | None:
    return integrators.heltour(outcome, folder / "out")


def from_output(outcome: Outcome, folder: Path) -> Pairs | None:
    return integrators.lila(outcome)


def from_any_lines(outcome: Outcome, folder: Path) -> Pairs | None:
    return integrators.openpairings(outcome)


def from_free_pair(outcome: Outcome, folder: Path) -> Pairs | None:
    return integrators.free_pair(outcome, folder / "out")


class Call(NamedTuple):
    """A call by an integrator: a name, the arguments, and a function that reads the answer."""

    who: str
    words: str
    read: Callable[[Outcome, Path], Pairs | None]


QUICK = (
    Call("Sharly-Chess", "--dutch IN -p OUT", from_file),
    Call("heltour", "IN -p OUT -q 10000", from_javafo),
    Call("lila", "--fast IN -p", from_output),
)

OTHERS = (
    Call("Sharly-Chess, history", "--dutch IN -p OUT -l LIST", from_file),
    Call("heltour, second try", "IN -p OUT -w", from_javafo),
    Call("lila, below 250", "--dutch IN -p", from_output),
    Call("lila, below 700", "--burstein IN -p", from_output),
    Call("a wrapper in .NET", "--fast IN -p OUT", from_file),
    Call("a wrapper in Python", "--dutch -p", from_output),
    Call("FreePair", "--dutch IN -p OUT", from_free_pair),
    Call("FreePair, accelerated", "--dutch --baku IN -p OUT", from_free_pair),
    Call("ChessGrinder", "IN -p OUT", from_javafo),
    Call("openpairings", "IN -p", from_any_lines),
    Call("Chess Admin", "--dutch IN -p OUT", from_file),
    Call("Pareo", "IN --dutch -p OUT", from_file),
    Call("Pareo, Burstein", "IN -p OUT --burstein", from_file),
    Call("chesspairing", "IN -p --dutch", from_output),
    Call("chesspairing, Dubov", "--dubov IN -p", from_output),
    Call("chesspairing, Lim", "--lim IN -p", from_output),
    Call("bbpPairings itself", "-r --dutch IN -p OUT -l", from_file),
    Call("JaVaFo itself", "-r IN -p OUT -l LIST", from_javafo),
    Call("JaVaFo itself, accelerated", "IN -b -p OUT", from_javafo),
)


def called(tmp_path: Path, text: str, words: str) -> Outcome:
    """Call the program. Unless ``words`` contain the file name IN, the program reads the text from standard input."""
    path = tmp_path / "pairings-input.trfx"
    path.write_bytes(text.encode())
    places = {"IN": str(path), "OUT": str(tmp_path / "out"), "LIST": str(tmp_path / "list")}
    arguments = [places.get(word, word) for word in words.split()]
    return swisspair(*arguments, cwd=tmp_path, stdin=b"" if "IN" in words.split() else text.encode())


@pytest.mark.parametrize(
    "call", [*QUICK, *(pytest.param(call, marks=slow) for call in OTHERS)], ids=lambda call: call.who
)
def test_the_call_gives_the_round(tmp_path: Path, call: Call) -> None:
    """[4.1, 4.2, 4.8] The integrator finds the right pairs in the answer to each call."""
    outcome = called(tmp_path, FOUR, call.words)
    assert (outcome.status, outcome.errors) == (0, b"")
    assert call.read(outcome, tmp_path) == FOURS


TEAMS = "\n".join(
    (
        "012 Teams", "152 W", "142 3", "192 FIDE_TEAM", "362 TW  2.0   TD  1.0   TL  0.0",
        *FOUR_LINES,
        *(f"310 {number:>3} {f'Team {number}':<67} {number:>4}" for number in range(1, 5)), "",
    )
)  # fmt: skip


def test_sharly_chess_pairs_teams(tmp_path: Path) -> None:
    """[4.1, 4.8] Sharly-Chess pairs teams with --team, by team number."""
    assert called(tmp_path, TEAMS, "--team IN -p OUT").status == 0
    assert integrators.sharly_chess(tmp_path / "out") == FOURS


@slow
def test_sharly_chess_checks_round_by_round(tmp_path: Path) -> None:
    """[4.8] Sharly-Chess checks an event by pairing each of its rounds again."""
    played = event(player(1, "2.0", "   3 w 1", "   2 b 1"), player(2, "1.0", "   4 b 1", "   1 w 0"),
                   player(3, "1.0", "   1 b 0", "   4 w 1"), player(4, "0.0", "   2 w 0", "   3 b 0"))  # fmt: skip
    rounds = [event(*(player(number, "0.0") for number in range(1, 5))), FOUR]
    expected = [{(1, 3), (4, 2)}, {(2, 1), (3, 4)}]
    for before, boards in zip(rounds, expected, strict=True):
        assert called(tmp_path, before, "--dutch IN -p OUT").status == 0
        assert set(integrators.sharly_chess(tmp_path / "out")) == boards
    assert called(tmp_path, played, "--dutch IN -c").output.decode().count("Checker pairings") == 0


@slow
def test_chess_admin_shows_the_version(tmp_path: Path) -> None:
    """[4.1] Chess Admin calls the program with -r or without arguments, and finds the version."""
    for words in ("", "-r"):
        assert called(tmp_path, "", words).output == banner() + b"\n"


@slow
@pytest.mark.parametrize("words", ["--dutch IN -c", "IN -c", "IN -c 1", "-r IN -c"])
def test_caissify_greps_the_check(tmp_path: Path, words: str) -> None:
    """[4.5] Caissify's test harness finds the rounds and pairs in the output of ``-c``."""
    outcome = called(tmp_path, WRONG, words)
    assert outcome.status == 0
    rounds, rows = integrators.caissify(outcome.output.decode())
    assert (rounds, len(rows)) == ([1], 3)


@slow
@pytest.mark.parametrize(
    "words",
    [
        "--dutch IN -g -o out.trf -s 7",
        "--dutch -g config -o out.trf -s 7 -l LIST",
        "-g -o out.trf",
        "-g 18980522 -o out.trf",
        "-g config -b -o out.trf",
        "IN -g -b -o out.trf",
    ],
)
def test_their_generators_are_called(tmp_path: Path, words: str) -> None:
    """[4.1, 4.7] The legacy commands generate tournaments that pass the check."""
    (tmp_path / "config").write_text("PlayersNumber=9\nRoundsNumber=3\n")
    model = event(*(player(number, "0.0") for number in range(1, 13)), head=("XXR 3", "XXC white1"))
    outcome = called(tmp_path, model, words)
    assert (outcome.status, outcome.errors) == (0, b"")
    checked = swisspair("--dutch", tmp_path / "out.trf", "-c", cwd=tmp_path)
    assert (checked.status, checked.output.count(b"Checker pairings")) == (0, 0)


# --- Answers to unusual files and results, fixed because integrators asked about them ---------------------------------


def with_first(mark_of_1: str, mark_of_3: str, points: str = "0.0") -> str:
    first, third = player(1, points, f"   3 {mark_of_1}"), player(3, "0.0", f"   1 {mark_of_3}")
    return event(first, FOUR_LINES[1], third, FOUR_LINES[3])


@slow
@pytest.mark.parametrize(("text", "status"), [
    (with_first("w 1", "b Z", "1.0"), 3),
    (with_first("w 0", "b Z"), 3),
    (with_first("b Z", "b Z"), 3),
    (with_first("w +", "b Z", "1.0"), 0),
    (with_first("w Z", "b Z"), 0),
])  # fmt: skip
def test_z_beside_an_opponent(tmp_path: Path, text: str, status: int) -> None:
    """[4.9] The result Z is accepted against a forfeit win or another Z, but not against a played result.

    The letter Z means that the player did not play.
    """
    outcome = called(tmp_path, text, "--dutch IN -p")
    assert outcome.status == status
    if status == 0:
        assert outcome.output == FOUR_PAIRS
    else:
        assert outcome.sentence.endswith("Match 1 for player 1 contradicts the entry for the opponent.")


@slow
@pytest.mark.parametrize("words", ["--dutch IN -p OUT", "IN -p OUT"])
def test_lines_that_end_in_cr_alone(tmp_path: Path, words: str) -> None:
    """[4.9] A single carriage return may end a line, as in the output of bbpPairings' generator."""
    assert called(tmp_path, FIVE.replace("\n", "\r"), words).status == 0
    assert (tmp_path / "out").read_bytes() == FIVE_PAIRS


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
