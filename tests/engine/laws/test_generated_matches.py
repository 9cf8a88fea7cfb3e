"""Random events of matches, for the engine and for the transcriptions."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from pairing_engine.facts.model import Tournament
from tests.articles.literal import double_swiss, team, team_2024
from tests.articles.literal.facts import (
    Happened,
    MatchCell,
    MatchEvent,
    NoLegalPairing,
    Paired,
    Preferences,
    double_swiss_of,
    event_of,
    team_event_of,
)
from tests.articles.literal.random_events import double_swiss_event, team_event
from tests.articles.match_builders import Cells, engine_answer
from tests.programs.commands.test_evening import PAIRS, before
from trf import read


class Kind(NamedTuple):
    name: str
    random_event: Callable[[int], MatchEvent]
    in_model: Callable[[MatchEvent], Tournament]
    transcription: Callable[[MatchEvent], Paired]
    edition: str = "2026"

    def engine(self, event: MatchEvent, engine: str = "auto") -> Paired | None:
        return engine_answer(self.in_model(event), self.name, engine, self.edition)

    def transcribed(self, event: MatchEvent) -> Paired | None:
        try:
            return self.transcription(event)
        except NoLegalPairing:
            return None


DOUBLE = Kind("double-swiss", double_swiss_event, double_swiss_of, double_swiss.pair)
TEAM = Kind("team", team_event, team_event_of, team.pair)
TEAM_2024 = Kind("team", team_event, team_event_of, team_2024.pair, "2024")


class MatchRound(NamedTuple):
    """A round to pair, and the engine's answer. The answer is None if the round cannot be paired."""

    event: MatchEvent
    answer: Paired | None


def rounds_of(kind: Kind, seed: int, most: int = 10) -> Iterator[MatchRound]:
    """Yield the rounds of a random event, up to the first round that cannot be paired."""
    rng = Random(f"{kind.name} {seed}")
    count = rng.randint(5, most)
    tpns = range(1, count + 1)
    event = MatchEvent(
        tuple(tpns),
        (),
        min(rng.choice((3, 5, 7, 9)), count),
        rng.choice("wb"),
        forbidden=frozenset(frozenset(rng.sample(tpns, 2)) for _ in range(rng.choice((0, 0, 0, 2, 4)))),
        preferences=rng.choice(list(Preferences)),
        secondary_used=rng.random() < 0.7,
    )
    chances = rng.choice((0.1, 0.4, 0.9)), rng.choice((0.0, 0.0, 0.15)), rng.choice((0.5, 0.9))
    absences = rng.choice((0.0, 0.0, 0.1))
    for _ in range(event.rounds_total):
        event = replace(event, absent=frozenset(tpn for tpn in tpns if rng.random() < absences))
        answer = kind.engine(event)
        yield MatchRound(event, answer)
        if answer is None:
            return
        event = replace(event, rounds=(*event.rounds, _played(answer, event.absent, rng, *chances)))


def _played(
    answer: Paired, absent: frozenset[int], rng: Random, draws: float, forfeits: float, favourites: float
) -> Cells:
    cells = {tpn: MatchCell(0, "-", rng.choice((Happened.ZERO_BYE, Happened.HALF_BYE)), 0) for tpn in sorted(absent)}
    if answer.bye:
        cells[answer.bye] = MatchCell(0, "-", Happened.PAIRING_BYE, 15, 20)
    for white, black in sorted(answer.boards):
        happened = (Happened.PLAYED, Happened.PLAYED)
        if rng.random() < forfeits:
            points = (20, 0)
            happened = (Happened.WON_BY_FORFEIT, Happened.LOST_BY_FORFEIT)
        elif rng.random() < draws:
            points = (10, 10)
        else:
            points = rng.choice(((20, 0), (15, 5)))
        if points[0] != points[1] and (white < black) != (rng.random() < favourites):
            points, happened = points[::-1], happened[::-1]
        games = rng.choice((20, 25, 30)) if points[0] > points[1] else 20
        cells[white] = MatchCell(black, "w", happened[0], points[0], games)
        cells[black] = MatchCell(white, "b", happened[1], points[1], 40 - games)
    return cells


@pytest.mark.parametrize("kind", [DOUBLE, TEAM], ids=["double-swiss", "team"])
def test_the_fixtures_are_paired_as_the_text_says(kind: Kind) -> None:
    facts = event_of(read(before(kind.name)))
    found = kind.transcribed(facts)
    assert found is not None
    lines = [tuple(map(int, line.split())) for line in PAIRS[kind.name].splitlines()[1:]]
    assert set(lines) == found.boards | {(found.bye, 0)}
