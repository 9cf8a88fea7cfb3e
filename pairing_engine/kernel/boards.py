"""[C.04.2 3.6] The order of the boards in a round, and the text format in which other programs read pairings."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pairing_engine.facts.model import Points, Tpn
from pairing_engine.kernel.trace import Board
from pairing_engine.state.round_state import Player

ScoreOf = Callable[[Player], Points]


def pairing_score(player: Player) -> Points:
    """Return the score by which the rules sort boards, including virtual points [C.04.7 1.5]."""
    return player.score


def real_score(player: Player) -> Points:
    """Return the score in the standings, without virtual points."""
    return player.points


def order_of_pair(one: Player, other: Player, score: ScoreOf = pairing_score) -> tuple[int, int, int]:
    """Return the sort key of a pair on the published list of boards.

    Boards are sorted by the higher of the two scores, then by the sum of the scores, and then by the TPN of the higher
    ranked player. High scores and small TPNs come first.
    """
    first, second = (-score(one), one.tpn), (-score(other), other.tpn)
    higher = min(first, second)
    return higher[0], first[0] + second[0], higher[1]


def in_order(
    boards: Iterable[tuple[Board, Player, Player]], score: ScoreOf = pairing_score
) -> tuple[tuple[Board, Player, Player], ...]:
    """Sort boards, each with its two players, in the published order."""
    return tuple(sorted(boards, key=lambda entry: order_of_pair(entry[1], entry[2], score)))


def pairs_text(boards: Iterable[Board], bye: Tpn | None, number: Callable[[Tpn], int]) -> str:
    """Write the pairing in the text format that other programs read.

    The first line is the number of lines that follow. Each board has one line: the number of White, then the number of
    Black. If participant n has the pairing-allocated bye, the last line is ``n 0``. ``number`` returns the number of a
    participant in the file.
    """
    lines = [f"{number(board.white)} {number(board.black)}\n" for board in boards]
    if bye is not None:
        lines.append(f"{number(bye)} 0\n")
    return f"{len(lines)}\n{''.join(lines)}"
