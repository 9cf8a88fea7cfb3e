"""The digits of an order as they are needed for one graph: in place of a number, its rank among those that its owner's
mates can give; and nothing where they all give the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pairing_engine.kernel.order import Order
from pairing_engine.matching import Pair


class Ranks(NamedTuple):
    """What pairs and single vertices add to a cost by an order, and how long a total of that is."""

    pairs: list[int]
    alone: list[int]
    bits: int


def ranks(
    order: Order, places: Sequence[int], place: Sequence[int], pairs: Sequence[Pair], alone: Sequence[int | None]
) -> Ranks:
    """The order for the vertices ``places`` of a graph; ``place`` gives each vertex its number there, -1 if it has
    none. A pair of two with numbers begins with the smaller one.
    """
    above, is_top_only = _mates(places, place, pairs, alone)
    sums, digits = order.parts()
    low = 0
    size = len(places)
    top, other = [0] * size, [0] * size
    opponent: list[dict[int, int]] = [{} for _ in places]
    for owner, as_top, otherwise, by in digits:
        mates = above[owner]
        if not mates or (is_top_only[owner] and (not by or len(mates) == 1)):
            continue
        if not by:
            if as_top != otherwise:
                (top if as_top > otherwise else other)[owner] += 1 << low
                low += 1
            continue
        values = [as_top + (mate + 1) * by for mate in mates]
        distinct = set(values) if is_top_only[owner] else {*values, otherwise}
        rank = {value: number << low for number, value in enumerate(sorted(distinct))}
        found = opponent[owner]
        for mate, value in zip(mates, values, strict=True):
            found[mate] = found.get(mate, 0) + rank[value]
        if not is_top_only[owner]:
            other[owner] += rank[otherwise]
        low += (len(rank) - 1).bit_length()
    for number in range(size):
        top[number] += sums.top[number] << low
        other[number] += sums.other[number] << low
    added = []
    for i, j, _ in pairs:
        one, two = place[i], place[j]
        if one < 0:
            added.append(other[two] if two >= 0 else 0)
        elif two < 0:
            added.append(other[one])
        else:
            added.append(top[one] + other[two] + opponent[one].get(two, 0))
    return Ranks(added, [other[number] if number >= 0 else 0 for number in place], low + sums.bits)


def _mates(
    places: Sequence[int], place: Sequence[int], pairs: Sequence[Pair], alone: Sequence[int | None]
) -> tuple[list[list[int]], list[bool]]:
    """For each number the larger ones that it can be paired with; and whether it can be nothing but the first of such a
    pair.
    """
    above: list[list[int]] = [[] for _ in places]
    is_top_only = [alone[vertex] is None for vertex in places]
    for i, j, _ in pairs:
        one, two = place[i], place[j]
        if two < 0:
            if one >= 0:
                is_top_only[one] = False
        else:
            is_top_only[two] = False
            if one >= 0:
                above[one].append(two)
    return above, is_top_only
