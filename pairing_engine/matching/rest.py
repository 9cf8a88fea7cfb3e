"""The outside players that a group needs to be paired completely: how few, and who they may be.

It is asked about the players below a bracket, who need floaters, and about a scoregroup, which needs
upfloaters.

The theorem of Gallai and Edmonds answers it. Take all vertices that some largest matching leaves single. They fall into
*parts*: whichever one vertex of a part is left out, the others of it can be matched with each other. Their neighbours
outside all parts, here *inner* vertices, can each be the mate of one part's odd vertex. All other vertices can be
matched among themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairing_engine.matching.cover import Augmenting, bits
from pairing_engine.values import NamedTuple


class Rest(NamedTuple):
    """The outside vertices that a group needs so that it can be matched completely.

    At least ``needed`` others must join them. If exactly that many do, think of each of the ``parts`` (as bits) as
    one vertex. Every part must have a mate of its own: either one of the others, who must be a neighbour of one of
    its vertices, or one of the inner vertices. ``inner`` has, for each of these, the numbers of the parts that it
    can be matched with. If more others join, there may be further ways. ``couples`` is a largest matching of the
    vertices with each other.
    """

    needed: int
    parts: tuple[int, ...]
    inner: tuple[tuple[int, ...], ...]
    couples: tuple[tuple[int, int], ...]


def rest_of(near: Sequence[int], inside: int, couples: Iterable[tuple[int, int]] = ()) -> Rest:
    """The outside vertices that the vertices ``inside`` need.

    ``near`` has the neighbours of every vertex, as bits, and ``couples`` is a matching to begin with.

    >>> rest_of([0b1000, 0b1000, 0b1000, 0b0111], 0b1111)
    Rest(needed=2, parts=(1, 2, 4), inner=((0, 1, 2),), couples=((0, 3),))
    """
    cover = Augmenting(near, inside, couples)
    _match(cover, cover.single)
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
    mates = tuple((vertex, mate) for vertex, mate in enumerate(cover.mates) if vertex < mate)
    return Rest(cover.single.bit_count(), parts, inner, mates)


def _match(cover: Augmenting, vertices: int) -> bool:
    """Match as many of these vertices as possible without unmatching others; True if all are now matched."""
    for vertex in bits(vertices):
        cover.demanded = cover.inside & ~cover.single
        if cover.single >> vertex & 1:
            cover.demand(vertex)
    cover.demanded = cover.inside & ~cover.single
    return not cover.single & vertices


def _around(near: Sequence[int], part: int) -> int:
    """The neighbours of a set of vertices."""
    found = 0
    for vertex in bits(part):
        found |= near[vertex]
    return found


def parts_of(near: Sequence[int], vertices: int) -> Iterable[int]:
    """The connected components of these vertices, as bits, in order of their smallest vertex."""
    while vertices:
        part = fresh = vertices & -vertices
        while fresh:
            fresh = _around(near, fresh) & vertices & ~part
            part |= fresh
        yield part
        vertices &= ~part


def completes(near: Sequence[int], inside: int, rest: Rest, others: int) -> bool:
    """Whether the vertices ``inside`` and ``others`` can all be matched, but no two of ``others`` together.

    ``rest`` is the result of `rest_of` for those inside.
    """
    if others.bit_count() < rest.needed:
        return False
    rows = [row & ~others if others >> vertex & 1 else row for vertex, row in enumerate(near)]
    cover = Augmenting(rows, inside | others, rest.couples)
    return _match(cover, cover.single)


def sets_in_the_way(near: Sequence[int], couples: Iterable[tuple[int, int]], may_be_alone: int) -> list[int]:
    """The sets of vertices, as bits, that prevent a matching of all except ``may_be_alone``.

    Each set has three vertices or more, and whichever one of them is left out, the others can be matched with each
    other. Together with single vertices they are more than the neighbours that they have outside, so one of them has no
    mate there. ``couples`` is a matching to begin with.

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
