"""The same work on many files, on all cores: results in the order of the files, and a clean stop on Ctrl-C."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

MakeExecutor = Callable[[int], Executor]
"""Gives an executor for so many jobs: the place to plug in a cluster, such as a dask client's executor."""


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _ignore_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; it is the parent's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def processes(jobs: int) -> Executor:
    """A pool of processes on this machine."""
    return ProcessPoolExecutor(jobs, initializer=_ignore_interrupts)


def spread(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int, make_executor: MakeExecutor = processes
) -> Iterator[Result]:
    """The results for all items, in their order, from so many jobs at once; without a pool if one job is enough.

    ``work`` and the items must be picklable. Closing the iterator stops the jobs that have not begun.
    """
    jobs = min(jobs, len(items))
    if jobs < 2:
        yield from map(work, items)
        return
    executor = make_executor(jobs)
    chunk = max(1, min(32, len(items) // (4 * jobs)))
    try:
        yield from executor.map(work, items, chunksize=chunk)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
