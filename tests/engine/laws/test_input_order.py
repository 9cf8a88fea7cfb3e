from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st

from pairing_engine.facts.model import Round, Tournament
from pairing_engine.state.history import state_before
from tests.engine.laws.strategies import answer, events

Thing = TypeVar("Thing")


def shuffled(rng: Random, things: tuple[Thing, ...]) -> tuple[Thing, ...]:
    found = list(things)
    rng.shuffle(found)
    return tuple(found)


@given(events(), st.randoms(use_true_random=False))
def test_games_byes_requests_and_prohibitions_in_any_order(event: Tournament, rng: Random) -> None:
    rounds = tuple(Round(shuffled(rng, r.games), shuffled(rng, r.byes)) for r in event.rounds)
    settings = replace(event.settings, prohibitions=shuffled(rng, event.settings.prohibitions))
    other = replace(event, rounds=rounds, requests=shuffled(rng, event.requests), settings=settings)
    for number in range(1, len(event.rounds) + 2):
        assert answer(state_before(other, number)) == answer(state_before(event, number))
