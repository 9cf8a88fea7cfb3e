"""Laws of the matching."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, pairwise, permutations
from random import Random
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from pairing_engine.facts.model import Tournament
from pairing_engine.fast.completion import GroupMatchings
from pairing_engine.fast.transposition import first_assignment
from pairing_engine.kernel.rules import Bracket, Edge, Region, Weigher, costs_of
from pairing_engine.matching import Backend
from pairing_engine.matching.cover import neighbours_by, unmatched
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.shared.in_order import most_pairs
from tests.builders import player, show, show_bracket
from tests.engine.laws.strategies import brackets, coming, events, many, paired
from tests.internals import DUTCH_RULES, without_shortcuts


@many(2)
@given(events(most=16))
def test_auto_agrees_with_the_reference(event: Tournament) -> None:
    state = coming(event)
    one, other = paired(state), paired(state, Backend.REFERENCE)
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert [show_bracket(t.pairing) for t in one.trace] == [show_bracket(t.pairing) for t in other.trace]
        assert show(one) == show(other)


@many(2)
@given(events(most=14))
def test_a_matching_of_every_bracket_has_the_same_answers(event: Tournament) -> None:
    state = coming(event)
    matched, walked = paired(state, system=without_shortcuts(DUTCH_2026)), paired(state)
    assert (matched is None) == (walked is None)
    if matched is not None and walked is not None:
        assert show(matched) == show(walked)


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


@given(problems())
def test_the_most_pairs_are_those_of_a_largest_matching(problem: Problem) -> None:
    vertices = range(problem.groups[-1][-1] + 1)
    found = most_pairs(
        [player(vertex) for vertex in vertices], lambda one, other: (one.tpn, other.tpn) in problem.edges
    )
    assert len(vertices) - 2 * found == len(unmatched(neighbours_by(len(vertices), problem.edges)))


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


@many(5)
@given(st.randoms(use_true_random=False))
def test_the_first_assignment_in_the_order_of_transpositions(rng: Random) -> None:
    tops, others = rng.randint(0, 4), rng.randint(0, 5)
    fitting = {(i, j) for i in range(tops) for j in range(others) if rng.random() < rng.choice((0.4, 0.7))}
    tally = [0] * others

    def move(_top: int, other: int, by: int) -> None:
        tally[other] -= by

    found = first_assignment(tops, others, lambda i, j: (i, j) in fitting, move)
    expected = next(
        (list(mates) for mates in permutations(range(others), tops) if all(p in fitting for p in enumerate(mates))),
        None,
    )
    assert found == expected
    assert tally == [int(j in (found or ())) for j in range(others)]


def test_a_hopeless_walk_is_given_up_soon() -> None:
    asked = 0

    def fits(top: int, _other: int) -> bool:
        nonlocal asked
        asked += 1
        return top < 11

    assert first_assignment(12, 12, fits) is None
    assert asked < 10_000


MOST_EDGES = 6


@st.composite
def disjoint_edges(draw: st.DrawFn, of: Bracket) -> list[Edge]:
    """Choose random edges that have no player in common. At most one of the edges stands for the bye."""
    places = {player.tpn: Region.BRACKET for player in of.members}
    places |= {player.tpn: Region.FOLLOWING for player in of.following}
    places |= {player.tpn: Region.BEYOND for player in of.beyond}
    todo: list[Player] = draw(st.permutations([*of.members, *of.following, *of.beyond]))
    edges: list[Edge] = []
    while todo and len(edges) < MOST_EDGES:
        one = todo.pop()
        if todo and draw(st.integers(0, 2)) == 2 and not (one in of.mdps and todo[-1] in of.mdps):
            upper, lower = sorted((one, todo.pop()), key=lambda p: (-p.score, p.tpn))
            edges.append(Edge(upper, lower, places[upper.tpn], places[lower.tpn]))
            continue
        bye_is_free = all(edge.lower_in is not Region.BYE for edge in edges)
        where = draw(st.sampled_from((Region.BELOW, Region.BEYOND, *((Region.BYE,) if bye_is_free else ()))))
        edges.append(Edge(one, None, places[one.tpn], where))
    return edges


@many(4)
@given(st.data())
def test_weights_order_sets_of_edges_as_the_rules_do(data: st.DataObject) -> None:
    allots_bye = data.draw(st.booleans())
    of = data.draw(brackets(most=6, below=3))._replace(allots_bye=allots_bye)
    edges = data.draw(disjoint_edges(of))
    rules = [rule for rule in DUTCH_RULES if rule.applies(of)]
    weigher = Weigher(rules, of, sum(len(edge.players) for edge in edges))
    weights = [weigher.pack(costs_of(rules, edge, of)) for edge in edges]
    totals, weight = {}, {}
    for chosen in range(2 ** len(edges)):
        subset = [i for i in range(len(edges)) if chosen >> i & 1]
        if of.allots_bye and sum(edges[i].floats for i in subset) > 1:
            continue  # a bracket that gives the bye has at most one downfloater
        totals[chosen] = tuple(rule.total([edges[i] for i in subset], of) for rule in rules)
        weight[chosen] = sum(weights[i] for i in subset)
    assert max(weight.values()) < 1 << weigher.bits
    for one, other in pairwise(sorted(weight, key=weight.__getitem__)):
        assert (weight[one] < weight[other]) == (totals[one] < totals[other])
        assert (weight[one] == weight[other]) == (totals[one] == totals[other])
