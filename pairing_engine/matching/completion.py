"""Complete matchings of the lower groups, kept ready as certificates: whoever floats down, the rest can be completed.

A certificate proves that something is possible. That none was found proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pairing_engine.matching import Backend, lightest
from pairing_engine.matching.size import pairs_of

Compatible = Callable[[int, int], bool]
Couple = tuple[int, int]


class Completion:
    """For every group, a matching of it and of all groups below, as far as a greedy search with repairs finds one.

    Vertices are numbers. ``left[k]`` are the vertices that the matching of groups k and below leaves over: the
    matching is complete if there are none. ``bye`` is a vertex that is left out of everything.
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
        """Can the groups from k on be completed with these floaters?"""
        left = [*floaters, *self.left[k]]
        if left:
            repair(list(self.couples[k]), left, self.compatible)
        return not left

    def fills(self, floaters: Sequence[int], k: int) -> bool:
        """Can they be completed so that, moreover, all floaters have mates in group k, and as many of the group, too,
        have mates in it or among the floaters as parity allows?
        """
        draft = self._with_floaters(floaters, k)
        if draft is None:
            return False
        if self.completes(draft.free, k + 1):
            return True
        return any(self.completes([other], k + 1) for other in draft.replacements())

    def takes(self, floaters: Sequence[int], k: int) -> bool:
        """Is it easily seen that all floaters have mates in group k, and that then as many of the group, too, have
        mates in it as parity allows? What becomes of the groups below it is not asked.
        """
        draft = self._with_floaters(floaters, k)
        return draft is not None and not (draft.free and k + 1 == len(self.inner))

    def _with_floaters(self, floaters: Sequence[int], k: int) -> _Draft | None:
        """A matching of group k and these floaters that leaves over one at the most, and no floater; None if none is
        found.
        """
        couples, free = self.inner[k]
        draft = _Draft(list(couples), list(free), self.compatible)
        placed = all(draft.places(floater) for floater in floaters)
        return draft if placed and len(draft.free) < 2 else None


class _Draft:
    """A group being matched with floaters from above: its couples, and those of it who are free."""

    def __init__(self, couples: list[Couple], free: list[int], compatible: Compatible) -> None:
        self.couples = couples
        self.free = free
        self.compatible = compatible
        self.placed: list[Couple] = []

    def places(self, floater: int) -> bool:
        """Give the floater a mate of the group: a free one, or one of a couple; whose other half, if possible, takes a
        free one in turn.
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
        """Who else of the group could be the free one."""
        if not self.free:
            return
        odd_one = self.free[0]
        for kept, released in (*self.couples, *((y, x) for x, y in self.couples), *self.placed):
            if self.compatible(odd_one, kept):
                yield released


def pair_off(vertices: list[int], compatible: Compatible) -> tuple[list[Couple], list[int]]:
    """Match vertices with each other, greedily and then by repairs: the couples, and who is left over."""
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
    """Match those left over with each other, two at a time: directly, or by splitting one couple between them."""
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
    """The couples of which this one could take a mate: their places, that mate, and who would lose it."""
    for place, (x, y) in enumerate(couples):
        if compatible(one, x):
            yield place, x, y
        if compatible(one, y):
            yield place, y, x


def _split(
    one: int, other: int, ways: Iterable[tuple[int, int, int]], couples: list[Couple], compatible: Compatible
) -> bool:
    """Take a couple apart for these two, if that is possible."""
    for place, mate, loser in ways:
        if compatible(other, loser):
            couples[place] = (one, mate)
            couples.append((other, loser))
            return True
    return False


def can_be_completed(vertices: int, compatible: Compatible, backend: Backend) -> bool:
    """Is there a matching of all these vertices? The greedy search may prove it; only the exact one can deny it."""
    if vertices % 2:
        return False
    if backend is Backend.AUTO and not pair_off(list(range(vertices)), compatible)[1]:
        return True
    return lightest(pairs_of(vertices, compatible), [None] * vertices, 1, list, backend) is not None
