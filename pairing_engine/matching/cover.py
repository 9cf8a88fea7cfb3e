"""Matchings that cover whom they must, kept up to date while vertices are demanded and pairs are settled one by one.

Vertices are numbers, sets of vertices the bits of whole numbers. Each demand costs one search for an alternating path
(with blossoms, after Edmonds) at most, so that a walk through the pairings in some order knows at once where not to go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Protocol

UNMATCHED = -1
LARGE = 1 << 512
"""The sets from which it pays to look at their digits."""
SOON = 100
"""After how many couples that are of no use a search goes about it in another way."""


def bits(members: int) -> Iterator[int]:
    """The numbers in a set, in ascending order.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    if members < LARGE:
        while members:
            lowest = members & -members
            yield lowest.bit_length() - 1
            members ^= lowest
        return
    digits = bin(members)[:1:-1]
    found = digits.find("1")
    while found >= 0:
        yield found
        found = digits.find("1", found + 1)


def bits_of(members: Iterable[int]) -> int:
    """The set of some numbers.

    >>> bin(bits_of([1, 2, 4]))
    '0b10110'
    """
    found = 0
    for member in members:
        found |= 1 << member
    return found


class Cover(Protocol):
    """Answers whether the vertices demanded so far can all be matched, beside the pairs settled so far."""

    def demand(self, vertex: int) -> bool:
        """Must this one be matched as well? False, and nothing is changed, if that is impossible."""

    def demand_all(self, vertices: Iterable[int]) -> bool:
        """Must all of these be matched? False if that is impossible: the cover is of no more use then."""

    def insist(self, vertex: int) -> bool:
        """Must this one, from now on, have somebody whom it wishes for? False, and nothing is changed, if then those
        demanded could not all be matched. It is asked when everybody is demanded.
        """

    def settle(self, one: int, other: int) -> bool:
        """Make a pair for good, if they are neighbours and those demanded can still be matched; else change nothing."""

    def instead_of(self, vertex: int) -> int:
        """The set of those of whom any one may be left out, so that all others demanded and this one can be matched.

        It is asked about one who could not be demanded, and who is one of the set.
        """


class Augmenting:
    """A cover that keeps a matching. ``inside`` are the vertices that there are, ``couples`` some pairs to begin with;
    ``wished`` are those among the neighbours whom a vertex that is insisted on may have.

    >>> path = Augmenting([0b0010, 0b0101, 0b1010, 0b0100], 0b1111)
    >>> [path.demand(vertex) for vertex in range(4)], path.settle(1, 2), path.settle(0, 1)
    ([True, True, True, True], False, True)

    What a search in vain has found is not forgotten: when some vertices have no neighbours but each other and as many
    others, all of these others are needed for them, and their edges to anybody else are struck out.
    """

    def __init__(
        self,
        neighbours: Sequence[int],
        inside: int,
        couples: Iterable[tuple[int, int]] = (),
        wished: Sequence[int] | None = None,
    ) -> None:
        self.neighbours = list(neighbours)
        self.wished = neighbours if wished is None else wished
        self.inside = inside
        self.demanded = 0
        self.insisted = 0
        self.single = inside
        self.mates = [UNMATCHED] * len(neighbours)
        self.before: list[tuple[int, int]] = []
        self.in_vain: _Tree | None = None
        for one, other in couples:
            self._couple(one, other)

    def _couple(self, one: int, other: int) -> None:
        self._mate(one, other)
        self._mate(other, one)
        self.single &= ~(1 << one | 1 << other)

    def _mate(self, vertex: int, mate: int) -> None:
        self.before.append((vertex, self.mates[vertex]))
        self.mates[vertex] = mate

    def _release(self, vertex: int) -> None:
        self._mate(vertex, UNMATCHED)
        self.single |= 1 << vertex

    def _take_back(self) -> None:
        """Give everybody the mate from before the question that is being answered."""
        for vertex, mate in reversed(self.before):
            self.mates[vertex] = mate

    def near(self, vertex: int) -> int:
        """The neighbours that a vertex may still have; they need not be inside."""
        near = self.neighbours[vertex]
        if not self.insisted:
            return near
        return near & (self.wished[vertex] if self.insisted >> vertex & 1 else self.wished[vertex] | ~self.insisted)

    def demand(self, vertex: int) -> bool:
        """See `Cover`."""
        if self.mates[vertex] == UNMATCHED and not self._match(vertex):
            return False
        self.demanded |= 1 << vertex
        return True

    def demand_all(self, vertices: Iterable[int]) -> bool:
        """See `Cover`."""
        return all(self.demand(vertex) for vertex in vertices)

    def insist(self, vertex: int) -> bool:
        """See `Cover`."""
        single, mate = self.single, self.mates[vertex]
        self.before.clear()
        self.insisted |= 1 << vertex
        if mate == UNMATCHED or self.wished[vertex] >> mate & 1:
            return True
        self._release(vertex)
        self._release(mate)
        if self._rematch(vertex, mate):
            return True
        self._take_back()
        self.single, self.insisted = single, self.insisted & ~(1 << vertex)
        self._learn_from(vertex)
        return False

    def settle(self, one: int, other: int) -> bool:
        """See `Cover`."""
        if not self.near(one) >> other & 1:
            return False
        pair = 1 << one | 1 << other
        single, left, right = self.single, self.mates[one], self.mates[other]
        self.before.clear()
        self.inside &= ~pair
        self.single = single & ~pair
        if left == other:
            return True
        for vertex in (left, right):
            if vertex != UNMATCHED:
                self._release(vertex)
        if self._rematch(left, right):
            return True
        self._take_back()
        self.single, self.inside = single, self.inside | pair
        self._learn_from(one, other)
        return False

    def _learn_from(self, *taken: int) -> None:
        """What it means that there was no path when these were taken away from those whom they might have.

        The outer vertices of the tree, who are all demanded, then lacked one neighbour: there are as many of them (or
        of blossoms, odd in number) as there are inner ones, and one more. If just one of those taken is a neighbour of
        theirs, it and the inner ones are all needed for them.
        """
        assert self.in_vain is not None
        outer, inner = self.in_vain.outer, self.in_vain.inner
        if len(taken) == 1:
            (vertex,) = taken
            if self.near(vertex) & outer:
                return
            outer &= ~(1 << vertex)
        else:
            touching = [vertex for vertex in taken if self.near(vertex) & outer]
            if len(touching) > 1:
                return
            inner |= 1 << touching[0]
        for vertex in bits(inner):
            self.neighbours[vertex] &= outer
        for vertex in bits(self.inside & ~outer & ~inner):
            self.neighbours[vertex] &= ~inner

    def instead_of(self, vertex: int) -> int:
        """See `Cover`."""
        tree = _Tree(self, vertex)
        end = tree.end()
        assert end == UNMATCHED, "this one can be matched as well"
        return tree.outer

    def _rematch(self, left: int, right: int) -> bool:
        """Match again those who have lost their mates, as far as they are demanded."""
        if left != UNMATCHED and right != UNMATCHED and self.near(left) >> right & 1:
            self._couple(left, right)
            return True
        if left != UNMATCHED and right != UNMATCHED and self._exchange(left, right):
            return True
        return all(vertex == UNMATCHED or self._rematch_one(vertex) for vertex in (left, right))

    def _rematch_one(self, vertex: int) -> bool:
        """Match a vertex again, if it is demanded and still single."""
        return not self.demanded >> vertex & 1 or self.mates[vertex] != UNMATCHED or self._match(vertex)

    def _exchange(self, left: int, right: int) -> bool:
        """Match both with the two of another couple, if one is soon found: most searches end there."""
        near = self.near(left) & self.inside
        for other in islice(bits(self.near(right) & self.inside & ~self.insisted), SOON):
            mate = self.mates[other]
            if mate != UNMATCHED and near >> mate & 1:
                self._couple(left, mate)
                self._couple(right, other)
                return True
        return False

    def _match(self, vertex: int) -> bool:
        """Match a single vertex; another one becomes single for it only if it is not demanded."""
        free = self.near(vertex) & self.single
        if free:
            self._couple(vertex, free.bit_length() - 1)
            return True
        tree = _Tree(self, vertex)
        end = tree.end()
        if end == UNMATCHED:
            self.in_vain = tree
            return False
        self.single &= ~(1 << vertex | 1 << end)
        if self.mates[end] != UNMATCHED:
            end, released = self.mates[end], end
            self._release(released)
        while end != UNMATCHED:
            before = tree.parent[end]
            following = self.mates[before]
            self._mate(end, before)
            self._mate(before, end)
            end = following
        return True


class _Tree:
    """The alternating tree that grows from a single vertex. *Outer* vertices are those that could be single in its
    stead; ``parent`` leads from every other one towards the root, and through blossoms.
    """

    def __init__(self, cover: Augmenting, root: int) -> None:
        self.near = cover.near
        self.mates = cover.mates
        self.single = cover.single
        self.demanded = cover.demanded | 1 << root
        self.outer = 1 << root
        self.whole = self.unseen = cover.inside & ~self.outer
        self.parent: dict[int, int] = {}
        self.base: dict[int, int] = {}
        self.blossoms: dict[int, int] = {}
        self.queue = [root]

    @property
    def inner(self) -> int:
        """The vertices through which the tree grew, and which are not outer as well."""
        return self.whole & ~self.unseen & ~self.outer

    def end(self) -> int:
        """A vertex at which an alternating path may end: a single one, or an outer one that is not demanded."""
        for vertex in self.queue:  # it grows meanwhile
            found = self._grow(vertex)
            if found != UNMATCHED:
                return found
        return UNMATCHED

    def _grow(self, vertex: int) -> int:
        near = self.near(vertex)
        free = near & self.unseen & self.single
        if free:
            end = free.bit_length() - 1
            self.parent[end] = vertex
            return end
        while fresh := near & self.unseen:
            inner = fresh.bit_length() - 1
            mate = self.mates[inner]
            self.parent[inner] = vertex
            self.unseen &= ~(1 << inner | 1 << mate)
            self.outer |= 1 << mate
            self.queue.append(mate)
            if not self.demanded >> mate & 1:
                return mate
            if self.near(mate) & self.unseen & self.single:
                return self._grow(mate)
        while touching := near & self.outer & ~self._blossom(self._base(vertex)):
            found = self._shrink(vertex, touching.bit_length() - 1)
            if found != UNMATCHED:
                return found
        return UNMATCHED

    def _base(self, vertex: int) -> int:
        """The vertex of the blossom in which this one lies, if it does, that is nearest to the root."""
        base = self.base
        found = vertex
        while found in base:
            found = base[found]
        while vertex != found:
            base[vertex], vertex = found, base[vertex]
        return found

    def _blossom(self, base: int) -> int:
        return self.blossoms.get(base, 1 << base)

    def _shrink(self, one: int, other: int) -> int:
        """An edge between two outer vertices closes a blossom: all of it becomes outer."""
        top = self._meeting_point(one, other)
        bases: set[int] = set()
        self._climb(one, top, other, bases)
        self._climb(other, top, one, bases)
        bases.discard(top)
        blossom = self._blossom(top)
        for base in bases:
            blossom |= self._blossom(base)
            self.base[base] = top
        fresh = blossom & ~self.outer
        self.blossoms[top] = blossom
        self.outer |= blossom
        self.queue.extend(bits(fresh))
        return (fresh & ~self.demanded).bit_length() - 1

    def _meeting_point(self, one: int, other: int) -> int:
        """The base nearest to both on their ways to the root."""
        passed = set()
        base = self._base(one)
        while True:
            passed.add(base)
            if self.mates[base] == UNMATCHED:
                break
            base = self._base(self.parent[self.mates[base]])
        base = self._base(other)
        while base not in passed:
            base = self._base(self.parent[self.mates[base]])
        return base

    def _climb(self, vertex: int, top: int, child: int, bases: set[int]) -> None:
        while self._base(vertex) != top:
            mate = self.mates[vertex]
            bases.update((self._base(vertex), self._base(mate)))
            self.parent[vertex] = child
            child = mate
            vertex = self.parent[mate]
