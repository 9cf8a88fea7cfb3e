"""Law: on small rounds the engine gives what C.04.4.2 gives when it is followed word by word.

Mutants killed: see `tests/mutants`.
"""

from __future__ import annotations

import pytest

from tests.literal import burstein, dutch
from tests.literal.common import coming_round
from tests.literal.facts import Event, Paired
from tests.properties.literal_rounds import after_the_seeding_rounds, assert_literal, paired_rounds, random_round

SEEDS, ALL_SEEDS, BLOCK = 150, 5_500, 50
EVENTS, ALL_EVENTS, EVENTS_BLOCK = 10, 220, 10


def by_the_words(event: Event) -> Paired:
    """[1.6.1] Seeding rounds are paired by the rules of the Dutch System."""
    if coming_round(event) <= burstein.seeding_rounds(event.rounds_total):
        return dutch.pair(event)
    return burstein.pair(event)


def assert_random_rounds(first: int) -> None:
    for seed in range(first, first + BLOCK):
        assert_literal(after_the_seeding_rounds(random_round(seed)), "burstein", burstein.pair)


def assert_paired_rounds(first: int) -> None:
    for seed in range(first, first + EVENTS_BLOCK):
        for event in paired_rounds(seed, "burstein"):
            assert_literal(event, "burstein", by_the_words)


@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_rounds_after_random_histories(first: int) -> None:
    assert_random_rounds(first)


@pytest.mark.parametrize("first", range(0, EVENTS, EVENTS_BLOCK))
def test_rounds_of_events_that_were_paired_by_the_system(first: int) -> None:
    """Seeding rounds among them."""
    assert_paired_rounds(first)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(SEEDS, ALL_SEEDS, BLOCK))
def test_thousands_of_rounds_after_random_histories(first: int) -> None:
    assert_random_rounds(first)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(EVENTS, ALL_EVENTS, EVENTS_BLOCK))
def test_many_rounds_of_events_that_were_paired_by_the_system(first: int) -> None:
    assert_paired_rounds(first)
