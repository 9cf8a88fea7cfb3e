"""The check whether all players who must be paired can still be paired, while pairs are fixed one after another.

Players are numbers, and sets of players are whole numbers: bit v is set if player v is in the set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from pairing_engine.language import say
from pairing_engine.matching import lightest
from pairing_engine.matching.cover import bits, bits_of
from pairing_engine.matching.solvers import check_edges


class Cover(Protocol):
    """A matching that covers all required vertices (see `matching.cover.Augmenting`)."""

    inside: int

    def demand(self, vertex: int) -> bool:
        """Require that a vertex is matched from now on; return False if impossible."""

    def demand_all(self, vertices: Iterable[int]) -> bool:
        """Require all these vertices; return False if impossible, after which the object must not be used."""

    def insist(self, vertex: int) -> bool:
        """Require a partner from the wish list; False if impossible. All vertices must already be required."""

    def settle(self, one: int, other: int) -> bool:
        """Fix two vertices as a pair and remove both from the graph; return False if impossible."""

    def instead_of(self, vertex: int) -> int:
        """Return the set of the vertices, itself included, that could stay unmatched in place of ``vertex``."""


class MatchingAtEachStep:
    """A check by a new matching at every step. Raises `TooLarge` if the graph does not fit into memory."""

    def __init__(self, neighbours: Sequence[int], inside: int, wished: Sequence[int] | None = None) -> None:
        self.neighbours = list(neighbours)
        self.wished = neighbours if wished is None else wished
        self.inside = inside
        self.demanded = 0

    def demand(self, vertex: int) -> bool:
        if not self._can_match(self.inside, self.demanded | 1 << vertex):
            return False
        self.demanded |= 1 << vertex
        return True

    def demand_all(self, vertices: Iterable[int]) -> bool:
        self.demanded |= bits_of(vertices)
        return self._can_match(self.inside, self.demanded)

    def insist(self, vertex: int) -> bool:
        before = list(self.neighbours)
        for other in bits(before[vertex] & ~self.wished[vertex]):
            self.neighbours[other] &= ~(1 << vertex)
        self.neighbours[vertex] &= self.wished[vertex]
        if self._can_match(self.inside, self.demanded):
            return True
        self.neighbours = before
        return False

    def settle(self, one: int, other: int) -> bool:
        inside = self.inside & ~(1 << one | 1 << other)
        if not self.neighbours[one] >> other & 1 or not self._can_match(inside, self.demanded & inside):
            return False
        self.inside = inside
        return True

    def instead_of(self, vertex: int) -> int:
        everybody = self.demanded | 1 << vertex
        return bits_of(one for one in bits(everybody) if self._can_match(self.inside, everybody & ~(1 << one)))

    def _can_match(self, inside: int, demanded: int) -> bool:
        """Return whether all ``demanded`` vertices can be matched with partners among the vertices ``inside``."""
        members = list(bits(inside))
        weight = len(members).bit_length() + 1
        edges = sum((self.neighbours[one] & inside).bit_count() for one in members) // 2
        check_edges(lambda: say("the scoregroup"), len(members), edges, weight)
        place = {vertex: number for number, vertex in enumerate(members)}
        pairs = [
            (place[one], place[other], 0)
            for one in members
            for other in bits(self.neighbours[one] & inside)
            if one < other
        ]
        alone = [None if demanded >> vertex & 1 else 0 for vertex in members]
        return lightest(pairs, alone, weight) is not None
