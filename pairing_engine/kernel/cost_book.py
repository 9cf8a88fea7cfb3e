"""A cache of the costs of edges, in which every distinct cost has a number."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from pairing_engine.kernel.bracket import Bracket
from pairing_engine.kernel.rules import Costs, Rule, Weigher
from pairing_engine.matching.packing import Shares

MOST_REMEMBERED = 3 << 14
"""The number of cached costs at which a system's cache is emptied.

It then has about 15 MB. A cache of ten times as many costs needs far more memory in long runs, and saves no time.
"""

LEVEL_BITS: Final = 20
"""The maximum number of bits of a level. A level is a score, or a difference of scores, in tenths of a point."""

Rows = dict[int, dict[int, int]]
"""The cost numbers of edges, by the kind of the first end and then by the kind of the second (`rules.kind_of`)."""


class CostBook:
    """All distinct costs of a system's edges, with a cache of the cost number of each edge.

    ``costs[number]`` is the cost with this number. ``pairs`` has the cost numbers of pairs within a bracket; brackets
    that the rules cannot distinguish share them (`Context.pairs`). ``alike`` has the same numbers by the keys of whole
    edges (`Profiles.of_edge`). ``remembered`` counts the cached entries, so that the size can be limited.
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
        """The number of a cost; a cost that is not known yet gets the next free number."""
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
    """The cost numbers of edges by the rules that apply in a bracket and its graph.

    ``others`` has the cost numbers of all edges that are not pairs within the bracket; brackets that the rules cannot
    distinguish share them (`Context.others`). ``alone`` has the cost numbers of players without a partner, by the
    region to which they go. ``alike`` has all these numbers by the keys of whole edges. ``shares`` has the parts of
    each cost (`matching.packing`).
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
        """The parts of a cost: one for each rule that gives a sum, one for each level of a rule that gives a list."""
        found = []
        for rule, cost in self.book.costs[number]:
            place = self._place.get(rule)
            if place is not None:
                found.append((place, cost) if rule.levels is None else (place + cost, 1))
        return found

    def weigher(self, bracket: Bracket, vertices: int) -> Weigher:
        """The converter of costs into whole numbers, for a bracket's graph with this many vertices.

        Brackets with the same levels share one converter.
        """
        size = (1 << vertices.bit_length()) - 1
        key = (size, tuple([rule.levels(bracket) for rule in self.rules if rule.levels is not None]))
        found = self._weighers.get(key)
        if found is None:
            self.book.remembered += 1
            found = self._weighers[key] = Weigher(self.rules, bracket, size)
        return found
