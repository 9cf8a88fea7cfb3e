"""Criteria as values: a rule is declared once, as the cost of one edge, and used to optimise, to evaluate and to
explain.

This is the only place where criteria become weights. A system's tuple of rules, in order of priority, is its Article 2.
A rule must read nothing of a player but what the system's *profile* of the player holds: costs are remembered per
profile.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from pairing_engine.kernel.bracket import Bracket, Edge, Region
from pairing_engine.matching import Field

Cost = Callable[[Edge, Bracket], int]
Total = int | tuple[int, ...]


def _always(_bracket: Bracket) -> bool:
    return True


@dataclass(frozen=True, eq=False)
class Rule:
    """One criterion.

    Two kinds exist. Where ``levels`` is None the rule *counts*: its total is the sum of its edges' costs. Otherwise it
    *lists*: an edge's cost is 0 or one of the levels (descending, positive), and totals compare as the lists of these
    values in descending order do ("minimise the scores, taken in descending order").
    ``applies`` is false in brackets where the rule cannot make a difference. ``most`` bounds a counting rule's total.
    """

    code: str
    article: str
    summary: str
    cost: Cost
    applies: Callable[[Bracket], bool] = _always
    levels: Callable[[Bracket], tuple[int, ...]] | None = None
    most: int | None = None

    def total(self, edges: Iterable[Edge], bracket: Bracket) -> Total:
        """The total of a pairing: smaller is better."""
        costs = (self.cost(edge, bracket) for edge in edges)
        if self.levels is None:
            return sum(costs)
        return tuple(sorted((cost for cost in costs if cost), reverse=True))

    def culprits(self, edges: Iterable[Edge], bracket: Bracket) -> tuple[Edge, ...]:
        """The edges that cost something."""
        return tuple(edge for edge in edges if self.cost(edge, bracket))


def counts(
    code: str,
    article: str,
    summary: str,
    *,
    applies: Callable[[Bracket], bool] = _always,
    most: int | None = None,
) -> Callable[[Cost], Rule]:
    """Declare a rule whose total is a number."""
    return lambda cost: Rule(code, article, summary, cost, applies, None, most)


def lists(
    code: str,
    article: str,
    summary: str,
    *,
    levels: Callable[[Bracket], tuple[int, ...]],
    applies: Callable[[Bracket], bool] = _always,
) -> Callable[[Cost], Rule]:
    """Declare a rule whose total is a list of values, compared in descending order."""
    return lambda cost: Rule(code, article, summary, cost, applies, levels)


Costs = tuple[tuple[Rule, int], ...]
"""What an edge costs by which rules; rules by which it costs nothing are left out."""


def costs_of(rules: Iterable[Rule], edge: Edge, bracket: Bracket) -> Costs:
    """What an edge costs."""
    found = ((rule, int(rule.cost(edge, bracket))) for rule in rules)
    return tuple((rule, cost) for rule, cost in found if cost)


class Weigher:
    """Packs what the rules say of an edge into one whole number, so that sums of numbers compare as the rules do.

    Every rule has a field (every level of a listing rule has one) that is wide enough for any total of a pairing of
    ``vertices`` players: the sum of a field never reaches into the next one.

    A weigher serves all brackets that its rules cannot tell apart. What it has packed it remembers by *kinds*, numbers
    for players whom the rules cannot tell apart: ``known[one, other]`` for pairs, ``known_alone[where][one]`` for one
    who goes there without a partner.
    """

    def __init__(self, rules: Sequence[Rule], bracket: Bracket, vertices: int) -> None:
        self.rules = rules
        self.fields: list[Field] = []
        self._place: dict[Rule, dict[int, int] | int] = {}
        width = vertices.bit_length()
        self.bits = 0
        for rule in reversed(rules):
            if rule.levels is None:
                self._place[rule] = self._add(width if rule.most is None else rule.most.bit_length())
            else:
                self._place[rule] = {level: self._add(width) for level in reversed(rule.levels(bracket))}
        self.known: dict[tuple[int, int], int] = {}
        self.known_alone: dict[Region, dict[int, int]] = {region: {} for region in Region}

    def _add(self, width: int) -> int:
        low = self.bits
        self.fields.insert(0, Field(low, width))
        self.bits += width
        return low

    def pack(self, costs: Costs) -> int:
        """The costs of one edge in one number; costs by other rules than the weigher's are left out."""
        packed = 0
        for rule, cost in costs:
            place = self._place.get(rule)
            if isinstance(place, dict):
                packed += 1 << place[cost]
            elif place is not None:
                packed += cost << place
        return packed


_kinds: dict[Hashable, int] = {}


def kind_of(profile: Hashable) -> int:
    """A number for all players with this profile; the same one as long as the process lives."""
    return _kinds.setdefault(profile, len(_kinds))
