"""[A.4, A.5, B.1, B.2] What the texts read of the rounds so far; the names with 2009 are of the older one.

Who is a top scorer, and who may meet, is in 2012 as it is in 2017 and 2026.
"""

from __future__ import annotations

from pairing_engine.facts.bye_bar import ByeBar, Outcome
from pairing_engine.facts.model import ByeKind, Points, Result, Scoring
from pairing_engine.kernel.colour import clash
from pairing_engine.state import floats
from pairing_engine.state.conventions import INDIVIDUAL, INDIVIDUAL_BAR
from pairing_engine.state.round_state import Player, RoundState

POINTS_WITHOUT_PLAYING: frozenset[ByeKind | Result] = frozenset(
    {ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT, ByeKind.HALF_POINT, Result.FORFEIT_WIN}
)
"""[C.04.3.1 B.1.b] What gives a point or half point without playing (reading O3)."""


def float_of_points(outcome: Outcome, _gained: Points, _scoring: Scoring) -> str:
    """[C.04.3.1 A.4, B.1.b] Whoever has received points without playing is a downfloater; nobody else is who has not
    played.
    """
    return floats.DOWN if outcome in POINTS_WITHOUT_PLAYING else floats.NO_FLOAT


def float_of_bye(outcome: Outcome, _gained: Points, _scoring: Scoring) -> str:
    """[C.04.1 A.4, A.5] A bye of a whole point is a downfloat; nothing else without a game is a float (reading P4)."""
    byes = ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT
    return floats.DOWN if outcome in byes else floats.NO_FLOAT


CONVENTIONS = INDIVIDUAL._replace(
    float_of_unplayed=float_of_points, bye_bar=ByeBar(POINTS_WITHOUT_PLAYING, win_points=True)
)

CONVENTIONS_2009 = INDIVIDUAL._replace(float_of_unplayed=float_of_bye, bye_bar=INDIVIDUAL_BAR)
"""[C.04.1 B.1.b] The bye, or a point without playing, bars from the bye."""


def is_topscorer_2009(player: Player, state: RoundState) -> bool:
    """[C.04.1 B, Note] In the last round: a score of 50% or more."""
    return state.is_last and 2 * player.points >= (state.number - 1) * state.scoring.win


def may_meet_2009(a: Player, b: Player, state: RoundState) -> bool:
    """[C.04.1 B.1.a, B.2, Note] B.2 may be ignored when two such players are paired (reading P3)."""
    if b.tpn in a.barred:
        return False
    return not clash(a, b) or (is_topscorer_2009(a, state) and is_topscorer_2009(b, state))
