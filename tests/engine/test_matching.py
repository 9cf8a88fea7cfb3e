"""The matching library: brute force, covers, and what the rest of a graph needs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing_engine.kernel.engine import engine_of
from pairing_engine.matching import Backend, lightest
from pairing_engine.matching.cover import UNMATCHED, Augmenting, bits, bits_of, completes, largest, rest_of, union
from tests.conftest import some
from tests.engine.laws.strategies import many
from tests.engine.laws.test_matching_laws import Edges, can_all_be_matched

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
def graphs(draw: st.DrawFn) -> tuple[Pairs, list[int | None], list[int]]:
    """Make a graph, with the widths of the bit fields of its costs. Most costs do not fit into one stage together."""
    rng: Random = draw(st.randoms(use_true_random=False))
    size, density, may_be_alone = rng.randint(0, 7), rng.choice((0.3, 0.7, 1.0)), rng.choice((0.0, 0.3, 1.0))
    widths, most = rng.choice((([10], 63), ([rng.randint(4, 9) for _ in range(rng.randint(1, 40))], 1)))

    def cost() -> int:
        return sum(rng.choice((0, 0, rng.randint(0, most), most)) << sum(widths[:at]) for at in range(len(widths)))

    pairs = [(u, v, cost()) for u in range(size) for v in range(u + 1, size) if rng.random() < density]
    return pairs, [cost() if rng.random() < may_be_alone else None for _ in range(size)], widths[::-1]


@pytest.mark.parametrize("backend", Backend)
@many(5)
@given(graph=graphs())
def test_no_matching_costs_less(backend: Backend, graph: tuple[Pairs, list[int | None], list[int]]) -> None:
    pairs, alone, widths = graph
    mates = engine_of(backend).lightest(pairs, alone, widths)
    expected = least_cost(pairs, alone)
    assert (mates is None) == (expected is None)
    assert mates is None or cost_of(mates, pairs, alone) == expected


def test_networkx_answers_when_no_stage_fits() -> None:
    assert engine_of(Backend.AUTO).lightest([(0, 1, 1 << 130), (0, 2, 1)], [1, 1, 1], [131]) == [2, -1, 0]


def test_costs_of_any_length_are_exact_in_networkx() -> None:
    huge = 1 << 400
    pairs = [(0, 1, huge + 1), (2, 3, huge), (0, 2, huge), (1, 3, huge)]
    assert lightest(pairs, [None] * 4, 402) == [2, 3, 0, 1]


def random_graph(rng: Random, most: int) -> list[int]:
    """Make a random graph, as a list of the neighbours of every vertex."""
    size, density = rng.randint(1, most), rng.choice((0.15, 0.25, 0.4, 0.6, 0.9))
    edges = [(i, j) for i in range(size) for j in range(i) if rng.random() < density]
    return [bits_of([j for i, j in edges if i == v] + [i for i, j in edges if j == v]) for v in range(size)]


def assert_sound(cover: Augmenting) -> None:
    """Check that the cover's matching is valid and contains every required vertex."""
    for vertex in bits(cover.inside):
        mate = cover.mates[vertex]
        assert (mate == UNMATCHED) == bool(cover.single >> vertex & 1)
        if mate == UNMATCHED:
            assert not cover.demanded >> vertex & 1
        else:
            assert cover.mates[mate] == vertex
            assert cover.near(vertex) >> mate & 1


class MatchingAtEachStep:
    """The requests of `Augmenting`, each answered by a new matching of networkx."""

    def __init__(self, neighbours: Sequence[int], inside: int, wished: Sequence[int] = ()) -> None:
        self.neighbours, self.wished, self.inside, self.demanded = list(neighbours), wished, inside, 0

    def demand(self, vertex: int) -> bool:
        can = self._can_match(self.neighbours, self.inside, self.demanded | 1 << vertex)
        self.demanded |= can << vertex
        return can

    def insist(self, vertex: int) -> bool:
        narrowed = [near & ~(1 << vertex) for near in self.neighbours]
        narrowed[vertex] = self.neighbours[vertex] & self.wished[vertex]
        for other in bits(narrowed[vertex]):
            narrowed[other] |= 1 << vertex
        can = self._can_match(narrowed, self.inside, self.demanded)
        self.neighbours = narrowed if can else self.neighbours
        return can

    def settle(self, one: int, other: int) -> bool:
        inside = self.inside & ~(1 << one | 1 << other)
        can = bool(self.neighbours[one] >> other & 1)
        can = can and self._can_match(self.neighbours, inside, self.demanded & inside)
        self.inside = inside if can else self.inside
        return can

    def instead_of(self, vertex: int) -> int:
        left = self.demanded | 1 << vertex
        return bits_of(v for v in bits(left) if self._can_match(self.neighbours, self.inside, left & ~(1 << v)))

    @staticmethod
    def _can_match(neighbours: Sequence[int], inside: int, demanded: int) -> bool:
        pairs = [(v, w, 0) for v in bits(inside) for w in bits(neighbours[v] & inside) if v < w]
        return lightest(pairs, [None if demanded >> v & 1 else 0 for v in range(len(neighbours))], 8) is not None


@pytest.mark.parametrize("first", some(range(0, 600, 100), 2))
def test_both_covers_agree(first: int) -> None:
    for seed in range(first, first + 100):
        rng = Random(seed)
        graph = random_graph(rng, 11)
        one, other = Augmenting(graph, (1 << len(graph)) - 1), MatchingAtEachStep(graph, (1 << len(graph)) - 1)
        for vertex in rng.sample(range(len(graph)), rng.randint(0, len(graph))):
            found = one.demand(vertex)
            assert found == other.demand(vertex)
            assert found or one.instead_of(vertex) == other.instead_of(vertex)
            assert_sound(one)
        while one.inside.bit_count() > 1 and rng.random() < 0.8:
            pair = rng.sample(list(bits(one.inside)), 2)
            assert one.settle(*pair) == other.settle(*pair)
            assert one.inside == other.inside
            assert_sound(one)


def completed(graph: list[int], rng: Random) -> list[int]:
    """Add edges until all vertices can be matched. If the number of vertices is odd, drop the last vertex."""
    order = list(range(len(graph) // 2 * 2))
    rng.shuffle(order)
    found = [near & ~(-1 << len(order)) for near in graph[: len(order)]]
    for one, other in zip(order[::2], order[1::2], strict=True):
        found[one] |= 1 << other
        found[other] |= 1 << one
    return found


@pytest.mark.parametrize("first", some(range(0, 1_200, 200), 2))
def test_both_covers_handle_insisting_and_settling_alike(first: int) -> None:
    for seed in range(first, first + 200):
        rng = Random(seed)
        graph = completed(random_graph(rng, 12), rng)
        wished = list(graph)
        for vertex, near in enumerate(graph):
            for other in bits(near):
                if other < vertex and rng.random() < 0.5:
                    wished[vertex] &= ~(1 << other)
                    wished[other] &= ~(1 << vertex)
        everybody = range(len(graph))
        one = Augmenting(graph, (1 << len(graph)) - 1, wished=wished)
        other_cover = MatchingAtEachStep(graph, (1 << len(graph)) - 1, wished)
        assert one.demand_all(everybody)
        assert all(map(other_cover.demand, everybody))
        for vertex in rng.sample(everybody, rng.randint(0, len(graph))):
            assert one.insist(vertex) == other_cover.insist(vertex), seed
            assert_sound(one)
        for pair in rng.choices(list(combinations(everybody, 2)) or [(0, 0)], k=len(graph)):
            if one.inside >> pair[0] & one.inside >> pair[1] & 1:
                assert one.settle(*pair) == other_cover.settle(*pair), seed
                assert one.inside == other_cover.inside
                assert_sound(one)


def test_a_path_through_a_blossom_is_found() -> None:
    # The triangle 1 2 3 has the tails 0 and 4 5. The cover starts from 1-2 3-4.
    # The only complete matching is 0-1 2-3 4-5.
    graph = [bits_of(near) for near in ([1], [0, 2, 3], [1, 3], [1, 2, 4], [3, 5], [4])]
    cover = Augmenting(graph, 0b111111, [(1, 2), (3, 4)])
    assert cover.demand_all(range(6))
    assert cover.mates == [1, 0, 3, 2, 5, 4]


def test_an_impossible_demand_changes_nothing() -> None:
    star = [0b1110, 1, 1, 1]
    cover = Augmenting(star, 0b1111)
    assert [cover.demand(vertex) for vertex in (1, 2, 0)] == [True, False, True]
    assert not Augmenting(star, 0b1111).demand_all(range(4))


def random_rest(rng: Random) -> tuple[int, int, Edges]:
    """Return the number of vertices, the number of vertices that must be matched, and the edges."""
    size, density = rng.randint(1, 8), rng.choice((0.15, 0.3, 0.5, 0.8))
    edges = frozenset((i, j) for j in range(size) for i in range(j) if rng.random() < density)
    return size, rng.randint(0, size), edges


def rows_of(size: int, edges: Edges) -> list[int]:
    rows = [0] * size
    for i, j in edges:
        rows[i] |= 1 << j
        rows[j] |= 1 << i
    return rows


def assert_rest_tells_the_truth(seed: int) -> int:
    size, within, edges = random_rest(Random(seed))
    near, inside = rows_of(size, edges), (1 << within) - 1
    rest, found = rest_of(near, inside), largest(near, inside)
    assert found.needed == rest.needed, seed
    helpers = {v for part in rest.parts for one in bits(part) for v in bits(near[one] & inside & ~union(rest.parts))}
    assert rest.needed == len(rest.parts) - len(helpers), seed
    for chosen in range(1 << (size - within)):
        others = list(bits(chosen << within))
        apart = frozenset(edge for edge in edges if edge[0] < within)
        can = can_all_be_matched(frozenset([*range(within), *others]), apart)
        assert completes(near, inside, found, chosen << within) == can, seed
        if len(others) < rest.needed:
            assert not can, seed
    return 1 << (size - within)


@pytest.mark.parametrize("block", range(3))
def test_the_needs_of_the_rest_agree_with_brute_force(block: int) -> None:
    assert sum(assert_rest_tells_the_truth(seed) for seed in range(block * 250, block * 250 + 250)) > 1000
