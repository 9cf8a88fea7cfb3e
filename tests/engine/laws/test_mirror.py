"""Exchanging White and Black in all past games exchanges the colours of the next round.

The law holds for the Dutch and Burstein Systems, but not for Dubov (Article 1.6.4).
"""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pairing_engine.facts.model import Game, Round, Tournament
from pairing_engine.systems.burstein.edition_2026 import BURSTEIN_2026
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System
from tests.engine.laws.strategies import coming, events, finals, many, paired


def mirrored(event: Tournament) -> Tournament:
    rounds = tuple(
        Round(
            tuple(Game(g.black, g.white, g.black_result, g.white_result, g.colours_known) for g in recorded.games),
            recorded.byes,
        )
        for recorded in event.rounds
    )
    initial = event.settings.initial_colour
    assert initial is not None
    return replace(event, rounds=rounds, settings=replace(event.settings, initial_colour=initial.opposite))


def assert_mirrored(event: Tournament, system: System) -> None:
    one, other = (paired(coming(e), system=system) for e in (event, mirrored(event)))
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert [(b.white, b.black) for b in one.boards] == [(b.black, b.white) for b in other.boards]
        assert one.bye == other.bye


@many(3)
@given(st.one_of(events(), finals()))
def test_a_mirrored_event_has_a_mirrored_pairing(event: Tournament) -> None:
    assert_mirrored(event, DUTCH_2026)


@many(4)
@given(events())
def test_a_mirrored_event_has_a_mirrored_pairing_by_burstein(event: Tournament) -> None:
    assert_mirrored(event, BURSTEIN_2026)
