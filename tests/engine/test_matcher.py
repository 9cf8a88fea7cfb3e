import gc
import signal
from itertools import chain
from random import Random
from typing import Any, NamedTuple

import pytest

from pairing_engine.fast.matcher import (
    OrderOfCandidates,
    Share,
    for_matcher,
    has_matcher,
    lightest,
    lightest_by_parts,
)
from pairing_engine.kernel.graph import with_order
from pairing_engine.kernel.order import NO_NUMBER, Order
from pairing_engine.matching import Pair
from pairing_engine.matching import lightest as lightest_by_networkx
from pairing_engine.systems.burstein.edition_2026 import descending_order
from pairing_engine.systems.dubov.process import transposition_order
from pairing_engine.systems.dutch.edition_2026 import ORDERS_2026
from pairing_engine.systems.shared.orders import identifier_order
from tests.engine.test_matching import cost_of

native = pytest.importorskip("pairing_engine.fast.native")
pytestmark = pytest.mark.skipif(not has_matcher(), reason="the matcher in C++ is not built here")


class Question(NamedTuple):
    """A random matching problem."""

    order: Order
    numbers: list[int]
    pairs: list[Pair]
    alone: list[int | None]
    shares: dict[int, list[Share]]

    def answer(self, members: int | None = None, bye: int = -1) -> list[int] | None:
        return lightest_by_parts(
            self.pairs, self.alone, self.shares, for_matcher(self.order, self.numbers), members, bye
        )


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
            ORDERS_2026.residents(size, size // 2),
            ORDERS_2026.residents(size, max(0, size // 2 - 1)),
            ORDERS_2026.mdps(size // 2, size),
            identifier_order(size),
            *([transposition_order(size, size // 2), descending_order(size)] if size else []),
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


def assert_lightest(seed: int, most: int) -> bool:
    """Compare the native matching with networkx. Return whether a matching exists."""
    asked = question(seed, most)
    found = asked.answer()
    pairs, alone, bits = written_out(asked)
    expected = lightest_by_networkx(pairs, alone, bits)
    if expected is None or found is None:
        assert found is expected is None, seed
        return False
    assert cost_of(found, pairs, alone) == cost_of(expected, pairs, alone), seed
    return True


def ended_early(seed: int) -> bool:
    """Return whether the native search ended early.

    If the search ended early, check that networkx finds the same partners.
    """
    asked = question(seed, 12)
    members = len(asked.alone) // 4
    bye = members if seed % 2 else -1
    found = asked.answer(members, bye)
    pairs, alone, bits = written_out(asked)
    expected = lightest_by_networkx(pairs, alone, bits)
    if expected is None or found is None:
        assert found is expected is None, seed
        return False
    if cost_of(found, pairs, alone) == cost_of(expected, pairs, alone):
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


def test_costs_that_are_too_long_are_refused() -> None:
    pairs = [(0, 1, 0), (2, 3, 0), (0, 2, 1), (1, 3, 1)]
    for long in (1 << 61, 1 << 64):
        with pytest.raises(OverflowError):
            lightest_by_parts(pairs, [None] * 4, {0: [(0, long)], 1: []})


def test_a_cost_with_a_part_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="a cost has a part only once"):
        lightest_by_parts([(0, 1, 0), (0, 1, 3)], [None] * 2, {0: [], 3: [(1, 5), (0, 1), (1, 6)]})


@pytest.mark.parametrize("bits", [60, 61, 62, 63, 64])
def test_networkx_solves_a_part_that_is_too_long_for_the_matcher(bits: int) -> None:
    long = (1 << bits) - 1
    pairs = [(0, 1, long), (2, 3, long), (0, 2, long), (1, 3, long - 1)]
    assert lightest(pairs, [None] * 4, [bits + 2]) == [2, 3, 0, 1]


def test_totals_of_the_greatest_length_are_exact() -> None:
    long = (1 << 60) - 1
    pairs = [(0, 1, 0), (2, 3, 1), (0, 2, 2), (1, 3, 0)]
    shares = {0: [(1, long), (0, long)], 1: [(1, long), (0, long - 2)], 2: [(1, long), (0, long - 1)]}
    assert lightest_by_parts(pairs, [None] * 4, shares) == [1, 0, 3, 2]


def test_a_digit_of_one_player_goes_before_those_below_it() -> None:
    pairs: list[Pair] = [(0, 1, 0), (2, 3, 0), (0, 2, 0), (1, 3, 0)]
    order = for_matcher(ORDERS_2026.mdps(1, 4), [0, 1, 2, 3])
    assert lightest_by_parts(pairs, [None] * 4, {0: []}, order) == [1, 0, 3, 2]


NOTHING = OrderOfCandidates((), (), ())
WRONG = {
    "a vertex that is not there": ([(0, 4, 0)], [None] * 4, NOTHING, None, -1),
    "a vertex below 0": ([(-1, 1, 0)], [None] * 4, NOTHING, None, -1),
    "an edge from a vertex to itself": ([(1, 1, 0)], [None] * 4, NOTHING, None, -1),
    "a number outside the order": ([], [None], OrderOfCandidates([1], [(0, 0)], []), None, -1),
    "a digit without an owner": ([], [None], OrderOfCandidates([0], [(0, 0)], [(1, 0, 0, 0)]), None, -1),
    "a digit that is too long": ([], [None], OrderOfCandidates([0], [(0, 0)], [(0, 1 << 50, 0, 0)]), None, -1),
    "fewer numbers than vertices": ([], [None] * 3, OrderOfCandidates([0], [(0, 0)], []), None, -1),
    "more members than vertices": ([], [None] * 2, NOTHING, 3, -1),
    "a bye that is no vertex": ([], [None] * 2, NOTHING, None, 2),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_graph_that_cannot_be_is_refused(wrong: str) -> None:
    pairs, alone, order, members, bye = WRONG[wrong]
    with pytest.raises(ValueError, match=r"."):
        lightest_by_parts(pairs, alone, {0: []}, order, members, bye)


@pytest.mark.parametrize("pairs", [None, [0], [(0, 1)], [(0, 1, 0, 0)], [(0, 1, 0.5)], [(0, "1", 0)], [(0, 1, 2)]])
def test_a_list_of_another_shape_is_refused(pairs: Any) -> None:
    with pytest.raises((TypeError, ValueError, KeyError)):
        native.lightest(pairs, [None, None], {0: []}, (), (), (), 2, -1)


LARGE = 400
"""With random costs, a matching of this many vertices takes long enough for many signals."""


def large_graph() -> list[Pair]:
    lots = Random(7)
    return [(i, j, lots.randrange(1, 10**9)) for i in range(LARGE) for j in range(i + 1, LARGE)]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no such clock")
def test_signals_are_handled_during_a_single_matching() -> None:
    """A question with a bound, and Ctrl-C, need not wait for the end of a long matching."""
    pairs = large_graph()
    shares = {cost: [(0, cost)] for _, _, cost in pairs}
    beats: list[int] = []
    before = signal.signal(signal.SIGVTALRM, lambda number, _: beats.append(number))
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.004, 0.004)
    try:
        assert lightest_by_parts(pairs, [None] * LARGE, shares)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert len(beats) > 3  # without attention to signals, one at the end


class Stop(Exception):
    """The exception of a signal's handler."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no such clock")
def test_an_exception_of_a_handler_ends_a_matching_and_the_next_one_is_right() -> None:
    def stop(*_: object) -> None:
        raise Stop

    pairs, rest = large_graph(), [None] * LARGE
    before = signal.signal(signal.SIGVTALRM, stop)
    try:
        gc.disable()  # a callback of the collector would swallow the exception
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.02)
        with pytest.raises(Stop):
            lightest(pairs, rest, 60)
    finally:
        gc.enable()
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    small = [pair for pair in pairs if max(pair[:2]) < 20]
    assert lightest(small, [None] * 20, 60) == lightest_by_networkx(small, [None] * 20, 60)
