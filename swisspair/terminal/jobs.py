"""The number of parallel jobs, and settings that make garbage collection less frequent."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

SECONDS_UNTIL_COLLECTED = 1.0
"""The least time between two garbage collections of a worker. A garbage collection takes at least 0.03 s."""

_collected = monotonic()


def _begin() -> None:
    global _collected
    _collected = monotonic()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin)


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def collect_less_often() -> None:
    """Make the garbage collector run less often.

    Nearly all objects made from a file stay in use until the work on the file is done. Examining these objects again
    and again took a quarter of the time of a large event.
    """
    gc.set_threshold(200_000, 20, 100)


@contextmanager
def collecting_less_often() -> Iterator[None]:
    """Apply `collect_less_often` only within the block, for workers of a shared cluster.

    At the end, the block freezes all remaining objects, so that later garbage collections skip these objects. Without
    freezing, other tasks of the cluster would need a tenth more time. From time to time, the block also collects all
    garbage.
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
