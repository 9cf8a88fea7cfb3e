"""If a rule of 1998 is replaced by the rule of 2009, some round is paired differently."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pairing_engine.kernel.rules import Rule
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.dutch_procedure import edition_1998
from pairing_engine.systems.dutch_procedure import edition_2009 as criteria_2009
from pairing_engine.systems.dutch_procedure.process import ByProcedure
from pairing_engine.systems.dutch_procedure.score_bracket import may_meet_2009
from pairing_engine.systems.system import System, as_they_are
from tests.articles.mutants.test_dutch_old_mutants import answer, random_state

DUTCH_1998 = SYSTEMS["dutch"]["1998"]


def with_rules(*rules: Rule) -> System:
    return replace(DUTCH_1998, criteria=rules)


def with_process(**values: object) -> System:
    process = DUTCH_1998.process
    assert isinstance(process, ByProcedure)
    return replace(DUTCH_1998, process=replace(process, **values))  # type: ignore[arg-type]


P1, C12, C12_PAIRS, X, UP, DOWN = edition_1998.CRITERIA

MUTANTS: dict[str, tuple[Callable[[], System], int]] = {
    "A.7.a: absolute preferences stay": (lambda: replace(DUTCH_1998, with_preferences=as_they_are), 41),
    "A.7.d: strong preferences count as absolute": (
        lambda: with_rules(P1, C12, C12_PAIRS, criteria_2009.a7d, X, UP, DOWN),
        5,
    ),
    "A.7.e: mild preferences give way in even rounds": (
        lambda: with_rules(P1, C12, C12_PAIRS, criteria_2009.x, UP, DOWN),
        10,
    ),
    "B, note: B2 for players of 50% or more": (
        lambda: replace(DUTCH_1998, with_preferences=as_they_are, may_meet=may_meet_2009),
        38,
    ),
    "B, note: B5 and B6 for downfloats of everybody": (
        lambda: with_rules(P1, C12, C12_PAIRS, X, UP, replace(DOWN, cost=criteria_2009.lowered_for_downfloater)),
        69,
    ),
    "B, note: B5 and B6 for upfloats of everybody": (
        lambda: with_rules(P1, C12, C12_PAIRS, X, replace(UP, cost=criteria_2009.lowered_for_upfloater), DOWN),
        33,
    ),
    "C.9, C.10: upfloats are dropped first": (
        lambda: with_rules(P1, C12, C12_PAIRS, X, replace(DOWN, in_remainder=False), UP),
        145,
    ),
    "C.9: downfloats are dropped for the whole bracket": (
        lambda: with_rules(P1, C12, C12_PAIRS, X, UP, replace(DOWN, in_remainder=False)),
        145,
    ),
    "C.13: the players of the upper bracket are S1": (lambda: with_process(upper_is_s1=True), 50),
}
"""For each line that differs, the rules with the line of 2009, and the seed of a round that they pair differently."""


@pytest.mark.parametrize("line", MUTANTS)
def test_the_line_of_2009_changes_a_round(line: str) -> None:
    mutant, seed = MUTANTS[line]
    state = random_state(seed, DUTCH_1998)
    assert answer(mutant(), state) != answer(DUTCH_1998, state)
