"""A matching that keeps track, while pairs are settled, of whether all demanded vertices can still be matched.

Vertices are numbers, and a set of vertices is a whole number in which their bits are set. Each question takes
at most a search or two for an alternating path (with blossoms, after Edmonds). So a search through pairings
finds out at each step, without going further, whether the rest can be completed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Protocol

UNMATCHED = -1
"""The value in place of a mate for a vertex without one."""

_LARGE_SET = 1 << 512
"""The size above which the members of a set are read from its binary digits, which is then faster."""

_MOST_EXCHANGES = 100
"""The number of couples tried for an exchange before a full search."""


def bits(members: int) -> Iterator[int]:
    """The numbers in a bit set, ascending.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    if members < _LARGE_SET:
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
    """The bit set of some numbers.

    >>> bin(bits_of([1, 2, 4]))
    '0b10110'
    """
    found = 0
    for member in members:
        found |= 1 << member
    return found


def neighbours_by(vertices: int, edges: Iterable[tuple[int, int]]) -> list[int]:
    """The bit set of the neighbours of each vertex.

    >>> [bin(near) for near in neighbours_by(3, [(0, 1), (1, 2)])]
    ['0b10', '0b101', '0b10']
    """
    near = [0] * vertices
    for one, other in edges:
        near[one] |= 1 << other
        near[other] |= 1 << one
    return near


class Cover(Protocol):
    """A record of whether all demanded vertices can still be matched outside the settled pairs.

    Every request says whether it could be granted; one that could not changes nothing, unless it says otherwise.
    """

    def demand(self, vertex: int) -> bool:
        """Demand that this vertex is matched from now on."""

    def demand_all(self, vertices: Iterable[int]) -> bool:
        """Demand that all these vertices are matched from now on. After a failure the cover is useless."""

    def insist(self, vertex: int) -> bool:
        """Insist that this vertex gets a neighbour on its wish list, once all vertices are demanded."""

    def settle(self, one: int, other: int) -> bool:
        """Settle these two vertices as a pair for good, if they are neighbours."""

    def instead_of(self, vertex: int) -> int:
        """The vertices of which any single one could be left out so that all others can be matched.

        This vertex is among them.
        """


class Augmenting:
    """A cover that maintains a matching of the vertices ``inside``, starting from ``couples``.

    For every vertex, ``neighbours`` has the set that it may be matched with, and ``wished`` the part of it that
    remains once the cover insists on the vertex.

    >>> path = Augmenting([0b0010, 0b0101, 0b1010, 0b0100], 0b1111)
    >>> [path.demand(vertex) for vertex in range(4)], path.settle(1, 2), path.settle(0, 1)
    ([True, True, True, True], False, True)

    A search in vain is not forgotten. It has found some vertices who need all of their few neighbours
    (`_learn_from`): these neighbours' edges to anybody else are struck out.
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
        """Make two vertices mates without touching their former mates."""
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
        """Restore all mates as they were before the request that failed."""
        for vertex, mate in reversed(self.before):
            self.mates[vertex] = mate

    def near(self, vertex: int) -> int:
        """The possible neighbours of a vertex, inside the cover or not."""
        near = self.neighbours[vertex]
        if not self.insisted:
            return near
        return near & (self.wished[vertex] if self.insisted >> vertex & 1 else self.wished[vertex] | ~self.insisted)

    def demand(self, vertex: int) -> bool:
        """Demand that this vertex is matched."""
        if self.mates[vertex] == UNMATCHED and not self._match(vertex):
            return False
        self.demanded |= 1 << vertex
        return True

    def demand_all(self, vertices: Iterable[int]) -> bool:
        """Demand that all these vertices are matched."""
        return all(self.demand(vertex) for vertex in vertices)

    def insist(self, vertex: int) -> bool:
        """Insist that this vertex is matched with one of its wished neighbours."""
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
        """Settle these two vertices as a pair for good, if they are neighbours."""
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
        """After a failed search, strike out edges that no matching can contain.

        ``taken`` are the two vertices that could not be settled as a pair, or the one that could not be insisted on.

        The tree of the search tells why it was in vain. Its outer vertices, all of them demanded, have no neighbours
        but each other and the inner ones, and form one group (a vertex, or a blossom of odd size) more than there are
        inner ones. If only one vertex of a pair is a neighbour of theirs, it was the mate that they lacked: they need
        it and all inner ones. If a single vertex taken is a group of its own, the other groups need all inner ones. A
        vertex that is needed can have no other mate.
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
        """The vertices of which any single one could be left out so that all others can be matched.

        This vertex is among them.
        """
        tree = _Tree(self, vertex)
        end = tree.end()
        assert end == UNMATCHED, "this one can be matched as well"
        return tree.outer

    def _rematch(self, left: int, right: int) -> bool:
        """Find new mates for two vertices that lost theirs, as far as demanded; `UNMATCHED` stands for nobody."""
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
        """Match both vertices with the two ends of another couple, if one of the first couples allows it."""
        near = self.near(left) & self.inside
        for other in islice(bits(self.near(right) & self.inside & ~self.insisted), _MOST_EXCHANGES):
            mate = self.mates[other]
            if mate != UNMATCHED and near >> mate & 1:
                self._couple(left, mate)
                self._couple(right, other)
                return True
        return False

    def _match(self, vertex: int) -> bool:
        """Match a single vertex if possible; at most one undemanded vertex becomes single in exchange."""
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
    """The alternating tree that grows from a single vertex, its root.

    *Outer* vertices are those that could be single in place of the root; *inner* ones lead from one outer vertex to the
    next. A blossom is a circle of odd length, or several of them grown together: all of its vertices are outer.

    On the way from an end to the root, every second step is from a vertex to its mate; ``parent`` has the steps
    between. ``base`` leads from a vertex of a blossom to its base, the vertex nearest to the root, and ``blossoms`` has
    the set of its vertices by the base.
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
        """The inner vertices: reached by the tree and not outer."""
        return self.whole & ~self.unseen & ~self.outer

    def end(self) -> int:
        """The far end of an alternating path, single or undemanded; `UNMATCHED` if there is none."""
        for vertex in self.queue:  # the queue grows during the loop
            found = self._grow(vertex)
            if found != UNMATCHED:
                return found
        return UNMATCHED

    def _grow(self, vertex: int) -> int:
        """Grow the tree from an outer vertex, and return the first end that it reaches."""
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
        """The base of the blossom that contains this vertex; outside blossoms, the vertex itself."""
        base = self.base
        found = vertex
        while found in base:
            found = base[found]
        while vertex != found:
            base[vertex], vertex = found, base[vertex]
        return found

    def _blossom(self, base: int) -> int:
        """The set of vertices with this base."""
        return self.blossoms.get(base, 1 << base)

    def _shrink(self, one: int, other: int) -> int:
        """Shrink an odd cycle, closed by the edge between these outer vertices, and return an end if there now is one.

        The whole circle becomes one blossom, and outer.
        """
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
        """The base nearest to both vertices on their paths to the root."""
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
        """Climb one side of a cycle to its top, and collect the bases on the way.

        Outer vertices get parents by which those that were inner can reach the root the other way round; ``child`` is
        the first vertex on the other side.
        """
        while self._base(vertex) != top:
            mate = self.mates[vertex]
            bases.update((self._base(vertex), self._base(mate)))
            self.parent[vertex] = child
            child = mate
            vertex = self.parent[mate]
