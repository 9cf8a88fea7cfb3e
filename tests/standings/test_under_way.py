"""[C.07 4.2, Reading K27] The standings of an event with unfinished games in the last round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing_engine.answers.paired import pair
from pairing_engine.changes.paired import with_round
from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Tournament
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.standings.table import standings
from pairing_engine.systems import SYSTEMS
from trf import read, write

SINGLE, TEAMS, DOUBLE = ("dutch", "PTS"), ("team", "MPTS"), ("double-swiss", "PTS")


def before_round_4(system: str, points: str) -> Tournament:
    event = generate(Plan(players=8, rounds=3), 5, SYSTEMS[system]["2026"])
    settings = replace(event.settings, rounds=5, standings_order=(points, "BH", "SB"))
    return replace(event, settings=settings)


@pytest.mark.parametrize("kind", [SINGLE, TEAMS, DOUBLE], ids=lambda kind: kind[0])
def test_standings_are_those_after_the_last_complete_round(kind: tuple[str, str]) -> None:
    event = before_round_4(*kind)
    begun = read(write(with_round(event, pair(event).pairing)))
    assert (begun.under_way, len(begun.rounds)) == (True, 4)
    found = standings(begun)
    assert (found.after, found.places) == (3, standings(event).places)
    assert standings(begun, 2).places == standings(event, 2).places


@pytest.mark.parametrize("kind", [SINGLE, TEAMS], ids=lambda kind: kind[0])
def test_there_are_none_after_a_round_under_way(kind: tuple[str, str]) -> None:
    event = before_round_4(*kind)
    begun = with_round(event, pair(event).pairing)
    with pytest.raises(BadRequest, match="no standings after round 4: it is still being played"):
        standings(begun, 4)
    first = replace(begun, rounds=begun.rounds[:1])
    with pytest.raises(BadRequest, match="no standings after round 1: it is still being played"):
        standings(first)
