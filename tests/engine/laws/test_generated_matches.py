"""The engine and the transcription pair random events of matches in the same way.

These events can be written to files and read back unchanged, and the checker confirms their rounds.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from checker import check
from pairing_engine.facts.codes import TeamOptions
from pairing_engine.facts.model import Settings, Tournament
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.systems.choice import choose
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
from tests.conftest import some
from tests.programs.commands.test_evening import PAIRS, before
from trf import examine, read, write


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


SEEDS = 40
ALL_SEEDS = 2_000
BLOCK = 20
SMALL = 9

BOTH = pytest.mark.parametrize("kind", [DOUBLE, TEAM], ids=["double-swiss", "team"])


def plan_of(seed: int, kind: Kind) -> Plan:
    baku = seed % 5 == 0
    team = TeamOptions()
    if kind is TEAM:
        primary = True if baku else (None, True, False)[seed % 3]
        team = TeamOptions(("A", "B", "")[seed % 3], primary, (None, True, False)[seed // 3 % 3])
    return Plan(
        players=4 + seed % (SMALL - 3) if seed % 2 else 10 + seed % 31,
        rounds=3 + seed % 5,
        baku=baku,
        forfeits=(Amount(10),) if seed % 4 == 0 else (),
        full_point_byes=(Amount(4 if seed % 7 == 0 else 0),),
        team=team,
    )


def assert_confirmed(kind: Kind, seed: int) -> None:
    system = choose(Settings(), kind.name).system
    event = generate(plan_of(seed, kind), seed, system)
    text = write(event)
    reading = examine(text)
    known = {"ADJ-13", "ADJ-80"}  # a bye F may mean U, and a number of rounds may look like a number of columns
    assert {adjustment.code for adjustment in reading.adjustments} <= known, seed
    assert reading.tournament == event, seed
    assert write(reading.file) == write(reading.tournament) == text, seed
    report = check(reading.tournament, cause=False)
    assert (report.choice.system, report.number_of_faults) == (system, 0), seed
    if len(event.participants) <= SMALL and not event.settings.baku:
        for number in range(1, len(event.rounds) + 1):
            assert_transcribed(kind, replace(event, rounds=event.rounds[: number - 1]), event)


def assert_transcribed(kind: Kind, past: Tournament, event: Tournament) -> None:
    recorded = event.rounds[len(past.rounds)]
    there = set(recorded.paired())
    absent = frozenset(participant.tpn for participant in event.participants) - there
    found = kind.transcribed(replace(event_of(past), absent=frozenset(map(int, absent))))
    assert found is not None
    assert {(m.white, m.black) for m in recorded.meetings()} == found.boards
    assert there - {tpn for board in found.boards for tpn in board} == ({found.bye} if found.bye else set())


@BOTH
@pytest.mark.parametrize("first", some(range(0, ALL_SEEDS, BLOCK), SEEDS // BLOCK))
def test_a_generated_event_is_confirmed_and_paired_as_written(kind: Kind, first: int) -> None:
    for seed in range(first, first + BLOCK):
        assert_confirmed(kind, seed)


@BOTH
def test_the_fixtures_are_paired_as_the_text_says(kind: Kind) -> None:
    facts = event_of(read(before(kind.name)))
    found = kind.transcribed(facts)
    assert found is not None
    lines = [tuple(map(int, line.split())) for line in PAIRS[kind.name].splitlines()[1:]]
    assert set(lines) == found.boards | {(found.bye, 0)}
