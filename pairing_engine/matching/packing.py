"""Long costs made short: fields become as narrow as the edges there are allow, and those that decide nothing go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pairing_engine.matching.blossom import MOST_BITS, Pair
from pairing_engine.matching.field import Field


class Packed(NamedTuple):
    """A graph with shorter costs, and how long a total of them can be."""

    pairs: list[Pair]
    alone: list[int | None]
    bits: int


def packed(pairs: Sequence[Pair], alone: Sequence[int | None], fields: Sequence[Field]) -> Packed | None:
    """The same question with costs that fit into rustworkx; None if they do not. ``fields`` cover the costs.

    A total is at most half of the most that every vertex can have; a field of an owner, the most that its owner can.
    Where every vertex has the same whatever its edge, there is nothing to decide.

    >>> packed([(0, 1, 1 << 200), (1, 2, 3), (0, 2, 3)], [None, 7, 7], [Field(200, 50), Field(3, 60), Field(0, 3)])
    Packed(pairs=[(0, 1, 16), (1, 2, 3), (0, 2, 3)], alone=[None, 7, 7], bits=5)
    """
    in_pairs, differing = _used(pairs, alone)
    bits = 0
    parts: list[tuple[int, int, int]] = []
    for field in fields:
        low, mask = field.low, (1 << field.width) - 1
        if not differing >> low & mask:
            continue
        if field.owner is None:
            total = 0
            for some, own in zip(in_pairs, alone, strict=True):
                most = some >> low & mask
                total += most if own is None else max(most, 2 * (own >> low & mask))
            width = (total // 2).bit_length()
        else:
            width = ((in_pairs[field.owner] | (alone[field.owner] or 0)) >> low & mask).bit_length()
        bits += width
        if bits > MOST_BITS:
            return None
        parts.append((low, mask, width))
    short: dict[int | None, int] = {}
    for cost in (*(cost for _, _, cost in pairs), *alone):
        if cost is not None and cost not in short:
            value = 0
            for low, mask, width in parts:
                value = value << width | cost >> low & mask
            short[cost] = value
    return Packed([(u, v, short[cost]) for u, v, cost in pairs], [short.get(cost) for cost in alone], bits)


def _used(pairs: Sequence[Pair], alone: Sequence[int | None]) -> tuple[list[int], int]:
    """The bits that the pairs of every vertex have, and those in which some vertex could have one thing or another."""
    some, every = [0] * len(alone), [-1] * len(alone)
    for u, v, cost in pairs:
        some[u] |= cost
        some[v] |= cost
        every[u] &= cost
        every[v] &= cost
    differing = 0
    for own, one, all_of in zip(alone, some, every, strict=True):
        if all_of >= 0:  # it has pairs
            differing |= one & ~all_of if own is None else one | own
    return some, differing
