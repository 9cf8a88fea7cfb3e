"""Quick proofs that all vertices can be matched, by a greedy search and repairs.

A matching of all vertices is the proof. If the search fails, one may still exist. The vertices belong to scoregroups,
the highest first. Floaters join a group from above.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pairing_engine.kernel.engine import Compatible

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
        found = self._with_floaters(floaters, k)
        if found is None:
            return False
        couples, left = found
        if self.completes(left, k + 1):
            return True
        others = (loser for _, _, loser in _ways(left[0], couples, self.compatible)) if left else ()
        return any(other not in floaters and self.completes([other], k + 1) for other in others)

    def takes(self, floaters: Sequence[int], k: int) -> bool:
        """Return whether a quick search finds a partner in group k for every floater.

        At most one vertex of group k, and none of the lowest group, may then be unmatched.
        """
        found = self._with_floaters(floaters, k)
        return found is not None and not (found[1] and k + 1 == len(self.inner))

    def _with_floaters(self, floaters: Sequence[int], k: int) -> tuple[list[Couple], list[int]] | None:
        """Match group k with the floaters, so that at most one vertex, of the group, is left; None if this fails."""
        couples, left, apart = list(self.inner[k][0]), [*self.inner[k][1], *floaters], set(floaters)

        def may_meet(u: int, v: int) -> bool:
            return not (u in apart and v in apart) and self.compatible(u, v)

        repair(couples, left, may_meet)
        if len(left) > 1 or not apart.intersection(left):
            return (couples, left) if len(left) < 2 else None
        for place, mate, loser in _ways(left[0], couples, may_meet):
            if loser not in apart:
                couples[place] = left[0], mate
                return couples, [loser]
        return None


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
