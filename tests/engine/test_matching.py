"""Every engine, and matching in stages, finds the same least cost as brute force."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing_engine import matching
from pairing_engine.matching import Backend, CostField, blossom, lightest, open_graph, packing
from pairing_engine.matching.blossom import heaviest_by_networkx, heaviest_by_rustworkx, lightest_by
from tests.engine.laws.strategies import many

Pairs = list[tuple[int, int, int]]


def least_cost(pairs: Pairs, alone: list[int | None]) -> int | None:
    """Find the least total cost of a matching by brute force. Return None if no matching exists."""
    costs = {(u, v): cost for u, v, cost in pairs}

    def least(left: tuple[int, ...]) -> int | None:
        if not left:
            return 0
        first, *others = left
        found = []
        own = alone[first]
        if own is not None:
            rest = least(tuple(others))
            if rest is not None:
                found.append(rest + own)
        for other in others:
            if (first, other) in costs:
                rest = least(tuple(v for v in others if v != other))
                if rest is not None:
                    found.append(rest + costs[first, other])
        return min(found, default=None)

    return least(tuple(range(len(alone))))


def cost_of(mates: list[int], pairs: Pairs, alone: list[int | None]) -> int:
    """Check that a matching is valid, and return its total cost."""
    costs = {(u, v): cost for u, v, cost in pairs}
    total = 0
    for v, mate in enumerate(mates):
        if mate < 0:
            own = alone[v]
            assert own is not None
            total += own
        else:
            assert mates[mate] == v
            total += costs[v, mate] if v < mate else 0
    return total


@st.composite
def graphs(draw: st.DrawFn, bits: int = 6) -> tuple[Pairs, list[int | None]]:
    rng: Random = draw(st.randoms(use_true_random=False))
    size = rng.randint(0, 7)
    density = rng.choice((0.3, 0.7, 1.0))
    most = (1 << bits) - 1
    pairs = [(u, v, rng.randint(0, most)) for u in range(size) for v in range(u + 1, size) if rng.random() < density]
    may_be_alone = rng.choice((0.0, 0.3, 1.0))
    return pairs, [rng.randint(0, most) if rng.random() < may_be_alone else None for _ in range(size)]


@pytest.mark.parametrize("backend", Backend)
@many(2)
@given(graph=graphs())
def test_no_matching_costs_less(backend: Backend, graph: tuple[Pairs, list[int | None]]) -> None:
    pairs, alone = graph
    mates = lightest(pairs, alone, 10, list, backend)
    expected = least_cost(pairs, alone)
    if expected is None:
        assert mates is None
    else:
        assert mates is not None
        assert cost_of(mates, pairs, alone) == expected


def fields_of(rng: Random, owned: list[int]) -> tuple[list[CostField], int]:
    """Divide a cost into random bit fields. Fields for all vertices use higher bits than fields for a single vertex."""
    widths = [rng.randint(1, 3) + 3 for _ in range(rng.randint(1, 3))]
    layout = [(width, None) for width in widths] + [(rng.randint(1, 3), owner) for owner in owned]
    low = sum(width for width, _ in layout)
    bits, fields = low, []
    for width, owner in layout:
        low -= width
        fields.append(CostField(low, width, owner))
    return fields, bits


@many(5)
@given(st.randoms(use_true_random=False))
def test_stages_solve_what_does_not_fit_at_once(rng: Random) -> None:
    size = rng.choice((2, 3, 4, 5, 6))
    owners = sorted(rng.sample(range(size), rng.randint(0, size)))
    fields, bits = fields_of(rng, owners)

    def cost(*at: int) -> int:
        found = 0
        for field in fields:
            if field.owner is None:
                found += rng.choice((0, 0, 1)) << field.low
            elif field.owner in at:
                found += rng.randrange(1 << field.width) << field.low
        return found

    pairs = [(u, v, cost(u, v)) for u in range(size) for v in range(u + 1, size) if rng.random() < 0.8]
    alone = [cost(v) if rng.random() < 0.3 else None for v in range(size)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(open_graph, "MOST_COST_BITS", 12)
        patch.setattr(matching, "MOST_BITS", 12)
        mates = lightest(pairs, alone, bits, lambda: fields)
    expected = least_cost(pairs, alone)
    if expected is None:
        assert mates is None
    else:
        assert mates is not None
        assert cost_of(mates, pairs, alone) == expected


def test_networkx_answers_when_no_stage_fits() -> None:
    assert lightest([(0, 1, 1 << 130), (0, 2, 1)], [1, 1, 1], 131, lambda: [CostField(0, 131)]) == [2, -1, 0]


LONG = 1 << 119


def test_costs_of_the_greatest_length_are_exact_in_rustworkx() -> None:
    pairs = [(0, 1, LONG), (2, 3, LONG - 2), (0, 2, LONG - 1), (1, 3, LONG)]
    assert lightest_by(heaviest_by_rustworkx, pairs, [None] * 4, blossom.MOST_BITS) == [1, 0, 3, 2]
    assert lightest_by(heaviest_by_networkx, pairs, [None] * 4, blossom.MOST_BITS) == [1, 0, 3, 2]


def test_costs_beyond_that_are_exact_in_networkx() -> None:
    huge = 1 << 400
    pairs = [(0, 1, huge + 1), (2, 3, huge), (0, 2, huge), (1, 3, huge)]
    assert lightest(pairs, [None] * 4, 402, list, Backend.REFERENCE) == [2, 3, 0, 1]


def test_auto_gives_rustworkx_costs_that_can_be_made_short() -> None:
    fields = [CostField(200, 50), CostField(60, 100), CostField(0, 60)]
    pairs = [(0, 1, 1 << 200), (2, 3, 5), (0, 2, 1 << 200), (1, 3, 4)]
    short = packing.packed(pairs, [None] * 4, fields)
    assert short is not None
    assert short.bits < 10
    assert packing.packed([(0, 1, 1 << 130), (0, 2, 1)], [1, 1, 1], [CostField(0, 131)]) is None
    assert lightest([(0, 1, 1 << 130), (0, 2, 1)], [1, 1, 1], 131, lambda: [CostField(0, 131)]) == [2, -1, 0]


def test_the_reference_asks_networkx_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> list[int]:
        raise AssertionError("the reference engine must not use rustworkx")

    monkeypatch.setattr(matching, "heaviest_by_rustworkx", refuse)
    assert lightest([(0, 1, 1)], [None, None], 1, list, Backend.REFERENCE) == [1, 0]


@pytest.mark.parametrize("backend", Backend)
def test_an_empty_graph_has_an_empty_matching(backend: Backend) -> None:
    assert lightest([], [], 0, list, backend) == []
    assert lightest([], [None], 1, list, backend) is None
    assert lightest([], [3], 2, list, backend) == [-1]
