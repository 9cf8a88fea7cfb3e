"""Quick proofs that vertices can all be matched, by greedy search and repairs.

What is found proves that something is possible. That nothing is found proves nothing; only `can_be_completed` then asks
for an exact matching. Groups are scoregroups, the highest first; floaters are vertices that join a group from above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pairing_engine.matching import Backend, lightest
from pairing_engine.matching.size import pairs_of

Compatible = Callable[[int, int], bool]
Couple = tuple[int, int]


class GroupMatchings:
    """Matchings of single groups, from which all further searches start.

    For every group k there is a matching of that group alone (``inner[k]``: couples, and the vertices left over),
    and one of that group and all groups below it (``couples[k]`` and ``left[k]``).

    ``compatible`` says which two vertices may be matched. ``bye`` is a vertex that takes part in nothing.
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
        """Whether group k, all groups below it, and these floaters can all be matched with each other."""
        left = [*floaters, *self.left[k]]
        if left:
            repair(list(self.couples[k]), left, self.compatible)
        return not left

    def fills(self, floaters: Sequence[int], k: int) -> bool:
        """Whether all can be matched as in `completes`, so that every floater has a mate in group k.

        At most one vertex of that group may then be left for the groups below it.
        """
        draft = self._with_floaters(floaters, k)
        if draft is None:
            return False
        if self.completes(draft.free, k + 1):
            return True
        return any(self.completes([other], k + 1) for other in draft.replacements())

    def takes(self, floaters: Sequence[int], k: int) -> bool:
        """Whether every floater can have a mate in group k, with at most one vertex of the group left over.

        In the lowest group nobody may be left over. It is not asked whether the groups below can then be matched.
        """
        draft = self._with_floaters(floaters, k)
        return draft is not None and not (draft.free and k + 1 == len(self.inner))

    def _with_floaters(self, floaters: Sequence[int], k: int) -> _Draft | None:
        """A matching of group k in which every floater has a mate; None if none is found.

        At most one vertex of the group has no mate.
        """
        couples, free = self.inner[k]
        draft = _Draft(list(couples), list(free), self.compatible)
        placed = all(draft.places(floater) for floater in floaters)
        return draft if placed and len(draft.free) < 2 else None


class _Draft:
    """A group into which floaters are being placed.

    It has its couples, the vertices that are still free, and the floaters with their mates (``placed``).
    """

    def __init__(self, couples: list[Couple], free: list[int], compatible: Compatible) -> None:
        self.couples = couples
        self.free = free
        self.compatible = compatible
        self.placed: list[Couple] = []

    def places(self, floater: int) -> bool:
        """Find a mate in the group for the floater; False if there is none.

        The mate is a free vertex, or one of a couple. The other vertex of that couple then takes a free one, if
        possible, or becomes free.
        """
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
        """The vertices that could be left single instead of the vertex that is single now."""
        if not self.free:
            return
        odd_one = self.free[0]
        for kept, released in (*self.couples, *((y, x) for x, y in self.couples), *self.placed):
            if self.compatible(odd_one, kept):
                yield released


def pair_off(vertices: list[int], compatible: Compatible) -> tuple[list[Couple], list[int]]:
    """Match vertices greedily and then by repairs; gives the couples and the vertices left over.

    Empties the list ``vertices``.
    """
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


def repair(couples: list[Couple], left: list[int], compatible: Compatible) -> None:
    """Match leftover vertices, two at a time: with each other, or with both ends of a couple that is split.

    Changes both lists.
    """
    one = 0
    while one < len(left):
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
            continue
        del left[other], left[one]


def _ways(one: int, couples: Sequence[Couple], compatible: Compatible) -> Iterator[tuple[int, int, int]]:
    """The ways to split a couple for a vertex, each with the couple's place, the mate and the vertex set free."""
    for place, (x, y) in enumerate(couples):
        if compatible(one, x):
            yield place, x, y
        if compatible(one, y):
            yield place, y, x


def _split(
    one: int, other: int, ways: Iterable[tuple[int, int, int]], couples: list[Couple], compatible: Compatible
) -> bool:
    """Split a couple to give mates to two vertices; False if that is impossible."""
    for place, mate, loser in ways:
        if compatible(other, loser):
            couples[place] = (one, mate)
            couples.append((other, loser))
            return True
    return False


def can_be_completed(vertices: int, compatible: Compatible, backend: Backend) -> bool:
    """Whether this many vertices can all be matched.

    The quick search may say yes; only an exact matching can say no. Raises `TooLarge`.
    """
    if vertices % 2:
        return False
    if backend is Backend.AUTO and not pair_off(list(range(vertices)), compatible)[1]:
        return True
    return lightest(pairs_of(vertices, compatible), [None] * vertices, 1, list, backend) is not None
