"""What a round gave: the points of every outcome, abnormal ones included, and what a system makes of an unplayed
round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pairing_engine.facts.abnormal import LETTERS, Abnormal
from pairing_engine.facts.model import ByeKind, Colour, Game, Points, Result, Scoring, Settings, Tpn
from pairing_engine.state import floats


class Scorer:
    """The points of each outcome in a round, abnormal points (record 299) included."""

    def __init__(self, settings: Settings) -> None:
        self.white = settings.scoring.of_result(Colour.WHITE)
        self.black = settings.scoring.of_result(Colour.BLACK)
        self.bye = settings.scoring.of_bye()
        self.abnormal = Abnormal(settings.abnormal_points)

    def of_game(self, game: Game, number: int) -> tuple[Points, Points]:
        """What White and Black gained by a game of this round."""
        white, black = self.white[game.white_result], self.black[game.black_result]
        if self.abnormal:
            white = self.abnormal.instead(game.white, number, LETTERS[game.white_result], white)
            black = self.abnormal.instead(game.black, number, LETTERS[game.black_result], black)
        return white, black

    def of_bye(self, tpn: Tpn, kind: ByeKind, number: int) -> Points:
        """What a participant gained by a bye of this round; who was not there has a zero-point bye."""
        return self.abnormal.instead(tpn, number, kind.value, self.bye[kind])


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
