"""Recorded rounds paired again on some assumption, within the bound of a search for causes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from checker.diff import compare
from pairing_engine.errors import MissingFact, NoPairing, TooLarge
from pairing_engine.facts.model import Round
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System

MOST_STEPS = 250_000
"""The bound of a search for causes, in steps of `steps_of`: 9,000 rounds of 20 players, 800 of 150, 36 of 1,000; of 200
players who have played 97 rounds, 4.
"""

LEAST_PAIRINGS, FEW = 20, 40
"""The pairings of the last round for which the bound always has room, and how many are few."""

USUAL_ROUNDS = 9
"""The most rounds for which the bound grows with the players."""

MANY = 222
"""From about this many players on, the time of a pairing grows with their square."""


def steps_of(players: int, number: int) -> int:
    """The cost of pairing a round: more than in proportion to its players, and to the square of the rounds before it.

    >>> steps_of(20, 5), steps_of(150, 5), steps_of(1000, 5), steps_of(200, 98)
    (27, 314, 6880, 56272)
    """
    return players * (MANY + players) * (64 + (number - 1) ** 2) // (MANY * 64)


def steps_for(players: int, rounds: int) -> int:
    """The bound of a search in an event: more than `MOST_STEPS` only for the largest.

    >>> steps_for(1000, 5), steps_for(200, 98), steps_for(9999, 4)
    (250000, 250000, 10501940)
    """
    return max(MOST_STEPS, LEAST_PAIRINGS * steps_of(players, min(rounds, USUAL_ROUNDS)))


class SpentError(Exception):
    """The search has come to its bound."""


class Effort:
    """The steps that may still be spent in search of causes; ``pairings`` counts the rounds that were paired again."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.most = self.left = steps
        self.pairings = 0
        self.stopped = False

    def is_scarce(self, state: RoundState) -> bool:
        """Whether only few rounds like this one can still be paired again."""
        return self.left < FEW * steps_of(len(state.players), state.number)

    def spend(self, state: RoundState) -> None:
        """Use up the steps of one pairing. Raises `SpentError` if too few are left."""
        steps = steps_of(len(state.players), state.number)
        if steps > self.left:
            self.stopped = True
            raise SpentError
        self.left -= steps
        self.pairings += 1

    @contextmanager
    def part(self, parts: int) -> Iterator[Effort]:
        """An equal share of what is left for this block; what it does not use is given back."""
        mine = Effort(self.left // parts)
        self.left -= mine.left
        try:
            yield mine
        finally:
            self.left += mine.left
            self.pairings += mine.pairings
            self.stopped |= mine.stopped


class Extent(NamedTuple):
    """The extent of a search for causes: the rounds that were paired again, and whether it stopped at its bound."""

    pairings: int
    stopped: bool
    most_steps: int

    def to_dict(self) -> dict[str, object]:
        """A dictionary with the keys of ``swisscheck --format json``."""
        return self._asdict()


def paired(system: System, state: RoundState, backend: Backend) -> RoundPairing | None:
    """The round that follows a state; None if there is none."""
    try:
        return pair_round(system, state, backend)
    except (NoPairing, MissingFact, TooLarge):
        return None


def agrees(system: System, state: RoundState, recorded: Round, backend: Backend) -> bool:
    """Whether a recorded round is the one that the rules demand."""
    expected = paired(system, state, backend)
    return expected is not None and compare(recorded, expected) == ((), ())
