"""The tasks that the benchmarks measure. `benchmarks.measuring` runs some tasks in new processes."""

from __future__ import annotations

import resource
from pathlib import Path

from benchmarks.calibration import cpu_time
from benchmarks.inputs import newest, plain
from pairing_engine.pairing import pair_round, round_to_pair
from swisspair.swisscheck.checked_file import HowToCheck, check_source
from swisspair.terminal.jobs import collect_less_often
from swisspair.terminal.sources import find
from trf import read

__all__ = ["Path", "most_mebibytes", "pair_file", "play", "verify", "verify_file"]


def verify(path: Path) -> None:
    for source in find([path]):
        outcome = check_source(source, HowToCheck())
        assert outcome is not None
        assert outcome.report is not None, outcome.failure
        assert outcome.report.number_of_faults == 0, outcome.name


def verify_file(path: str) -> float:
    """Measure the CPU time for checking one file or archive."""
    collect_less_often()
    return cpu_time(lambda: verify(Path(path)))


def pair_file(path: str, system: str = "dutch") -> float:
    """Measure the CPU time for reading an event and pairing its next round."""
    collect_less_often()

    def work() -> None:
        tournament = read(Path(path))
        pair_round(newest(system), round_to_pair(tournament, len(tournament.rounds) + 1, newest(system)))

    return cpu_time(work)


def play(players: int, rounds: int, seed: int, system: str) -> float:
    """Measure the CPU time for generating an event, including all of its pairings."""
    collect_less_often()
    return cpu_time(lambda: plain(players, rounds, seed, system))


def most_mebibytes() -> float:
    status = Path("/proc/self/status")
    if status.exists():  # otherwise the memory of the parent process would count, too
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
