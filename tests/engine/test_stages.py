"""Matching in stages gives the same costs as networkx on small graphs.

Each stage uses only some bits of the long costs.
"""

from __future__ import annotations

from random import Random

import pytest

from pairing_engine.matching import CostField, Pair, open_graph, packing, staged
from pairing_engine.matching.blossom import heaviest_by_networkx, heaviest_by_rustworkx, lightest_by
from pairing_engine.matching.open_graph import Narrowed
from pairing_engine.matching.packing import packed
from pairing_engine.matching.staged import lightest_in_stages, narrow
from tests.engine.test_ranks import matchings

Graph = tuple[list[Pair], list[int | None], list[CostField], int]


def random_graph(rng: Random) -> Graph:
    """Make a random graph whose costs consist of several bit fields.

    Some bit fields belong to a single vertex, and others belong to all vertices.
    """
    size = rng.choice((2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14))
    density = rng.choice((0.25, 0.4, 0.6, 1.0))
    owners = rng.sample(range(size), rng.randint(0, size))
    layout: list[tuple[int, int | None]] = [(rng.randint(1, 3), None) for _ in range(rng.randint(1, 4))]
    layout += [(rng.randint(1, 3), owner) for owner in owners]
    fields: list[CostField] = []
    low, values = 0, []
    for width, owner in reversed(layout):
        values.append((low, (1 << width) - 1, owner))
        width += size.bit_length() if owner is None else 0
        fields.insert(0, CostField(low, width, owner))
        low += width
    zero = rng.choice((0.2, 0.5, 0.8))

    def cost(*ends: int) -> int:
        return sum(
            rng.randint(0, most) << at
            for at, most, owner in values
            if (owner is None and rng.random() > zero) or owner in ends
        )

    pairs = [(u, v, cost(u, v)) for u in range(size) for v in range(u + 1, size) if rng.random() < density]
    may_be_alone = rng.choice((0.0, 0.2, 0.8))
    return pairs, [cost(v) if rng.random() < may_be_alone else None for v in range(size)], fields, low


def one_left_over(rng: Random) -> Graph:
    """Make a random graph with an odd number of vertices. Any vertex may be left over at a cost."""
    size = rng.choice((3, 5, 7, 9, 11))
    fields = [CostField(16, 8), CostField(8, 8), CostField(0, 8)]

    def cost(most: int) -> int:
        return sum(rng.choice((0, 0, 0, 1, 2)) << field.low for field in fields[1:]) + (rng.randint(0, most) << 16)

    least, spread, density = rng.randint(0, 4), rng.choice((0, 0, 2)), rng.choice((0.4, 0.8))
    pairs = [(v, u, cost(rng.choice((0, 0, 1, 3)))) for u in range(size) for v in range(u) if rng.random() < density]
    return pairs, [(least << 16) + cost(spread) for _ in range(size)], fields, 24


def graph_of(seed: int) -> Graph:
    return one_left_over(Random(seed)) if seed % 5 == 4 else random_graph(Random(seed))


def total(mates: list[int], pairs: list[Pair], alone: list[int | None]) -> int:
    """Check that a matching is valid, and return its total cost."""
    assert all(mate < 0 or mates[mate] == v for v, mate in enumerate(mates))
    costs = {(u, v): cost for u, v, cost in pairs}
    found = sum(costs[v, mate] for v, mate in enumerate(mates) if v < mate)
    for v, mate in enumerate(mates):
        own = alone[v]
        if mate < 0:
            assert own is not None
            found += own
    return found


def assert_is_lightest(seed: int) -> bool:
    """Compare matching in stages with networkx. Return whether a matching exists."""
    pairs, alone, fields, length = graph_of(seed)
    expected = lightest_by(heaviest_by_networkx, pairs, alone, length)
    found = lightest_in_stages(pairs, alone, fields)
    short = packed(pairs, alone, fields)
    if short is not None:
        quick = lightest_by(heaviest_by_rustworkx, *short)
        assert (quick is None) == (expected is None), seed
        assert quick is None or expected is None or total(quick, pairs, alone) == total(expected, pairs, alone), seed
    assert (found is None) == (expected is None), seed
    if found is None or expected is None:
        return False
    assert total(found, pairs, alone) == total(expected, pairs, alone), seed
    return True


def shorten(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_graph, "MOST_COST_BITS", (46, 12, 6, 4)[seed % 4])
    monkeypatch.setattr(staged, "MOST_BITS", (120, 16, 12, 12)[seed % 4])
    monkeypatch.setattr(packing, "MOST_BITS", (120, 28, 20, 14)[seed % 4])


def assert_all_are_lightest(seeds: range, monkeypatch: pytest.MonkeyPatch) -> int:
    answered = 0
    for seed in seeds:
        shorten(seed, monkeypatch)
        answered += assert_is_lightest(seed)
    return answered


def assert_widths_are_enough(seed: int) -> None:
    """Check that the sum of the costs in each bit field fits into the computed width."""
    pairs, alone, fields, _ = random_graph(Random(seed))
    pairs = [edge for edge in pairs if edge[1] < 7]
    masks = {field.low: field.mask >> field.low for field in fields}
    costs = {cost for _, _, cost in pairs} | {cost for cost in alone if cost is not None}
    parts = {cost: [(low, part) for low, mask in masks.items() if (part := cost >> low & mask)] for cost in costs}
    most = {low: max((part for cost in costs for at, part in parts[cost] if at == low), default=0) for low in masks}
    ends = {(u, v): cost for u, v, cost in pairs}
    widths = packing._least_widths(pairs, alone[:7], parts, most)
    for edges in matchings(list(range(min(7, len(alone)))), set(ends), alone):
        chosen = [ends[edge] if edge in ends else alone[edge[0]] or 0 for edge in edges]
        for low, width in widths.items():
            assert sum(part for cost in chosen for at, part in parts[cost] if at == low) < 1 << width, seed


def test_short_costs_are_long_enough() -> None:
    for seed in range(300):
        assert_widths_are_enough(seed)


@pytest.mark.parametrize("block", range(4))
def test_stages_agree_with_networkx(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert assert_all_are_lightest(range(block * 1000, block * 1000 + 300), monkeypatch) > 150


@pytest.mark.slow
@pytest.mark.parametrize("block", range(100))
def test_stages_agree_with_networkx_in_a_million_graphs(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    start = 1_000_000 + block * 10_000
    assert assert_all_are_lightest(range(start, start + 10_000), monkeypatch) > 5000


def test_stages_solve_every_gap_without_networkx() -> None:
    for seed in (*range(600), 1_003_880):
        pairs, alone, fields, _ = graph_of(seed)
        found = narrow(Narrowed(pairs, alone), fields)
        assert found is None or not found.unsolved, seed


def test_some_parts_have_a_gap_and_some_have_none() -> None:
    pairs = [(0, 1, 0), (0, 2, 0), (1, 2, 0), (3, 4, 0), (3, 5, 0), (4, 5, 0), (0, 3, 2), (1, 4, 2), (6, 7, 1)]
    found = narrow(Narrowed(pairs, [None] * 8), [CostField(0, 3)])
    assert found is not None
    assert not found.unsolved
    assert dict(found.leaves) in ({(0, 3): 2, (1, 4): 2}, {(0, 3): 1, (1, 4): 1})
    assert found.mates is not None
    assert found.mates[6] == 7


def test_a_graph_with_odd_cycles_and_no_gap_costs_least() -> None:
    pairs = [(0, 1, 0), (0, 2, 1), (1, 2, 0), (2, 3, 0), (0, 3, 1), (1, 3, 1)]
    found = narrow(Narrowed(pairs, [None] * 4), [CostField(0, 3)])
    assert found is not None
    assert not found.leaves
    assert not found.unsolved
    assert {(u, v) for u, v, _ in found.pairs} == {(0, 1), (1, 2), (2, 3)}


def test_a_field_too_long_for_any_stage_is_left_to_networkx() -> None:
    assert lightest_in_stages([(0, 1, 1 << 130), (0, 2, 1)], [1, 1, 1], [CostField(0, 131)]) == [2, -1, 0]


def test_a_vertex_without_any_edge_has_no_matching() -> None:
    assert lightest_in_stages([(0, 1, 1)], [None] * 3, [CostField(0, 2)]) is None
    assert lightest_in_stages([], [], []) == []
