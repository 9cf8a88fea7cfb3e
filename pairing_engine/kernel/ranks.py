"""A shorter version of an order of candidates, which can be used for one graph only.

Each digit that depends only on one player's partner is replaced by a rank. The smallest possible value of the digit has
rank 0, the next value has rank 1, and so on. A digit with only one possible value is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pairing_engine.kernel.order import Order
from pairing_engine.matching import Pair
from pairing_engine.values import NamedTuple


class Ranks(NamedTuple):
    """The amounts that an order adds to the cost of each pair and of each unmatched vertex.

    The total of a matching has at most ``bits`` bits.
    """

    pairs: list[int]
    alone: list[int]
    bits: int


def ranks(
    order: Order,
    vertices: Sequence[int],
    numbers: Sequence[int],
    pairs: Sequence[Pair],
    alone: Sequence[int | None],
    room: int,
) -> Ranks | None:
    """Compute the amounts that an order adds to the costs of a graph; None if a total exceeds ``room`` bits.

    ``vertices[number]`` is the vertex of the player with that number in the order. ``numbers[vertex]`` is the number of
    a vertex, or -1 if the order does not contain the vertex. If both vertices of a pair have numbers, the smaller
    number comes first.
    """
    above, is_top_only = _mates(vertices, numbers, pairs, alone)
    sums, digits = order.sums_and_digits()
    low = 0
    top, other = [0] * len(vertices), [0] * len(vertices)
    opponent: list[dict[int, int]] = [{} for _ in vertices]
    for owner, as_top, otherwise, by in digits:
        if low + sums.bits > room:
            return None
        mates = above[owner]
        if not mates or (is_top_only[owner] and (not by or len(mates) == 1)):
            continue  # all edges of the owner give the digit the same value
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
    added = _added(numbers, pairs, top, other, opponent)
    return Ranks(added, [other[number] if number >= 0 else 0 for number in numbers], low + sums.bits)


def _ranked(values: Iterable[int]) -> dict[int, int]:
    return {value: number for number, value in enumerate(sorted(set(values)))}


def _added(
    numbers: Sequence[int],
    pairs: Sequence[Pair],
    top: Sequence[int],
    other: Sequence[int],
    opponent: Sequence[Mapping[int, int]],
) -> list[int]:
    added = []
    for i, j, _ in pairs:
        one, two = numbers[i], numbers[j]
        if one < 0:
            added.append(other[two] if two >= 0 else 0)
        elif two < 0:
            added.append(other[one])
        else:
            added.append(top[one] + other[two] + opponent[one].get(two, 0))
    return added


def _mates(
    vertices: Sequence[int], numbers: Sequence[int], pairs: Sequence[Pair], alone: Sequence[int | None]
) -> tuple[list[list[int]], list[bool]]:
    """Find each player's possible partners with larger numbers, and whether the player is always a top."""
    above: list[list[int]] = [[] for _ in vertices]
    is_top_only = [alone[vertex] is None for vertex in vertices]
    for i, j, _ in pairs:
        one, two = numbers[i], numbers[j]
        if two < 0:
            if one >= 0:
                is_top_only[one] = False
        else:
            is_top_only[two] = False
            if one >= 0:
                above[one].append(two)
    return above, is_top_only
