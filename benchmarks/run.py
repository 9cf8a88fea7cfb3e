"""`make bench`: measure everyday work, print a table, and write results.json."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.calibration import calibrate
from benchmarks.inputs import GOLDEN, plain, written
from benchmarks.measuring import (
    BBPPAIRINGS,
    HERE,
    Figure,
    best_of,
    in_fresh_process,
    other_program,
    show,
    whole_process,
)
from benchmarks.work import verify
from benchmarks.worst import search
from pairing_engine.facts.model import Tournament
from swisspair.terminal.jobs import collect_less_often
from trf import write

SMALL_EVENTS = GOLDEN / "a7.zip"


def figures(folder: Path) -> Iterator[Figure]:
    cal = min(calibrate() for _ in range(2))
    yield Figure("one calibration, seconds", cal, unit="s")
    other = other_program(SMALL_EVENTS)
    work = "verify golden a7.zip (600 events, 5,352 rounds)"
    yield Figure(work, best_of(1, lambda: verify(SMALL_EVENTS)) / cal, 2.8, other and other / cal)
    for players, to_reach, runs in ((200, 0.08, 5), (500, 0.7, 3), (1000, 2.0, 2)):
        yield _verified(folder, players, to_reach, cal, runs)
    largest = plain(9999, 9, 9999)
    small, large = (_fresh_round(event, folder) for event in (plain(1000, 9, 1), largest))
    yield Figure("pair one round of 9,999 players, reading included", large / cal, 1.0)
    yield Figure("9,999 players over 1,000, one mid-event round", large / small, 15.0, unit="x")
    yield Figure("swisspair --pair of a 20-player round, whole process", _start(folder, 20, "--pair") / cal, 0.2)
    yield from _legacy_start(folder, cal)
    path = folder / "9999x9.trf"
    path.write_text(write(largest), encoding="utf-8")
    peak = in_fresh_process("verify_file(sys.argv[1])", str(path)).mebibytes
    yield Figure("peak memory, 9,999 players x 9 rounds verified", peak, 380, unit="MiB")
    for slowest in search():
        yield Figure(
            f"worst round: {slowest.family}, seed {slowest.seed}, round {slowest.round}", slowest.seconds, 5.0, unit="s"
        )


def _verified(folder: Path, players: int, to_reach: float, cal: float, runs: int) -> Figure:
    """Measure the time for checking an event of nine rounds.

    bbpPairings is measured only for up to 500 players, because it takes minutes for larger events.
    """
    path = written(plain(players, 9, players), folder)
    ours = best_of(runs, lambda: verify(path)) / cal
    other = other_program(path) if players <= 500 else None
    return Figure(f"verify {players} players x 9 rounds, reading included", ours, to_reach, other and other / cal)


def _fresh_round(event: Tournament, folder: Path) -> float:
    """Measure the CPU time for round 5 of an event. Return the shortest time of three new processes."""
    path = str(written(event, folder, 5))
    return min(in_fresh_process("pair_file(sys.argv[1])", path).seconds for _ in range(3))


def _start(folder: Path, players: int, *words: str) -> float:
    """Measure the CPU time of a whole process that pairs a small round. Return the shortest time of five runs."""
    path = str(written(plain(players, 9, players), folder, 5))
    words = (words[0], path, *words[1:])
    return min(whole_process([str(Path(sys.executable).parent / "swisspair"), *words]).seconds for _ in range(5))


def _legacy_start(folder: Path, cal: float) -> Iterator[Figure]:
    ours = _start(folder, 10, "--dutch", "-p")
    other = other_program(written(plain(10, 9, 10), folder, 5), "-p") if BBPPAIRINGS else None
    work = "swisspair --dutch FILE -p of a 10-player round, whole process"
    yield Figure(work, ours / cal, 0.09, other and other / cal)
    bare = min(whole_process([sys.executable, "-c", "import re, enum, dataclasses"]).seconds for _ in range(5))
    yield Figure("the same, over bare Python with re, enum and dataclasses", ours / bare, 70 / 38, unit="x")


def main() -> None:
    collect_less_often()
    with tempfile.TemporaryDirectory() as folder:
        show(figures(Path(folder)), HERE / "results.json")


if __name__ == "__main__":
    main()
