"""What the edges of brackets cost by the rules of a system, written down once: every different cost has a number."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from pairing_engine.kernel.bracket import Bracket
from pairing_engine.kernel.rules import Costs, Rule, Weigher
from pairing_engine.matching.packing import Parts

MOST_REMEMBERED = 1 << 19
"""How many costs a system remembers before it begins anew."""

LEVEL_BITS: Final = 20
"""How long a level of a rule that lists may be: scores are tenths of points."""

Rows = dict[int, dict[int, int]]
"""The numbers of costs, by the kinds of the two ends of an edge."""


class CostBook:
    """Costs by their numbers, and the numbers by what edges with this cost have in common.

    ``costs[number]`` is a cost by each rule. ``pairs`` has rows for pairs of members, by what their cost depends on
    (`Context.pairs`).
    """

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.costs: list[Costs] = []
        self.pairs: dict[Hashable, Rows] = {}
        self.remembered = 0
        self._numbers: dict[Costs, int] = {}
        self._place = {rule: place for place, rule in enumerate(reversed(rules))}
        self._chapters: dict[tuple[Rule, ...], Chapter] = {}

    def number(self, costs: Costs) -> int:
        """The number of a cost."""
        self.remembered += 1
        found = self._numbers.get(costs)
        if found is None:
            found = self._numbers[costs] = len(self.costs)
            self.costs.append(costs)
        return found

    def chapter(self, rules: tuple[Rule, ...]) -> Chapter:
        """What is known for these rules."""
        found = self._chapters.get(rules)
        if found is None:
            found = self._chapters[rules] = Chapter(self, rules, self._place)
        return found


class Chapter:
    """What is known for some of the rules: those that apply in a bracket, and are asked within a horizon.

    ``others`` and ``alone`` have the rows of edges that are no pairs of members, by what their cost depends on
    (`Context.others`), and for who goes to a region without a partner by that region, too. ``parts`` are what these
    rules say of costs, see `matching.packing`.
    """

    def __init__(self, book: CostBook, rules: tuple[Rule, ...], place: dict[Rule, int]) -> None:
        self.book = book
        self.rules = rules
        self.others: dict[Hashable, Rows] = {}
        self.alone: dict[Hashable, dict[int, int]] = {}
        self.parts = Parts(self._parts_of)
        self._place = {rule: place[rule] << LEVEL_BITS for rule in rules}
        self._weighers: dict[Hashable, Weigher] = {}

    def _parts_of(self, number: int) -> list[tuple[int, int]]:
        """What a cost is made of. A rule that counts is one part, and of one that lists every level is."""
        found = []
        for rule, cost in self.book.costs[number]:
            place = self._place.get(rule)
            if place is not None:
                found.append((place, cost) if rule.levels is None else (place + cost, 1))
        return found

    def weigher(self, bracket: Bracket, vertices: int) -> Weigher:
        """The weigher of these rules for graphs of a bracket with so many vertices. Brackets with the same levels share
        one.
        """
        size = (1 << vertices.bit_length()) - 1
        key = (size, tuple([rule.levels(bracket) for rule in self.rules if rule.levels is not None]))
        found = self._weighers.get(key)
        if found is None:
            self.book.remembered += 1
            found = self._weighers[key] = Weigher(self.rules, bracket, size)
        return found
