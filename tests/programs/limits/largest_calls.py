"""Calls of every mode of both programs, each with the largest possible event."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from pairing_engine.facts.codes import kind_of_system
from pairing_engine.facts.model import MAX_TPN, EventKind
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.systems import SYSTEMS
from tests.programs.limits.hostile import by_lot
from tests.programs.program import SWISSCHECK, SWISSPAIR
from trf import write

Words = tuple[str | Path, ...]

ROUNDS = 4
MOST_TEAMS = 999
"""The maximum number of teams in a TRF."""
RATED = ("--default-rating", "1400")
EVENT = "in.trf"


def is_of_teams(system: str) -> bool:
    return kind_of_system(system) is EventKind.TEAM


@cache
def largest_event(system: str) -> bytes:
    if is_of_teams(system):
        return write(generate(Plan(players=MOST_TEAMS, rounds=ROUNDS), 1, SYSTEMS[system]["2026"])).encode()
    return by_lot(MAX_TPN - 1, ROUNDS, both=kind_of_system(system) is EventKind.DOUBLE)


def largest_list(system: str) -> bytes:
    if is_of_teams(system):
        lines = [f"Player {number},{2900 - number // 5},Team {number % MOST_TEAMS}" for number in range(1, MAX_TPN - 8)]
    else:
        lines = [f"Player {number},{2900 - number // 5}" for number in range(1, MAX_TPN + 1)]
    return "\n".join(["name,rating,team" if is_of_teams(system) else "name,rating", *lines, ""]).encode()


class Call:
    """A call that is measured for memory and time. The calls in ``before`` run first, and prepare files.

    ``rounds`` is the number of rounds in the call. If ``in_worker`` is true, a worker process does the work, and need
    not report its progress.
    """

    def __init__(
        self, *words: str | Path, before: tuple[Words, ...] = (), rounds: int = 1, in_worker: bool = False
    ) -> None:
        self.words = words
        self.before = before
        self.rounds = rounds
        self.in_worker = in_worker


def _question(mode: str, *words: str) -> Callable[[str, Path], Call]:
    rated = () if mode in ("--feasible", "--standings", "--why-rank") else RATED
    return lambda system, folder: Call(SWISSPAIR, mode, *words, folder / EVENT, "--system", system, *rated)


def _new(system: str, folder: Path) -> Call:
    (folder / "players.csv").write_bytes(largest_list(system))
    boards = ("--boards", "4") if is_of_teams(system) else ()
    made = folder / "made.trf"
    words = "--new", folder / "players.csv", "--rounds", "9", "--system", system, "--output", made, "--force"
    return Call(SWISSPAIR, *words, *boards)


def _enter(system: str, folder: Path) -> Call:
    """Build a call that enters all results of the largest possible round."""
    boards = (MOST_TEAMS if is_of_teams(system) else MAX_TPN) // 2
    (folder / "results").write_text("".join(f"{board}:{_result(system)}\n" for board in range(1, boards + 1)))
    event = folder / "made.trf"
    pairing = "--pair", event, "--write-back", event, "--force", "--quiet", *RATED
    made = _new(system, folder).words, (SWISSPAIR, *pairing)
    return Call(SWISSPAIR, "--enter", folder / "results", event, "--system", system, before=made)


def _result(system: str) -> str:
    if is_of_teams(system):
        return "+-"
    return "2-0" if kind_of_system(system) is EventKind.DOUBLE else "1-0"


def _generate(system: str, folder: Path) -> Call:
    number = MOST_TEAMS if is_of_teams(system) else MAX_TPN
    asked = "--generate", "--players", str(number), "--rounds", "5", "--seed", "1", "--output", folder / "made.trf"
    return Call(SWISSPAIR, *asked, "--system", system, "--jobs", "1", rounds=5)


def _check(system: str, folder: Path, *words: str | Path) -> Call:
    return Call(SWISSCHECK, folder / EVENT, "--system", system, "--jobs", "1", *RATED, *words, rounds=ROUNDS)


def _lines(system: str, folder: Path) -> Words:
    """Return the options of a check that can be resumed later."""
    return "--format", "jsonl", "--resume", folder / "lines.jsonl"


def _resume(system: str, folder: Path) -> Call:
    words = _check(system, folder, *_lines(system, folder)).words
    return Call(*words, before=(words,))


def _merge(system: str, folder: Path) -> Call:
    before = _check(system, folder, *_lines(system, folder)).words
    return Call(SWISSCHECK, "--merge", folder / "lines.jsonl", before=(before,))


def _endorse(system: str, folder: Path) -> Call:
    words = "--endorse", "--files", folder / EVENT, "--system", system, "--jobs", "1"
    return Call(SWISSCHECK, *words, rounds=ROUNDS, in_worker=True)


def _legacy(system: str, folder: Path) -> Call:
    return Call(SWISSPAIR, f"--{system}", folder / EVENT, "-p", folder / "out", "-l", folder / "list", *RATED)


def _legacy_check(system: str, folder: Path) -> Call:
    return Call(SWISSPAIR, f"--{system}", folder / EVENT, "-c", *RATED, rounds=ROUNDS)


CALLS: dict[str, Callable[[str, Path], Call]] = {
    "pair": _question("--pair"),
    "why": _question("--why", "500"),
    "why-not": _question("--why-not", "1-3"),
    "what-if": _question("--what-if", "absent:7"),
    "judge": _question("--judge", "1-2"),
    "feasible": _question("--feasible", "3"),
    "standings": _question("--standings"),
    "why-rank": _question("--why-rank", "1-2"),
    "rules": lambda system, folder: Call(SWISSPAIR, "--rules", system),
    "json-schema": lambda system, folder: Call(SWISSPAIR, "--json-schema"),
    "new": _new,
    "enter": _enter,
    "generate": _generate,
    "swisscheck": _check,
    "--resume": _resume,
    "--merge": _merge,
    "--endorse": _endorse,
    "-p": _legacy,
    "-c": _legacy_check,
}
"""The function that builds the call for each mode or command."""
