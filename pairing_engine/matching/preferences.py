"""The last stage of a matching with long costs: vertices choose their partners one after the other.

Each remaining part of the costs depends on the partner of one vertex, the *owner* of that part. After each choice,
exchanges along alternating paths (with blossoms) repair the matching.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairing_engine.matching.blossom import Pair
from pairing_engine.matching.cover import UNMATCHED, Augmenting, bits, neighbours_by
from pairing_engine.values import NamedTuple


class MateChoices(NamedTuple):
    """A vertex's possible partners, as a list of sets from best to worst; partners in the same set are equally good."""

    owner: int
    mates: list[int]
    """Bit sets of possible partners; the owner's own bit means that the owner is unmatched."""


def first_by_preference(
    pairs: Sequence[Pair], alone: Sequence[int | None], mates: Sequence[int], preferences: Sequence[MateChoices]
) -> list[int]:
    """Find the matching in which each owner in turn gets the best partner that is still possible.

    The owners choose in the order of ``preferences``, and earlier choices remain valid. Return the partner of every
    vertex, or -1 for an unmatched vertex.

    ``mates`` is any matching of the graph. A vertex with None in ``alone`` must be matched. The costs in ``pairs`` are
    not read.
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
    """A matching in which one owner after another chooses a partner; every choice is followed by a repair."""

    def __init__(self, near: list[int], couples: Iterable[tuple[int, int]], demanded: int) -> None:
        super().__init__(near, (1 << len(near)) - 1, couples)
        self.demanded = demanded
        self.settled: list[tuple[int, int]] = []

    def restrict(self, vertex: int, mates: int) -> bool:
        """Allow a vertex only the given partners; return False and change nothing if impossible.

        All required vertices must still have a partner. The vertex's own bit in ``mates`` means that the vertex may be
        unmatched.
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
        """Fix a vertex and its only allowed partner as a pair, and remove both; return False if impossible."""
        if not self.settle(one, other):
            return False
        self.settled += [(one, other), (other, one)]
        return True

    def _toggle(self, vertex: int, others: int) -> None:
        """Remove or restore a vertex among the neighbours of every vertex in ``others``."""
        for other in bits(others):
            self.neighbours[other] ^= 1 << vertex
