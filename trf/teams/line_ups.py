"""[C.04.6] The boards of a match, which follow from the line-ups of both teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice

from pairing_engine.facts.model import NOBODY, Game, Result, Tpn
from pairing_engine.scores.team_scorer import Sides
from pairing_engine.values import NamedTuple

USUAL_COLOURS = "WB"
"""The colours that alternate from board to board if no record 352 states others."""

LOST = Result.FORFEIT_LOSS

EMPTY_BOARD = Game(NOBODY, NOBODY, LOST, LOST, colours_known=False)


class LineUpOf(NamedTuple):
    """A team's players in board order, with `NOBODY` for an empty board.

    If the line-up is not ``stated`` in a record, it consists of the members with a game, in the order of the team. If a
    line-up is not ``stated``, its empty boards are unknown.
    """

    players: tuple[Tpn, ...]
    stated: bool


class Boards(NamedTuple):
    """The boards of a match. ``unstated`` lists the boards with an empty seat that no record mentions."""

    games: tuple[Game, ...]
    unstated: tuple[Game, ...]


def whites_told(sides: Sides, games: Sequence[Game], colours: str) -> list[tuple[int, Tpn]]:
    """[C.04.6 1.6.1] Infer from the colours of each board which team has White on the first board.

    ``colours`` contains one colour for each board. It matters only which boards have the same colour as the first
    board.
    """
    pattern = list(islice(cycle(colours or USUAL_COLOURS), len(games)))
    return [
        (place, sides.white if sides.white_team_has_white(game) is (colour == pattern[0]) else sides.black)
        for place, (game, colour) in enumerate(zip(games, pattern, strict=True))
        if game.colours_known
    ]


class Conflict(NamedTuple):
    """Two players who did not meet, although they have the same board in the line-ups. One player may be `NOBODY`."""

    one: Tpn
    other: Tpn


def boards_of(one: LineUpOf, other: LineUpOf, seats: Mapping[Tpn, Game]) -> Boards | Conflict:
    """Return the boards of a match in order. ``seats`` maps each player to the player's game."""
    return _Merge(one, other, seats).boards()


class _Merge:
    """A merge of two line-ups, board by board."""

    def __init__(self, one: LineUpOf, other: LineUpOf, seats: Mapping[Tpn, Game]) -> None:
        self.line_ups = (one, other)
        self.seats = seats
        self.places = [0, 0]
        self.games: list[Game] = []
        self.unstated: list[Game] = []

    def boards(self) -> Boards | Conflict:
        """Return the boards of the match, or the first conflict between the line-ups."""
        while any(place < len(line_up.players) for place, line_up in zip(self.places, self.line_ups, strict=True)):
            one, other = self._next(0), self._next(1)
            if not self._take(one, other):
                return Conflict(one or NOBODY, other or NOBODY)
        while self.games and self.games[-1] == EMPTY_BOARD:
            self.games.pop()
        return Boards(tuple(self.games), tuple(self.unstated))

    def _next(self, side: int) -> Tpn | None:
        """Return the next player of a line-up; None at the end."""
        players, place = self.line_ups[side].players, self.places[side]
        return players[place] if place < len(players) else None

    def _take(self, one: Tpn | None, other: Tpn | None) -> bool:
        """Add a board for the next two players. Return False if the two players cannot share a board."""
        if one and other and self.seats[one] is self.seats[other]:
            return self._add(self.seats[one], 0, 1)
        vacant = [player is None or player == NOBODY for player in (one, other)]
        if all(vacant):
            return self._add(EMPTY_BOARD, *(side for side, player in enumerate((one, other)) if player is not None))
        for side, player in enumerate((one, other)):
            rival = 1 - side
            if player and self._is_alone(player):
                if vacant[rival]:
                    sides = (side,) if (one, other)[rival] is None else (side, rival)
                    return self._add_alone(player, rival, *sides)
                if not self.line_ups[rival].stated:
                    return self._add_alone(player, rival, side)
        for side, player in enumerate((one, other)):
            if player == NOBODY and not self.line_ups[1 - side].stated:
                return self._add(EMPTY_BOARD, side)
        return False

    def _is_alone(self, player: Tpn) -> bool:
        return NOBODY in self.seats[player][:2]

    def _add_alone(self, player: Tpn, rival: int, *sides: int) -> bool:
        """Add a board for a player without an opponent.

        If no record states the line-up of the opposing team, add the player's game to ``unstated``.
        """
        line_up = self.line_ups[rival]
        if line_up.players and not line_up.stated:
            self.unstated.append(self.seats[player])
        return self._add(self.seats[player], *sides)

    def _add(self, game: Game, *sides: int) -> bool:
        self.games.append(game)
        for side in sides:
            self.places[side] += 1
        return True
