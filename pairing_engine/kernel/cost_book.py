"""A cache of the costs of edges; every distinct cost has a number."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

from pairing_engine.kernel.bracket import Bracket
from pairing_engine.kernel.rules import Costs, Rule, Weigher
from pairing_engine.matching import Share

MOST_REMEMBERED = 3 << 14
"""The number of entries in a cache of costs; a cache that reaches this number is replaced by an empty one.

A full cache takes about 15 MB. In long runs, a cache ten times as large needs far more memory, and saves no time.
"""

LEVEL_BITS: Final = 20
"""The maximum number of bits of a level, which is a score or a score difference in tenths of a point."""

Rows = dict[int, dict[int, int]]
"""``rows[one][other]`` is the cost number of an edge; ``one`` and ``other`` are players' kinds (`rules.kind_of`)."""


class Shares(dict[int, list[Share]]):
    """A table of the parts of each cost; ``shares_of`` computes an entry when the entry is first needed."""

    def __init__(self, shares_of: Callable[[int], list[Share]]) -> None:
        super().__init__()
        self.shares_of = shares_of

    def __missing__(self, cost: int) -> list[Share]:
        parts = self[cost] = self.shares_of(cost)
        return parts


class CostBook:
    """A list of all different costs that occur in a system, and a cache that stores which edge has which cost.

    ``costs[number]`` is the cost with this number. ``pairs`` caches the cost numbers of pairs within a bracket:
    ``pairs[key][one][other]`` is the entry for a bracket's ``key`` (`Context.pairs`) and two kinds of players.
    ``alike`` caches the same cost numbers under a key for the whole edge (`Profiles.of_edge`). ``remembered`` counts
    the cached entries, to limit the size of the caches.
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
        """Return the number of a cost; a new cost gets the next free number."""
        self.remembered += 1
        found = self._numbers.get(costs)
        if found is None:
            found = self._numbers[costs] = len(self.costs)
            self.costs.append(costs)
        return found

    def table(self, rules: tuple[Rule, ...]) -> CostTable:
        found = self._tables.get(rules)
        if found is None:
            found = self._tables[rules] = CostTable(self, rules, self._place)
        return found


class CostTable:
    """A cache of cost numbers for the rules that apply to a bracket's graph.

    ``others`` caches the cost numbers of all edges that are not pairs within the bracket. ``others[key][one][other]``
    is the entry for a bracket's ``key`` (`Context.others`) and two kinds of players. ``alone`` caches the cost numbers
    of players without a partner: the keys consist of the bracket's key, the destination and the player's kind.
    ``alike`` caches all cost numbers from ``others`` and ``alone`` under a key for the whole edge. ``shares`` maps each
    cost number to the parts of the cost.
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
        """Split a cost into parts; a rule with levels has a separate part for each level."""
        found = []
        for rule, cost in self.book.costs[number]:
            place = self._place.get(rule)
            if place is not None:
                found.append((place, cost) if rule.levels is None else (place + cost, 1))
        return found

    def weigher(self, bracket: Bracket, vertices: int) -> Weigher:
        """Return the converter of costs into whole numbers, for a graph with this number of vertices.

        Graphs of similar size share one converter if the levels of all rules are the same.
        """
        size = (1 << vertices.bit_length()) - 1
        key = (size, tuple([rule.levels(bracket) for rule in self.rules if rule.levels is not None]))
        found = self._weighers.get(key)
        if found is None:
            self.book.remembered += 1
            found = self._weighers[key] = Weigher(self.rules, bracket, size)
        return found
