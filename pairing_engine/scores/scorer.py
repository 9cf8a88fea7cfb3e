"""The points for games and byes, including abnormal points (record 299)."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.facts.abnormal import LETTERS, Abnormal
from pairing_engine.facts.model import ByeKind, Colour, Game, Points, Settings, Tpn


class Scorer:
    """The points for each outcome in a round, including abnormal points (record 299)."""

    def __init__(self, settings: Settings) -> None:
        self.white = settings.scoring.of_result(Colour.WHITE)
        self.black = settings.scoring.of_result(Colour.BLACK)
        self.bye = settings.scoring.of_bye()
        self.abnormal = Abnormal(settings.abnormal_points)

    def of_game(self, game: Game, number: int) -> tuple[Points, Points]:
        white, black = self.white[game.white_result], self.black[game.black_result]
        if self.abnormal:
            white = self.abnormal.instead(game.white, number, LETTERS[game.white_result], white)
            black = self.abnormal.instead(game.black, number, LETTERS[game.black_result], black)
        return white, black

    def of_games(self, games: Sequence[Game], number: int) -> list[tuple[Points, Points]]:
        """Return the points of White and Black from each game. In a match of two games, only the first game counts."""
        if self.abnormal:
            return [self.of_game(game, number) for game in games]
        white, black = self.white, self.black
        return [(white[result], black[other]) for _, _, result, other, _, _ in games]

    def of_bye(self, tpn: Tpn, kind: ByeKind, number: int) -> Points:
        """Return the points that a participant gets for a bye. An absence counts as a zero-point bye."""
        return self.abnormal.instead(tpn, number, kind.value, self.bye[kind])
