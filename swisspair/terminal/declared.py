"""Options and arguments of the command lines, declared as annotations of the parameters of a program."""

from __future__ import annotations

from typing import Any

from pairing_engine.values import NamedTuple


class Option(NamedTuple):
    """An option; without a flag it is named after its parameter.

    A truth value without a flag has the opposite flag ``--no-...``, too.
    """

    flag: str = ""
    metavar: str | None = None
    help: str = ""
    group: str | None = None
    """The title of its group on the help page."""
    min: int | None = None
    max: int | None = None
    case_sensitive: bool = True


class Argument(NamedTuple):
    """A word of a call that is no option."""

    metavar: str
    help: str
    group: str | None = None


def declared(hint: Any) -> tuple[Any, Option | Argument]:
    """The type of a parameter, and its declaration; a type alone declares an option."""
    if hasattr(hint, "__metadata__"):
        return hint.__origin__, hint.__metadata__[0]
    return hint, Option()
