"""Laws of the editions before 2026 that only small walks cover, and the faults that these laws find."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from pairing_engine.errors import NoPairing
from pairing_engine.facts.model import Bye, ByeKind, Colour, Participant, Request, Tournament, Tpn
from pairing_engine.facts.renumbered import renumbered
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round, round_to_pair
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System, in_every_round
from tests.engine.laws.test_rounds import mirrored
from tests.evidence.exhaustive.counted import position
from tests.evidence.exhaustive.subjects import EVERY, OLDER
from tests.internals import afresh

POSITIONS = 25

Boards = tuple[frozenset[tuple[int, int]], int | None] | None
Law = Callable[[Tournament, System], bool]

NAMES = [subject.name for subject in OLDER]

MIRRORED = [name for name in NAMES if not name.startswith("dubov/")]
"""In Dubov one rule treats White and Black differently."""


def boards(tournament: Tournament, system: System) -> Boards:
    try:
        state = round_to_pair(tournament, len(tournament.rounds) + 1, system)
        found = pair_round(system.for_round(state), state, Backend.AUTO)
    except NoPairing:
        return None
    return frozenset((board.white, board.black) for board in found.boards), found.bye


def with_absentee(tournament: Tournament) -> Tournament:
    """Give number 1 to a participant who never plays, and the next number to each of the others."""
    moved = renumbered(tournament, {one.tpn: Tpn(one.tpn + 1) for one in tournament.participants})
    absent = Request(len(tournament.rounds) + 1, Bye(Tpn(1), ByeKind.ZERO_POINT))
    return moved._replace(
        participants=(Participant(Tpn(1), rating=2700), *moved.participants), requests=(*moved.requests, absent)
    )


def ignores_an_absentee(tournament: Tournament, system: System) -> bool:
    before, after = boards(tournament, system), boards(with_absentee(tournament), system)
    if before is None:
        return after is None
    shifted = frozenset((white + 1, black + 1) for white, black in before[0])
    return after == (shifted, None if before[1] is None else before[1] + 1)


def is_mirrored(tournament: Tournament, system: System) -> bool:
    before, after = boards(tournament, system), boards(mirrored(tournament), system)
    if before is None or after is None:
        return before == after
    return after == (frozenset((black, white) for white, black in before[0]), before[1])


def broken(name: str, law: Law, system: System | None = None) -> bool:
    subject, lot = EVERY[name], Random(f"law {name}")
    system = afresh(system or subject.system)
    return not all(law(subject.model(position(subject, lot)), system) for _ in range(POSITIONS))


def with_white(system: System) -> System:
    """Return the system whose steps by number give White to the higher ranked, whatever the initial-colour."""
    place = 0 if system.name == "team" else -1  # [C.04.6 4.3.1] For teams, the number decides first.
    steps = list(system.colour_steps)
    steps[place] = steps[place]._replace(decide=lambda _higher, _lower, _state: Colour.WHITE)
    return system._replace(colour_steps=tuple(steps), in_round=in_every_round)


@pytest.mark.parametrize("name", NAMES)
def test_a_participant_who_never_plays_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """[G1] Whether a number is odd depends only on those who have been paired."""
    assert not broken(name, ignores_an_absentee)
    monkeypatch.setattr(RoundState, "number_of", lambda _state, tpn: tpn)
    assert broken(name, ignores_an_absentee)


@pytest.mark.parametrize("name", MIRRORED)
def test_a_mirrored_event_has_a_mirrored_pairing(name: str) -> None:
    assert not broken(name, is_mirrored)
    assert broken(name, is_mirrored, with_white(EVERY[name].system))
