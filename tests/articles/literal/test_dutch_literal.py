"""The transcriptions of 2026 and 2017 choose the first of the best candidates, and pair recorded rounds of 2017."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from pairing_engine.state.initial_colour import inferred_initial_colour
from tests.articles.literal import dutch, dutch_2017
from tests.articles.literal.dutch import IMPOSSIBLE, Pair
from tests.articles.literal.dutch_2017 import TooManyCandidates, parameters, parameters_of_clb
from tests.articles.literal.facts import Event, NoLegalPairing, Paired
from tests.articles.literal.random_events import event_before, random_event, recorded_answer
from tests.conftest import GOLDEN, Archive
from tests.evidence.golden.recorded import finished_event

Pairs = tuple[Pair, ...]


def best_of_2026(paired: dutch.PairedBracket) -> Pairs:
    """[3.8.1] Compare all candidates and return the earliest of the best candidates."""
    made = paired.bracket
    complete = (c for c in dutch.candidates(made, paired.limits) if made.completion(c.downfloaters) != IMPOSSIBLE)
    return min(complete, key=lambda one: [criterion(made, one) for criterion in dutch.CRITERIA]).pairs


def best_of_2017(paired: dutch_2017.PairedBracket) -> Pairs:
    """[B.8] Compare all candidates and return the earliest of the best candidates."""
    made = paired.bracket
    limits = parameters_of_clb(made) if paired.kind == "CLB" else parameters(made)
    complete = (
        candidate for candidate in dutch_2017.candidates(made, limits) if made.completes(candidate.downfloaters)
    )
    return min(complete, key=lambda one: [criterion(made, one) for criterion in dutch_2017.CRITERIA]).pairs


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_the_accepted_candidate_is_the_first_of_the_best(first: int) -> None:
    """The transcriptions do not list all candidates, but stop early."""
    for seed in range(first, first + 50):
        event = random_event(Random(seed), players=5 + seed % 4)
        with suppress(NoLegalPairing):
            for paired in dutch.pair_brackets(event):
                assert best_of_2026(paired) == paired.candidate.pairs
        with suppress(NoLegalPairing):
            for in_2017 in dutch_2017.pair_brackets(event):
                assert best_of_2017(in_2017) == in_2017.candidate.pairs


ALL_ROUNDS = {"stress": 452, "long": 864, "features": 324}
"""The number of recorded rounds with at most twelve participants in each archive."""


def small_recorded_rounds(name: str, most: int, every: int = 1) -> Iterator[tuple[str, Event, Paired]]:
    """Yield the rounds of every ``every``-th recorded event, if the event has at most ``most`` participants."""
    archive = Archive(GOLDEN / "dutch-2017" / f"{name}.zip", 100)
    for member in archive.members[::every]:
        event = finished_event(archive, member)
        if len(event.participants) > most:
            continue
        colour = event.settings.initial_colour or inferred_initial_colour(event)
        for number, recorded in enumerate(event.rounds, 1):
            answer = recorded_answer(recorded)
            if answer.boards or answer.bye:
                yield f"{member} {number}", event_before(event, number, colour), answer


@pytest.mark.parametrize("name", ALL_ROUNDS)
def test_recorded_rounds_of_up_to_ten_players(name: str) -> None:
    rounds = list(small_recorded_rounds(name, 10, every=4))
    assert len(rounds) > 40
    for place, event, answer in rounds:
        assert dutch_2017.pair(event) == answer, place


@pytest.mark.golden
@pytest.mark.parametrize("name", ALL_ROUNDS)
def test_recorded_rounds_of_up_to_twelve_players(name: str) -> None:
    rounds = list(small_recorded_rounds(name, 12))
    assert len(rounds) == ALL_ROUNDS[name]
    for place, event, answer in rounds:
        with suppress(TooManyCandidates):
            assert dutch_2017.pair(event, most=20_000) == answer, place
