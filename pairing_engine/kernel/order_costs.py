"""Three ways to add an order of candidates to a matching problem: as numbers, ranks or preferences.

In all functions, ``vertices[number]`` is the vertex of the player with that number in the order. ``numbers[vertex]`` is
the number of a vertex, or `NO_NUMBER` if the order does not contain the vertex.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pairing_engine.kernel.order import NO_NUMBER, Order
from pairing_engine.kernel.ranks import ranks
from pairing_engine.matching import MOST_BITS, Pair
from pairing_engine.matching.packing import Packed, Share, Short, shortened
from pairing_engine.under_way import spend

if TYPE_CHECKING:
    from pairing_engine.matching.open_graph import Narrowed
    from pairing_engine.matching.preferences import MateChoices

LONG_ORDER = 90
"""The maximum length of an order in bits; `ranks` replaces a longer order, to leave room for the criteria."""


def with_short_costs(
    order: Order,
    vertices: Sequence[int],
    numbers: Sequence[int],
    pairs: Sequence[Pair],
    alone: Sequence[int | None],
    shares: Mapping[int, list[Share]],
    known: Short | None = None,
) -> tuple[Packed, Short] | None:
    """Build a matching problem with short costs; None if the costs cannot be shortened enough.

    ``pairs`` and ``alone`` contain cost numbers, and ``shares`` maps each cost number to the parts of the cost. The
    second result contains short costs for the criteria only. Short costs remain valid when pairs are removed, and can
    be passed to the next call as ``known``.
    """
    if order.bits <= LONG_ORDER:
        short = _kept(known, order.bits) or shortened(pairs, alone, shares, MOST_BITS - order.bits)
        if short is not None:
            costs, bits = short
            singles = [None if cost is None else costs[cost] for cost in alone]
            brief = [(i, j, costs[cost]) for i, j, cost in pairs]
            return Packed(*with_order(order, numbers, brief, singles), bits + order.bits), short
    found = ranks(order, vertices, numbers, pairs, alone, MOST_BITS)
    if found is None:
        return None
    added, single, low = found
    short = _kept(known, low) or shortened(pairs, alone, shares, MOST_BITS - low)
    if short is None:
        return None
    costs, bits = short
    packed = Packed(
        [(i, j, (costs[cost] << low) + more) for (i, j, cost), more in zip(pairs, added, strict=True)],
        [None if cost is None else (costs[cost] << low) + more for cost, more in zip(alone, single, strict=True)],
        bits + low,
    )
    return packed, short


def _kept(known: Short | None, bits: int) -> Short | None:
    """Return ``known`` if its costs leave room for ``bits`` further bits; otherwise None."""
    return known if known is not None and known.bits <= MOST_BITS - bits else None


def lightest_by_native(
    order: Order,
    numbers: list[int],
    pairs: list[Pair],
    alone: list[int | None],
    shares: Mapping[int, list[Share]],
    members: int | None = None,
    bye: int = NO_NUMBER,
) -> list[int] | None:
    """Find the cheapest matching in C++; return the partner of each vertex, or None if there is no matching.

    The arguments are as in `with_short_costs`. If ``members`` is given, only the partners that
    `matching.open_graph.Asked` describes are reliable. Raises `OverflowError` if an amount is too long.
    """
    from pairing_engine.matching import native

    spend(len(pairs))
    sums, digits = order.sums_and_digits()
    return native.lightest(
        pairs,
        alone,
        shares,
        numbers,
        sums.top,
        sums.other,
        sums.bits,
        digits,
        len(alone) if members is None else members,
        bye,
    )


def with_order(
    order: Order, numbers: Sequence[int], pairs: Sequence[Pair], alone: Sequence[int | None]
) -> tuple[list[Pair], list[int | None]]:
    """Add the amounts of the order to all costs, in bits that are less significant than the criteria."""
    bits, top, other, opponent = order.bits, order.top, order.other, order.opponent
    found = []
    for i, j, cost in pairs:
        one, two = numbers[i], numbers[j]
        cost <<= bits
        if one >= 0:
            cost += top[one] + other[two] + (two + 1) * opponent[one] if two >= 0 else other[one]
        found.append((i, j, cost))
    return found, [
        None if cost is None else (cost << bits) + (other[at] if at >= 0 else 0)
        for cost, at in zip(alone, numbers, strict=True)
    ]


def preferences_by(
    order: Order, vertices: Sequence[int], numbers: Sequence[int], narrowed: Narrowed, apart: set[int]
) -> list[MateChoices]:
    """Convert an order of candidates into lists of preferred partners.

    Each digit of the order must depend on the partner of one vertex. Each result contains a vertex and its possible
    partners, the best first. Vertices in ``apart`` are left out. Digits that are the same for all possible partners are
    left out.
    """
    from pairing_engine.matching.preferences import MateChoices

    near: list[list[int]] = [[] for _ in numbers]
    for i, j, _ in narrowed.pairs:
        near[i].append(j)
        near[j].append(i)
    found = []
    for digit in order.digits:
        at = digit.place
        assert at is not None
        owner, (top, other, opponent) = vertices[at], order.at(digit)
        if owner in apart:
            continue
        choices: dict[int, int] = {}
        for mate in near[owner]:
            value = top + (numbers[mate] + 1) * opponent if numbers[mate] > at else other
            choices[value] = choices.get(value, 0) | 1 << mate
        if narrowed.alone[owner] is not None:
            choices[other] = choices.get(other, 0) | 1 << owner
        if len(choices) > 1:
            found.append(MateChoices(owner, [choices[value] for value in sorted(choices)]))
    return found
