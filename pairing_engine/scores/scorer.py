"""The points that games and byes give, abnormal points (record 299) included."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.facts.abnormal import LETTERS, Abnormal
from pairing_engine.facts.model import ByeKind, Colour, Game, Points, Settings, Tpn


class Scorer:
    """The points of each outcome in a round, abnormal points (record 299) included."""

    def __init__(self, settings: Settings) -> None:
        self.white = settings.scoring.of_result(Colour.WHITE)
        self.black = settings.scoring.of_result(Colour.BLACK)
        self.bye = settings.scoring.of_bye()
        self.abnormal = Abnormal(settings.abnormal_points)

    def of_game(self, game: Game, number: int) -> tuple[Points, Points]:
        """The points that White and Black gained by a game of this round."""
        white, black = self.white[game.white_result], self.black[game.black_result]
        if self.abnormal:
            white = self.abnormal.instead(game.white, number, LETTERS[game.white_result], white)
            black = self.abnormal.instead(game.black, number, LETTERS[game.black_result], black)
        return white, black

    def of_games(self, games: Sequence[Game], number: int) -> list[tuple[Points, Points]]:
        """The points that White and Black gained by each game of this round (by the first, in a match of two games)."""
        if self.abnormal:
            return [self.of_game(game, number) for game in games]
        white, black = self.white, self.black
        return [(white[result], black[other]) for _, _, result, other, _, _ in games]

    def of_bye(self, tpn: Tpn, kind: ByeKind, number: int) -> Points:
        """The points that a participant gained by a bye of this round; an absence counts as a zero-point bye."""
        return self.abnormal.instead(tpn, number, kind.value, self.bye[kind])
