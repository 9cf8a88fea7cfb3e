"""Parallel work for programs that compare many items."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn, TypeVar

from swisspair.terminal.many import each

Item = TypeVar("Item")
Result = TypeVar("Result")


def spread(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """Yield the results in the order of the items. Raises RuntimeError if an item kills two workers."""
    return each(work, items, jobs, of_death=_fail)


def _fail(item: object) -> NoReturn:
    raise RuntimeError(f"the process that worked on {item!r} was killed: out of memory?")
