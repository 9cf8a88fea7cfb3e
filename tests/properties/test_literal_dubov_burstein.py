"""Law: on small rounds the engine gives what C.04.4.1 and C.04.4.2 give when they are followed word by word.

Mutants killed: see `tests/mutants`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.literal import burstein, dubov, dutch
from tests.literal.common import coming_round
from tests.literal.facts import Event, Paired
from tests.properties.literal_rounds import after_the_seeding_rounds, assert_literal, paired_rounds, random_round

SEEDS, ALL_SEEDS, BLOCK = 150, 5_500, 50
EVENTS, ALL_EVENTS, EVENTS_BLOCK = 10, 220, 10


def with_seeding_rounds(event: Event) -> Paired:
    """[C.04.4.2 1.6.1] Seeding rounds are paired by the rules of the Dutch System."""
    if coming_round(event) <= burstein.seeding_rounds(event.rounds_total):
        return dutch.pair(event)
    return burstein.pair(event)


class Law(NamedTuple):
    """By the words: a round with a history drawn by lot, and any round of an event that the system has paired."""

    random_event: Callable[[int], Event]
    random_round: Callable[[Event], Paired]
    any_round: Callable[[Event], Paired]


LAWS = {
    "dubov": Law(random_round, dubov.pair, dubov.pair),
    "burstein": Law(lambda seed: after_the_seeding_rounds(random_round(seed)), burstein.pair, with_seeding_rounds),
}

EVERY_SYSTEM = pytest.mark.parametrize("system", LAWS)


def assert_random_rounds(system: str, first: int) -> None:
    for seed in range(first, first + BLOCK):
        assert_literal(LAWS[system].random_event(seed), system, LAWS[system].random_round)


def assert_paired_rounds(system: str, first: int) -> None:
    for seed in range(first, first + EVENTS_BLOCK):
        for event in paired_rounds(seed, system):
            assert_literal(event, system, LAWS[system].any_round)


@EVERY_SYSTEM
@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_rounds_after_random_histories(system: str, first: int) -> None:
    assert_random_rounds(system, first)


@EVERY_SYSTEM
@pytest.mark.parametrize("first", range(0, EVENTS, EVENTS_BLOCK))
def test_rounds_of_events_that_were_paired_by_the_system(system: str, first: int) -> None:
    """Seeding rounds among them."""
    assert_paired_rounds(system, first)


@pytest.mark.slow
@EVERY_SYSTEM
@pytest.mark.parametrize("first", range(SEEDS, ALL_SEEDS, BLOCK))
def test_thousands_of_rounds_after_random_histories(system: str, first: int) -> None:
    assert_random_rounds(system, first)


@pytest.mark.slow
@EVERY_SYSTEM
@pytest.mark.parametrize("first", range(EVENTS, ALL_EVENTS, EVENTS_BLOCK))
def test_many_rounds_of_events_that_were_paired_by_the_system(system: str, first: int) -> None:
    assert_paired_rounds(system, first)
