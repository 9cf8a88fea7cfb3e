"""Byes that are missing in players' lines. The players' points can show which byes are missing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product

from pairing_engine.facts.model import ByeKind, Scoring
from pairing_engine.values import NamedTuple
from trf.event.game_table import GameTable
from trf.event.players import PlayerEntry
from trf.format.fields import RESULT_OFFSET

_MOST_BLANKS = 8
"""If a player has more blank cells than this, the missing byes are not guessed."""

_KINDS = (ByeKind.HALF_POINT, ByeKind.FULL_POINT)


class Filling(NamedTuple):
    """The blank rounds of a player, and at most two ways to fill these rounds with byes.

    Each way lists a bye for every blank round; None for a round that stays blank. The byes together give exactly the
    missing points.
    """

    rounds: Sequence[int]
    ways: Sequence[tuple[ByeKind | None, ...]]


def fillings(table: GameTable, entry: PlayerEntry, missing: int, scoring: Scoring) -> Filling:
    """Find the byes that could fill a player's blank cells.

    The byes must be worth ``missing`` tenths of points in total. First, every blank cell gets a half-point or
    full-point bye. If no choice of byes gives the missing points, some cells stay blank.
    """
    rounds = [number for number in range(1, table.played + 1) if _is_blank(table, entry, number)]
    if missing <= 0 or not 0 < len(rounds) <= _MOST_BLANKS:
        return Filling(rounds, ())
    points = scoring.of_bye()
    worth = {kind: points[kind] - scoring.zero_point_bye for kind in _KINDS}
    for choices in (_KINDS, (*_KINDS, None)):
        ways = (
            way
            for way in product(choices, repeat=len(rounds))
            if sum(0 if kind is None else worth[kind] for kind in way) == missing
        )
        found = tuple(islice(ways, 2))
        if found:
            return Filling(rounds, found)
    return Filling(rounds, ())


def _is_blank(table: GameTable, entry: PlayerEntry, number: int) -> bool:
    first = table.layout.first_column(number)
    if any(cell.opponent for cell in entry.cells[first - 1 : first - 1 + table.layout.games]):
        return False
    blocks = {table.layout.block_of(column) for column in range(first, first + table.layout.games)}
    texts = (entry.record.more[block - 1] for block in blocks if block <= len(entry.record.more))
    return not any(text[RESULT_OFFSET:].strip() for text in texts)
