"""A record of decisions: the boards of a round, and how each bracket produced them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.state.round_state import Player

Mates = Mapping[Tpn, Tpn]
"""The opponent of every player who has one in a round."""


class WholeRound(NamedTuple):
    """A complete round: who meets whom, and who has White; nobody of a pair whose colours are not known."""

    mates: Mates
    white: frozenset[Tpn]

    @classmethod
    def of(cls, pairs: Iterable[tuple[Tpn, Tpn]], turned: Iterable[tuple[Tpn, Tpn]] = ()) -> WholeRound:
        """The round of these pairs, White first; of those in ``turned`` the colours are not known."""
        boards, unknown = list(pairs), list(turned)
        both = [*boards, *unknown]
        mates = {one: other for white, black in both for one, other in ((white, black), (black, white))}
        return cls(mates, frozenset(white for white, _ in boards))


class TwoRounds(NamedTuple):
    """The two rounds that an explanation compares: the one that the rules demand, and another one."""

    right: WholeRound
    other: WholeRound


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
    """The decision for one player by a system that is a procedure, such as Lim.

    It has the opponent, or None for a player who floats, and the article. ``rejected`` are those who were
    considered before and ruled out.
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
        """The participants who are not paired and have no pairing-allocated bye."""
        placed = {tpn for board in self.boards for tpn in (board.white, board.black)} | {self.bye}
        return tuple(tpn for tpn in participants if tpn not in placed)
