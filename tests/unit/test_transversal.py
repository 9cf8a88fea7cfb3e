"""`transversal` against trying everything: the first of the lightest matchings of graphs with two sides."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from pairing_engine.matching import Pair, lightest
from pairing_engine.matching.cover import bits
from pairing_engine.matching.transversal import Preference, first_of_lightest

Mates = tuple[int, ...]


def every_matching(pairs: list[Pair], alone: list[int | None], vertex: int = 0) -> Iterator[tuple[int, Mates]]:
    """Every matching with its cost: vertex after vertex, with each of its neighbours, or alone where it may be."""
    vertices = len(alone)

    def extend(vertex: int, mates: list[int], cost: int) -> Iterator[tuple[int, Mates]]:
        if vertex == vertices:
            yield cost, tuple(mates)
            return
        if mates[vertex] >= 0:
            yield from extend(vertex + 1, mates, cost)
            return
        own = alone[vertex]
        if own is not None:
            yield from extend(vertex + 1, mates, cost + own)
        for u, v, weight in pairs:
            other = v if u == vertex else u
            if vertex in (u, v) and other > vertex and mates[other] < 0:
                now = list(mates)
                now[vertex], now[other] = other, vertex
                yield from extend(vertex + 1, now, cost + weight)

    return extend(vertex, [-1] * vertices, 0)


def grade(preference: Preference, mates: Mates) -> int:
    """Which of its choices an owner has."""
    mate = mates[preference.owner]
    return next(number for number, choice in enumerate(preference.mates) if choice >> mate & 1)


def random_question(rng: Random) -> tuple[list[Pair], list[int | None], list[Preference]]:
    tops, others = rng.randint(1, 4), rng.randint(1, 5)
    numbers = rng.sample(range(tops + others), tops + others)
    pairs = [
        (min(u, v), max(u, v), rng.randint(0, 3)) for u in numbers[:tops] for v in numbers[tops:] if rng.random() < 0.8
    ]
    alone: list[int | None] = [None] * (tops + others)
    for v in numbers[tops:]:
        if rng.random() < 0.5:
            alone[v] = rng.randint(0, 2)
    preferences = []
    for owner in rng.sample(numbers[:tops], rng.randint(1, tops)):
        near = [u + v - owner for u, v, _ in pairs if owner in (u, v)]
        liked = {mate: rng.randint(0, 4) for mate in near}
        choices = [sum(1 << m for m in near if liked[m] == value) for value in sorted(set(liked.values()))]
        preferences.append(Preference(owner, choices))
    return pairs, alone, preferences


@pytest.mark.parametrize("block", range(10))
def test_the_first_of_the_lightest_matchings_is_found(block: int) -> None:
    """Mutants killed: edges that are not tight kept; an owner's mate given away again; a path that ends anywhere."""
    found = 0
    for seed in range(block * 100, block * 100 + 100):
        pairs, alone, preferences = random_question(Random(seed))
        mates = lightest(pairs, alone, 10, list)
        if mates is None:
            continue
        best = first_of_lightest(mates, pairs, alone, preferences)
        every = list(every_matching(pairs, alone))
        least = min(cost for cost, _ in every)
        ranks = {m: [grade(p, m) for p in preferences] for cost, m in every if cost == least}
        assert best is not None, seed
        assert ranks[tuple(best)] == min(ranks.values()), seed
        found += 1
    assert found > 30


def test_a_graph_without_two_sides_is_left_to_others() -> None:
    triangle = [(0, 1, 0), (1, 2, 0), (0, 2, 0), (2, 3, 0)]
    assert first_of_lightest([1, 0, 3, 2], triangle, [None] * 4, [Preference(0, [0b10, 0b100])]) is None


def test_an_owner_who_may_be_left_alone_is_left_to_others() -> None:
    assert first_of_lightest([1, 0], [(0, 1, 0)], [1, 1], [Preference(0, [0b10])]) is None


def test_owners_on_both_sides_are_left_to_others() -> None:
    square = [(0, 1, 0), (1, 2, 0), (2, 3, 0), (0, 3, 0)]
    preferences = [Preference(0, [0b10, 0b1000]), Preference(1, [0b1, 0b100])]
    assert first_of_lightest([1, 0, 3, 2], square, [None] * 4, preferences) is None


def test_the_bits_of_a_choice_are_vertices() -> None:
    assert list(bits(0b1010)) == [1, 3]
