"""The same work on many items on all cores, for comparison programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn, TypeVar

from swisspair.terminal.many import each

Item = TypeVar("Item")
Result = TypeVar("Result")


def spread(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """The results in order. Raises RuntimeError if an item kills two processes."""
    return each(work, items, jobs, of_death=_fail)


def _fail(item: object) -> NoReturn:
    raise RuntimeError(f"the process that worked on {item!r} was killed: out of memory?")
