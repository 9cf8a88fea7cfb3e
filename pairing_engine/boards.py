"""[C.04.2 3.6] The order in which boards are published."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pairing_engine.model import Points
from pairing_engine.state import Player
from pairing_engine.trace import Board

ScoreOf = Callable[[Player], Points]


def pairing_score(player: Player) -> Points:
    """The score that the rules sort boards by, virtual points included [C.04.7 1.5]."""
    return player.score


def real_score(player: Player) -> Points:
    """The points of the standings."""
    return player.points


def order_of_pair(one: Player, other: Player, score: ScoreOf = pairing_score) -> tuple[int, int, int]:
    """The highest score, then the highest sum of scores, then the smallest TPN of the higher ranked."""
    highest = max(score(one), score(other))
    higher = min((-score(one), one.tpn), (-score(other), other.tpn))
    return -highest, -(score(one) + score(other)), higher[1]


def in_order(
    boards: Iterable[tuple[Board, Player, Player]], score: ScoreOf = pairing_score
) -> tuple[tuple[Board, Player, Player], ...]:
    """Boards, each with its two players."""
    return tuple(sorted(boards, key=lambda entry: order_of_pair(entry[1], entry[2], score)))
