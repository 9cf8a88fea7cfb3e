"""Law: the engine gives what an independent transcription of C.04.4.3 gives, which knows no look-ahead."""

from __future__ import annotations

from random import Random

import pytest

from tests.evidence.tally import counted
from tests.literal import lim
from tests.literal.facts import Event, NoLegalPairing, Paired
from tests.literal.random_events import random_event
from tests.properties.lim_events import engine_answer, rounds_of

SEEDS = 300
ALL_SEEDS = 12_000
EVENTS = 20
ALL_EVENTS = 600
BLOCK = 100
EVENTS_BLOCK = 10
REFERENCE_EVERY = 8


def transcribed(event: Event, *, maxi: bool = False) -> Paired | None:
    """The answer of the transcription; None if there is no pairing."""
    try:
        return lim.pair(event, maxi)
    except NoLegalPairing:
        return None


def assert_random_rounds(first: int) -> None:
    """A block of rounds after random histories; the reference is asked about some of them."""
    for seed in range(first, first + BLOCK):
        event = random_event(Random(seed))
        expected = transcribed(event)
        assert engine_answer(event) == expected, seed
        counted("transcriptions", "lim/2026")
        if seed % REFERENCE_EVERY == 0:
            assert engine_answer(event, "reference") == expected, seed


def assert_played_rounds(first: int) -> None:
    """A block of events that the engine has paired from the first round."""
    for seed in range(first, first + EVENTS_BLOCK):
        for number, found in enumerate(rounds_of(seed), 1):
            assert found.answer == transcribed(found.event, maxi=found.maxi), (seed, number)
            counted("transcriptions", "lim/2026")


@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_rounds_after_random_histories(first: int) -> None:
    assert_random_rounds(first)


@pytest.mark.parametrize("first", range(0, EVENTS, EVENTS_BLOCK))
def test_rounds_of_events_that_were_paired_by_the_system(first: int) -> None:
    """Maxi-tournaments, blocked medians, acceleration, forfeits and other points among them."""
    assert_played_rounds(first)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(SEEDS, ALL_SEEDS, BLOCK))
def test_thousands_of_rounds_after_random_histories(first: int) -> None:
    assert_random_rounds(first)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(EVENTS, ALL_EVENTS, EVENTS_BLOCK))
def test_thousands_of_rounds_of_events_that_were_paired_by_the_system(first: int) -> None:
    assert_played_rounds(first)
