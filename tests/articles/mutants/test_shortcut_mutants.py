"""If a check or a step of a shortcut is changed, the engine ``auto`` pairs some round wrongly.

The checks of a shortcut are not part of a `System`, so these mutants change the source code of functions.
``witnesses.toml`` lists the rounds that the mutants pair differently. If a mutant has no round yet, ``python -m
tests.articles.mutants.search`` finds one.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pairing_engine.fast import transposition
from pairing_engine.fast.transposition import least_denied
from pairing_engine.matching import Backend
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System
from tests.articles.mutants.changes import rewritten, words_in
from tests.articles.mutants.witnesses import answer, assert_told_apart, witnesses
from tests.builders import only, pairs_of, player, state
from tests.engine.test_matching import assert_rest_tells_the_truth
from tests.evidence.golden.recorded import pairs_of_round, small_rounds
from tests.internals import afresh, swapped

MUTANTS = words_in("certificates", "decisions", "walks", "bounds", "profiles")


@contextmanager
def mutated(name: str) -> Iterator[System]:
    (words,) = MUTANTS[name]
    with rewritten(*words):
        yield afresh(DUTCH_2026)


GUARDS = words_in("guards")


@pytest.mark.parametrize("mutant", MUTANTS)
def test_every_proof_of_a_shortcut_matters(mutant: str) -> None:
    assert_told_apart(DUTCH_2026, mutated(mutant), witnesses(mutant), Backend.AUTO)


def assert_all_agree(system: System) -> None:
    assert len(small_rounds()) > 40
    for before, recorded in small_rounds():
        assert answer(system, before, Backend.AUTO) == pairs_of_round(recorded)


def test_a_bound_that_is_too_low_only_makes_walks_give_up() -> None:
    with swapped(least_denied, lambda _: (0, 0)):
        assert_all_agree(DUTCH_2026)


@pytest.mark.parametrize("turns", [0, 100_000])
def test_how_often_a_walk_turns_back_changes_no_answer(turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transposition, "TURNS_BACK", turns)
    assert_all_agree(DUTCH_2026)


@pytest.mark.parametrize("guard", GUARDS)
def test_guards_that_only_save_time_change_no_answer(guard: str) -> None:
    (words,) = GUARDS[guard]
    with rewritten(*words):
        assert_all_agree(DUTCH_2026)


def test_a_bye_that_cannot_be_given_below_goes_higher() -> None:
    """[C5] Player 11 is the lowest player who may have the bye, but cannot get it.

    Otherwise players 5, 6 and 7 could meet only each other, and so could players 8, 9 and 10.
    """
    scores = {1: 30, 2: 30, 3: 20, 4: 20, 11: 0}
    players = [player(tpn, scores.get(tpn, 10), may_have_bye=tpn in (4, 11)) for tpn in range(1, 12)]
    before = state(*only("1-2 3-4 3-5 5-6 5-7 6-7 8-9 8-10 9-10 8-11", players))
    assert pairs_of(before) == "1-2 3-5 6-7 9-10 8-11 4:U"
    assert answer(DUTCH_2026, before, Backend.AUTO) == answer(DUTCH_2026, before, Backend.REFERENCE)


RESTS = words_in("rest")


@pytest.mark.parametrize("mutant", RESTS)
def test_every_step_to_what_the_rest_needs_matters(mutant: str) -> None:
    (words,) = RESTS[mutant]
    with rewritten(*words), pytest.raises(AssertionError):
        [assert_rest_tells_the_truth(seed) for seed in range(750)]
