"""The digits of an order as they are needed for one graph: in place of a number, its rank among those that its owner's
mates can give; and nothing where they all give the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pairing_engine.kernel.order import Order
from pairing_engine.matching import Pair


class Ranks(NamedTuple):
    """What pairs and single vertices add to a cost by an order, and how long a total of that is."""

    pairs: list[int]
    alone: list[int]
    bits: int


def ranks(
    order: Order,
    places: Sequence[int],
    place: Sequence[int],
    pairs: Sequence[Pair],
    alone: Sequence[int | None],
    room: int,
) -> Ranks | None:
    """The order for the vertices ``places`` of a graph, if so many bits are enough for it; ``place`` gives each vertex
    its number there, -1 if it has none. A pair of two with numbers begins with the smaller one.
    """
    above, is_top_only = _mates(places, place, pairs, alone)
    sums, digits = order.parts()
    low = 0
    top, other = [0] * len(places), [0] * len(places)
    opponent: list[dict[int, int]] = [{} for _ in places]
    for owner, as_top, otherwise, by in digits:
        if low + sums.bits > room:
            return None
        mates = above[owner]
        if not mates or (is_top_only[owner] and (not by or len(mates) == 1)):
            continue
        if by:
            values = [as_top + (mate + 1) * by for mate in mates]
            rank = _ranked(values if is_top_only[owner] else [*values, otherwise])
            found = opponent[owner]
            for mate, value in zip(mates, values, strict=True):
                found[mate] = found.get(mate, 0) + (rank[value] << low)
            if not is_top_only[owner]:
                other[owner] += rank[otherwise] << low
            low += (len(rank) - 1).bit_length()
        elif as_top != otherwise:
            (top if as_top > otherwise else other)[owner] += 1 << low
            low += 1
    if low + sums.bits > room:
        return None
    top = [more + (usual << low) for more, usual in zip(top, sums.top, strict=True)]
    other = [more + (usual << low) for more, usual in zip(other, sums.other, strict=True)]
    added = _added(place, pairs, top, other, opponent)
    return Ranks(added, [other[number] if number >= 0 else 0 for number in place], low + sums.bits)


def _ranked(values: Iterable[int]) -> dict[int, int]:
    return {value: number for number, value in enumerate(sorted(set(values)))}


def _added(
    place: Sequence[int],
    pairs: Sequence[Pair],
    top: Sequence[int],
    other: Sequence[int],
    opponent: Sequence[Mapping[int, int]],
) -> list[int]:
    """What each pair adds to a cost."""
    added = []
    for i, j, _ in pairs:
        one, two = place[i], place[j]
        if one < 0:
            added.append(other[two] if two >= 0 else 0)
        elif two < 0:
            added.append(other[one])
        else:
            added.append(top[one] + other[two] + opponent[one].get(two, 0))
    return added


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
