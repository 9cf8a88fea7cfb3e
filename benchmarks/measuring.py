"""Measure CPU time: in this process, in a process of its own, or of another program on the same input."""

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
"""The program to compare with, if there is one."""

MOST_SECONDS = 300
"""CPU seconds after which a process is ended; what it would have taken is not known then."""


class Figure(NamedTuple):
    """A measured figure, in cal or in the unit named; the target; the C++ engine's figure, if it ran.

    ``mebibytes``: the most that the process has taken, where the work had one of its own.
    """

    work: str
    measured: float
    to_reach: float | None = None
    other: float | None = None
    unit: str = "cal"
    mebibytes: float | None = None
    most_mebibytes: float | None = None


class Cost(NamedTuple):
    """CPU seconds, and the peak in mebibytes. Both are infinite if the work was stopped early."""

    seconds: float
    mebibytes: float


def best_of(times: int, work: Callable[[], object]) -> float:
    """The least CPU time of several runs."""
    return min(cpu_time(work) for _ in range(times))


class Process(NamedTuple):
    """CPU seconds of a process and its children, infinite if the limit ended it; and its output."""

    seconds: float
    output: str


def whole_process(command: list[str], most_seconds: int = MOST_SECONDS, folder: Path | None = None) -> Process:
    """Run a command, in this folder or here, for so much CPU time at most. Raises RuntimeError if it fails."""
    limits = most_seconds, most_seconds + 1
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limits),
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode < 0:
        return Process(inf, "")
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: exit status {done.returncode}: {done.stderr[-500:]}")
    return Process(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout)


def in_fresh_process(expression: str, *words: str, most_seconds: int = MOST_SECONDS) -> Cost:
    """The CPU time that an expression gives, in a process that runs as our programs do, and the memory of that process.

    The expression can use ``sys.argv`` and what `benchmarks.work` defines.
    """
    code = f"import json, sys\nfrom benchmarks.work import *\nprint(json.dumps([{expression}, most_mebibytes()]))"
    done = whole_process([sys.executable, "-c", code, *words], most_seconds, HERE.parent)
    return Cost(inf, inf) if done.seconds == inf else Cost(*json.loads(done.output))


def other_program(
    path: Path, action: str = "-c", most_seconds: int = MOST_SECONDS, program: str | None = BBPPAIRINGS
) -> float | None:
    """The CPU time that the other program takes for a file.

    ``-c`` checks a file or an archive, ``-p`` pairs one round of a file. The program must be able to read the files.
    """
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        files = extracted(path, Path(folder)) if path.suffix == ".zip" else [path]
        return sum(whole_process([program, "--dutch", str(file), action], most_seconds).seconds for file in files)


def extracted(path: Path, folder: Path) -> list[Path]:
    """The events of an archive, as files in a folder."""
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    return sorted(folder.glob("*.trf"))


HEADS = ("measured", "to reach", "C++", "C++/ours", "MiB", "at most")


def show(figures: Iterable[Figure], results: Path) -> None:
    """A line for each figure as soon as it is there, and all of them as JSON."""
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
