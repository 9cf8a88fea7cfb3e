"""On recorded tournaments, the shortcuts agree with the reference engine in every bracket.

The reference engine is slow. If an event has more than `ALWAYS` players, only its last round is compared. Events with
more than `AT_MOST` players are left out.
"""

from __future__ import annotations

import pytest

from pairing_engine.facts.model import Tournament
from pairing_engine.pairing import round_to_pair
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System
from tests.conftest import Archive
from tests.evidence.differential.engines import difference
from tests.evidence.golden.recorded import (
    EVENTS,
    archive_of,
    finished_event,
    other_rounds,
    recorded_rounds,
    single_rounds,
)
from trf import read

ALWAYS = 60
AT_MOST = 200
SMALL = 24
"""The largest number of players in events that `make test` compares."""
EVERY = {"a7": 200, "stress": 100, "features": 100}


def assert_backends_agree(system: System, event: Tournament, most: int) -> int:
    compared = 0
    for state, _ in recorded_rounds(event):
        size = len(state.players)
        if size <= most or (size <= AT_MOST and state.number == len(event.rounds)):
            assert difference(system, state) == "", f"round {state.number}"
            compared += 1
    return compared


def test_both_engines_agree_on_some_small_recorded_events() -> None:
    rounds = 0
    for name, every in EVERY.items():
        archive = archive_of(name)
        for member in archive.members[::every]:
            event = finished_event(archive, member)
            if len(event.participants) <= SMALL:
                rounds += assert_backends_agree(DUTCH_2026, event, SMALL)
    assert rounds > 40


@pytest.mark.golden
@pytest.mark.parametrize(("archive", "member"), [param for name in EVENTS for param in archive_of(name).params()])
def test_both_engines_agree_on_all_recorded_events(archive: Archive, member: str) -> None:
    assert_backends_agree(DUTCH_2026, finished_event(archive, member), ALWAYS)


def assert_single_round_agrees(system: System, archive: Archive, member: str) -> None:
    event = read(archive.read(member))
    assert difference(system, round_to_pair(event, len(event.rounds) + 1, system)) == ""


@pytest.mark.golden
@pytest.mark.parametrize(("archive", "member"), single_rounds().params())
def test_both_engines_agree_on_all_recorded_single_rounds(archive: Archive, member: str) -> None:
    assert_single_round_agrees(DUTCH_2026, archive, member)


@pytest.mark.parametrize(("name", "archive", "member"), other_rounds(every=40))
def test_both_engines_agree_on_some_rounds_of_other_systems(name: str, archive: Archive, member: str) -> None:
    assert_single_round_agrees(SYSTEMS[name]["2026"], archive, member)


@pytest.mark.golden
@pytest.mark.parametrize(("name", "archive", "member"), other_rounds())
def test_both_engines_agree_on_all_rounds_of_other_systems(name: str, archive: Archive, member: str) -> None:
    assert_single_round_agrees(SYSTEMS[name]["2026"], archive, member)
