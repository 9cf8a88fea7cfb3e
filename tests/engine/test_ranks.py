"""Short costs, which use ranks, put matchings in the same order as long costs."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from pairing_engine.kernel.order import Order
from pairing_engine.kernel.order_costs import with_order, with_short_costs
from pairing_engine.kernel.ranks import ranks
from pairing_engine.matching import MOST_BITS, Pair
from pairing_engine.systems.burstein.order import descending_order
from pairing_engine.systems.dubov.subgroups import transposition_order
from pairing_engine.systems.dutch.orders_2026 import mdp_order, resident_order
from pairing_engine.systems.shared.orders import identifier_order

ROOM = 1000

Matching = tuple[tuple[int, int], ...]


def matchings(vertices: list[int], pairs: set[tuple[int, int]], alone: list[int | None]) -> list[Matching]:
    """List all matchings of the vertices. An unmatched vertex appears as a pair with itself."""
    if not vertices:
        return [()]
    first, *rest = vertices
    found = []
    if alone[first] is not None:
        found += [((first, first), *others) for others in matchings(rest, pairs, alone)]
    for mate in rest:
        if (first, mate) in pairs:
            left = [v for v in rest if v != mate]
            found += [((first, mate), *others) for others in matchings(left, pairs, alone)]
    return found


def orders(size: int) -> list[Order]:
    return [
        resident_order(size, size // 2),
        resident_order(size, max(1, size // 2 - 1)),
        mdp_order(size // 2, size),
        transposition_order(size // 2, size),
        descending_order(size),
        identifier_order(size),
    ]


def assert_ranks_compare_as_numbers(seed: int) -> int:
    """Check that short costs sort all matchings in the same order as long costs. Return the number of matchings."""
    rng = Random(seed)
    size, others = rng.randint(2, 6), rng.choice((0, 0, 1, 2))
    density, may_be_alone = rng.choice((0.4, 0.7, 1.0)), rng.choice((0.0, 0.4, 1.0))
    vertices = list(range(size + others))
    ends = {(u, v) for u in vertices for v in vertices if u < v and rng.random() < density}
    pairs: list[Pair] = [(u, v, 0) for u, v in sorted(ends)]
    alone: list[int | None] = [0 if rng.random() < may_be_alone else None for _ in vertices]
    found = matchings(vertices, ends, alone)
    place = [v if v < size else -1 for v in vertices]
    for order in orders(size):
        numbers, singles = with_order(order, place, pairs, alone)
        found_ranks = ranks(order, range(size), place, pairs, alone, ROOM)
        assert found_ranks is not None
        added, single, bits = found_ranks
        assert ranks(order, range(size), place, pairs, alone, bits) == found_ranks
        assert not bits or ranks(order, range(size), place, pairs, alone, bits - 1) is None
        long = {(u, v): cost for u, v, cost in numbers} | {(v, v): cost or 0 for v, cost in enumerate(singles)}
        short = {(u, v): more for (u, v, _), more in zip(pairs, added, strict=True)}
        short |= {(v, v): more for v, more in enumerate(single)}
        totals = sorted((sum(long[e] for e in edges), sum(short[e] for e in edges)) for edges in found)
        assert all(total < 1 << bits for _, total in totals), seed
        for (one, brief), (another, other) in pairwise(totals):
            assert (one < another, one == another) == (brief < other, brief == other), seed
    return len(found)


@pytest.mark.parametrize("block", range(4))
def test_ranks_compare_matchings_as_the_numbers_of_an_order_do(block: int) -> None:
    assert sum(assert_ranks_compare_as_numbers(seed) for seed in range(150 * block, 150 * block + 150)) > 1000


def test_short_costs_of_an_earlier_question_must_leave_room() -> None:
    shares = {0: [(1, 1)], 1: []}
    pairs: list[Pair] = [(0, 1, 0), (2, 3, 0), (0, 2, 1), (1, 3, 1)]
    alone: list[int | None] = [None] * 4
    order = resident_order(4, 2)
    first = with_short_costs(order, range(4), range(4), pairs, alone, shares)
    assert first is not None
    packed, short = first
    assert with_short_costs(order, range(4), range(4), pairs[:2], alone, shares, short) == (
        (packed.pairs[:2], alone, packed.bits),
        short,
    )
    long = short._replace(bits=MOST_BITS)
    assert with_short_costs(order, range(4), range(4), pairs, alone, shares, long) == first
