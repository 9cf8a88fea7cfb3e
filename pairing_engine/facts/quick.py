"""A fast way to create named tuples for the cells of a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

Made = TypeVar("Made")
Values = TypeVarTuple("Values")


def of_values(kind: Callable[[*Values], Made]) -> Callable[[tuple[*Values]], Made]:
    """A function that makes a named tuple of this kind from its values, three times as fast as calling the kind.

    To call the kind itself takes three times as long.

    >>> from pairing_engine.facts.model import Meeting
    >>> of_values(Meeting)((4, 7, True, True))
    Meeting(white=4, black=7, played=True, colours_known=True)
    """
    new: Any = tuple.__new__
    return partial(new, kind)
