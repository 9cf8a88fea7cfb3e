"""Law: on small events the engine gives what the articles of 2017 give when they are followed step by step."""

from __future__ import annotations

from random import Random

import pytest

from tests.literal import dutch_2017
from tests.literal.random_events import random_event
from tests.properties.literal_rounds import assert_literal, paired_rounds

SEEDS = 100
ALL_SEEDS = 12_000
BLOCK = 50


def assert_literal_2017(first: int) -> None:
    for seed in range(first, first + BLOCK):
        assert_literal(random_event(Random(seed)), "dutch", dutch_2017.pair, edition="2017")


@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_both_engines_give_what_the_literal_enumerator_gives(first: int) -> None:
    """Mutants killed: see `tests/mutants`."""
    assert_literal_2017(first)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(SEEDS, ALL_SEEDS, BLOCK))
def test_both_engines_give_what_the_literal_enumerator_gives_in_thousands_of_events(first: int) -> None:
    assert_literal_2017(first)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 1000, BLOCK))
def test_events_that_the_engine_pairs_from_the_first_round(first: int) -> None:
    """To the last round that can be paired: there the other route of A.9 is taken."""
    for seed in range(first, first + BLOCK):
        for event in paired_rounds(seed, "dutch", edition="2017"):
            assert_literal(event, "dutch", dutch_2017.pair, edition="2017")
