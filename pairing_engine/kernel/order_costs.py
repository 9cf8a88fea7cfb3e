"""What an order of candidates adds to the costs of a graph: as numbers, as ranks, or as preferences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pairing_engine.kernel.order import Order
from pairing_engine.kernel.ranks import ranks
from pairing_engine.matching import MOST_BITS, Pair
from pairing_engine.matching.packing import Packed, Part, shortened

if TYPE_CHECKING:
    from pairing_engine.matching.preferences import MateChoices
    from pairing_engine.matching.staged import Narrowed

LONG_ORDER = 90
"""Of orders of more bits than this only the ranks are taken, see `ranks`: there would be no room for the criteria."""


def with_short_costs(
    order: Order,
    places: Sequence[int],
    place: Sequence[int],
    pairs: Sequence[Pair],
    alone: Sequence[int | None],
    parts: Mapping[int, list[Part]],
) -> Packed | None:
    """A question with costs that fit into one matching; None if they do not. ``parts`` are those of the criteria."""
    if order.bits <= LONG_ORDER:
        short = shortened(pairs, alone, parts, MOST_BITS - order.bits)
        if short is not None:
            costs, bits = short
            singles = [None if cost is None else costs[cost] for cost in alone]
            brief = [(i, j, costs[cost]) for i, j, cost in pairs]
            return Packed(*with_order(order, place, brief, singles), bits + order.bits)
    found = ranks(order, places, place, pairs, alone, MOST_BITS)
    if found is None:
        return None
    added, single, low = found
    short = shortened(pairs, alone, parts, MOST_BITS - low)
    if short is None:
        return None
    costs, bits = short
    return Packed(
        [(i, j, (costs[cost] << low) + more) for (i, j, cost), more in zip(pairs, added, strict=True)],
        [None if cost is None else (costs[cost] << low) + more for cost, more in zip(alone, single, strict=True)],
        bits + low,
    )


def with_order(
    order: Order, place: Sequence[int], pairs: Sequence[Pair], alone: Sequence[int | None]
) -> tuple[list[Pair], list[int | None]]:
    """The costs of edges, and of being alone, followed by what an order adds to them."""
    bits, top, other, opponent = order.bits, order.top, order.other, order.opponent
    found = []
    for i, j, cost in pairs:
        one, two = place[i], place[j]
        cost <<= bits
        if one >= 0:
            cost += top[one] + other[two] + (two + 1) * opponent[one] if two >= 0 else other[one]
        found.append((i, j, cost))
    return found, [
        None if cost is None else (cost << bits) + (other[at] if at >= 0 else 0)
        for cost, at in zip(alone, place, strict=True)
    ]


def preferences_by(
    order: Order, places: Sequence[int], place: Sequence[int], narrowed: Narrowed, apart: set[int]
) -> list[MateChoices]:
    """The digits of an order as lists of mates, the preferred ones first, for all players but those who are apart;
    digits that are the same for all edges of a player are left out.
    """
    from pairing_engine.matching.preferences import MateChoices

    near: list[list[int]] = [[] for _ in place]
    for i, j, _ in narrowed.pairs:
        near[i].append(j)
        near[j].append(i)
    found = []
    for digit in order.digits:
        at = digit.place
        assert at is not None
        owner, (top, other, opponent) = places[at], order.at(digit)
        if owner in apart:
            continue
        choices: dict[int, int] = {}
        for mate in near[owner]:
            value = top + (place[mate] + 1) * opponent if place[mate] > at else other
            choices[value] = choices.get(value, 0) | 1 << mate
        if narrowed.alone[owner] is not None:
            choices[other] = choices.get(other, 0) | 1 << owner
        if len(choices) > 1:
            found.append(MateChoices(owner, [choices[value] for value in sorted(choices)]))
    return found
