"""[A.4, A.10, B.1, B.2] What the texts read of the rounds so far; the names with 2009 are of the older one."""

from __future__ import annotations

from pairing_engine.facts.model import ByeKind, Points, Scoring
from pairing_engine.state import floats
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.state.scorer import Conventions, Outcome
from pairing_engine.systems.shared.counting import CLASH


def is_topscorer(player: Player, state: RoundState) -> bool:
    """[A.10] In the last round: a score of over 50% of the maximum possible one (without virtual points, as in D5)."""
    return state.is_last and 2 * player.points > (state.number - 1) * state.scoring.win


def may_meet(a: Player, b: Player, state: RoundState) -> bool:
    """[B.1.a, B.2] Have they not met, and has not both the same absolute preference? Of top scorers one is enough to
    let them meet (reading O2).
    """
    if b.tpn in a.barred:
        return False
    return a.preference * b.preference != CLASH or is_topscorer(a, state) or is_topscorer(b, state)


def scored_without_playing(outcome: Outcome, gained: Points, _scoring: Scoring) -> bool:
    """[B.1.b] The pairing-allocated bye, or a point or half point without playing: no bye (reading O3)."""
    return outcome is ByeKind.PAIRING_ALLOCATED or gained > 0


def float_of_unplayed(outcome: Outcome, gained: Points, scoring: Scoring) -> str:
    """[A.4, B.1.b] Whoever scored without playing is a downfloater; who was not there for no points floated nowhere."""
    return floats.DOWN if scored_without_playing(outcome, gained, scoring) else floats.NO_FLOAT


CONVENTIONS = Conventions(float_of_unplayed, scored_without_playing)


def is_topscorer_2009(player: Player, state: RoundState) -> bool:
    """[C.04.1 B, Note] In the last round: a score of 50% or more."""
    return state.is_last and 2 * player.points >= (state.number - 1) * state.scoring.win


def may_meet_2009(a: Player, b: Player, state: RoundState) -> bool:
    """[C.04.1 B.1.a, B.2, Note] B.2 may be ignored when two such players are paired (reading P3)."""
    if b.tpn in a.barred:
        return False
    if a.preference * b.preference != CLASH:
        return True
    return is_topscorer_2009(a, state) and is_topscorer_2009(b, state)


def had_a_point_without_playing(outcome: Outcome, gained: Points, scoring: Scoring) -> bool:
    """[C.04.1 B.1.b] The bye, or a point without playing."""
    return outcome is ByeKind.PAIRING_ALLOCATED or gained >= scoring.win


def float_of_bye(outcome: Outcome, _gained: Points, _scoring: Scoring) -> str:
    """[C.04.1 A.4, A.5] A bye of a whole point is a downfloat; nothing else without a game is a float (reading P4)."""
    byes = ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT
    return floats.DOWN if outcome in byes else floats.NO_FLOAT


CONVENTIONS_2009 = Conventions(float_of_bye, had_a_point_without_playing)
