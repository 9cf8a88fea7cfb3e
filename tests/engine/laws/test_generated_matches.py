"""The engine and the transcription pair random events of matches in the same way.

These events can be written to files and read back unchanged, and the checker confirms their rounds.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker import check
from pairing_engine.facts.codes import TeamOptions
from pairing_engine.facts.model import Settings, Tournament
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.systems.choice import choose
from pairing_engine.systems.shared.upfloater_sets import SetsInOrder
from tests.articles.literal.match_adapter import event_of
from tests.articles.test_c0405_c0406_explanations import published
from tests.conftest import some
from tests.engine.laws.match_events import DOUBLE, TEAM, Kind
from tests.programs.commands.test_matches import PAIRS, before
from trf import examine, read, write

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
    assert (report.choice.system, report.differing) == (system, 0), seed
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
def test_a_quick_explanation_agrees_with_the_full_one(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    for seed in range(30):
        facts = kind.random_event(seed)
        right = kind.transcribed(facts)
        if right is None or len(right.boards) < 2:
            continue
        (one, other), (another, last), *boards = sorted(right.boards)
        text = " ".join(f"{white}-{black}" for white, black in ((one, last), (another, other), *boards))
        event = published(facts, text + (f" {right.bye}:U" if right.bye else ""), kind.name)
        found = check(event, len(event.rounds), kind.name, cause=False).rounds[0].explanation
        with monkeypatch.context() as patch:
            patch.setattr(SetsInOrder, "pairs", lambda _self, _upfloaters: None)
            asked = check(event, len(event.rounds), kind.name, cause=False).rounds[0].explanation
        assert found is not None
        assert asked is not None
        assert found.finding._replace(players=()) == asked.finding._replace(players=()), seed
        compared += 1
    assert compared > 15


@BOTH
def test_the_fixtures_are_paired_as_the_text_says(kind: Kind) -> None:
    facts = event_of(read(before(kind.name)))
    found = kind.transcribed(facts)
    assert found is not None
    lines = [tuple(map(int, line.split())) for line in PAIRS[kind.name].splitlines()[1:]]
    assert set(lines) == found.boards | {(found.bye, 0)}
