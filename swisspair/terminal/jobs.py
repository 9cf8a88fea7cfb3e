"""The number of parallel jobs, and settings that make garbage collection less frequent."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

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


def collect_later() -> None:
    """Count the seconds until the next collection from now. A worker then does not examine all that it inherits."""
    global _collected
    _collected = monotonic()


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
