"""`make bench`: times the work of issue 3, prints a table and writes results.json."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.calibration import calibrate, cpu_time
from benchmarks.worst import search
from checker.checked_file import HowToCheck, check_source
from checker.sources import find
from pairing_engine.facts.model import Tournament
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.pairing import pair_round, round_to_pair
from pairing_engine.systems import SYSTEMS
from pairing_engine.terminal.jobs import collect_less_often
from trf import read, write

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "fixtures" / "golden" / "dutch-2026" / "a7.zip"
NONE = (Amount(0),)
DUTCH = SYSTEMS["dutch"]["2026"]


class Figure(NamedTuple):
    """A measured figure, in cal or in the unit named; what is to be reached; what the C++ engine took, if it ran."""

    work: str
    measured: float
    to_reach: float | None = None
    other: float | None = None
    unit: str = "cal"


def plain(players: int, rounds: int, seed: int) -> Tournament:
    """An event without byes, forfeits and the like."""
    plan = Plan(
        players=players,
        rounds=rounds,
        half_point_byes=NONE,
        zero_point_byes=NONE,
        withdrawals=NONE,
        late_entries=Amount(0),
        forfeits=NONE,
        double_forfeits=NONE,
        unusual=NONE,
        unrated=NONE,
        prohibited_groups=0,
        baku=False,
    )
    return generate(plan, seed, DUTCH)


def best_of(times: int, work: Callable[[], object]) -> float:
    """The least CPU time of several runs."""
    return min(cpu_time(work) for _ in range(times))


def verify(path: Path) -> None:
    """Check one file or archive in this process."""
    for source in find([path]):
        outcome = check_source(source, HowToCheck())
        assert outcome is not None
        assert outcome.report is not None, outcome.failure
        assert outcome.report.differing == 0, outcome.name


def before_round(event: Tournament, number: int) -> Tournament:
    """The event cut before a round."""
    return Tournament(event.name, event.participants, event.rounds[: number - 1], (), event.settings)


def pair_file(path: Path) -> float:
    """Read an event and pair its next round; gives the CPU time."""

    def work() -> None:
        tournament = read(path)
        pair_round(DUTCH, round_to_pair(tournament, len(tournament.rounds) + 1, DUTCH))

    return cpu_time(work)


def figures(folder: Path, other: str | None) -> Iterator[Figure]:
    """All figures, one after the other; ``other`` is the program to compare with."""
    cal = min(calibrate() for _ in range(2))
    yield Figure("one calibration, seconds", cal, unit="s")
    yield _verified(GOLDEN, "verify golden a7.zip (600 events, 5,352 rounds)", 8, cal, other, runs=1)
    for players, to_reach, runs in ((200, 0.08, 5), (500, 0.7, 3), (1000, 2.0, 2)):
        path = folder / f"{players}x9.trf"
        path.write_text(write(plain(players, 9, players)), encoding="utf-8")
        work = f"verify {players} players x 9 rounds, reading included"
        yield _verified(path, work, to_reach, cal, other if players < 1000 else None, runs)
    largest = plain(9999, 9, 9999)
    small, large = (_fresh_round(event, folder) for event in (plain(1000, 9, 1), largest))
    yield Figure("pair one round of 9,999 players, reading included", large / cal, 1.0)
    yield Figure("9,999 players over 1,000, one mid-event round", large / small, 15.0, unit="x")
    yield Figure("swisspair --pair of a 20-player round, whole process", _process(folder) / cal, 0.2)
    path = folder / "9999x9.trf"
    path.write_text(write(largest), encoding="utf-8")
    yield Figure(
        "peak memory, 9,999 players x 9 rounds verified",
        _in_fresh_process("peak_memory_of_verifying(Path(sys.argv[1]))", path),
        400,
        unit="MB",
    )
    for slowest in search():
        yield Figure(
            f"worst round: {slowest.family}, seed {slowest.seed}, round {slowest.round}", slowest.seconds, 5.0, unit="s"
        )


def _verified(path: Path, work: str, to_reach: float, cal: float, other: str | None, runs: int) -> Figure:
    ours = best_of(runs, lambda: verify(path)) / cal
    return Figure(work, ours, to_reach, None if other is None else _other_program(other, path) / cal)


def _children_time(work: Callable[[], object]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _other_program(program: str, path: Path) -> float:
    """The CPU time that the other program takes to check the same files."""
    with tempfile.TemporaryDirectory() as folder:
        files = [path]
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                archive.extractall(folder)
            files = sorted(Path(folder).glob("*.trf"))
        return _children_time(
            lambda: [
                subprocess.run([program, "--dutch", str(file), "-c"], stdout=subprocess.DEVNULL, check=True)
                for file in files
            ]
        )


def _fresh_round(event: Tournament, folder: Path) -> float:
    """The CPU time for one mid-event round of an event in a process of its own; the least of three."""
    path = folder / f"round-of-{len(event.participants)}.trf"
    path.write_text(write(before_round(event, 5)), encoding="utf-8")
    return min(_in_fresh_process("pair_file(Path(sys.argv[1]))", path) for _ in range(3))


def _in_fresh_process(expression: str, path: Path) -> float:
    """The value of an expression about a file, in a process that runs as our programs do."""
    code = (
        f"import sys\nfrom pathlib import Path\nfrom benchmarks.run import *\ncollect_less_often()\nprint({expression})"
    )
    command = [sys.executable, "-c", code, str(path)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True, cwd=HERE.parent).stdout)


def peak_memory_of_verifying(path: Path) -> float:
    """Megabytes that this process has taken at most when it has verified a file."""
    verify(path)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _process(folder: Path) -> float:
    """The CPU time of a whole process that pairs a small round; the least of several."""
    path = folder / "20.trf"
    path.write_text(write(before_round(plain(20, 9, 20), 5)), encoding="utf-8")
    command = [str(Path(sys.executable).parent / "swisspair"), "--pair", str(path)]
    run = lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)  # noqa: E731
    return min(_children_time(run) for _ in range(5))


def main() -> None:
    """Print the table, write the JSON."""
    collect_less_often()
    found: list[Figure] = []
    print(f"{'work':66} {'measured':>9} {'to reach':>9} {'C++':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for figure in figures(Path(folder), os.environ.get("BBPPAIRINGS")):
            found.append(figure)
            to_reach = "" if figure.to_reach is None else f"{figure.to_reach:g}"
            other = "" if figure.other is None else f"{figure.other:.2f}"
            print(f"{figure.work:66} {figure.measured:9.3f} {to_reach:>9} {other:>8} {figure.unit}", flush=True)
    (HERE / "results.json").write_text(json.dumps([figure._asdict() for figure in found], indent=2) + "\n")


if __name__ == "__main__":
    main()
