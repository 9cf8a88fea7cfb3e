"""What a round gave: the points of every outcome, abnormal ones included, and what a system makes of an unplayed
round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pairing_engine.facts.groups import Statements
from pairing_engine.facts.model import Bye, ByeKind, Colour, Game, Points, Result, Scoring, Settings, Tpn
from pairing_engine.state import floats


class Scorer:
    """The points of each outcome in a round, abnormal points (record 299) included."""

    def __init__(self, settings: Settings) -> None:
        self.white = settings.scoring.of_result(Colour.WHITE)
        self.black = settings.scoring.of_result(Colour.BLACK)
        self.bye = settings.scoring.of_bye()
        self.abnormal = Statements(settings.abnormal_points)

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
        said = self.abnormal.of(tpn, number, letter) or self.abnormal.of(tpn, 0, letter)
        return usual if said is None else said.points

    def bonus(self, tpn: Tpn, number: int) -> int:
        """A bonus or penalty of this participant for this round; those of round 0 count from the start."""
        said = self.abnormal.of(tpn, number, "")
        return 0 if said is None else said.points


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


Outcome = ByeKind | Result | None
"""How a participant did without playing: by a bye, by a forfeit, or (None) not there at all."""


class Conventions(NamedTuple):
    """What a system makes of a round without a game: the float it is, and whether it bars from the bye.

    Both are asked with the outcome, the points gained and the scoring system.
    """

    float_of_unplayed: Callable[[Outcome, Points, Scoring], str]
    bars_from_bye: Callable[[Outcome, Points, Scoring], bool]


def bars_from_bye(outcome: Outcome, gained: Points, scoring: Scoring) -> bool:
    """[C.04.1 4] The pairing-allocated bye, or as many points as for a win (reading G3)."""
    return outcome is ByeKind.PAIRING_ALLOCATED or gained >= scoring.win


INDIVIDUAL = Conventions(floats.of_unplayed_round, bars_from_bye)
"""[C.04.3 1.4.3, C.04.1 4] The conventions of the systems for single players."""
