"""Pairs that are in every complete matching, because a vertex has only one possible partner left."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.matching.cover import bits


def left_open(rows: Sequence[int], inside: int) -> dict[int, int] | None:
    """Fix all unavoidable pairs, and return a bit set of possible partners for each vertex.

    Only the vertices ``inside`` take part. ``rows`` lists the neighbours of each vertex as a bit set. Returns None if
    no complete matching exists because a vertex has no possible partner left.

    >>> left_open([0b0010, 0b1101, 0b1010, 0b0110], 0b1111)
    {0: 2, 1: 1, 2: 8, 3: 4}
    >>> left_open([0b0010, 0b0101, 0b0010], 0b0111) is None
    True
    """
    found = {vertex: rows[vertex] & inside for vertex in bits(inside)}
    todo = [vertex for vertex, row in found.items() if not row & (row - 1)]
    while todo:
        vertex = todo.pop()
        row = found[vertex]
        if not row:
            return None
        mate, own = row.bit_length() - 1, 1 << vertex
        others = found[mate] & ~own
        found[mate] = own
        for other in bits(others):
            left = found[other] = found[other] & ~row
            if not left & (left - 1):
                todo.append(other)
    return found
