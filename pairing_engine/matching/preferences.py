"""The last stage of a staged matching, in which each remaining field has an owner.

All that is still to be decided is the mate of each owner. The owners choose one after the other, by exchanges
along alternating paths (with blossoms).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairing_engine.matching.blossom import Pair
from pairing_engine.matching.cover import UNMATCHED, Augmenting, bits, neighbours_by
from pairing_engine.values import NamedTuple


class MateChoices(NamedTuple):
    """An owner's preferences: sets of possible mates, the best set first; mates in one set are equal."""

    owner: int
    mates: list[int]
    """Sets of possible mates as bits; the owner itself stands for being unmatched."""


def first_by_preference(
    pairs: Sequence[Pair], alone: Sequence[int | None], mates: Sequence[int], preferences: Sequence[MateChoices]
) -> list[int]:
    """The matching in which each owner in turn gets the best mate still possible.

    Of all matchings of the graph in which the first owner has its best mate, it is one in which the second has its
    best one, and so on. Gives everybody's mate, -1 for nobody.

    ``mates`` is one of the matchings. A vertex with None in ``alone`` must be matched. Costs are not looked at.
    """
    near = neighbours_by(len(alone), ((u, v) for u, v, _ in pairs))
    must = sum(1 << v for v, cost in enumerate(alone) if cost is None)
    couples = [(v, mate) for v, mate in enumerate(mates) if v < mate]
    matching = _Choosing(near, couples, must)
    for owner, choices in preferences:
        for choice in choices:
            if not matching.inside >> owner & 1 or matching.restrict(owner, choice):
                break
    found = list(matching.mates)
    for one, other in matching.settled:
        found[one] = other
    return found


class _Choosing(Augmenting):
    """A matching of all vertices that must be matched, kept valid while owners are restricted one by one."""

    def __init__(self, near: list[int], couples: Iterable[tuple[int, int]], demanded: int) -> None:
        super().__init__(near, (1 << len(near)) - 1, couples)
        self.demanded = demanded
        self.settled: list[tuple[int, int]] = []

    def restrict(self, vertex: int, mates: int) -> bool:
        """Allow a vertex only these mates, if all required vertices can still be matched.

        The vertex itself among its mates stands for being alone. Says whether it was allowed; if not, nothing changes.
        """
        own = 1 << vertex
        single = bool(mates & own and not self.demanded & own)
        allowed, mate = mates & self.neighbours[vertex] & self.inside, self.mates[vertex]
        if not (allowed or single):
            return False
        if not single and allowed & allowed - 1 == 0:
            return self._settle(vertex, allowed.bit_length() - 1)
        before = list(self.mates), self.single, self.demanded
        removed = self.neighbours[vertex] & ~allowed
        self.neighbours[vertex] = allowed
        self._toggle(vertex, removed)
        if not single:
            self.demanded |= own
        if mate == UNMATCHED:
            if single or self._match(vertex):
                return True
        elif allowed >> mate & 1:
            return True
        else:
            self.mates[vertex] = self.mates[mate] = UNMATCHED
            self.single |= own | 1 << mate
            if self._rematch_one(vertex) and self._rematch_one(mate):
                return True
        self.mates, self.single, self.demanded = before
        self.neighbours[vertex] |= removed
        self._toggle(vertex, removed)
        return False

    def _settle(self, one: int, other: int) -> bool:
        """Settle a vertex and a single mate as a pair for good, and remove both from the graph."""
        if not self.settle(one, other):
            return False
        self.settled += [(one, other), (other, one)]
        return True

    def _toggle(self, vertex: int, others: int) -> None:
        """Remove or restore a vertex's edges to these others, at their end."""
        for other in bits(others):
            self.neighbours[other] ^= 1 << vertex
