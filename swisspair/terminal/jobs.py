"""Processes of this machine that work for this one: how they begin, and when their garbage is collected."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count

ENDING = "SIGTERM", "SIGHUP"
"""The signals that the program answers itself: in its workers they have their usual effect, which is to end them."""

STANDARD_HANDLES = 0, 1, 2

PR_SET_PDEATHSIG = 1
"""prctl(2): the signal that this process gets when its parent dies."""

BLOCKS_UNTIL_COLLECTED = 64
"""The number of batches after which the garbage of a worker is collected; a batch takes some tenths of a second."""

_blocks = count(1)


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def collect_less_often() -> None:
    """Let the garbage collector run less often than it does by default.

    The objects made from a file live as long as the work on it does, and nearly none of them are in cycles: to look
    through them over and over took a quarter of the time of a large event.
    """
    gc.set_threshold(200_000, 20, 100)


@contextmanager
def collecting_less_often() -> Iterator[None]:
    """Use `collect_less_often` in the block only: the worker of a cluster has other work, too.

    Objects left at the end of a block are frozen: outside of blocks nobody looks through them, which again and again
    would cost the other work a tenth of its time. So that nothing is kept for good, one block of many collects them
    all.
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


@contextmanager
def standard_handles_taken() -> Iterator[None]:
    """Take the handles of standard streams that the caller has closed; a worker must be made in this block.

    Otherwise whatever is opened next would get these handles, such as the line to the worker. `begin` puts something
    else in their place.
    """
    taken = []
    handle = os.open(os.devnull, os.O_RDWR)
    while handle in STANDARD_HANDLES:
        os.set_inheritable(handle, True)
        taken.append(handle)
        handle = os.open(os.devnull, os.O_RDWR)
    os.close(handle)
    try:
        yield
    finally:
        for handle in taken:
            os.close(handle)


def begin() -> None:
    """Turn this process into a worker, which obeys its parent and ends when the parent ends.

    Ctrl-C reaches every process of a terminal, but only the parent answers it. The worker does not keep the parent's
    streams: a reader of the program's output waits until nobody has them open.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ENDING:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for handle in STANDARD_HANDLES:
        os.dup2(nowhere, handle)
    os.close(nowhere)
    _end_with_parent()
    collect_less_often()


def _end_with_parent() -> None:
    """Let this worker end when its parent has been killed and can no longer tell it to.

    Linux does this even while a matching is being solved, which holds up everything else in the process.
    """
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    import threading

    threading.Thread(target=watch, daemon=True).start()
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
