"""Declarations of options and arguments, as annotations of a function's parameters."""

from __future__ import annotations

from typing import Any

from pairing_engine.values import NamedTuple


class Option(NamedTuple):
    """The declaration of an option. If no flag is stated, the name of the parameter is the flag.

    A yes-or-no option without a stated flag also has the opposite flag ``--no-...``.
    """

    flag: str = ""
    metavar: str | None = None
    help: str = ""
    group: str | None = None
    """The title of the option's group on the help page."""
    min: int | None = None
    max: int | None = None
    case_sensitive: bool = True


class Argument(NamedTuple):
    """A positional argument of a program."""

    metavar: str
    help: str
    group: str | None = None


def declared(hint: Any) -> tuple[Any, Option | Argument]:
    """Return the type and declaration of a parameter. A type without a declaration stands for an option."""
    if hasattr(hint, "__metadata__"):
        return hint.__origin__, hint.__metadata__[0]
    return hint, Option()


def is_group(kind: Any) -> bool:
    """Whether the type is a named tuple, whose fields are options."""
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")
