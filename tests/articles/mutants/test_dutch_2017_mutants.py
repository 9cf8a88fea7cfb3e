"""If a rule of the Dutch System of 2017 is changed, some round is paired differently.

A witness is a round that a mutant pairs differently. ``witnesses_2017.toml`` lists the recorded and random witnesses.
"""

import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pairing_engine.facts.basic_rules import ByeBar
from pairing_engine.facts.model import ByeKind
from pairing_engine.kernel.rules import Bracket, Cost, Edge, Region, Rule
from pairing_engine.matching import Backend
from pairing_engine.pairing import round_to_pair
from pairing_engine.state.round_state import BAR_BEFORE_2026 as BAR_BEFORE_2026
from pairing_engine.state.round_state import INDIVIDUAL_BAR, float_of_unplayed_round
from pairing_engine.systems.dutch.edition_2017 import (
    CRITERIA,
    DUTCH_2017,
    c7_bye,
    c7_number,
    c7_psd,
    c12,
    c13,
    c14,
    c15,
    c16,
    c17,
    c18,
    c19,
)
from pairing_engine.systems.system import System
from tests.articles.literal import dutch_2017
from tests.articles.literal.facts import tournament_of
from tests.articles.literal.random_events import random_event
from tests.articles.mutants.changes import Change, Mutants, neighbours, words_in
from tests.articles.mutants.witnesses import Witness, answer, assert_told_apart, by_hand, is_told, transcribed
from tests.articles.test_c0401_dutch import POSITIONS
from tests.evidence.golden.recorded import archive_of, finished_event, pairs_of_round
from tests.places import FIXTURES
from trf import examine

_PARTS = {c7_bye: "C7.bye", c7_number: "C7.number", c7_psd: "C7.psd"}

RULES: dict[str, list[Rule]] = neighbours([_PARTS.get(rule, rule.code) for rule in CRITERIA], CRITERIA)


def _with_conventions(**values: object) -> Change:
    return lambda system: system._replace(conventions=system.conventions._replace(**values))  # type: ignore[arg-type]


def _with_costs(change: Callable[[Cost], Cost], *rules: Rule) -> Change:
    def changed(system: System) -> System:
        return system._replace(
            criteria=tuple(
                rule._replace(cost=change(rule.cost)) if rule in rules else rule for rule in system.criteria
            ),
        )

    return changed


def _of_pairs_only(cost: Cost) -> Cost:
    """[E7] Give no downfloat to a player who leaves the bracket unpaired."""
    return lambda edge, bracket: 0 if edge.floats else cost(edge, bracket)


def _of_mdps_only(cost: Cost) -> Cost:
    """[E7] Give no floats to two residents of the CLB who meet each other."""

    def changed(edge: Edge, bracket: Bracket) -> int:
        return cost(edge, bracket) if edge.floats or edge.upper in bracket.mdps else 0

    return changed


def _of_following_only(cost: Cost) -> Cost:
    """[C.7] Ignore the downfloaters of the bracket itself."""
    return lambda edge, bracket: cost(edge, bracket) if edge.upper_in is Region.FOLLOWING else 0


VALUES: dict[str, Change] = {
    "A.4.b as in 2026": _with_conventions(
        float_of_unplayed=lambda outcome, gained, scoring: float_of_unplayed_round(outcome, gained, scoring)
    ),
    "C.2 as in 2026": _with_conventions(bye_bar=INDIVIDUAL_BAR),
    "C.2 without forfeit wins": _with_conventions(bye_bar=ByeBar(frozenset({ByeKind.PAIRING_ALLOCATED}), False)),
    "C.2 with full-point byes": _with_conventions(
        bye_bar=ByeBar(BAR_BEFORE_2026.outcomes | {ByeKind.FULL_POINT}, win_points=False)
    ),
    "C.3 dropped": lambda system: system._replace(may_meet=lambda a, b, _state: b.tpn not in a.barred),
    "E7 no downfloaters": _with_costs(_of_pairs_only, c12, c14),
    "C.7 counts no MDPs who float on": _with_costs(_of_following_only, c7_psd),
    "E7 no residents of the CLB": _with_costs(_of_mdps_only, c12, c13, c14, c15, c16, c17, c18, c19),
}

MUTANTS = Mutants(
    DUTCH_2017,
    RULES,
    neighbours([step.article for step in DUTCH_2017.colour_steps], DUTCH_2017.colour_steps, keep_last=True),
    {},
    VALUES,
    words_in("dutch-2017"),
)


WITNESSES: dict[str, dict[str, list[Any]]] = tomllib.loads(
    (Path(__file__).parent / "witnesses_2017.toml").read_text(encoding="utf-8")
)

NO_DIFFERENCE = {
    "swap E.1 E.2": "if the two preferences differ in colour, granting the stronger one grants both",
    "drop C7.number": "some pairing with the most pairs also pairs every MDP who can be paired, so the smallest PSD "
    "leaves over the fewest players; for different sets of downfloaters this may fail, but no such round is known",
    "swap C7.number C7.psd": "as for dropping C7.number",
    "swap C7.bye C7.number": "if one player is left over in the last bracket and may get the bye, both criteria are at "
    "their minimum; otherwise the bracket is the PPB, to which neither criterion applies",
}
"""The mutants that pair all known rounds correctly, each with the reason."""


def witnesses(mutant: str) -> Iterator[Witness]:
    known = WITNESSES.get(mutant, {})
    for position in POSITIONS.values():
        if position.mutant == mutant:
            yield by_hand(position.before, position.answer)
    for name in known.get("fixtures", ()):
        event = examine((FIXTURES / "dutch-2026" / name / "input.trf").read_bytes(), name=name).tournament
        number = len(event.rounds) + 1
        expected = answer(DUTCH_2017, round_to_pair(event, number, DUTCH_2017), Backend.REFERENCE)
        yield Witness(partial(round_to_pair, event, number), expected)
    for archive, member, number in known.get("recorded", ()):
        event = finished_event(archive_of(archive, "dutch-2017"), member)
        yield Witness(partial(round_to_pair, event, number), pairs_of_round(event.rounds[number - 1]))
    for seed in known.get("random", ()):
        facts = random_event(Random(seed))
        yield transcribed(tournament_of(facts), dutch_2017.pair(facts))


@pytest.mark.parametrize("mutant", [name for name in MUTANTS.names() if name not in NO_DIFFERENCE])
def test_every_rule_definition_and_step_matters(mutant: str) -> None:
    assert_told_apart(DUTCH_2017, MUTANTS.mutated(mutant), [*witnesses(mutant)], Backend.AUTO)


@pytest.mark.parametrize("mutant", NO_DIFFERENCE)
def test_mutants_that_should_make_no_difference_make_none(mutant: str) -> None:
    with MUTANTS.mutated(mutant) as mutated:
        archive = archive_of("stress", "dutch-2017")
        for member in archive.members[::15]:
            event = finished_event(archive, member)
            for number, recorded in enumerate(event.rounds, 1):
                right = Witness(partial(round_to_pair, event, number), pairs_of_round(recorded))
                assert not is_told(mutated, right, Backend.AUTO)


def test_every_witness_belongs_to_a_mutant() -> None:
    assert set(WITNESSES) <= set(MUTANTS.names())
