"""The number of parallel jobs, and less frequent garbage collection."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

BLOCKS_UNTIL_COLLECTED = 2
"""The number of batches between two garbage collections of a worker."""

_blocks = count(1)


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def collect_less_often() -> None:
    """Make the garbage collector run less often.

    The objects made from a file live as long as the work on it, and hardly any are in cycles. Examining them again and
    again took a quarter of the time of a large event.
    """
    gc.set_threshold(200_000, 20, 100)


@contextmanager
def collecting_less_often() -> Iterator[None]:
    """Apply `collect_less_often` only within the block, for workers of a shared cluster.

    Objects left at the end of a block are frozen. Outside of blocks the collector then skips them; if it examined
    them, other work would take a tenth more time. To free them in the end, one block out of many collects all garbage.
    """
    before = gc.get_threshold()
    gc.unfreeze()
    collect_less_often()
    try:
        yield
    finally:
        if next(_blocks) % BLOCKS_UNTIL_COLLECTED == 0:
            gc.collect()
        gc.freeze()
        gc.set_threshold(*before)
