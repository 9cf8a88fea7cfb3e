"""Brute force detects every fault that these tests put into the code for wishes."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import pytest

from pairing_engine.errors import IllegalPairing
from pairing_engine.systems import system
from tests.articles.literal.facts import Paired
from tests.articles.mutants.changes import TABLES, rewritten, words_of
from tests.engine.wishes.granting import KINDS, Case

pytestmark = pytest.mark.mutants

ENGINES = ("auto", "reference")

MOST_ROUNDS = 1_500


MUTANTS = TABLES["wishes"]

FIRST = {"bye: weak in the Dutch System wherever somebody floats": 1_650}
"""The search for a round that reveals a mutant begins at this seed instead of 0."""


@cache
def case_with_answer(kind: str, seed: int) -> tuple[Case, Paired | None]:
    case = KINDS[kind](seed)
    return case, case.brute_force(case.wishes)


@contextmanager
def mutated(name: str) -> Iterator[None]:
    (words,) = words_of(MUTANTS[name][1:])
    system.granting.cache_clear()
    with rewritten(*words):
        yield
    system.granting.cache_clear()


def is_told_apart(kind: str, seed: int) -> bool:
    """Whether the mutated engine disagrees with brute force.

    A failed assertion or an illegal pairing also counts as a disagreement.
    """
    case, expected = case_with_answer(kind, seed)
    try:
        return any(case.engine(engine) != expected for engine in ENGINES)
    except (AssertionError, IllegalPairing):
        return True


@pytest.mark.parametrize("name", MUTANTS)
def test_brute_force_detects_every_mutant(name: str) -> None:
    first = FIRST.get(name, 0)
    with mutated(name):
        assert any(is_told_apart(MUTANTS[name][0], seed) for seed in range(first, first + MOST_ROUNDS)), (
            f"no round reveals the mutant: {name}"
        )
