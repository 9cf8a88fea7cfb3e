"""The weights put sets of edges in the same order as the criteria."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pairing_engine.kernel.bracket import Bracket, Edge, Region
from pairing_engine.kernel.rules import Weigher, costs_of
from pairing_engine.state.round_state import Player
from tests.engine.laws.strategies import brackets, many
from tests.internals import DUTCH_RULES

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
    of = replace(data.draw(brackets(most=6, below=3)), allots_bye=allots_bye)
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
