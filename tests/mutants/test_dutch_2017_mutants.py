"""Every criterion of 2017 and its place, every step of section E, every definition and each step of A.9 matters: the
mutant pairs some recorded round, or some random one, otherwise. The witnesses are kept in ``witnesses_2017.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pairing_engine.facts.model import Tournament
from pairing_engine.matching import Backend
from pairing_engine.pairing import round_to_pair
from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017
from pairing_engine.systems.system import System
from tests.golden.recorded import finished_event, pairs_of_round
from tests.golden.test_dutch_2017 import archive_of
from tests.literal import dutch_2017
from tests.literal.adapter import tournament_of
from tests.literal.random_events import random_event
from tests.mutants.dutch_2017_mutants import MUTANTS
from tests.mutants.witnesses import Answer, answer

WITNESSES: dict[str, dict[str, list[Any]]] = tomllib.loads(
    (Path(__file__).parent / "witnesses_2017.toml").read_text(encoding="utf-8")
)

NO_DIFFERENCE = {
    "swap E.1 E.2": "of two different preferences the stronger one is granted by both steps, and so is the weaker",
    "swap C7.bye C7.number": "with one left over in the last bracket, who may get the bye, both are at their least; "
    "where that cannot be, the bracket is the PPB, and neither is asked",
}
"""Mutants that are the rules in other words, and why."""


def witnesses(mutant: str) -> Iterator[tuple[Tournament, int, Answer]]:
    """Events, a round of each, and how it is to be paired."""
    known = WITNESSES.get(mutant, {})
    for archive, member, number in known.get("recorded", ()):
        event = finished_event(archive_of(archive), member)
        yield event, number, pairs_of_round(event.rounds[number - 1])
    for seed in known.get("random", ()):
        facts = random_event(Random(seed))
        paired = dutch_2017.pair(facts)
        yield tournament_of(facts), len(facts.rounds) + 1, {*paired.boards, *([(paired.bye, 0)] if paired.bye else [])}


def is_told(mutated: System, event: Tournament, number: int, expected: Answer) -> bool:
    """Does a mutant pair the round otherwise, or come to no end at all?"""
    try:
        return answer(mutated, round_to_pair(event, number, mutated), Backend.AUTO) != expected
    except Exception:
        return True


@pytest.mark.parametrize("mutant", [name for name in MUTANTS.names() if name not in NO_DIFFERENCE])
def test_every_rule_definition_and_step_matters(mutant: str) -> None:
    known = list(witnesses(mutant))
    assert known, f"nothing tests it: find a round that {mutant!r} changes"
    for event, number, expected in known:
        assert answer(DUTCH_2017, round_to_pair(event, number, DUTCH_2017), Backend.AUTO) == expected
    with MUTANTS.mutated(mutant) as mutated:
        assert any(is_told(mutated, *witness) for witness in known)


@pytest.mark.parametrize("mutant", NO_DIFFERENCE)
def test_mutants_that_should_make_no_difference_make_none(mutant: str) -> None:
    with MUTANTS.mutated(mutant) as mutated:
        for member in archive_of("stress").members[::15]:
            event = finished_event(archive_of("stress"), member)
            for number, recorded in enumerate(event.rounds, 1):
                assert not is_told(mutated, event, number, pairs_of_round(recorded))


def test_no_witness_is_left_of_a_mutant_that_is_no_more() -> None:
    assert set(WITNESSES) <= set(MUTANTS.names())
