from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from random import Random
from typing import NamedTuple

import pytest

from pairing_engine.kernel.order import NO_NUMBER, Order
from pairing_engine.kernel.order_costs import lightest_by_native, with_order
from pairing_engine.matching import Backend, Pair, has_native, lightest
from pairing_engine.matching.packing import Share
from pairing_engine.systems.burstein.order import descending_order
from pairing_engine.systems.dubov.subgroups import transposition_order
from pairing_engine.systems.dutch.orders_2026 import mdp_order, resident_order
from pairing_engine.systems.shared.orders import identifier_order

pytestmark = pytest.mark.skipif(not has_native(), reason="only compiled wheels have the matcher in C++")


class Question(NamedTuple):
    """A random matching problem."""

    order: Order
    numbers: list[int]
    pairs: list[Pair]
    alone: list[int | None]
    shares: dict[int, list[Share]]


def question(seed: int, most: int) -> Question:
    rng = Random(seed)
    vertices = rng.randint(2, most)
    size = rng.randint(0, vertices)
    parts = sorted(rng.sample(range(10**9), rng.choice((1, 2, 5, 20, 60))))
    largest, often = rng.choice((1, 1, 3, 40, 1 << 36)), rng.choice((0.1, 0.4, 0.9))
    shares = {
        number: [(part, rng.randint(1, largest)) for part in parts if rng.random() < often]
        for number in range(rng.randint(1, 12))
    }
    density, may_be_alone = rng.choice((0.2, 0.4, 0.7, 1.0)), rng.choice((0.0, 0.2, 0.7, 1.0))
    ends = [(i, j) for i in range(vertices) for j in range(i + 1, vertices) if rng.random() < density]
    order = rng.choice(
        [
            resident_order(size, size // 2),
            resident_order(size, max(0, size // 2 - 1)),
            mdp_order(size // 2, size),
            identifier_order(size),
            *([transposition_order(size // 2, size), descending_order(size)] if size else []),
        ]
    )
    return Question(
        order,
        [*range(size), *([NO_NUMBER] * (vertices - size))],
        [(i, j, rng.randrange(len(shares))) for i, j in ends],
        [rng.randrange(len(shares)) if rng.random() < may_be_alone else None for _ in range(vertices)],
        shares,
    )


def written_out(asked: Question) -> tuple[list[Pair], list[int | None], int]:
    """Return the costs as whole numbers, and the number of bits that a total cost needs."""
    amounts = chain.from_iterable(asked.shares.values())
    width = (len(asked.alone) * max((amount for _, amount in amounts), default=0)).bit_length()
    parts = sorted({part for shares in asked.shares.values() for part, _ in shares})
    place = {part: number * width for number, part in enumerate(parts)}
    costs = {number: sum(amount << place[part] for part, amount in shares) for number, shares in asked.shares.items()}
    pairs = [(i, j, costs[number]) for i, j, number in asked.pairs]
    alone = [None if number is None else costs[number] for number in asked.alone]
    bits = len(parts) * width + asked.order.bits
    return *with_order(asked.order, asked.numbers, pairs, alone), bits


def total(mates: list[int], pairs: list[Pair], alone: list[int | None]) -> int:
    """Check that a matching is valid, and return its total cost."""
    costs: Mapping[tuple[int, int], int] = {(i, j): cost for i, j, cost in pairs}
    found = 0
    for vertex, mate in enumerate(mates):
        if mate < 0:
            own = alone[vertex]
            assert own is not None
            found += own
        else:
            assert mates[mate] == vertex
            found += costs[vertex, mate] if vertex < mate else 0
    return found


def assert_lightest(seed: int, most: int) -> bool:
    """Compare the native matching with networkx. Return whether a matching exists."""
    asked = question(seed, most)
    found = lightest_by_native(*asked)
    pairs, alone, bits = written_out(asked)
    expected = lightest(pairs, alone, bits, list, Backend.REFERENCE)
    if expected is None or found is None:
        assert found is expected is None, seed
        return False
    assert total(found, pairs, alone) == total(expected, pairs, alone), seed
    return True


def ended_early(seed: int) -> bool:
    """Return whether the native search ended early.

    If the search ended early, check that networkx finds the same partners.
    """
    asked = question(seed, 12)
    members = len(asked.alone) // 4
    bye = members if seed % 2 else -1
    found = lightest_by_native(*asked, members, bye)
    pairs, alone, bits = written_out(asked)
    expected = lightest(pairs, alone, bits, list, Backend.REFERENCE)
    if expected is None or found is None:
        assert found is expected is None, seed
        return False
    if total(found, pairs, alone) == total(expected, pairs, alone):
        return False
    told = {*range(members), bye}
    for one, another in zip(found[:members], expected[:members], strict=True):
        assert (one if one in told else -1) == (another if another in told else -1), seed
    return True


def test_the_search_ends_when_all_that_was_asked_is_settled() -> None:
    assert sum(ended_early(seed) for seed in range(800)) > 7


@pytest.mark.parametrize("block", range(4))
def test_small_graphs(block: int) -> None:
    assert sum(assert_lightest(seed, 9) for seed in range(200 * block, 200 * block + 200)) > 80


def test_larger_graphs() -> None:
    assert sum(assert_lightest(seed, 24) for seed in range(10_000, 10_040)) > 15


@pytest.mark.slow
@pytest.mark.parametrize("block", range(8))
def test_many_graphs(block: int) -> None:
    assert sum(assert_lightest(seed, 16) for seed in range(20_000 + 2000 * block, 22_000 + 2000 * block)) > 800


def test_costs_that_are_too_long_are_refused() -> None:
    pairs = [(0, 1, 0), (2, 3, 0), (0, 2, 1), (1, 3, 1)]
    shares: dict[int, list[Share]] = {0: [(0, 1 << 41)], 1: []}
    with pytest.raises(OverflowError):
        lightest_by_native(Order(0), [NO_NUMBER] * 4, pairs, [None] * 4, shares)


def test_a_digit_of_one_player_goes_before_those_below_it() -> None:
    pairs: list[Pair] = [(0, 1, 0), (2, 3, 0), (0, 2, 0), (1, 3, 0)]
    assert lightest_by_native(mdp_order(1, 4), [0, 1, 2, 3], pairs, [None] * 4, {0: []}) == [1, 0, 3, 2]
