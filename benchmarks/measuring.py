"""Measurement of CPU time in this process, in a new process or in another program."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from math import inf
from pathlib import Path
from typing import NamedTuple

from benchmarks.calibration import cpu_time

HERE = Path(__file__).parent
BBPPAIRINGS = os.environ.get("BBPPAIRINGS")
"""The path of the bbpPairings program, or None."""

MOST_SECONDS = 300
"""The CPU seconds after which a process is stopped."""


class Figure(NamedTuple):
    """A measured figure with its unit and its target.

    ``other`` is the same figure for bbpPairings, if available. ``mebibytes`` is the peak memory of the process, if the
    work had its own process.
    """

    work: str
    measured: float
    to_reach: float | None = None
    other: float | None = None
    unit: str = "cal"
    mebibytes: float | None = None
    most_mebibytes: float | None = None


class Cost(NamedTuple):
    """The CPU seconds and the peak memory of a process, or infinity if the process was stopped."""

    seconds: float
    mebibytes: float


def best_of(times: int, work: Callable[[], object]) -> float:
    return min(cpu_time(work) for _ in range(times))


class Process(NamedTuple):
    """The result of a process.

    ``seconds`` is the CPU time of the process and its children. The time is infinite if the process was stopped.
    """

    seconds: float
    output: str


def whole_process(command: list[str], most_seconds: int = MOST_SECONDS, folder: Path | None = None) -> Process:
    """Run a command with a limit of CPU time. Raises RuntimeError if the command fails.

    The limit is set from outside. A function that sets it between fork and exec would make Python copy its own tables
    of memory, and that time would count as the command's: 1.3 to 2.2 ms for every file.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder) as process:
        if sys.platform == "linux":
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (most_seconds, most_seconds + 1))
        output, errors = process.communicate()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode < 0:
        return Process(inf, "")
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)}: exit status {process.returncode}: {errors[-500:]}")
    return Process(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, output)


def in_fresh_process(expression: str, *words: str, most_seconds: int = MOST_SECONDS) -> Cost:
    """Measure the CPU time and memory of an expression in a new process.

    The expression can use ``sys.argv`` and the names in `benchmarks.work`.
    """
    code = f"import json, sys\nfrom benchmarks.work import *\nprint(json.dumps([{expression}, most_mebibytes()]))"
    done = whole_process([sys.executable, "-c", code, *words], most_seconds, HERE.parent)
    return Cost(inf, inf) if done.seconds == inf else Cost(*json.loads(done.output))


def other_program(
    path: Path, action: str = "-c", most_seconds: int = MOST_SECONDS, program: str | None = BBPPAIRINGS
) -> float | None:
    """Measure the CPU time of bbpPairings for a file.

    The action ``-c`` checks a file or an archive, and the action ``-p`` pairs a round. bbpPairings must be able to read
    the files.
    """
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        files = extracted(path, Path(folder)) if path.suffix == ".zip" else [path]
        return sum(whole_process([program, "--dutch", str(file), action], most_seconds).seconds for file in files)


def extracted(path: Path, folder: Path) -> list[Path]:
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    return sorted(folder.glob("*.trf"))


HEADS = ("measured", "to reach", "C++", "C++/ours", "MiB", "at most")


def show(figures: Iterable[Figure], results: Path) -> None:
    """Print each figure as soon as it is ready. Write all figures to a JSON file."""
    found: list[Figure] = []
    print(_line("work", HEADS))
    for figure in figures:
        found.append(figure)
        ratio = None if figure.other is None else figure.other / figure.measured
        columns = (
            _shown(figure.measured, 3),
            _shown(figure.to_reach),
            _shown(figure.other, 2),
            _shown(ratio, 1),
            _shown(figure.mebibytes, 0),
            _shown(figure.most_mebibytes),
        )
        print(_line(figure.work, columns), figure.unit, flush=True)
    results.write_text(json.dumps([figure._asdict() for figure in found], indent=2) + "\n")


def _line(work: str, columns: Iterable[str]) -> str:
    return f"{work:66}" + "".join(f" {column:>9}" for column in columns)


def _shown(figure: float | None, places: int | None = None) -> str:
    if figure is None:
        return ""
    if figure == inf:
        return "ended"
    return f"{figure:g}" if places is None else f"{figure:.{places}f}"
