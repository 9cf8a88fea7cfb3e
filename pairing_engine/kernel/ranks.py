"""A shorter form of an order, valid for one graph.

A digit that one player decides needs only the ranks of the values that the player's possible mates give it,
and no bits where they all give it the same value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pairing_engine.kernel.order import Order
from pairing_engine.matching import Pair
from pairing_engine.values import NamedTuple


class Ranks(NamedTuple):
    """The contributions of an order to the cost of each pair, and of each unmatched vertex.

    The last field is the number of bits of their total.
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
    """The contributions of an order to the costs of a graph; None if they need more than ``room`` bits.

    ``vertices[number]`` is the vertex that the order numbers so, ``numbers[vertex]`` the number of a vertex, -1 if it
    has none. In a pair of two that have numbers the one with the smaller number comes first.
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
            continue  # the digit is the same for every edge of the owner
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
    """The rank of each value, counted from 0; equal values have equal ranks."""
    return {value: number for number, value in enumerate(sorted(set(values)))}


def _added(
    numbers: Sequence[int],
    pairs: Sequence[Pair],
    top: Sequence[int],
    other: Sequence[int],
    opponent: Sequence[Mapping[int, int]],
) -> list[int]:
    """The contribution of each pair to its cost."""
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
    """The possible mates of each player that have larger numbers.

    The second list says whether the player must be the top of such a pair, because it has no other edge.
    """
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
