"""The fast engine: graphs with remembered costs, the matcher in C++, and the shortcuts of each system."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from pairing_engine.fast.completion import pair_off
from pairing_engine.fast.graphs import NOTHING_ALIKE, CostBook, Profiles, QuickGraph
from pairing_engine.fast.matcher import bytes_of_edge, lightest
from pairing_engine.kernel.engine import Compatible, Made
from pairing_engine.kernel.graph import Graph, Question
from pairing_engine.kernel.rules import Rule
from pairing_engine.matching import Pair
from pairing_engine.matching.solvers import pairs_of

SHORTCUTS = {
    "DutchMethod": "dutch_2026:QuickDutch",
    "DutchOfTwoRoutes": "dutch_2017:QuickDutchOfTwoRoutes",
    "BursteinMethod": "burstein:QuickBurstein",
    "DubovMethod": "dubov:QuickDubov",
    "TopScoregroupMethod": "top_scoregroup:QuickTopScoregroup",
    "ProcedureMethod": "dutch_procedure:QuickProcedure",
}
"""The class that pairs with shortcuts, by the class that follows the rules. Each module is loaded when it is used."""


class Fast:
    """The fast engine, with the keys by which it remembers costs. Each method has an engine of its own."""

    def __init__(self, *profiles: Profiles) -> None:
        self._profiles = profiles
        self._books: dict[tuple[Rule, ...], CostBook] = {}

    def method(self, kind: type[Made]) -> type[Made]:
        home = SHORTCUTS.get(kind.__name__)
        if home is None:
            return kind
        module, _, name = home.partition(":")
        found: type[Made] = getattr(import_module(f"pairing_engine.fast.{module}"), name)
        return found if issubclass(found, kind) else kind

    def book(self, criteria: tuple[Rule, ...]) -> CostBook:
        """Return the cache of costs under some rules; a new cache replaces a full one."""
        found = self._books.get(criteria)
        if found is None or found.is_full:
            serving = (profiles for profiles in self._profiles if set(criteria) <= set(profiles.serves))
            found = self._books[criteria] = CostBook(criteria, next(serving, NOTHING_ALIKE))
        return found

    def graph(self, question: Question) -> Graph:
        graph = QuickGraph(question, self.book(question.criteria))
        graph.fill()
        return graph

    def lightest(self, pairs: Sequence[Pair], alone: Sequence[int | None], widths: Sequence[int]) -> list[int] | None:
        return lightest(pairs, alone, widths)

    def can_be_paired(self, vertices: int, compatible: Compatible) -> bool:
        """Return whether so many vertices can all be matched: a quick search, then an exact one. Raises `TooLarge`.

        The quick search is proved by the matching that it finds. If it finds none, the exact search decides.
        """
        if vertices % 2:
            return False
        if not pair_off(list(range(vertices)), compatible)[1]:
            return True
        return lightest(pairs_of(vertices, compatible, bytes_of_edge()), [None] * vertices, 1) is not None


ENGINE = Fast()
