"""If two pairs of players have equal profiles, both pairs have the same costs.

These tests fail if a profile omits a fact that some criterion uses.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing_engine.kernel.bracket import Edge
from pairing_engine.kernel.bracket_graph import Horizon
from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017
from tests.builders import bracket, player
from tests.engine.laws.strategies import brackets, many
from tests.internals import DUTCH_RULES, costs_in_use, fresh_costs, profile


@pytest.mark.parametrize("horizon", Horizon)
@many(4)
@given(st.data())
def test_remembered_costs_are_those_of_this_bracket(horizon: Horizon, data: st.DataObject) -> None:
    bracket = data.draw(brackets(most=6, below=3))
    bracket = replace(bracket, allots_bye=data.draw(st.booleans()))
    found = costs_in_use(bracket, horizon)
    assert [cost for _, cost in found] == fresh_costs(bracket, horizon, [edge for edge, _ in found])


@pytest.mark.parametrize("horizon", [Horizon.ALONE, Horizon.FOLLOWING])
@many(4)
@given(st.data())
def test_costs_remembered_by_the_rules_of_2017(horizon: Horizon, data: st.DataObject) -> None:
    bracket = data.draw(brackets(most=6, below=3))
    found = costs_in_use(bracket, horizon, DUTCH_2017)
    assert [cost for _, cost in found] == fresh_costs(bracket, horizon, [edge for edge, _ in found], DUTCH_2017)


HISTORIES = (
    "",
    "wb",
    "wbw",
    "bwb",
    "ww",
    "bb",
    "wbb",
    "bww",
    "wwbww",
    "bbwbb",
    "wwwb",
    "bbbw",
    "wwwwbb",
    "wbwb",
    "bwbww",
)


def test_in_a_last_round_all_players_of_a_profile_cost_the_same() -> None:
    """[C10, C11] Check that pairs with equal profiles have the same costs in a last round."""
    people = [
        player(n, 10, colours, points=points)
        for n, (colours, points) in enumerate(((c, p) for c in HISTORIES for p in (10, 30)), 1)
    ]
    everybody = bracket(people, number=5, last=True)
    said: dict[tuple[Hashable, Hashable], list[int]] = {}
    for upper, lower in combinations(people, 2):
        key = profile(upper, everybody), profile(lower, everybody)
        costs = [rule.cost(Edge(upper, lower), everybody) for rule in DUTCH_RULES]
        assert said.setdefault(key, costs) == costs
    assert len(said) < len(people) * (len(people) - 1) / 2  # some pairs of players share their profiles
    assert len({tuple(costs) for costs in said.values()}) > 4
