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


def in_order(
    boards: Iterable[tuple[Board, Player, Player]], score: ScoreOf = pairing_score
) -> tuple[tuple[Board, Player, Player], ...]:
    """Boards, each with its two players: highest score, then highest sum of scores, then smallest TPN of the higher."""

    def order(entry: tuple[Board, Player, Player]) -> tuple[int, int, int]:
        _, one, other = entry
        highest = max(score(one), score(other))
        higher = min((-score(one), one.tpn), (-score(other), other.tpn))
        return -highest, -(score(one) + score(other)), higher[1]

    return tuple(sorted(boards, key=order))
