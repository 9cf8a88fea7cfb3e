"""A cache of edge costs by a system's rules, which gives every distinct cost a number.

Every different cost has a number.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from pairing_engine.kernel.bracket import Bracket
from pairing_engine.kernel.rules import Costs, Rule, Weigher
from pairing_engine.matching.packing import Shares

MOST_REMEMBERED = 1 << 19
"""The number of costs that a system caches before it starts again."""

LEVEL_BITS: Final = 20
"""The maximum number of bits for one level of a listing rule; levels are scores or score differences in tenths."""

Rows = dict[int, dict[int, int]]
"""Cost numbers by the kinds of an edge's two ends (`rules.kind_of`)."""


class CostBook:
    """All distinct costs of a system's edges, with a cache of the cost number of each edge.

    ``costs[number]`` is the cost with this number. ``pairs`` has the rows of pairs of members, for every bracket that
    the rules cannot tell apart (`Context.pairs`), and ``alike`` the numbers of their costs by the profiles of edges
    (`Profiles.of_edge`). ``remembered`` counts what is kept, so that it can be bounded.
    """

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.costs: list[Costs] = []
        self.pairs: dict[Hashable, Rows] = {}
        self.alike: dict[Hashable, int] = {}
        self.remembered = 0
        self._numbers: dict[Costs, int] = {}
        self._place = {rule: place for place, rule in enumerate(reversed(rules))}
        self._tables: dict[tuple[Rule, ...], CostTable] = {}

    def number(self, costs: Costs) -> int:
        """The number of a cost; a new cost gets the next free number."""
        self.remembered += 1
        found = self._numbers.get(costs)
        if found is None:
            found = self._numbers[costs] = len(self.costs)
            self.costs.append(costs)
        return found

    def table(self, rules: tuple[Rule, ...]) -> CostTable:
        """The cost table for some of the system's rules."""
        found = self._tables.get(rules)
        if found is None:
            found = self._tables[rules] = CostTable(self, rules, self._place)
        return found


class CostTable:
    """Costs by the rules of a system that apply in a bracket up to its horizon.

    ``others`` has the rows of edges that are no pairs of members, for every bracket that the rules cannot tell apart
    (`Context.others`). ``alone`` has the same for those who go to a region without a partner, by the region as well.
    ``alike`` has the numbers of all these costs by the profiles of edges.
    ``shares`` says what each cost is made of by these rules (`matching.packing`).
    """

    def __init__(self, book: CostBook, rules: tuple[Rule, ...], place: dict[Rule, int]) -> None:
        self.book = book
        self.rules = rules
        self.others: dict[Hashable, Rows] = {}
        self.alone: dict[Hashable, dict[int, int]] = {}
        self.alike: dict[Hashable, int] = {}
        self.shares = Shares(self._shares_of)
        self._place = {rule: place[rule] << LEVEL_BITS for rule in rules}
        self._weighers: dict[Hashable, Weigher] = {}

    def _shares_of(self, number: int) -> list[tuple[int, int]]:
        """The parts of a cost: one for each counting rule, and one for each level of a listing rule."""
        found = []
        for rule, cost in self.book.costs[number]:
            place = self._place.get(rule)
            if place is not None:
                found.append((place, cost) if rule.levels is None else (place + cost, 1))
        return found

    def weigher(self, bracket: Bracket, vertices: int) -> Weigher:
        """The weigher of these rules for a bracket's graph with this many vertices.

        One weigher serves all brackets with the same levels.
        """
        size = (1 << vertices.bit_length()) - 1
        key = (size, tuple([rule.levels(bracket) for rule in self.rules if rule.levels is not None]))
        found = self._weighers.get(key)
        if found is None:
            self.book.remembered += 1
            found = self._weighers[key] = Weigher(self.rules, bracket, size)
        return found
