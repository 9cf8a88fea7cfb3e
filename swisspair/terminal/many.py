"""Code that applies a function to many items, in local processes or on a cluster.

The modules for parallel work are loaded only when needed. Loading these modules takes longer than pairing a single
file.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import TypeVar

from pairing_engine.values import NamedTuple

Item = TypeVar("Item")
Result = TypeVar("Result")


class HowToWork(NamedTuple):
    """The parallelism of work on many items, and whether the program is ``quiet`` about warnings and progress."""

    jobs: int = 1
    cluster: str | None = None
    """The address of a cluster's scheduler; None for processes of this machine."""
    quiet: bool = False
    progress: bool = True


def each(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    jobs: int,
    cluster: str | None = None,
    *,
    of_death: Callable[[Item], Result],
) -> Generator[Result, None, None]:
    """Yield the results for all items in order.

    The work is done by ``jobs`` local processes, or by the cluster whose scheduler has the address ``cluster``. With
    only one job and no cluster, this process does the work itself. Closing the iterator stops the work. ``work``, the
    items and the results must be picklable. ``work`` must never return None. If two workers died while working on an
    item, ``of_death(item)`` returns the result or raises an error.
    """
    jobs = min(jobs, len(items))
    if cluster is None and jobs < 2:
        yield from map(work, items)
        return
    from swisspair.terminal.window import flow
    from swisspair.terminal.workers import hired

    with hired(jobs, cluster) as crew, closing(flow(work, items, crew, ordered=True)) as results:
        for done in results:
            yield of_death(done.item) if done.result is None else done.result
