"""Law: the engine gives what independent transcriptions of C.04.5 and C.04.6 give, which list all sets and pairings."""

from __future__ import annotations

import pytest

from tests.evidence.tally import counted
from tests.properties.match_events import DOUBLE, TEAM, Kind, rounds_of

SEEDS = 150
ALL_SEEDS = 8_000
EVENTS = 20
ALL_EVENTS = 800
BLOCK = 50
EVENTS_BLOCK = 10

BOTH = pytest.mark.parametrize("kind", [DOUBLE, TEAM], ids=["double-swiss", "team"])


def assert_random_rounds(kind: Kind, first: int) -> None:
    """A block of rounds after random histories, by both backends."""
    for seed in range(first, first + BLOCK):
        event = kind.random_event(seed)
        expected = kind.transcribed(event)
        assert kind.engine(event) == expected, seed
        assert kind.engine(event, "reference") == expected, seed
        counted("transcriptions", f"{kind.name}/2026")


def assert_played_rounds(kind: Kind, first: int) -> None:
    """A block of events that the engine has paired from the first round."""
    for seed in range(first, first + EVENTS_BLOCK):
        for number, (event, answer) in enumerate(rounds_of(kind, seed), 1):
            assert answer == kind.transcribed(event), (seed, number)
            counted("transcriptions", f"{kind.name}/2026")


@BOTH
@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_rounds_after_random_histories(kind: Kind, first: int) -> None:
    """Mutants killed: see `tests.mutants.test_match_mutants`."""
    assert_random_rounds(kind, first)


@BOTH
@pytest.mark.parametrize("first", range(0, EVENTS, EVENTS_BLOCK))
def test_rounds_of_events_that_were_paired_by_the_system(kind: Kind, first: int) -> None:
    """Forfeits, absences and prohibited pairs among them; brackets of ten participants at most."""
    assert_played_rounds(kind, first)


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("first", range(SEEDS, ALL_SEEDS, BLOCK))
def test_thousands_of_rounds_after_random_histories(kind: Kind, first: int) -> None:
    assert_random_rounds(kind, first)


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("first", range(EVENTS, ALL_EVENTS, EVENTS_BLOCK))
def test_thousands_of_rounds_of_events_that_were_paired_by_the_system(kind: Kind, first: int) -> None:
    assert_played_rounds(kind, first)
