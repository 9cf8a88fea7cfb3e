"""What a round gave: the points of every outcome, abnormal ones included."""

from __future__ import annotations

from pairing_engine.facts.model import Bye, ByeKind, Colour, Game, Points, Result, Settings, Tpn


class Scorer:
    """The points of each outcome in a round, abnormal points (record 299) included."""

    def __init__(self, settings: Settings) -> None:
        self.white = settings.scoring.of_result(Colour.WHITE)
        self.black = settings.scoring.of_result(Colour.BLACK)
        self.bye = settings.scoring.of_bye()
        self.abnormal = {
            (tpn, entry.round, entry.outcome): entry.points for entry in settings.abnormal_points for tpn in entry.tpns
        }

    def of_game(self, game: Game, number: int) -> tuple[Points, Points]:
        """What White and Black gained by a game of this round."""
        white, black = self.white[game.white_result], self.black[game.black_result]
        if self.abnormal:
            white = self.instead(game.white, number, _ABNORMAL_LETTER[game.white_result], white)
            black = self.instead(game.black, number, _ABNORMAL_LETTER[game.black_result], black)
        return white, black

    def of_bye(self, bye: Bye, number: int) -> Points:
        """What a participant gained by a bye of this round."""
        return self.instead(bye.tpn, number, bye.kind.value, self.bye[bye.kind])

    def of_absence(self, tpn: Tpn, number: int) -> Points:
        """What a participant gained who was not there in this round."""
        return self.instead(tpn, number, ByeKind.ZERO_POINT.value, self.bye[ByeKind.ZERO_POINT])

    def instead(self, tpn: Tpn, number: int, letter: str, usual: Points) -> Points:
        """The points of this participant for this outcome: those of a record 299 where there is one."""
        in_this_round = self.abnormal.get((tpn, number, letter))
        return in_this_round if in_this_round is not None else self.abnormal.get((tpn, 0, letter), usual)

    def bonus(self, tpn: Tpn, number: int) -> int:
        """A bonus or penalty of this participant for this round; those of round 0 count from the start."""
        return self.abnormal.get((tpn, number, ""), 0)


_ABNORMAL_LETTER = {
    Result.WIN: "W",
    Result.UNRATED_WIN: "W",
    Result.DRAW: "D",
    Result.UNRATED_DRAW: "D",
    Result.LOSS: "L",
    Result.UNRATED_LOSS: "L",
    Result.FORFEIT_WIN: "+",
    Result.FORFEIT_LOSS: "-",
    Result.UNKNOWN: "X",
}
