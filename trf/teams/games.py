"""The games of team players, and the forfeits of players who had no opponent."""

from __future__ import annotations

from collections.abc import Mapping

from pairing_engine.facts.model import NOBODY, Game, Result, Tpn
from trf.event.game_table import Column, GameTable
from trf.format.cells import NO_COLOUR, PLAIN_ABSENCE

ALONE: Mapping[str, tuple[str, Result]] = {
    colour + letter: (colour.strip() or NO_COLOUR, Result(letter)) for colour in "wb- " for letter in "+-"
}
"""The colour and result for each mark of a forfeited game without an opponent."""

ABSENT_MARKS = ("--", PLAIN_ABSENCE)
"""The marks in `ALONE` that may also mean an absence."""


class TeamGames(GameTable):
    """The games of the players in a team event, round by round."""

    alone = ALONE

    def _read(self, column: Column) -> Column:
        super()._read(column)
        column.paired |= any(ALONE[mark][1] is Result.FORFEIT_WIN for mark in column.alone.values())
        return column


def game_alone(player: Tpn, mark: str) -> Game:
    """Return the forfeited game of a player without an opponent, from the player's mark."""
    colour, result = ALONE[mark]
    if colour == "b":
        return Game(NOBODY, player, Result.FORFEIT_LOSS, result)
    return Game(player, NOBODY, result, Result.FORFEIT_LOSS, colour == "w")
