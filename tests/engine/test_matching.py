"""Both solvers find the same least cost as brute force."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing_engine.matching import Backend, lightest, solvers
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
    mates = lightest(pairs, alone, 10, backend)
    expected = least_cost(pairs, alone)
    if expected is None:
        assert mates is None
    else:
        assert mates is not None
        assert cost_of(mates, pairs, alone) == expected


def widths_of(rng: Random) -> list[int]:
    """Divide a cost into random bit fields, most of which do not fit into one stage together."""
    return [rng.randint(4, 9) for _ in range(rng.randint(1, 40))]


@many(5)
@given(st.randoms(use_true_random=False))
def test_stages_solve_what_does_not_fit_at_once(rng: Random) -> None:
    size = rng.choice((2, 3, 4, 5, 6))
    widths = widths_of(rng)

    def cost() -> int:
        return sum(rng.choice((0, 0, 1)) << sum(widths[:place]) for place in range(len(widths)))

    pairs = [(u, v, cost()) for u in range(size) for v in range(u + 1, size) if rng.random() < 0.8]
    alone = [cost() if rng.random() < 0.3 else None for v in range(size)]
    mates = lightest(pairs, alone, widths[::-1])
    expected = least_cost(pairs, alone)
    if expected is None:
        assert mates is None
    else:
        assert mates is not None
        assert cost_of(mates, pairs, alone) == expected


def test_networkx_answers_when_no_stage_fits() -> None:
    assert lightest([(0, 1, 1 << 130), (0, 2, 1)], [1, 1, 1], [131]) == [2, -1, 0]


def test_costs_of_any_length_are_exact_in_networkx() -> None:
    huge = 1 << 400
    pairs = [(0, 1, huge + 1), (2, 3, huge), (0, 2, huge), (1, 3, huge)]
    assert lightest(pairs, [None] * 4, 402, Backend.REFERENCE) == [2, 3, 0, 1]


def test_the_reference_asks_networkx_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> list[int]:
        raise AssertionError("the reference engine must not use the matcher in C++")

    monkeypatch.setattr(solvers, "lightest_by_parts", refuse)
    assert lightest([(0, 1, 1)], [None, None], 1, Backend.REFERENCE) == [1, 0]


@pytest.mark.parametrize("backend", Backend)
def test_an_empty_graph_has_an_empty_matching(backend: Backend) -> None:
    assert lightest([], [], 0, backend) == []
    assert lightest([], [None], 1, backend) is None
    assert lightest([], [3], 2, backend) == [-1]
