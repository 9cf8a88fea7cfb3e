"""[C.07 12] Tie-breaks for knock-out matches of teams, from the boards of all matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairing_engine.facts.model import Tpn
from pairing_engine.standings.record import Field
from pairing_engine.standings.values import Term, Value, total

Boards = Mapping[Tpn, list[list[int]]]
"""Game points by team, round and board."""


def board_count(field: Field, boards: Boards, tpn: Tpn) -> Value:
    """[C.07 12.1] Multiply each board's game points by the board number, and add up. The lower sum is better."""
    terms = [
        Term(entry.number, entry.opponent, sum(board * points for board, points in enumerate(row, 1)), 0)
        for entry, row in zip(field.entries[tpn], boards[tpn], strict=True)
    ]
    return total(terms)


def top_boards(field: Field, boards: Boards, tpn: Tpn) -> Value:
    """[C.07 12.2] List the game points of the first board, then of the second board, and so on."""
    columns = [(board, board + 1) for board in range(_number(boards, tpn))]
    return Value(top_boards_key(field, boards, tpn), unit=10, parts=_parts(field, boards, tpn, columns))


def top_boards_key(_: Field, boards: Boards, tpn: Tpn) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(*boards[tpn], strict=True))


def bottom_boards(field: Field, boards: Boards, tpn: Tpn) -> Value:
    """[C.07 12.3] List the game points without the last board, then without the last two boards, and so on."""
    columns = [(0, last) for last in range(_number(boards, tpn) - 1, 0, -1)]
    return Value(bottom_boards_key(field, boards, tpn), unit=10, parts=_parts(field, boards, tpn, columns))


def bottom_boards_key(field: Field, boards: Boards, tpn: Tpn) -> tuple[int, ...]:
    points = top_boards_key(field, boards, tpn)
    return tuple(sum(points[:last]) for last in range(len(points) - 1, 0, -1))


def _number(boards: Boards, tpn: Tpn) -> int:
    return max(map(len, boards[tpn]), default=0)


def _parts(field: Field, boards: Boards, tpn: Tpn, columns: Sequence[tuple[int, int]]) -> tuple[tuple[Term, ...], ...]:
    rounds = list(zip(field.entries[tpn], boards[tpn], strict=True))
    return tuple(
        tuple(Term(entry.number, entry.opponent, sum(row[first:last]), 0) for entry, row in rounds)
        for first, last in columns
    )
