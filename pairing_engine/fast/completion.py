"""Quick proofs that all vertices can be matched, by a greedy search and repairs.

A matching of all vertices is the proof. If the search fails, one may still exist. The vertices belong to scoregroups,
the highest first. Floaters join a group from above.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pairing_engine.kernel.engine import Compatible
from pairing_engine.matching.cover import bits

Couple = tuple[int, int]


class GroupMatchings:
    """Matchings of the scoregroups without the vertex ``bye``, as couples and unmatched vertices, for later searches.

    ``inner[k]`` is a matching of group k alone, and ``couples[k]`` and ``left[k]`` are one with all lower groups.
    """

    def __init__(self, groups: Sequence[Iterable[int]], compatible: Compatible, bye: int | None = None) -> None:
        self.compatible = compatible
        self.inner: list[tuple[list[Couple], list[int]]] = []
        self.couples: list[list[Couple]] = [[]]
        self.left: list[list[int]] = [[]]
        for group in reversed(groups):
            couples, left = pair_off([v for v in group if v != bye], compatible)
            self.inner.append((couples, left))
            together, left = couples + self.couples[-1], left + self.left[-1]
            repair(together, left, compatible)
            self.couples.append(together)
            self.left.append(left)
        self.inner.reverse()
        self.couples.reverse()
        self.left.reverse()

    def completes(self, floaters: Sequence[int], k: int) -> bool:
        """Return whether a quick search matches the floaters, group k and all lower groups completely."""
        left = [*floaters, *self.left[k]]
        if left:
            repair(list(self.couples[k]), left, self.compatible)
        return not left

    def fills(self, floaters: Sequence[int], k: int) -> bool:
        """Return whether a quick search matches the floaters with group k, and then it and all lower groups.

        At most one vertex of group k may have its partner in a lower group.
        """
        draft = self._with_floaters(floaters, k)
        if draft is None:
            return False
        if self.completes(draft.free, k + 1):
            return True
        return any(self.completes([other], k + 1) for other in draft.replacements())

    def takes(self, floaters: Sequence[int], k: int) -> bool:
        """Return whether a quick search finds a partner in group k for every floater.

        At most one vertex of group k, and none of the lowest group, may then be unmatched.
        """
        draft = self._with_floaters(floaters, k)
        return draft is not None and not (draft.free and k + 1 == len(self.inner))

    def _with_floaters(self, floaters: Sequence[int], k: int) -> _Draft | None:
        """Match group k so that every floater has a partner and at most one vertex has none; None if this fails."""
        couples, free = self.inner[k]
        draft = _Draft(list(couples), list(free), self.compatible)
        placed = all(draft.places(floater) for floater in floaters)
        return draft if placed and len(draft.free) < 2 else None


class _Draft:
    """A matching of one group, its ``couples`` and ``free`` vertices, into which floaters are ``placed`` in turn."""

    def __init__(self, couples: list[Couple], free: list[int], compatible: Compatible) -> None:
        self.couples = couples
        self.free = free
        self.compatible = compatible
        self.placed: list[Couple] = []

    def places(self, floater: int) -> bool:
        """Give the floater a free vertex, or one of a couple that is split; return False if there is no partner."""
        compatible = self.compatible
        for place, other in enumerate(self.free):
            if compatible(floater, other):
                self.placed.append((floater, self.free.pop(place)))
                return True
        last_resort = None
        for place, (x, y) in enumerate(self.couples):
            for mate, released in ((x, y), (y, x)):
                if compatible(floater, mate):
                    if not self.free or any(compatible(released, other) for other in self.free):
                        return self._split(place, floater, mate, released)
                    last_resort = last_resort or (place, floater, mate, released)
        return last_resort is not None and self._split(*last_resort)

    def _split(self, place: int, floater: int, mate: int, released: int) -> bool:
        self.placed.append((floater, mate))
        del self.couples[place]
        for at, other in enumerate(self.free):
            if self.compatible(released, other):
                self.couples.append((released, self.free.pop(at)))
                return True
        self.free.append(released)
        return True

    def replacements(self) -> Iterable[int]:
        """Yield the vertices that could be left free in exchange for the vertex that is free now."""
        if not self.free:
            return
        odd_one = self.free[0]
        for kept, released in (*self.couples, *((y, x) for x, y in self.couples), *self.placed):
            if self.compatible(odd_one, kept):
                yield released


def pair_off(vertices: list[int], compatible: Compatible) -> tuple[list[Couple], list[int]]:
    """Match vertices greedily, then repair; return the couples and the unmatched. Empties the list ``vertices``."""
    todo = vertices
    couples: list[Couple] = []
    left: list[int] = []
    while todo:
        v = todo.pop()
        for place in range(len(todo) - 1, -1, -1):
            if compatible(todo[place], v):
                couples.append((todo.pop(place), v))
                break
        else:
            left.append(v)
    repair(couples, left, compatible)
    return couples, left


MOST_FAILED = 5_000_000
"""The number of failed attempts after which `repair` gives up."""


def repair(couples: list[Couple], left: list[int], compatible: Compatible) -> None:
    """Find partners for the vertices in ``left``, two at a time; changes the lists ``couples`` and ``left`` in place.

    If the two cannot be matched with each other, a couple is split, and each gets a partner from it. The search ends
    early if it fails for so many vertices that it would take minutes.
    """
    one = failed = 0
    while one < len(left) and failed < MOST_FAILED:
        ways: list[tuple[int, int, int]] | None = None
        for other in range(one + 1, len(left)):
            if compatible(left[one], left[other]):
                couples.append((left[one], left[other]))
                break
            if ways is None:
                ways = list(_ways(left[one], couples, compatible))
            if _split(left[one], left[other], ways, couples, compatible):
                break
        else:
            one += 1
            failed += (len(left) - one) * (1 + len(ways or ()))
            continue
        del left[other], left[one]


def _ways(one: int, couples: Sequence[Couple], compatible: Compatible) -> Iterator[tuple[int, int, int]]:
    for place, (x, y) in enumerate(couples):
        if compatible(one, x):
            yield place, x, y
        if compatible(one, y):
            yield place, y, x


def _split(
    one: int, other: int, ways: Iterable[tuple[int, int, int]], couples: list[Couple], compatible: Compatible
) -> bool:
    """Split a couple so that its ends become the partners of two vertices; return False if impossible."""
    for place, mate, loser in ways:
        if compatible(other, loser):
            couples[place] = (one, mate)
            couples.append((other, loser))
            return True
    return False


def left_open(rows: Sequence[int], inside: int) -> dict[int, int] | None:
    """Fix all unavoidable pairs of the vertices ``inside``, and return each vertex's possible partners, as in ``rows``.

    Returns None if no complete matching exists because a vertex has no possible partner left.

    >>> left_open([0b0010, 0b1101, 0b1010, 0b0110], 0b1111)
    {0: 2, 1: 1, 2: 8, 3: 4}
    >>> left_open([0b0010, 0b0101, 0b0010], 0b0111) is None
    True
    """
    found = {vertex: rows[vertex] & inside for vertex in bits(inside)}
    todo = [vertex for vertex, row in found.items() if not row & (row - 1)]
    while todo:
        vertex = todo.pop()
        row = found[vertex]
        if not row:
            return None
        mate, own = row.bit_length() - 1, 1 << vertex
        others = found[mate] & ~own
        found[mate] = own
        for other in bits(others):
            left = found[other] = found[other] & ~row
            if not left & (left - 1):
                todo.append(other)
    return found
