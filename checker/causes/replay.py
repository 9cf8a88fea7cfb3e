"""Code that pairs recorded rounds again under an assumption, within a limited effort."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from checker.diff import compare
from pairing_engine.errors import MissingFact, NoPairing, TooLarge
from pairing_engine.facts.model import Round
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System
from pairing_engine.values import NamedTuple

MOST_STEPS = 250_000
"""The maximum effort for most events, in the steps that `steps_of` counts.

This effort suffices to pair 9,000 early rounds of 20 players, or 36 early rounds of 1,000 players. Late rounds cost
more: after 97 rounds, this effort suffices for four rounds of 200 players.
"""

LEAST_PAIRINGS, FEW = 20, 40
"""For a large event, the search can pair at least 20 rounds.

If the remaining steps suffice for fewer than 40 rounds, the search tries likely changes first.
"""

USUAL_ROUNDS = 9
"""The largest number of rounds that counts for the effort limit of a large event."""

MANY = 222
"""With more players than this, the pairing time grows with the square of the number of players."""


def steps_of(players: int, number: int) -> int:
    """Return the cost of pairing a round, which grows with the players and with the earlier rounds.

    >>> steps_of(20, 5), steps_of(150, 5), steps_of(1000, 5), steps_of(200, 98)
    (27, 314, 6880, 56272)
    """
    return players * (MANY + players) * (64 + (number - 1) ** 2) // (MANY * 64)


def steps_for(players: int, rounds: int) -> int:
    """Return the largest number of steps for an event; only very large events get more than the usual number.

    >>> steps_for(1000, 5), steps_for(200, 98), steps_for(9999, 4)
    (250000, 250000, 10501940)
    """
    return max(MOST_STEPS, LEAST_PAIRINGS * steps_of(players, min(rounds, USUAL_ROUNDS)))


class SpentError(Exception):
    """The error for a search that has reached its limit."""


class Effort:
    """The remaining steps of the search for causes. ``pairings`` counts the rounds paired again."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.most = self.left = steps
        self.pairings = 0
        self.stopped = False

    def is_scarce(self, state: RoundState) -> bool:
        """Whether the remaining steps suffice for only a few rounds of this size."""
        return self.left < FEW * steps_of(len(state.players), state.number)

    def spend(self, state: RoundState) -> None:
        """Subtract the steps that one pairing costs. Raises `SpentError` if too few steps are left."""
        steps = steps_of(len(state.players), state.number)
        if steps > self.left:
            self.stopped = True
            raise SpentError
        self.left -= steps
        self.pairings += 1

    @contextmanager
    def part(self, parts: int) -> Iterator[Effort]:
        """Let a block use one of ``parts`` equal shares of the remaining steps.

        Afterwards, the search gets the unused steps back.
        """
        mine = Effort(self.left // parts)
        self.left -= mine.left
        try:
            yield mine
        finally:
            self.left += mine.left
            self.pairings += mine.pairings
            self.stopped |= mine.stopped


class Extent(NamedTuple):
    """The work done in a search: the number of rounds paired again, and whether the search stopped at its limit."""

    pairings: int
    stopped: bool
    most_steps: int

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        return self._asdict()


def paired(system: System, state: RoundState, backend: Backend) -> RoundPairing | None:
    """Pair the round that ``state`` describes. Return None if no pairing exists."""
    try:
        return pair_round(system, state, backend)
    except (NoPairing, MissingFact, TooLarge):
        return None


def agrees(system: System, state: RoundState, recorded: Round, backend: Backend) -> bool:
    expected = paired(system, state, backend)
    return expected is not None and compare(recorded, expected) == ((), ())
