"""When a signal is answered, and by whom: not while something is under way that must not be left in the middle."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_start_method
from types import FrameType

from swisspair.terminal.jobs import ENDING

RAISING = tuple(getattr(signal, name) for name in ("SIGINT", *ENDING) if hasattr(signal, name))
"""Signals that this program, or Python, answers with an exception, wherever it is."""

Came = list[tuple[int, FrameType | None]]
"""The signals that have come, each with what Python gives to whoever answers it."""


@contextmanager
def undisturbed() -> Iterator[Came]:
    """In the block, signals are noted; the first one is answered after it, unless the block forgets them.

    An exception out of the blue between taking a lock and noting that it is taken leaves it taken for good, and who
    needs it next waits for ever. Signals without an answer of Python's, and other threads, have no such exceptions.
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
    """A process that is started in the block never hears of Ctrl-C; this one does after the block.

    Ctrl-C reaches every process of a terminal. One that is about to begin, and has to load Python first, as those of
    spawn and forkserver, would answer it with a traceback.
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
