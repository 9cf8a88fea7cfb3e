"""Progress reports for long work, and a limit on it: the current stage, and the pairs that matchings examine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from pairing_engine.errors import TooLarge
from pairing_engine.language import say

MOST_STEPS = 60_000_000
"""The maximum number of pairs that matchings may examine to answer one question: a minute or two of work."""


class Stage(NamedTuple):
    """A stage of the work, with its message, its number, and the number of all stages."""

    words: str = ""
    number: int = 0
    of: int = 0


class Watch:
    """The current stage of the work, the progress within it, and the ``limit`` of pairs to examine, if any."""

    def __init__(self, limit: int | None = None) -> None:
        self.stage, self.within = Stage(), Stage()
        self.limit = self.left = limit


_watch: ContextVar[Watch | None] = ContextVar("watch", default=None)


def doing(words: str, number: int = 0, of: int = 0) -> None:
    """Report that a stage begins, with its message and position."""
    watch = _watch.get()
    if watch is not None:
        watch.stage, watch.within = Stage(words, number, of), Stage()


def within(words: str, number: int = 0, of: int = 0) -> None:
    """Report progress within the stage that `doing` announced."""
    watch = _watch.get()
    if watch is not None:
        watch.within = Stage(words, number, of)


def spend(pairs: int) -> None:
    """Count pairs that a matching will examine. Raises `TooLarge` beyond the limit."""
    watch = _watch.get()
    if watch is None or watch.left is None:
        return
    watch.left -= pairs
    if watch.left < 0:
        raise TooLarge(
            say(
                "the search for an answer was given up after {steps:,} steps, because the brackets are too large",
                steps=watch.limit,
            )
        )


@contextmanager
def watched(watch: Watch) -> Iterator[Watch]:
    """Use ``watch`` to record the progress of the work inside a ``with`` block."""
    before = _watch.set(watch)
    try:
        yield watch
    finally:
        _watch.reset(before)


@contextmanager
def bounded(steps: int = MOST_STEPS) -> Iterator[None]:
    """Limit the number of pairs that matchings may examine inside a ``with`` block. Beyond it, `TooLarge` is raised.

    >>> with bounded(5):  # doctest: +ELLIPSIS
    ...     spend(6)
    Traceback (most recent call last):
    pairing_engine.errors.TooLarge: the search for an answer was given up after 5 steps, ...
    """
    watch = _watch.get()
    if watch is None:
        with watched(Watch(steps)):
            yield
        return
    before = watch.limit, watch.left
    watch.limit = watch.left = steps
    try:
        yield
    finally:
        watch.limit, watch.left = before
