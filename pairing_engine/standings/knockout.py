"""[C.07 12] Tie-breaks for team knock-outs: from the boards of all matches of the tournament."""

from __future__ import annotations

from collections.abc import Mapping

from pairing_engine.facts.model import Tpn
from pairing_engine.standings.record import Field
from pairing_engine.standings.values import Term, Value, total

Boards = Mapping[Tpn, list[list[int]]]
"""The game points of each board, from the first on, by team and round."""


def board_count(field: Field, boards: Boards, tpn: Tpn) -> Value:
    """[C.07 12.1] The number of each board times the game points scored on it; the lower sum comes first."""
    terms = [
        Term(entry.number, entry.opponent, sum(board * points for board, points in enumerate(row, 1)), 0)
        for entry, row in zip(field.entries[tpn], boards[tpn], strict=True)
    ]
    return total(terms)


def top_boards(_: Field, boards: Boards, tpn: Tpn) -> Value:
    """[C.07 12.2] The game points of the first board, then of the second, and so on."""
    return Value(_by_board(boards, tpn), unit=10)


def bottom_boards(_: Field, boards: Boards, tpn: Tpn) -> Value:
    """[C.07 12.3] The game points of all boards but the last, then of all but the last two, and so on."""
    points = _by_board(boards, tpn)
    return Value(tuple(sum(points[:last]) for last in range(len(points) - 1, 0, -1)), unit=10)


def _by_board(boards: Boards, tpn: Tpn) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(*boards[tpn], strict=True))
