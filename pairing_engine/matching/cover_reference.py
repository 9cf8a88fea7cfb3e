"""The slow, simple cover of `--engine reference`, which the fast one must agree with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairing_engine.matching.blossom import heaviest_by_networkx, lightest_by
from pairing_engine.matching.cover import bits, bits_of


class Reference:
    """A cover that runs networkx again at every step: slow, but easy to trust."""

    def __init__(self, neighbours: Sequence[int], inside: int, wished: Sequence[int] | None = None) -> None:
        self.neighbours = list(neighbours)
        self.wished = neighbours if wished is None else wished
        self.inside = inside
        self.demanded = 0

    def demand(self, vertex: int) -> bool:
        """Demand that this vertex is matched."""
        if not self._can_match(self.inside, self.demanded | 1 << vertex):
            return False
        self.demanded |= 1 << vertex
        return True

    def demand_all(self, vertices: Iterable[int]) -> bool:
        """Demand that all these vertices are matched."""
        self.demanded |= bits_of(vertices)
        return self._can_match(self.inside, self.demanded)

    def insist(self, vertex: int) -> bool:
        """Insist that this vertex is matched with one of its wished neighbours."""
        before = list(self.neighbours)
        for other in bits(before[vertex] & ~self.wished[vertex]):
            self.neighbours[other] &= ~(1 << vertex)
        self.neighbours[vertex] &= self.wished[vertex]
        if self._can_match(self.inside, self.demanded):
            return True
        self.neighbours = before
        return False

    def settle(self, one: int, other: int) -> bool:
        """Settle these two vertices as a pair for good, if they are neighbours."""
        inside = self.inside & ~(1 << one | 1 << other)
        if not self.neighbours[one] >> other & 1 or not self._can_match(inside, self.demanded & inside):
            return False
        self.inside = inside
        return True

    def instead_of(self, vertex: int) -> int:
        """The vertices of which any single one could be left out so that all others can be matched.

        This vertex is among them.
        """
        everybody = self.demanded | 1 << vertex
        return bits_of(one for one in bits(everybody) if self._can_match(self.inside, everybody & ~(1 << one)))

    def _can_match(self, inside: int, demanded: int) -> bool:
        """Whether all demanded vertices can be matched with vertices inside."""
        members = list(bits(inside))
        place = {vertex: number for number, vertex in enumerate(members)}
        pairs = [
            (place[one], place[other], 0)
            for one in members
            for other in bits(self.neighbours[one] & inside)
            if one < other
        ]
        alone = [None if demanded >> vertex & 1 else 0 for vertex in members]
        return lightest_by(heaviest_by_networkx, pairs, alone, len(members).bit_length() + 1) is not None
