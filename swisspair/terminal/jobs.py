"""Work on many items, in this process, in local processes or on a cluster, with less frequent garbage collections.

The modules for parallel work are loaded only when needed: loading them takes longer than pairing a single file.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from time import monotonic
from typing import TypeVar

from pairing_engine.language import say

Item = TypeVar("Item")
Result = TypeVar("Result")

SECONDS_UNTIL_COLLECTED = 1.0
"""The minimum time in seconds between two garbage collections of a worker. Each collection takes at least 0.03 s."""

_collected = monotonic()


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def collect_less_often() -> None:
    """Make the garbage collector run less often.

    Nearly all objects made from a file stay in use until the work on the file is done. A large event spent a quarter of
    its time on examining these objects again and again.
    """
    gc.set_threshold(200_000, 20, 100)


@contextmanager
def collecting_less_often() -> Iterator[None]:
    """Apply `collect_less_often` only within the block. Workers of a shared cluster use this function.

    At the end, the block freezes all remaining objects, so that later garbage collections skip these objects. If the
    objects were not frozen, other tasks of the cluster would take ten percent longer. From time to time, the block also
    collects all garbage.
    """
    global _collected
    before = gc.get_threshold()
    gc.unfreeze()
    collect_less_often()
    try:
        yield
    finally:
        if monotonic() > _collected + SECONDS_UNTIL_COLLECTED:
            gc.collect()
            _collected = monotonic()
        gc.freeze()
        gc.set_threshold(*before)


def killed() -> str:
    """Say why an item has no result: two workers died while working on it."""
    return say(
        "the process that worked on it was killed twice, the second time while nothing else was running; out of memory?"
    )


def each(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    jobs: int,
    cluster: str | None = None,
    *,
    of_death: Callable[[Item], Result],
) -> Generator[Result, None, None]:
    """Yield the results for all items in order. With only one job and no cluster, this process does the work itself."""
    jobs = min(jobs, len(items))
    if cluster is None and jobs < 2:
        yield from map(work, items)
    else:
        yield from spread(work, items, jobs, cluster, of_death=of_death)


def spread(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    jobs: int,
    cluster: str | None = None,
    *,
    of_death: Callable[[Item], Result],
    ordered: bool = True,
) -> Generator[Result, None, None]:
    """Yield the results for all items, in order or as they arrive. Closing the iterator stops the work.

    The work is done by ``jobs`` local processes, or by the cluster whose scheduler has the address ``cluster``. All
    must be picklable, and ``work`` must never return None. If two workers died while working on an item,
    ``of_death(item)`` returns the result or raises an error.
    """
    from swisspair.terminal.workers import flow, hired

    with hired(jobs, cluster) as crew, closing(flow(work, items, crew, ordered=ordered)) as results:
        for done in results:
            yield of_death(done.item) if done.result is None else done.result
