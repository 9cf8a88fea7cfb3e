"""Law: on small rounds the engine gives what C.04.4.1 gives when it is followed word by word.

Mutants killed: see `tests/mutants`.
"""

from __future__ import annotations

import pytest

from tests.literal import dubov
from tests.properties.literal_rounds import assert_literal, paired_rounds, random_round

SEEDS, ALL_SEEDS, BLOCK = 150, 5_500, 50
EVENTS, ALL_EVENTS, EVENTS_BLOCK = 10, 220, 10


def assert_random_rounds(first: int) -> None:
    for seed in range(first, first + BLOCK):
        assert_literal(random_round(seed), "dubov", dubov.pair)


def assert_paired_rounds(first: int) -> None:
    for seed in range(first, first + EVENTS_BLOCK):
        for event in paired_rounds(seed, "dubov"):
            assert_literal(event, "dubov", dubov.pair)


@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_rounds_after_random_histories(first: int) -> None:
    assert_random_rounds(first)


@pytest.mark.parametrize("first", range(0, EVENTS, EVENTS_BLOCK))
def test_rounds_of_events_that_were_paired_by_the_system(first: int) -> None:
    assert_paired_rounds(first)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(SEEDS, ALL_SEEDS, BLOCK))
def test_thousands_of_rounds_after_random_histories(first: int) -> None:
    assert_random_rounds(first)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(EVENTS, ALL_EVENTS, EVENTS_BLOCK))
def test_many_rounds_of_events_that_were_paired_by_the_system(first: int) -> None:
    assert_paired_rounds(first)
