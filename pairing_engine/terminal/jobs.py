"""The same work on many files, on all cores: results in the order of the files, and a clean stop on Ctrl-C."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor

Item = TypeVar("Item")
Result = TypeVar("Result")

MakeExecutor = Callable[[int], "Executor"]
"""Gives an executor for so many jobs: the place to plug in a cluster, such as a dask client's executor."""


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def collect_less_often() -> None:
    """Let the garbage collector run less often than is the default.

    What a file becomes lives as long as its work does, and nearly none of it is in cycles: to look through it over and
    over took a quarter of the time of a large event.
    """
    gc.set_threshold(200_000, 20, 100)


def _begin() -> None:
    """Ctrl-C reaches every process of a terminal; it is the parent's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_less_often()


def processes(jobs: int) -> Executor:
    """A pool of processes on this machine."""
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(jobs, initializer=_begin)


def spread(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int, make_executor: MakeExecutor = processes
) -> Generator[Result, None, None]:
    """The results for all items, in their order, from so many jobs at once; without a pool if one job is enough.

    ``work`` and the items must be picklable. Closing the iterator stops the jobs. Raises MemoryError if a process is
    killed, which is what systems do that run out of memory.
    """
    jobs = min(jobs, len(items))
    if jobs < 2:
        yield from map(work, items)
        return
    from concurrent.futures import BrokenExecutor
    from multiprocessing import active_children

    others = active_children()
    executor = make_executor(jobs)
    chunk = max(1, min(32, len(items) // (4 * jobs)))
    try:
        yield from executor.map(work, items, chunksize=chunk)
    except BrokenExecutor as error:
        raise MemoryError("a process that was at work has been killed") from error
    except BaseException:
        for process in active_children():
            if process not in others:
                process.terminate()  # nobody waits for what it would find
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
