"""What was decided: the boards of a round, and bracket by bracket how they came about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.state.round_state import Player

Mates = Mapping[Tpn, Tpn]
"""Who meets whom in a published round; those without an opponent are not in it."""


class Board(NamedTuple):
    """A pair with its colours. ``colour_step`` is the step of Article 5 that gave them."""

    white: Tpn
    black: Tpn
    colour_step: ColourStep


class Rejected(NamedTuple):
    """A player whom a procedure considered first, as the opponent or the floater, and the article that ruled it out."""

    player: Player
    article: str
    words: str


class Step(NamedTuple):
    """What a system that is a procedure, such as Lim, decided for one player: the opponent, or None for one who floats;
    and the article that says so. ``rejected`` are those who were considered before and ruled out.
    """

    player: Player
    opponent: Player | None
    article: str
    words: str
    rejected: tuple[Rejected, ...] = ()


class BracketTrace(NamedTuple):
    """A bracket, its pairing, and in words how it was found (``decided``); ``steps`` if that was a procedure."""

    bracket: Bracket
    pairing: BracketPairing
    decided: str
    steps: tuple[Step, ...] = ()


class RoundPairing(NamedTuple):
    """The pairing of a round. Boards stand in the order of C.04.2 3.6; the bye, if any, is not among them."""

    number: int
    boards: tuple[Board, ...]
    bye: Tpn | None
    trace: tuple[BracketTrace, ...]

    def absent_of(self, participants: Iterable[Tpn]) -> tuple[Tpn, ...]:
        """Which of these participants are not paired, and have no pairing-allocated bye."""
        placed = {tpn for board in self.boards for tpn in (board.white, board.black)} | {self.bye}
        return tuple(tpn for tpn in participants if tpn not in placed)
