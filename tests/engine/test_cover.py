"""Two algorithms that find a cover agree.

A cover is a matching that contains all required vertices.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from pairing_engine.matching.cover import UNMATCHED, Augmenting, Reference, bits, bits_of
from tests.conftest import some


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


@pytest.mark.parametrize("first", some(range(0, 600, 100), 2))
def test_both_covers_agree(first: int) -> None:
    for seed in range(first, first + 100):
        rng = Random(seed)
        graph = random_graph(rng, 11)
        one, other = Augmenting(graph, (1 << len(graph)) - 1), Reference(graph, (1 << len(graph)) - 1)
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
        other_cover = Reference(graph, (1 << len(graph)) - 1, wished)
        assert one.demand_all(everybody)
        assert other_cover.demand_all(everybody)
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
