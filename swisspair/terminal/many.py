"""Work on many items, in this process, in local processes or on a cluster.

The modules for parallel work are loaded only when needed: loading them takes longer than pairing a single file.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from typing import TypeVar

from pairing_engine.language import say

Item = TypeVar("Item")
Result = TypeVar("Result")


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
