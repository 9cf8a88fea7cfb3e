"""Law: on small events the engine gives what the articles give when they are followed step by step."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from pairing_engine import NoPairing, pair
from tests.evidence.tally import counted
from tests.literal import dutch
from tests.literal.adapter import answer_of, tournament_of
from tests.literal.facts import Event, NoLegalPairing, Paired
from tests.literal.random_events import random_event

SEEDS = 200
ALL_SEEDS = 12_000
BLOCK = 50


def assert_literal(event: Event) -> None:
    """Both engines give the boards, the colours and the bye of the enumerator; or neither finds a pairing."""
    expected: Paired | None = None
    with suppress(NoLegalPairing):
        expected = dutch.pair(event)
    for engine in ("auto", "reference"):
        found: Paired | None = None
        with suppress(NoPairing):
            found = answer_of(pair(tournament_of(event), engine=engine, verify=False))
        assert found == expected
    counted("transcriptions", "dutch/2026")


@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_both_engines_give_what_the_literal_enumerator_gives(first: int) -> None:
    """Mutants killed: see `tests/mutants`."""
    for seed in range(first, first + BLOCK):
        assert_literal(random_event(Random(seed)))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(SEEDS, ALL_SEEDS, BLOCK))
def test_both_engines_give_what_the_literal_enumerator_gives_in_thousands_of_events(first: int) -> None:
    for seed in range(first, first + BLOCK):
        assert_literal(random_event(Random(seed)))
