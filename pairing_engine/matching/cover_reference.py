"""A slow and simple substitute for `cover.Augmenting`, for ``--engine reference``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairing_engine.matching.blossom import heaviest_by_networkx, lightest_by
from pairing_engine.matching.cover import bits, bits_of


class Reference:
    """A graph from which pairs are removed one by one, with a new matching by networkx at every step.

    The class implements `Cover`. `Reference` must give the same results as `Augmenting`. `Reference` is slower, but
    easier to trust.
    """

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
        place = {vertex: number for number, vertex in enumerate(members)}
        pairs = [
            (place[one], place[other], 0)
            for one in members
            for other in bits(self.neighbours[one] & inside)
            if one < other
        ]
        alone = [None if demanded >> vertex & 1 else 0 for vertex in members]
        return lightest_by(heaviest_by_networkx, pairs, alone, len(members).bit_length() + 1) is not None
