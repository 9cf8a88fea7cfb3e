"""For each system that can grant wishes, random rounds with wishes and a brute-force pairing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import NamedTuple

from pairing_engine import NoPairing, pair
from pairing_engine.facts.model import Tournament
from tests.articles.literal.facts import (
    Event,
    MatchEvent,
    NoLegalPairing,
    Paired,
    answer_of,
    double_swiss_of,
    team_event_of,
    tournament_of,
)
from tests.articles.literal.random_events import double_swiss_event, random_event, team_event
from tests.engine.laws.strategies import after_the_seeding_rounds
from tests.engine.wishes.literal_others import (
    burstein_round,
    double_swiss_round,
    dubov_round,
    dutch_2017_round,
    team_round,
)
from tests.engine.wishes.literal_wishes import Wishes, dutch_round
from tests.engine.wishes.random_wishes import random_wishes, with_wishes

MOST = 8
"""The largest number of participants in a round that brute force can pair."""


class Case(NamedTuple):
    seed: int
    system: str
    edition: str
    tournament: Tournament
    wishes: Wishes
    brute_force: Callable[[Wishes], Paired | None]

    def engine(self, engine: str, wishes: Wishes | None = None) -> Paired | None:
        tournament = with_wishes(self.tournament, self.wishes if wishes is None else wishes)
        with suppress(NoPairing):
            return answer_of(pair(tournament, system=self.system, edition=self.edition, engine=engine))
        return None


def single_games(seed: int) -> Event:
    rng = Random(seed)
    event = random_event(rng, rng.choice((4, 5, 6, 7, 7, 8, 8)))
    ratings = [1500 + 25 * rng.randint(0, 36) for _ in event.entrants]
    entrants = (replace(entrant, rating=rating) for entrant, rating in zip(event.entrants, ratings, strict=True))
    return replace(event, entrants=tuple(entrants))


def _case_of_games(seed: int, name: str, edition: str, event: Event, brute: Callable[[Event, Wishes], Paired]) -> Case:
    wishes = random_wishes(Random(seed), [entrant.tpn for entrant in event.entrants])
    return Case(seed, name, edition, tournament_of(event), wishes, lambda asked: _or_none(lambda: brute(event, asked)))


def _case_of_matches(
    seed: int,
    name: str,
    make: Callable[[int], MatchEvent],
    model: Callable[[MatchEvent], Tournament],
    brute: Callable[[MatchEvent, Wishes], Paired],
) -> Case:
    numbers = (1_000_000 * step + seed for step in range(100))
    event = next(event for event in map(make, numbers) if 1 < len(set(event.participants) - event.absent) <= MOST)
    wishes = random_wishes(Random(seed), event.participants)
    return Case(seed, name, "2026", model(event), wishes, lambda asked: _or_none(lambda: brute(event, asked)))


def _or_none(brute: Callable[[], Paired]) -> Paired | None:
    with suppress(NoLegalPairing):
        return brute()
    return None


KINDS: dict[str, Callable[[int], Case]] = {
    "dutch-2026": lambda seed: _case_of_games(seed, "dutch", "2026", single_games(seed), dutch_round),
    "dutch-2017": lambda seed: _case_of_games(seed, "dutch", "2017", single_games(seed), dutch_2017_round),
    "dubov": lambda seed: _case_of_games(seed, "dubov", "2026", single_games(seed), dubov_round),
    "burstein": lambda seed: _case_of_games(
        seed, "burstein", "2026", after_the_seeding_rounds(single_games(seed)), burstein_round
    ),
    "double-swiss": lambda seed: _case_of_matches(
        seed, "double-swiss", double_swiss_event, double_swiss_of, double_swiss_round
    ),
    "team": lambda seed: _case_of_matches(seed, "team", team_event, team_event_of, team_round),
}
