"""Covers: the one that keeps a matching answers as the one that asks networkx afresh."""

from __future__ import annotations

from random import Random

import pytest

from pairing_engine.matching.cover import UNMATCHED, Augmenting, Reference, bits, bits_of


def random_graph(rng: Random, most: int) -> list[int]:
    """The neighbours of every vertex."""
    size, density = rng.randint(1, most), rng.choice((0.15, 0.25, 0.4, 0.6, 0.9))
    edges = [(i, j) for i in range(size) for j in range(i) if rng.random() < density]
    return [bits_of([j for i, j in edges if i == v] + [i for i, j in edges if j == v]) for v in range(size)]


def assert_sound(cover: Augmenting) -> None:
    """The matching is one, within the graph, and matches all whom it must."""
    for vertex in bits(cover.inside):
        mate = cover.mates[vertex]
        assert (mate == UNMATCHED) == bool(cover.single >> vertex & 1)
        if mate == UNMATCHED:
            assert not cover.demanded >> vertex & 1
        else:
            assert cover.mates[mate] == vertex
            assert cover.neighbours[vertex] >> mate & 1


@pytest.mark.parametrize("first", range(0, 600, 100))
def test_both_covers_answer_alike(first: int) -> None:
    """Mutants killed: no blossoms; a blossom whose inner vertices are not searched from; mates not given back."""
    for seed in range(first, first + 100):
        rng = Random(seed)
        graph = random_graph(rng, 11)
        one, other = Augmenting(graph, (1 << len(graph)) - 1), Reference(graph, (1 << len(graph)) - 1)
        for vertex in rng.sample(range(len(graph)), rng.randint(0, len(graph))):
            assert one.demand(vertex) == other.demand(vertex)
            assert_sound(one)
        while one.inside.bit_count() > 1 and rng.random() < 0.8:
            pair = rng.sample(list(bits(one.inside)), 2)
            assert one.settle(*pair) == other.settle(*pair)
            assert one.inside == other.inside
            assert_sound(one)


def test_a_path_through_a_blossom_is_found() -> None:
    # A triangle 1 2 3 with a tail 0 and a tail 4 5: from 1-2 3-4, the only complete matching is 0-1 2-3 4-5.
    graph = [bits_of(near) for near in ([1], [0, 2, 3], [1, 3], [1, 2, 4], [3, 5], [4])]
    cover = Augmenting(graph, 0b111111, [(1, 2), (3, 4)])
    assert cover.demand_all(range(6))
    assert cover.mates == [1, 0, 3, 2, 5, 4]


def test_what_cannot_be_demanded_changes_nothing() -> None:
    star = [0b1110, 1, 1, 1]
    cover = Augmenting(star, 0b1111)
    assert [cover.demand(vertex) for vertex in (1, 2, 0)] == [True, False, True]
    assert not Augmenting(star, 0b1111).demand_all(range(4))
