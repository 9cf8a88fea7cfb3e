"""When a signal is answered: not while something is under way that must not be left in the middle."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from pairing_engine.terminal.jobs import ENDING

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
