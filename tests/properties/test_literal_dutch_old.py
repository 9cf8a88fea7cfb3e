"""Law: on small rounds the engine gives what the Dutch texts before 2017 give when they are followed word by word.

Mutants killed: see `test_a_mutant_of_every_requirement_is_found`.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.literal import dutch_2009, dutch_2012
from tests.literal.random_events import random_event
from tests.properties.literal_rounds import Enumerator, assert_literal, paired_rounds

EDITIONS: dict[str, Enumerator] = {"2012": dutch_2012.pair, "2009": dutch_2009.pair}

SEEDS, ALL_SEEDS, BLOCK = 50, 5_000, 50
EVENTS, ALL_EVENTS, EVENTS_BLOCK = 2, 120, 2
"""An event gives about eight saturated rounds."""


def assert_random_rounds(edition: str, first: int) -> None:
    """Rounds of 4 to 14 players after random histories."""
    for seed in range(first, first + BLOCK):
        rng = Random(seed)
        assert_literal(random_event(rng, rng.randint(4, 14)), "dutch", EDITIONS[edition], edition)


def assert_saturated_rounds(edition: str, first: int) -> None:
    """Rounds of events that the edition has paired itself, until hardly anybody is left to meet."""
    for seed in range(first, first + EVENTS_BLOCK):
        for event in paired_rounds(seed, "dutch", edition, saturated=True):
            assert_literal(event, "dutch", EDITIONS[edition], edition)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_rounds_after_random_histories(edition: str, first: int) -> None:
    assert_random_rounds(edition, first)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("first", range(0, EVENTS, EVENTS_BLOCK))
def test_saturated_rounds(edition: str, first: int) -> None:
    assert_saturated_rounds(edition, first)


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("first", range(SEEDS, ALL_SEEDS, BLOCK))
def test_thousands_of_rounds_after_random_histories(edition: str, first: int) -> None:
    assert_random_rounds(edition, first)


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("first", range(EVENTS, ALL_EVENTS, EVENTS_BLOCK))
def test_hundreds_of_saturated_rounds(edition: str, first: int) -> None:
    assert_saturated_rounds(edition, first)
