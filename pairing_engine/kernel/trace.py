"""The result of pairing a round: the boards, and the pairing of each bracket."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from pairing_engine.facts.model import NOBODY, Points, Round, Tpn
from pairing_engine.facts.shown import moved_names
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.kernel.rules import Bracket, BracketPairing
from pairing_engine.state.round_state import Player

Pair = tuple[Tpn, Tpn]
"""A board, as the numbers of White and Black. For a pairing-allocated bye, Black is `NOBODY`."""


class Board(NamedTuple):
    """A pair with its colours; ``colour_step`` is the step of Article 5 that decided the colours."""

    white: Tpn
    black: Tpn
    colour_step: ColourStep

    def __repr__(self) -> str:
        return f"<Board {self.white}-{self.black}: {self.colour_step.article}>"


class Rejected(NamedTuple):
    """A player whom a procedure rejected, and the article that explains why."""

    player: Player
    article: str
    words: str


class Step(NamedTuple):
    """A decision about one player in a procedure, such as the Lim System; without an opponent, the player floats.

    ``article`` is the reason for it. ``rejected`` are the players whom the procedure considered earlier and ruled out.
    """

    player: Player
    opponent: Player | None
    article: str
    words: str
    rejected: tuple[Rejected, ...] = ()


class BracketTrace(NamedTuple):
    """A bracket with its pairing.

    ``decided`` describes how the pairing was found. ``steps`` are the decisions of a procedure, such as the Lim System.
    """

    bracket: Bracket
    pairing: BracketPairing
    decided: str
    steps: tuple[Step, ...] = ()


class RoundPairing(NamedTuple):
    """The pairing of a round: the boards in the order of C.04.2 3.6, the bye, and the brackets."""

    number: int
    boards: tuple[Board, ...]
    bye: Tpn | None
    trace: tuple[BracketTrace, ...]

    @property
    def pairs(self) -> list[Pair]:
        """The boards in order, White first, followed by the player with the bye and `NOBODY`."""
        pairs = [(board.white, board.black) for board in self.boards]
        return pairs if self.bye is None else [*pairs, (self.bye, NOBODY)]

    def absent_of(self, participants: Iterable[Tpn]) -> tuple[Tpn, ...]:
        """Return the participants who are not paired and do not have the pairing-allocated bye."""
        placed = {tpn for pair in self.pairs for tpn in pair}
        return tuple(tpn for tpn in participants if tpn not in placed)


ScoreOf = Callable[[Player], Points]


def pairing_score(player: Player) -> Points:
    """Return the score by which the rules sort boards, including virtual points [C.04.7 1.5]."""
    return player.score


def real_score(player: Player) -> Points:
    """Return the score in the standings, without virtual points."""
    return player.points


def order_of_pair(one: Player, other: Player, score: ScoreOf = pairing_score) -> tuple[int, int, int]:
    """Return the sort key of a pair on the published list of boards.

    The higher of the two scores decides, then the sum of the scores, and then the smaller TPN of the higher ranked.
    """
    first, second = (-score(one), one.tpn), (-score(other), other.tpn)
    higher = min(first, second)
    return higher[0], first[0] + second[0], higher[1]


def pairs_text(boards: Iterable[Board], bye: Tpn | None, number: Callable[[Tpn], int]) -> str:
    """Write the pairing in the text format that other programs read.

    The first line is the number of lines that follow. Each board has a line with the numbers of White and Black, and
    the bye has a last line, ``n 0``. ``number`` returns the number of a participant in the file.
    """
    lines = [f"{number(board.white)} {number(board.black)}\n" for board in boards]
    if bye is not None:
        lines.append(f"{number(bye)} 0\n")
    return f"{len(lines)}\n{''.join(lines)}"


class Difference(NamedTuple):
    """The pairs that are only in the recorded round, and the pairs that are only in the expected round."""

    recorded: tuple[Pair, ...]
    expected: tuple[Pair, ...]


def compare(recorded: Round, expected: RoundPairing) -> Difference:
    """Compare two rounds. If the colours of a game are not recorded, only its players are compared."""
    ours, theirs = set(expected.pairs), set(recorded.pairs)
    if theirs == ours:
        return Difference((), ())
    for meeting in recorded.meetings():
        swapped = meeting.black, meeting.white
        if not meeting.colours_known and swapped in ours:
            theirs.discard((meeting.white, meeting.black))
            theirs.add(swapped)
    return Difference(tuple(sorted(theirs - ours)), tuple(sorted(ours - theirs)))


if not TYPE_CHECKING:  # a type checker finds a misspelt name
    __getattr__ = moved_names(__name__, {"pairing_engine.kernel.findings": "Finding"})
