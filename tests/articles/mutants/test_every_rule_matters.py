"""If a rule of the Dutch System is changed, some round is paired differently.

``witnesses.toml`` lists a few small rounds for each mutant.
"""

from contextlib import nullcontext

import pytest

from pairing_engine.kernel.rules import Rule
from pairing_engine.matching import Backend
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.articles.mutants.changes import neighbours
from tests.articles.mutants.test_shortcut_mutants import MUTANTS
from tests.articles.mutants.witnesses import WITNESSES, answer, assert_told_apart, told_apart_by, witnesses
from tests.evidence.golden.recorded import fixture_answer, fixture_state, fixtures_of, pairs_of_round, small_rounds
from tests.internals import DUTCH_COLOURS, DUTCH_RULES, dutch_by, dutch_with_colours


def name_of(rule: Rule) -> str:
    """Return the rule's code; the two rules of [C8] become ``C8.number`` and ``C8.scores``."""
    return rule.code if rule.code != "C8" else "C8.number" if rule.levels is None else "C8.scores"


RULES = neighbours([name_of(rule) for rule in DUTCH_RULES], DUTCH_RULES)
COLOURS = neighbours([step.article for step in DUTCH_COLOURS], DUTCH_COLOURS, keep_last=True)

NO_DIFFERENCE = {
    "swap C8.scores C9": "[C9] applies only if the single downfloater gets the bye; [C7] has fixed the score of this "
    "player, and nobody else floats from the next bracket, so [C8] lists the same scores for every candidate",
    "swap 5.2.1 5.2.2": "if the two preferences differ in colour, granting the stronger one grants both",
}
"""The mutants that still pair every round correctly, each with the reason."""


@pytest.mark.parametrize("mutant", [name for name in RULES if name not in NO_DIFFERENCE])
def test_every_criterion_and_its_place_matter(mutant: str) -> None:
    assert_told_apart(DUTCH_2026, nullcontext(dutch_by(RULES[mutant])), witnesses(mutant), Backend.REFERENCE)


@pytest.mark.parametrize("mutant", [name for name in COLOURS if name not in NO_DIFFERENCE])
def test_every_step_of_the_colours_and_its_place_matter(mutant: str) -> None:
    changed = dutch_with_colours(COLOURS[mutant])
    assert_told_apart(DUTCH_2026, nullcontext(changed), witnesses(mutant), Backend.AUTO)


@pytest.mark.parametrize("mutant", NO_DIFFERENCE)
def test_mutants_that_should_make_no_difference_make_none(mutant: str) -> None:
    mutated = dutch_by(RULES[mutant]) if mutant in RULES else dutch_with_colours(COLOURS[mutant])
    for folder in fixtures_of("dutch-2026"):
        assert answer(mutated, fixture_state(folder), Backend.REFERENCE) == set(fixture_answer(folder))
    for state, recorded in small_rounds():
        assert answer(mutated, state, Backend.REFERENCE) == pairs_of_round(recorded)


def test_every_witness_belongs_to_a_mutant() -> None:
    known = {*RULES, *COLOURS, *MUTANTS}
    assert set(WITNESSES) <= known
    assert {mutant for folder in fixtures_of("dutch-2026") for mutant in told_apart_by(folder)} <= known
