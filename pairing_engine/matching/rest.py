"""What those below a bracket need of it: as few floaters as may be, and which of its players they can be.

By the theorem of Gallai and Edmonds: in a graph without a complete matching the vertices that some largest matching
leaves single fall into *parts*, each of which can be matched inside but for any one of its vertices; their other
neighbours (here *inner* ones) can each help one part; and all other vertices can be matched among themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pairing_engine.matching.cover import Augmenting, bits


class Rest(NamedTuple):
    """Some vertices, who can be matched completely if exactly ``needed`` others join them, each of whom is a neighbour
    of a vertex in one of the ``parts``: if all parts can be matched, each as one vertex, with those others and the
    inner vertices. ``inner`` has for each of these the numbers of the parts that it can be matched with.

    With fewer others it is impossible; with more of them it may be possible in other ways. ``couples`` is a largest
    matching.
    """

    needed: int
    parts: tuple[int, ...]
    inner: tuple[tuple[int, ...], ...]
    couples: tuple[tuple[int, int], ...]


def rest_of(near: Sequence[int], inside: int, couples: Iterable[tuple[int, int]] = ()) -> Rest:
    """What the vertices ``inside`` need; ``near`` are the neighbours of all, ``couples`` some pairs to begin with.

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
    """Match as many of these as can be, without leaving single who had a mate; were all of them matched?"""
    for vertex in bits(vertices):
        cover.demanded = cover.inside & ~cover.single
        if cover.single >> vertex & 1:
            cover.demand(vertex)
    cover.demanded = cover.inside & ~cover.single
    return not cover.single & vertices


def _around(near: Sequence[int], part: int) -> int:
    """The neighbours of a set."""
    found = 0
    for vertex in bits(part):
        found |= near[vertex]
    return found


def parts_of(near: Sequence[int], vertices: int) -> Iterable[int]:
    """The connected parts of a graph."""
    while vertices:
        part = fresh = vertices & -vertices
        while fresh:
            fresh = _around(near, fresh) & vertices & ~part
            part |= fresh
        yield part
        vertices &= ~part


def completes(near: Sequence[int], inside: int, rest: Rest, others: int) -> bool:
    """Can the vertices inside, whose rest this is, be matched completely with these others, none of whom is matched
    with another one?
    """
    if others.bit_count() < rest.needed:
        return False
    rows = [row & ~others if others >> vertex & 1 else row for vertex, row in enumerate(near)]
    cover = Augmenting(rows, inside | others, rest.couples)
    return _match(cover, cover.single)


def sets_in_the_way(near: Sequence[int], couples: Iterable[tuple[int, int]], may_be_alone: int) -> list[int]:
    """The sets that stand in the way of a matching of everybody but ``may_be_alone``, as bits.

    Each is of three vertices or more, of which any one can be left over by the others; and there are more such sets,
    single vertices included, than neighbours of theirs. ``couples`` is a matching to begin with.

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
