"""Recorded rounds paired again, under whatever is assumed of them; a budget keeps the search for causes short."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from checker.diff import compare
from pairing_engine.errors import MissingFact, NoPairing, TooLarge
from pairing_engine.facts.model import Round, Tournament
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import states
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System

PLAYERS_PAIRED, PAIRS_WEIGHED = 90_000, 20_000_000
"""So many players may be paired in search of the causes of an event, and so many pairs of them looked at: 600 rounds of
150, 222 of 300, 20 of 1,000.
"""


class SpentError(Exception):
    """The search has taken as long as it may."""


class Effort:
    """How many pairings may still be tried."""

    def __init__(self, pairings: int) -> None:
        self.left = pairings

    def spend(self) -> None:
        """Count one. Raises `SpentError` if none is left."""
        if self.left <= 0:
            raise SpentError
        self.left -= 1

    @contextmanager
    def part(self, parts: int) -> Iterator[Effort]:
        """An equal share of what is left for this block; what it does not use is given back."""
        mine = Effort(self.left // parts)
        self.left -= mine.left
        yield mine
        self.left += mine.left


def effort_for(tournament: Tournament) -> Effort:
    """What an event may cost: the more players, the fewer pairings."""
    players = max(len(tournament.participants), 1)
    return Effort(min(PLAYERS_PAIRED // players, PAIRS_WEIGHED // players**2))


def rounds_of(tournament: Tournament, system: System, number: int | None) -> Iterator[tuple[RoundState, Round]]:
    """The recorded rounds, or only one of them, each with the state before it as a system reads it."""
    for state, recorded in zip(states(tournament, system.conventions), tournament.rounds, strict=False):
        if number in (None, state.number):
            yield state, recorded


def paired(system: System, state: RoundState, backend: Backend) -> RoundPairing | None:
    """The round that follows a state; None if there is none."""
    try:
        return pair_round(system, state, backend)
    except (NoPairing, MissingFact, TooLarge):
        return None


def agrees(system: System, state: RoundState, recorded: Round, backend: Backend) -> bool:
    """Is a recorded round the one that the rules demand?"""
    expected = paired(system, state, backend)
    return expected is not None and compare(recorded, expected) == ((), ())
