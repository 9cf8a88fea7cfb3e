"""[C.04.3 1.4] The floats of past rounds, one letter for each round: ``D`` down, ``U`` up, ``-`` none."""

from __future__ import annotations

from pairing_engine.facts.model import ByeKind, Points, Result, Scoring

DOWN, UP, NO_FLOAT = "D", "U", "-"


def of_game(own_score: Points, opponents_score: Points) -> str:
    """[C.04.3 1.4.2] Return the float in a game, from the pairing scores of both players before the round.

    >>> of_game(Points(15), Points(10)), of_game(Points(10), Points(15)), of_game(Points(5), Points(5))
    ('D', 'U', '-')
    """
    if own_score == opponents_score:
        return NO_FLOAT
    return DOWN if own_score > opponents_score else UP


def of_unplayed_round(outcome: ByeKind | Result | None, gained: Points, scoring: Scoring) -> str:
    """[C.04.3 1.4.3] Return the float of an unplayed round: down for the bye, or for more points than a loss.

    >>> of_unplayed_round(ByeKind.HALF_POINT, Points(5), Scoring()), of_unplayed_round(None, Points(0), Scoring())
    ('D', '-')
    """
    if outcome is ByeKind.PAIRING_ALLOCATED or gained > scoring.loss:
        return DOWN
    return NO_FLOAT
