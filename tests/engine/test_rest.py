"""For every set of floaters, brute force agrees on whether the floaters and the rest can all be paired."""

from __future__ import annotations

from random import Random

import pytest

from pairing_engine.matching.cover import bits, completes, rest_of
from tests.engine.laws.test_matching_laws import Edges, can_all_be_matched


def random_graph(rng: Random) -> tuple[int, int, Edges]:
    """Return the number of vertices, the number of vertices that must be matched, and the edges."""
    size = rng.randint(1, 8)
    density = rng.choice((0.15, 0.3, 0.5, 0.8))
    edges = frozenset((i, j) for j in range(size) for i in range(j) if rng.random() < density)
    return size, rng.randint(0, size), edges


def rows_of(size: int, edges: Edges) -> list[int]:
    rows = [0] * size
    for i, j in edges:
        rows[i] |= 1 << j
        rows[j] |= 1 << i
    return rows


def assert_rest_tells_the_truth(seed: int) -> int:
    size, within, edges = random_graph(Random(seed))
    near, inside = rows_of(size, edges), (1 << within) - 1
    rest = rest_of(near, inside)
    assert rest.needed == len(rest.parts) - len(rest.inner), seed
    for chosen in range(1 << (size - within)):
        others = list(bits(chosen << within))
        apart = frozenset(edge for edge in edges if edge[0] < within)
        can = can_all_be_matched(frozenset([*range(within), *others]), apart)
        assert completes(near, inside, rest, chosen << within) == can, seed
        if len(others) < rest.needed:
            assert not can, seed
        if len(others) == rest.needed:
            assert can == can_all_be_matched(*with_parts(near, rest.parts, rest.inner, others)), seed
    return 1 << (size - within)


def with_parts(
    near: list[int], parts: tuple[int, ...], inner: tuple[tuple[int, ...], ...], others: list[int]
) -> tuple[frozenset[int], Edges]:
    """Build a graph with one vertex for each of the ``parts``, the ``inner`` vertices and the ``others``."""
    start = len(parts)
    edges = {(number, start + vertex) for vertex, mates in enumerate(inner) for number in mates}
    start += len(inner)
    for place, other in enumerate(others, start):
        edges |= {(number, place) for number, part in enumerate(parts) if near[other] & part}
    return frozenset(range(start + len(others))), frozenset(edges)


@pytest.mark.parametrize("block", range(3))
def test_the_needs_of_the_rest_agree_with_brute_force(block: int) -> None:
    assert sum(assert_rest_tells_the_truth(seed) for seed in range(block * 250, block * 250 + 250)) > 1000
