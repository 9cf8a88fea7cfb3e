"""The engines, which answer the questions that the rules ask: matchings of least cost, and who can still be paired.

The reference engine answers them as they are asked. The fast engine, in the folder ``fast``, knows shortcuts as well.
All engines give the same answers, and the rules never ask which engine they have. Without that folder, every round is
paired by the reference engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Protocol, TypeVar

from pairing_engine.kernel.graph import Graph, Question
from pairing_engine.matching import Backend, Pair, lightest
from pairing_engine.matching.solvers import pairs_of

Made = TypeVar("Made")

Compatible = Callable[[int, int], bool]
"""A function that returns whether two vertices can be matched."""


class Engine(Protocol):
    """An engine, which answers the questions of the rules."""

    def method(self, kind: type[Made]) -> type[Made]:
        """Return the class that pairs rounds with this engine, in place of the class ``kind`` that follows the rules.

        It is ``kind`` itself, or a class that answers some of its questions by shortcuts.
        """

    def graph(self, question: Question) -> Graph:
        """Return the graph of a bracket. Raises `TooLarge`."""

    def lightest(self, pairs: Sequence[Pair], alone: Sequence[int | None], widths: Sequence[int]) -> list[int] | None:
        """Find a matching of least cost, as `matching.lightest` does; a cost has fields of these ``widths``."""

    def can_be_paired(self, vertices: int, compatible: Compatible) -> bool:
        """Return whether so many vertices can all be matched. Raises `TooLarge`."""


class Reference:
    """The engine that answers every question as it is asked, each by one matching."""

    def method(self, kind: type[Made]) -> type[Made]:
        return kind

    def graph(self, question: Question) -> Graph:
        graph = Graph(question)
        graph.fill()
        return graph

    def lightest(self, pairs: Sequence[Pair], alone: Sequence[int | None], widths: Sequence[int]) -> list[int] | None:
        return lightest(pairs, alone, sum(widths))

    def can_be_paired(self, vertices: int, compatible: Compatible) -> bool:
        return vertices % 2 == 0 and lightest(pairs_of(vertices, compatible), [None] * vertices, 1) is not None


REFERENCE = Reference()

FAST = "pairing_engine.fast"
"""The folder of the fast engine, which this module does not import: it need not be there."""


@cache
def engine_of(backend: Backend) -> Engine:
    """Return the engine that a user has chosen."""
    if backend is Backend.REFERENCE:
        return REFERENCE
    try:
        found: Engine = import_module(f"{FAST}.engine").ENGINE
    except ModuleNotFoundError as error:
        if error.name not in (FAST, f"{FAST}.engine"):
            raise
        return REFERENCE
    return found


def parts_of_fast_engine() -> tuple[bool, bool]:
    """Return whether the fast engine is compiled, and whether it has its matcher in C++."""
    if engine_of(Backend.AUTO) is REFERENCE:
        return False, False
    matcher = import_module(f"{FAST}.matcher")
    return not str(matcher.__file__).endswith(".py"), matcher.has_matcher()
