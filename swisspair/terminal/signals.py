"""Answers to signals: none is given in the middle of work that must not be interrupted."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_start_method
from types import FrameType

from swisspair.terminal.jobs import ENDING

RAISING = tuple(getattr(signal, name) for name in ("SIGINT", *ENDING) if hasattr(signal, name))
"""The signals that this program or Python answers with an exception, at any place."""

Came = list[tuple[int, FrameType | None]]
"""The signals that have come, each with the arguments that Python passes to its handler."""


@contextmanager
def undisturbed() -> Iterator[Came]:
    """Note signals in the block; the first is answered after it, unless the block forgets them.

    An exception between taking a lock and noting that it is taken would leave it taken for good, and the next one who
    needs it would wait for ever. Signals that Python does not answer, and other threads, cause no such exceptions.
    """
    came: Came = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    before = {number: answer for number in RAISING if callable(answer := signal.getsignal(number))}
    try:
        for number in before:
            signal.signal(number, lambda number, frame: came.append((number, frame)))
        yield came
    finally:
        for number, answer in reversed(before.items()):
            signal.signal(number, answer)
        for number, frame in came[:1]:
            before[signal.Signals(number)](number, frame)


@contextmanager
def ctrl_c_stays_here() -> Iterator[None]:
    """Keep Ctrl-C from a process that is started in the block; this process answers it after the block.

    Ctrl-C reaches every process of a terminal. A process that is about to begin, and has to load Python first, as those
    of spawn and forkserver do, would answer it with a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    if get_start_method() != "fork":
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # if Python started it in the block, it would let Ctrl-C through from then on
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
