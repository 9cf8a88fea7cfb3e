"""The few places where tests reach behind the engine's interfaces, so that a change there is followed up here alone."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pytest

from pairing_engine.kernel.bracket import Bracket, BracketPairing, Edge, Region
from pairing_engine.kernel.bracket_graph import Horizon
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.kernel.rules import Rule, Weigher, costs_of
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dutch import candidates, criteria
from pairing_engine.systems.dutch.edition_2026 import COLOUR_STEPS, DUTCH_2026
from pairing_engine.systems.system import System


@contextmanager
def swapped(old: object, new: object) -> Iterator[None]:
    """Put a value in the place of another one, wherever a module of the engine has a name for it."""
    places = [
        (module, name)
        for module_name, module in list(sys.modules.items())
        if module_name.startswith("pairing_engine")
        for name, value in vars(module).items()
        if value is old
    ]
    assert places, f"no module has a name for {old}"
    with pytest.MonkeyPatch.context() as patch:
        for module, name in places:
            patch.setattr(module, name, new)
        yield


DUTCH_RULES: tuple[Rule, ...] = criteria.RULES
"""The criteria of the Dutch System, in their order."""


@contextmanager
def dutch_by(rules: Sequence[Rule]) -> Iterator[System]:
    """The Dutch System with other criteria."""
    other = replace(criteria.CRITERIA, rules=tuple(rules), weighers={}, known={})
    with swapped(criteria.CRITERIA, other):
        yield DUTCH_2026


def dutch_with_colours(steps: Sequence[ColourStep]) -> System:
    """The Dutch System with another Article 5."""
    return replace(DUTCH_2026, colour_steps=tuple(steps))


DUTCH_COLOURS: tuple[ColourStep, ...] = COLOUR_STEPS


def profile(player: Player, bracket: Bracket) -> Hashable:
    """What the criteria read of a player of the bracket."""
    return criteria.CRITERIA.profile(player, bracket, Region.BRACKET)


def costs_in_use(bracket: Bracket, horizon: Horizon) -> list[tuple[Edge, int]]:
    """Every edge of a question with the cost that the matching is given."""
    question = candidates.question_of(bracket, horizon)
    players, regions = question.players, question.regions
    below = Region.BELOW if horizon is Horizon.ALONE else Region.BEYOND
    found = []
    for i, j, cost in question.pairs:
        if j == question.bye:
            found.append((Edge(players[i], None, regions[i], Region.BYE), cost))
        else:
            found.append((Edge(players[i], players[j], regions[i], regions[j]), cost))
    for player, region, cost_alone in zip(players, regions, question.alone, strict=False):
        if cost_alone is not None:
            found.append((Edge(player, None, region, below), cost_alone))
    return found


def fresh_costs(bracket: Bracket, horizon: Horizon, edges: Sequence[Edge]) -> list[int]:
    """What the rules say of these edges, packed by a weigher that remembers nothing."""
    vertices = len(candidates.question_of(bracket, horizon).players)
    rules = [
        rule
        for rule in DUTCH_RULES
        if rule.applies(bracket) and (horizon is not Horizon.ALONE or rule not in criteria.LOOK_AHEAD)
    ]
    weigher = Weigher(rules, bracket, (1 << vertices.bit_length()) - 1)
    return [weigher.pack(costs_of(rules, edge, bracket)) for edge in edges]


def asked(bracket: Bracket, horizon: Horizon) -> BracketPairing:
    """The best candidate of a bracket, by a matching of the reference backend."""
    found = candidates.ask(bracket, horizon, Backend.REFERENCE)
    assert found is not None
    return found.pairing
