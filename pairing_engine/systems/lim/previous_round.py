"""[C.04.4.3 2.2, 3.10] Data from earlier rounds: the floaters of the previous round, and the median score."""

from __future__ import annotations

from pairing_engine.facts.model import Tpn
from pairing_engine.state.conventions import Conventions
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState


def floated_before(state: RoundState, conventions: Conventions) -> frozenset[Tpn]:
    """[C.04.4.3 3.10] Find the players who floated to another scoregroup in the previous round (reading L11).

    A pair with different scores contains one or two floaters. The higher player floated if the higher score was above
    the median of that round, because scoregroups above the median are paired downward. The lower player floated if the
    lower score was below the median. A pair counts even if the game was not played.
    """
    if not state.earlier_rounds:
        return frozenset()
    previous = state_before(state.tournament, state.number - 1, conventions)
    twice_median = twice_median_score(previous)
    floated = set()
    for game in state.earlier_rounds[-1].games:
        players = previous.by_tpn[game.white], previous.by_tpn[game.black]
        lower, higher = sorted(players, key=lambda player: player.score)
        if lower.score == higher.score:
            continue
        if 2 * higher.score > twice_median:
            floated.add(higher.tpn)
        if 2 * lower.score < twice_median:
            floated.add(lower.tpn)
    return frozenset(floated)


def twice_median_score(state: RoundState) -> int:
    """[C.04.4.3 2.2] Return twice the median score, which is the score for winning every round (readings L10, L12)."""
    return (state.number - 1) * state.scoring.win
