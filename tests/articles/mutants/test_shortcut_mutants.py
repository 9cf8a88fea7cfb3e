"""Every shortcut of ``auto`` needs its proof: without it, some round is paired wrongly.

The witnesses are kept in ``witnesses.toml``. (If a change leaves a mutant without one: ``python -m
tests.articles.mutants.search``.)

A System names whole shortcuts. A shortcut without a part of its proof is no value, so the source is rewritten.
"""

from __future__ import annotations

import pytest

from pairing_engine.matching import Backend
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.shared import downward as walkdown
from pairing_engine.systems.shared import greedy_transposition as transposition
from pairing_engine.systems.shared.counting import least_denied
from pairing_engine.systems.system import System
from tests.articles.mutants.rewriting import rewritten
from tests.articles.mutants.shortcuts import DECIDE, MUTANTS, mutated
from tests.articles.mutants.witnesses import answer, assert_told_apart
from tests.evidence.golden.recorded import pairs_of_round, small_rounds
from tests.internals import swapped


@pytest.mark.parametrize("mutant", MUTANTS)
def test_every_proof_of_a_shortcut_matters(mutant: str) -> None:
    assert_told_apart(mutant, mutated(mutant), Backend.AUTO)


def assert_all_agree(system: System) -> None:
    """Check that small rounds are paired as recorded."""
    assert len(small_rounds()) > 40
    for state, recorded in small_rounds():
        assert answer(system, state, Backend.AUTO) == pairs_of_round(recorded)


def test_a_bound_that_is_too_low_only_makes_walks_give_up() -> None:
    """Bounds that are too low never change an answer; they only end searches sooner."""
    with swapped(least_denied, lambda _: (0, 0)):
        assert_all_agree(DUTCH_2026)


@pytest.mark.parametrize("turns", [0, 100_000])
def test_how_often_a_walk_turns_back_changes_no_answer(turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transposition, "TURNS_BACK", turns)
    assert_all_agree(DUTCH_2026)


@pytest.mark.parametrize(
    ("function", "old", "new"),
    [
        (DECIDE, "elif self.below.bye_group > index:", "else:"),
        (DECIDE, "self.below.bye_group > index + 1 and ", ""),
        (walkdown._Shortcuts._alone, "self.below.needed(below) > len(bracket.members) % 2", "False"),
        (walkdown._Shortcuts._with_following, "self.below.needed(below + 1) > ", "-1 > "),
        (walkdown.alone, "len(members) < 3", "False"),
    ],
    ids=[
        "the bye comes from the bracket",
        "the bye comes from the following",
        "too few float from the bracket",
        "too few float from both",
        "it is obvious",
    ],
)
def test_guards_that_only_save_time_change_no_answer(function: object, old: str, new: str) -> None:
    """Guards that only save time never change an answer."""
    with rewritten(function, old, new):  # type: ignore[arg-type]
        assert_all_agree(DUTCH_2026)
