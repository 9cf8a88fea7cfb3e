"""The record of decisions: the boards of a round, and the way in which each bracket was paired."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.state.round_state import Player
from pairing_engine.values import NamedTuple

Mates = Mapping[Tpn, Tpn]
"""The opponent of each player who is paired in a round."""


class WholeRound(NamedTuple):
    """A complete round: its pairs, and the players who have White, if the colours are known."""

    mates: Mates
    white: frozenset[Tpn]

    @classmethod
    def of(cls, pairs: Iterable[tuple[Tpn, Tpn]], turned: Iterable[tuple[Tpn, Tpn]] = ()) -> WholeRound:
        """The round with these pairs, White first; the colours of the pairs in ``turned`` are unknown."""
        boards, unknown = list(pairs), list(turned)
        both = [*boards, *unknown]
        mates = {one: other for white, black in both for one, other in ((white, black), (black, white))}
        return cls(mates, frozenset(white for white, _ in boards))


class TwoRounds(NamedTuple):
    """The two rounds that an explanation compares: the right one, and another one."""

    right: WholeRound
    other: WholeRound


class Board(NamedTuple):
    """A pair with its colours; ``colour_step`` is the step of Article 5 that decided them."""

    white: Tpn
    black: Tpn
    colour_step: ColourStep


class Rejected(NamedTuple):
    """A player whom a procedure considered and rejected, with the article that ruled the player out."""

    player: Player
    article: str
    words: str


class Step(NamedTuple):
    """The decision about one player in a system that is a procedure, such as Lim.

    It has the opponent, or None for a player who floats, and the article. ``rejected`` are those who were
    considered before and ruled out.
    """

    player: Player
    opponent: Player | None
    article: str
    words: str
    rejected: tuple[Rejected, ...] = ()


class BracketTrace(NamedTuple):
    """A bracket with its pairing, and a description of how the pairing was found."""

    bracket: Bracket
    pairing: BracketPairing
    decided: str
    steps: tuple[Step, ...] = ()


class RoundPairing(NamedTuple):
    """The pairing of a round, with boards in the order of C.04.2 3.6; the bye is kept apart."""

    number: int
    boards: tuple[Board, ...]
    bye: Tpn | None
    trace: tuple[BracketTrace, ...]

    def absent_of(self, participants: Iterable[Tpn]) -> tuple[Tpn, ...]:
        """The participants who are neither paired nor have the pairing-allocated bye."""
        placed = {tpn for board in self.boards for tpn in (board.white, board.black)} | {self.bye}
        return tuple(tpn for tpn in participants if tpn not in placed)
