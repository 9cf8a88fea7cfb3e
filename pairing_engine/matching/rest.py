"""The additional vertices that a group needs so that all its vertices can be matched.

For example, the players below a bracket may need downfloaters as partners, and a scoregroup may need upfloaters.

The method follows the theorem of Gallai and Edmonds. The vertices that at least one largest matching of the group
leaves unmatched form connected *parts*. If any one vertex of a part is left out, the other vertices of the part can be
matched with each other. In every part, one vertex therefore needs a partner from outside the part. An *inner* vertex of
the group is a neighbour of a part, but belongs to no part. Each inner vertex can serve as a partner for only one part.
All remaining vertices can be matched with each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairing_engine.matching.cover import Augmenting, bits
from pairing_engine.values import NamedTuple


class Rest(NamedTuple):
    """The additional vertices that a group needs so that the whole group can be matched.

    ``needed`` is the least number of additional vertices. If exactly ``needed`` vertices join the group, each of the
    ``parts`` (bit sets of vertices) must get a partner of its own. The partner is a neighbour of the part: an inner
    vertex or an additional vertex. ``inner`` lists, for each inner vertex, the numbers of its possible parts. If more
    than ``needed`` vertices join the group, other ways of matching the parts become possible. ``couples`` is a largest
    matching within the group.
    """

    needed: int
    parts: tuple[int, ...]
    inner: tuple[tuple[int, ...], ...]
    couples: tuple[tuple[int, int], ...]


class Largest(NamedTuple):
    """A largest matching of some vertices with each other, and the number of vertices without a partner."""

    needed: int
    couples: tuple[tuple[int, int], ...]


def largest(near: Sequence[int], inside: int, couples: Iterable[tuple[int, int]] = ()) -> Largest:
    """Find a largest matching of the vertices ``inside``; the search starts with the matching ``couples``."""
    return _found(_largest(near, inside, couples))


def _largest(near: Sequence[int], inside: int, couples: Iterable[tuple[int, int]]) -> Augmenting:
    cover = Augmenting(near, inside, couples)
    _match(cover, cover.single)
    return cover


def _found(cover: Augmenting) -> Largest:
    mates = tuple([(vertex, mate) for vertex, mate in enumerate(cover.mates) if vertex < mate])
    return Largest(cover.single.bit_count(), mates)


def rest_of(near: Sequence[int], inside: int, couples: Iterable[tuple[int, int]] = ()) -> Rest:
    """Find the additional vertices that a group needs so that the whole group can be matched.

    The group consists of the vertices ``inside``. ``near`` lists the neighbours of each vertex as a bit set. The search
    starts with the matching ``couples``.

    >>> rest_of([0b1000, 0b1000, 0b1000, 0b0111], 0b1111)
    Rest(needed=2, parts=(1, 2, 4), inner=((0, 1, 2),), couples=((0, 3),))
    """
    cover = _largest(near, inside, couples)
    outer = 0
    for vertex in bits(cover.single):
        outer |= cover.instead_of(vertex)
    parts = tuple(parts_of(near, outer))
    around = 0
    for part in parts:
        around |= _around(near, part)
    inner = tuple(
        tuple(number for number, part in enumerate(parts) if near[vertex] & part)
        for vertex in bits(around & inside & ~outer)
    )
    needed, mates = _found(cover)
    return Rest(needed, parts, inner, mates)


def _match(cover: Augmenting, vertices: int) -> bool:
    """Match as many of the vertices as possible; return whether all these vertices are matched.

    Vertices that were matched before stay matched.
    """
    for vertex in bits(vertices):
        cover.demanded = cover.inside & ~cover.single
        if cover.single >> vertex & 1:
            cover.demand(vertex)
    cover.demanded = cover.inside & ~cover.single
    return not cover.single & vertices


def _around(near: Sequence[int], part: int) -> int:
    found = 0
    for vertex in bits(part):
        found |= near[vertex]
    return found


def parts_of(near: Sequence[int], vertices: int) -> Iterable[int]:
    """Yield the connected components of a set of vertices as bit sets, sorted by their smallest vertex."""
    while vertices:
        part = fresh = vertices & -vertices
        while fresh:
            fresh = _around(near, fresh) & vertices & ~part
            part |= fresh
        yield part
        vertices &= ~part


def completes(near: Sequence[int], inside: int, rest: Rest | Largest, others: int) -> bool:
    """Return whether the vertices ``inside`` and ``others`` can all be matched, without a pair within ``others``.

    ``rest`` is the result of `rest_of` or `largest` for the vertices ``inside``.
    """
    if others.bit_count() < rest.needed:
        return False
    rows = [row & ~others if others >> vertex & 1 else row for vertex, row in enumerate(near)]
    cover = Augmenting(rows, inside | others, rest.couples)
    return _match(cover, cover.single)


def sets_in_the_way(near: Sequence[int], couples: Iterable[tuple[int, int]], may_be_alone: int) -> list[int]:
    """Find the odd sets of vertices that prevent a complete matching.

    Vertices in ``may_be_alone`` need no partner. Each result is a bit set of at least three vertices. If any one vertex
    of a set is left out, the other vertices of the set can be matched with each other. In every set, one vertex
    therefore needs a partner from outside the set. A complete matching is impossible because the sets and some single
    vertices together have too few neighbours. The search starts with the matching ``couples``.

    >>> triangles = [0b000110, 0b000101, 0b001011, 0b110100, 0b101000, 0b011000]
    >>> sets_in_the_way(triangles[:3], [(0, 1)], 0), sets_in_the_way(triangles, [(0, 1), (3, 4)], 0)
    ([7], [])
    """
    cover = Augmenting(near, (1 << len(near)) - 1, couples)
    cover.demanded = cover.inside & ~may_be_alone
    found = []
    for vertex in bits(cover.single & cover.demanded):
        if cover.demand(vertex):
            continue
        tree = cover.in_vain
        assert tree is not None
        found += [blossom for base, blossom in tree.blossoms.items() if base not in tree.base]
        cover.inside &= tree.unseen
        cover.single &= tree.unseen
    return found
