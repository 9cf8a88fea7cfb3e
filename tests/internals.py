"""Access to private parts of the engine. No other test code may use private parts."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from pairing_engine.kernel.colour import ColourStep
from pairing_engine.kernel.engine import engine_of
from pairing_engine.kernel.graph import Horizon
from pairing_engine.kernel.rules import Bracket, BracketPairing, Edge, Region, Rule, Scope, Weigher, costs_of
from pairing_engine.matching import Backend
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.dutch.process import DutchMethod
from pairing_engine.systems.system import System


@contextmanager
def swapped(old: object, new: object) -> Iterator[None]:
    """Replace an object in all modules of the engine until the block ends."""
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


DUTCH_RULES: tuple[Rule, ...] = DUTCH_2026.criteria

DUTCH_COLOURS: tuple[ColourStep, ...] = DUTCH_2026.colour_steps


def afresh(system: System) -> System:
    return system._replace()


@contextmanager
def forgetting(*systems: System) -> Iterator[None]:
    """Clear the caches of these systems before and after the block. A mutant must not use cached results."""
    for system in systems:
        vars(system).pop("_methods", None)
    try:
        yield
    finally:
        for system in systems:
            vars(system).pop("_methods", None)


def dutch_by(rules: Sequence[Rule]) -> System:
    return DUTCH_2026._replace(criteria=tuple(rules))


def dutch_with_colours(steps: Sequence[ColourStep]) -> System:
    return DUTCH_2026._replace(colour_steps=tuple(steps))


def without_shortcuts(system: System) -> System:
    """Return a System with other rules that say the same, for which no shortcut is proved."""
    same = {rule: rule._replace() for rule in system.criteria}
    number = system.number_of_pairs
    return system._replace(
        criteria=tuple(same.values()),
        number_of_pairs=None if number is None else same.get(number, number),
        may_meet=lambda one, other, state: system.may_meet(one, other, state),
    )


def candidates_of(system: System, backend: Backend = Backend.AUTO) -> DutchMethod:
    found = system.by(engine_of(backend))
    assert isinstance(found, DutchMethod)
    return found


def costs_in_use(bracket: Bracket, horizon: Horizon, system: System = DUTCH_2026) -> list[tuple[Edge, int]]:
    """List every edge of a bracket's graph, with its cost in the matching."""
    graph = candidates_of(system).graph(bracket, horizon)
    players, regions = graph.players, graph.regions
    below = Region.BELOW if horizon is Horizon.ALONE else Region.BEYOND
    found = []
    pairs, alone = graph.weighed()
    for i, j, cost in pairs:
        if j == graph.bye:
            found.append((Edge(players[i], None, regions[i], Region.BYE), cost))
        else:
            found.append((Edge(players[i], players[j], regions[i], regions[j]), cost))
    for player, region, cost_alone in zip(players, regions, alone, strict=False):
        if cost_alone is not None:
            found.append((Edge(player, None, region, below), cost_alone))
    return found


def fresh_costs(bracket: Bracket, horizon: Horizon, edges: Sequence[Edge], system: System = DUTCH_2026) -> list[int]:
    """Compute the costs of these edges again, without cached values."""
    candidates = candidates_of(system)
    vertices = len(candidates.graph(bracket, horizon).players)
    rules = [
        rule
        for rule in system.criteria
        if rule.applies(bracket) and (horizon is not Horizon.ALONE or rule.scope is not Scope.BEYOND)
    ]
    weigher = Weigher(rules, bracket, (1 << vertices.bit_length()) - 1)
    return [weigher.pack(costs_of(rules, edge, bracket)) for edge in edges]


def asked(bracket: Bracket, horizon: Horizon) -> BracketPairing:
    """Find the best pairing of a bracket with the matching of the reference engine."""
    found = candidates_of(DUTCH_2026, Backend.REFERENCE).ask(bracket, horizon)
    assert found is not None
    return found.pairing


def replace_in(patch: pytest.MonkeyPatch, system: System, name: str, value: object) -> None:
    """Let a system have another value, although a System cannot be changed."""
    usual = getattr(System, name)
    patch.setattr(System, name, property(lambda one: value if one is system else usual.__get__(one)))
    patch.setitem(vars(system), "_methods", {})
