"""[A.4, A.5, B.1, B.2] Floats, byes and possible pairs, derived from the rounds so far.

Names that end in 2009 belong to the rules of 1992 to 2009. The module `dutch.criteria` contains the rules of 2012 for
top scorers and possible pairs, because they still apply.
"""

from __future__ import annotations

from pairing_engine.facts.basic_rules import ByeBar, Outcome
from pairing_engine.facts.model import ByeKind, Points, Result, Scoring
from pairing_engine.kernel.colour import clash
from pairing_engine.state.conventions import DOWN, INDIVIDUAL, INDIVIDUAL_BAR, NO_FLOAT
from pairing_engine.state.round_state import Player, RoundState

POINTS_WITHOUT_PLAYING: frozenset[ByeKind | Result] = frozenset(
    {ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT, ByeKind.HALF_POINT, Result.FORFEIT_WIN}
)
"""[C.04.3.1 B.1.b] The ways to get a point or half a point without playing (reading O3)."""


def float_of_points(outcome: Outcome, _gained: Points, _scoring: Scoring) -> str:
    """[C.04.3.1 A.4, B.1.b] Return a downfloat if the player got points without playing, otherwise no float."""
    return DOWN if outcome in POINTS_WITHOUT_PLAYING else NO_FLOAT


def float_of_bye(outcome: Outcome, _gained: Points, _scoring: Scoring) -> str:
    """[C.04.1 A.4, A.5] Return a downfloat for a bye worth a full point, otherwise no float (reading P4)."""
    byes = ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT
    return DOWN if outcome in byes else NO_FLOAT


CONVENTIONS = INDIVIDUAL._replace(
    float_of_unplayed=float_of_points, bye_bar=ByeBar(POINTS_WITHOUT_PLAYING, win_points=True)
)
"""[C.04.3.1 B.1.b] The conventions of 2012: a player with points from an unplayed round may not get the bye."""

CONVENTIONS_2009 = INDIVIDUAL._replace(float_of_unplayed=float_of_bye, bye_bar=INDIVIDUAL_BAR, forfeits_float=True)
"""[C.04.1 A.4, B.1.b] The conventions of 1992 to 2009 (reading P4).

A player who had the bye, or a point without playing, may not get the bye. Both players of a pair get floats even if
their game is forfeited.
"""


def is_topscorer_2009(player: Player, state: RoundState) -> bool:
    """[C.04.1 B, Note] Whether a player has half of the possible points or more; False before the last round."""
    return state.is_last and 2 * player.points >= (state.number - 1) * state.scoring.win


def may_meet_2009(a: Player, b: Player, state: RoundState) -> bool:
    """[C.04.1 B.1.a, B.2, Note] Whether two players may meet.

    Two players with the same absolute preference may meet only if both are top scorers. The Note allows B.2 to be
    ignored for top scorers (reading P3).
    """
    if b.tpn in a.barred:
        return False
    return not clash(a, b) or (is_topscorer_2009(a, state) and is_topscorer_2009(b, state))
