"""A certificate proves that certain players can all be paired. The tests confirm each certificate by brute force."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from pairing_engine.matching.completion import GroupMatchings
from tests.engine.laws.strategies import many

Edges = frozenset[tuple[int, int]]


class Problem(NamedTuple):
    """A random matching problem with several groups of vertices.

    The ``floaters`` come from earlier groups and join group ``k``. ``edges`` are the allowed pairs. ``bye`` is the
    vertex that gets the bye, if any.
    """

    groups: list[list[int]]
    k: int
    floaters: list[int]
    edges: Edges
    bye: int | None


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    rng: Random = draw(st.randoms(use_true_random=False))
    groups: list[list[int]] = []
    for _ in range(rng.randint(1, 4)):
        start = groups[-1][-1] + 1 if groups else 0
        groups.append(list(range(start, start + rng.randint(1, 4))))
    last = groups[-1][-1]
    k = rng.randrange(len(groups))
    above = list(range(groups[k][0]))
    floaters = sorted(rng.sample(above, min(len(above), rng.randint(0, 3))))
    density = rng.choice((0.2, 0.4, 0.6, 0.9))
    edges = frozenset(pair for pair in combinations(range(last + 1), 2) if rng.random() < density)
    odd = (len(floaters) + last + 1 - groups[k][0]) % 2
    below = [v for group in groups[k:] for v in group]
    return Problem(groups, k, floaters, edges, rng.choice(below) if odd else None)


@lru_cache(maxsize=100_000)
def can_all_be_matched(vertices: frozenset[int], edges: Edges) -> bool:
    if not vertices:
        return True
    first = min(vertices)
    rest = vertices - {first}
    return any((first, other) in edges and can_all_be_matched(rest - {other}, edges) for other in rest)


def compatible_by(edges: Edges):  # type: ignore[no-untyped-def]
    return lambda one, other: (min(one, other), max(one, other)) in edges


@many(5)
@given(problems())
def test_completes_tells_the_truth(problem: Problem) -> None:
    groups, k, floaters, edges, bye = problem
    matchings = GroupMatchings(groups, compatible_by(edges), bye)
    below = frozenset(v for group in groups[k:] for v in group) - {bye}
    if matchings.completes(floaters, k):
        assert can_all_be_matched(below | set(floaters), edges)
    if not matchings.left[k]:
        assert can_all_be_matched(below, edges)


@many(5)
@given(problems())
def test_fills_tells_the_truth(problem: Problem) -> None:
    groups, k, floaters, edges, bye = problem
    matchings = GroupMatchings(groups, compatible_by(edges), bye)
    if not matchings.fills(floaters, k):
        return
    group = frozenset(groups[k]) - {bye}
    rest = frozenset(v for later in groups[k + 1 :] for v in later) - {bye}
    between_floaters = frozenset(pair for pair in edges if pair[0] in floaters and pair[1] in floaters)
    met = edges - between_floaters
    free = [frozenset({v}) for v in group] if (len(group) + len(floaters)) % 2 else [frozenset[int]()]
    assert any(
        can_all_be_matched((group | set(floaters)) - one, met) and can_all_be_matched(rest | one, edges) for one in free
    )


@many(2)
@given(problems())
def test_a_certificate_is_given_where_nothing_stands_in_the_way(problem: Problem) -> None:
    groups, k, floaters, _, bye = problem
    vertices = groups[-1][-1] + 1
    matchings = GroupMatchings(groups, compatible_by(frozenset(combinations(range(vertices), 2))), bye)
    if len(floaters) <= len(set(groups[k]) - {bye}):
        assert matchings.fills(floaters, k)
    assert matchings.completes(floaters, k)
