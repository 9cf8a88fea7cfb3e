"""Law: if White and Black are exchanged in all past games, they are exchanged in the pairing.

The law holds for the Dutch and Burstein Systems, but not for Dubov, whose Article 1.6.4 treats colours differently.
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
    """The event with the colours exchanged in all games and in the initial-colour."""
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
    """In the Dutch System, an event with exchanged colours gets the pairing with exchanged colours.

    Mutants killed: a preference for White is absolute only from a difference of -3; two Blacks in a row do not count;
    5.2.3 always gives White.
    """
    assert_mirrored(event, DUTCH_2026)


@many(4)
@given(events())
def test_a_mirrored_event_has_a_mirrored_pairing_by_burstein(event: Tournament) -> None:
    """In the Burstein System, an event with exchanged colours gets the pairing with exchanged colours.

    Mutant killed: 5.2.4 always gives White.
    """
    assert_mirrored(event, BURSTEIN_2026)
