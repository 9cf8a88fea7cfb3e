"""Which edges the complete matchings of a graph can have, and into what parts the graph falls by them."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.matching.cover import Augmenting
from pairing_engine.matching.rest import parts_of, rest_of


def allowed(near: Sequence[int]) -> list[int] | None:
    """For every vertex the mates that it has in some complete matching, as bits; None if there is no such matching.
    ``near`` has the neighbours of every vertex, as bits.

    Take one complete matching, and a vertex out of it: its mate is left over. The vertex can have exactly those
    neighbours that could be left over in place of that mate.

    >>> [bin(mates) for mates in allowed([0b0010, 0b0101, 0b1010, 0b0100]) or ()]
    ['0b10', '0b1', '0b1000', '0b100']
    >>> allowed([0b110, 0b001, 0b001])
    """
    inside = (1 << len(near)) - 1
    rest = rest_of(near, inside)
    if rest.needed:
        return None
    found = [0] * len(near)
    for couple in rest.couples:
        others = [other for other in rest.couples if other != couple]
        for vertex, mate in (couple, couple[::-1]):
            cover = Augmenting(near, inside & ~(1 << vertex), others)
            cover.demanded = inside & ~(1 << vertex | 1 << mate)
            found[vertex] = near[vertex] & cover.instead_of(mate)
    return found


def parts_by(mates: Sequence[int]) -> list[int]:
    """The parts into which a graph falls if only these edges are left, as bits."""
    return list(parts_of(mates, (1 << len(mates)) - 1))
