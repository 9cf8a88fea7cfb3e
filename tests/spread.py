"""Options and parallel work of programs that compare many items."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, TypeVar

from swisspair.terminal.many import each

Item = TypeVar("Item")
Result = TypeVar("Result")


def spread(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """Yield the results in the order of the items. Raises RuntimeError if an item kills two workers."""
    return each(work, items, jobs, of_death=_fail)


def _fail(item: object) -> NoReturn:
    raise RuntimeError(f"the process that worked on {item!r} was killed: out of memory?")


def options(about: str | None, **defaults: Any) -> Namespace:
    """Read the options of a command. Each has the type of its default, and a list stands for names to choose from.

    An option whose default is False is a flag.
    """
    parser = ArgumentParser(description=about)
    for name, default in defaults.items():
        if isinstance(default, list):
            parser.add_argument(f"--{name}", nargs="+", choices=default, default=default)
        elif default is False:
            parser.add_argument(f"--{name}", action="store_true")
        else:
            parser.add_argument(f"--{name}", type=type(default), default=default)
    return parser.parse_args()
