"""A matching that is repaired while a search fixes one pair after another, and what a group lacks to be matched.

Whenever a pair is fixed, the search must know whether all required vertices can still be matched. `Augmenting` keeps a
matching of them, which it repairs with at most two alternating paths (with blossoms, after Edmonds).

`rest_of` finds the additional vertices that a group needs, after the theorem of Gallai and Edmonds. The vertices that
at least one largest matching leaves unmatched form connected *parts*. If any one vertex of a part is left out, its
others can be matched with each other, so one vertex of every part needs a partner from outside: an additional vertex,
or one *inner* vertex each, a neighbour of the part. All remaining vertices can be matched with each other.

Vertices are numbers. A set of vertices is a whole number: bit v is set if vertex v is in the set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

UNMATCHED = -1
"""The value that means "no partner"."""

_LARGE_SET = 1 << 512
"""The size from which `bits` converts a bit set to text; for large sets, a search in text is faster."""

_MOST_EXCHANGES = 100
"""The maximum number of couples that `_exchange` tries to split before a full search begins."""


def bits(members: int) -> Iterator[int]:
    """Yield the numbers in a bit set, in ascending order.

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
    """Build the bit set of some numbers.

    >>> bin(bits_of([1, 2, 4]))
    '0b10110'
    """
    found = 0
    for member in members:
        found |= 1 << member
    return found


def union(sets: Iterable[int]) -> int:
    found = 0
    for members in sets:
        found |= members
    return found


def neighbours_by(vertices: int, edges: Iterable[tuple[int, int]]) -> list[int]:
    """Return the neighbours of each vertex of a graph, as one bit set for each vertex.

    >>> [bin(near) for near in neighbours_by(3, [(0, 1), (1, 2)])]
    ['0b10', '0b101', '0b10']
    """
    near = [0] * vertices
    for one, other in edges:
        near[one] |= 1 << other
        near[other] |= 1 << one
    return near


class Augmenting:
    """A graph with a matching of the vertices ``inside``, which is repaired after each request.

    Pairs are removed one by one, while all required vertices can still be matched. All methods except `instead_of`
    return whether the request is granted. A refused request changes nothing, except in `demand_all`. ``couples`` is the
    first matching. ``neighbours[vertex]`` is the set of possible partners of a vertex, and ``wished[vertex]`` after a
    call of `insist`. A failed search makes later searches faster, because `_learn_from` then removes useless edges.

    >>> path = Augmenting([0b0010, 0b0101, 0b1010, 0b0100], 0b1111)
    >>> [path.demand(vertex) for vertex in range(4)], path.settle(1, 2), path.settle(0, 1)
    ([True, True, True, True], False, True)
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
        """Make two vertices partners; the entries of their former partners stay unchanged."""
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
        for vertex, mate in reversed(self.before):
            self.mates[vertex] = mate

    def near(self, vertex: int) -> int:
        """Return the possible partners of a vertex, including vertices that have left the graph."""
        near = self.neighbours[vertex]
        if not self.insisted:
            return near
        return near & (self.wished[vertex] if self.insisted >> vertex & 1 else self.wished[vertex] | ~self.insisted)

    def demand(self, vertex: int) -> bool:
        """Require that a vertex is matched from now on; return False if impossible."""
        if self.mates[vertex] == UNMATCHED and not self._match(vertex):
            return False
        self.demanded |= 1 << vertex
        return True

    def demand_all(self, vertices: Iterable[int]) -> bool:
        """Require all these vertices; return False if impossible, after which the object must not be used."""
        return all(self.demand(vertex) for vertex in vertices)

    def insist(self, vertex: int) -> bool:
        """Require a partner from the wish list; False if impossible. All vertices must already be required."""
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
        """Fix two vertices as a pair and remove both from the graph; return False if impossible.

        It is if they are no neighbours, or if a required vertex would be left without a partner.
        """
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
        """After a failed search, remove edges that cannot belong to any matching of all required vertices.

        ``taken`` are the two vertices of a refused pair, or the one vertex that could not get a wished partner.

        The tree of the failed search is the proof. All its outer vertices are required, and have only outer and inner
        vertices as neighbours. Each single outer vertex and each blossom is a group of odd size, which needs an inner
        vertex as a partner, but there is one more group than inner vertices. If only one vertex of a refused pair has
        an outer neighbour, it becomes a further inner vertex. A vertex that could not get a wished partner no longer
        counts as a group. Either way, there are now as many groups as inner vertices. Each inner vertex must be the
        partner of a group, and its other edges are useless.
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
        """Return the bit set of the vertices, itself included, that could stay unmatched in place of ``vertex``.

        Call this only if ``vertex`` cannot be matched in addition to all required vertices.
        """
        tree = _Tree(self, vertex)
        end = tree.end()
        assert end == UNMATCHED, "this one can be matched as well"
        return tree.outer

    def _rematch(self, left: int, right: int) -> bool:
        """Find new partners for two vertices (or `UNMATCHED`) that lost theirs; False if a required one finds none."""
        if left != UNMATCHED and right != UNMATCHED and self.near(left) >> right & 1:
            self._couple(left, right)
            return True
        if left != UNMATCHED and right != UNMATCHED and self._exchange(left, right):
            return True
        for vertex in (left, right):
            is_alone = vertex != UNMATCHED and self.demanded >> vertex & 1 and self.mates[vertex] == UNMATCHED
            if is_alone and not self._match(vertex):
                return False
        return True

    def _exchange(self, left: int, right: int) -> bool:
        """Split a couple and match its ends with two given vertices; return False if no couple fits."""
        near = self.near(left) & self.inside
        for other in islice(bits(self.near(right) & self.inside & ~self.insisted), _MOST_EXCHANGES):
            mate = self.mates[other]
            if mate != UNMATCHED and near >> mate & 1:
                self._couple(left, mate)
                self._couple(right, other)
                return True
        return False

    def _match(self, vertex: int) -> bool:
        """Find a partner for a vertex; one that is not required may lose its own. Return False if impossible."""
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
    """The alternating tree of a search for a partner, which grows from an unmatched vertex, its root.

    An *outer* vertex could be unmatched in place of the root. An *inner* vertex leads from one outer vertex to the
    next. A *blossom* is a cycle of odd length, or several grown together, whose vertices are all outer.

    A path from an outer vertex to the root goes to the vertex's partner, to that partner's ``parent``, again an outer
    vertex, and so on. The *base* of a blossom is its vertex nearest to the root, to which the entries of ``base`` lead
    from any of its vertices. ``blossoms[base]`` is the set of these.
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
        return self.whole & ~self.unseen & ~self.outer

    def end(self) -> int:
        """Find the end of an alternating path: a vertex that is or may become unmatched; `UNMATCHED` without a path."""
        for vertex in self.queue:  # the queue grows during the loop
            found = self._grow(vertex)
            if found != UNMATCHED:
                return found
        return UNMATCHED

    def _grow(self, vertex: int) -> int:
        """Grow the tree from an outer vertex; return the end of the first path that is found, or `UNMATCHED`."""
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
        """Return the base of the blossom that contains the vertex; outside blossoms, return the vertex itself."""
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
        """Shrink the odd cycle that the edge closes; return a new outer vertex that is not required, or `UNMATCHED`."""
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
        """Find the first base that is on the paths from both vertices to the root."""
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
        """Climb one side of an odd cycle, add its bases, and let ``parent`` lead down it and up the other side."""
        while self._base(vertex) != top:
            mate = self.mates[vertex]
            bases.update((self._base(vertex), self._base(mate)))
            self.parent[vertex] = child
            child = mate
            vertex = self.parent[mate]


class Rest(NamedTuple):
    """The additional vertices that a group needs so that the whole group can be matched.

    They are at least ``needed``. If there are no more, each of the ``parts`` (bit sets of vertices) must get a partner
    of its own outside the parts, in the group or among the additional vertices.
    """

    needed: int
    parts: tuple[int, ...]


class Largest(NamedTuple):
    """A largest matching of some vertices with each other, and the number of vertices without a partner."""

    needed: int
    couples: tuple[tuple[int, int], ...]


def largest(near: Sequence[int], inside: int, couples: Iterable[tuple[int, int]] = ()) -> Largest:
    cover = _largest(near, inside, couples)
    mates = tuple([(vertex, mate) for vertex, mate in enumerate(cover.mates) if vertex < mate])
    return Largest(cover.single.bit_count(), mates)


def _largest(near: Sequence[int], inside: int, couples: Iterable[tuple[int, int]]) -> Augmenting:
    cover = Augmenting(near, inside, couples)
    _match(cover, cover.single)
    return cover


def rest_of(near: Sequence[int], inside: int) -> Rest:
    """Find the additional vertices that the group ``inside`` needs.

    >>> rest_of([0b1000, 0b1000, 0b1000, 0b0111], 0b1111)
    Rest(needed=2, parts=(1, 2, 4))
    """
    cover = _largest(near, inside, ())
    outer = union(cover.instead_of(vertex) for vertex in bits(cover.single))
    return Rest(cover.single.bit_count(), tuple(parts_of(near, outer)))


def _match(cover: Augmenting, vertices: int) -> bool:
    """Match as many of the vertices as possible; return whether all are. Matched vertices stay matched."""
    for vertex in bits(vertices):
        cover.demanded = cover.inside & ~cover.single
        if cover.single >> vertex & 1:
            cover.demand(vertex)
    cover.demanded = cover.inside & ~cover.single
    return not cover.single & vertices


def parts_of(near: Sequence[int], vertices: int) -> Iterable[int]:
    """Yield the connected components of a set of vertices as bit sets, sorted by their smallest vertex."""
    while vertices:
        part = fresh = vertices & -vertices
        while fresh:
            fresh = union(near[vertex] for vertex in bits(fresh)) & vertices & ~part
            part |= fresh
        yield part
        vertices &= ~part


def completes(near: Sequence[int], inside: int, found: Largest, others: int) -> bool:
    """Return whether the vertices ``inside`` and ``others`` can all be matched, without a pair within ``others``.

    ``found`` is the result of `largest` for the vertices ``inside``.
    """
    if others.bit_count() < found.needed:
        return False
    rows = [row & ~others if others >> vertex & 1 else row for vertex, row in enumerate(near)]
    cover = Augmenting(rows, inside | others, found.couples)
    return _match(cover, cover.single)


def unmatched(near: Sequence[int]) -> list[int]:
    """Return the vertices without a partner in a largest matching; ``near`` has each vertex's possible partners.

    >>> unmatched([0b010, 0b101, 0b010])
    [2]
    """
    return list(bits(_largest(near, (1 << len(near)) - 1, ()).single))
