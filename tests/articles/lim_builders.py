"""Builders of rounds for tests of the Lim System.

The median score is two points, as in round 5. A player without past colours has no due colour.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from pairing_engine.facts.model import Participant
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.lim.edition_2026 import LIM_2026
from tests.builders import brackets_of, player

ABOVE, MEDIAN, BELOW = 30, 20, 10


def at(tpn: int, score: int = MEDIAN, colours: str = "", *, met: Iterable[int] = ()) -> Player:
    """Build a player who has met the players in ``met``.

    If two players have met, it is enough that one of the two lists the other.
    """
    return player(tpn, score, colours, barred=met)


def plain(tpns: Iterable[int], score: int = MEDIAN, colours: str = "") -> list[Player]:
    """Build players who have not met each other."""
    return [at(tpn, score, colours) for tpn in tpns]


def only(tpn: int, *opponents: int, of: int, score: int = MEDIAN, colours: str = "") -> Player:
    """Build a player who has met everybody except ``opponents``."""
    return at(tpn, score, colours, met=[other for other in range(1, of + 1) if other not in (tpn, *opponents)])


def lim(before: RoundState) -> str:
    """Show the groups in the order of pairing, each with its pairs and floaters."""
    return brackets_of(before, LIM_2026)


def articles(before: RoundState) -> list[str]:
    """List the engine's steps, each with its article, such as ``1-4 2.4`` or ``7 floats 2.3.1``."""
    steps = [step for trace in LIM_2026.pair(before, Backend.AUTO).trace for step in trace.steps]
    return [
        f"{step.player.tpn}{f'-{step.opponent.tpn}' if step.opponent else ' floats'} {step.article}" for step in steps
    ]


def maxi(before: RoundState, *ratings: int) -> RoundState:
    """Turn the tournament into a Maxi-tournament with these ``ratings``, in the order of TPNs."""
    event = before.tournament
    participants = tuple(Participant(p.tpn, rating=r) for p, r in zip(event.participants, ratings, strict=True))
    settings = replace(event.settings, maxi=True)
    return replace(before, tournament=replace(event, participants=participants, settings=settings))


def floated(monkeypatch: pytest.MonkeyPatch, *tpns: int) -> None:
    """Make the engine believe that only these players floated in the previous round."""
    process: Any = LIM_2026.process
    other = replace(process, floated=lambda _state, _conventions: frozenset(tpns))
    monkeypatch.setitem(vars(LIM_2026), "_method", other(LIM_2026))
