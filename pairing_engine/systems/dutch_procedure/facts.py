"""[A.4, A.10, B.1, B.2] What the text of 2012 reads of the rounds so far."""

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
