"""[C.04.5 2] The criteria that only the Double-Swiss System has."""

from __future__ import annotations

from pairing_engine.kernel.bracket import Bracket, Edge
from pairing_engine.kernel.bye import Rank
from pairing_engine.kernel.rules import Clause, counts
from pairing_engine.state.conventions import NONE, Preference
from pairing_engine.state.round_state import Player, RoundState, ranking
from pairing_engine.systems.shared import top_scoregroup
from pairing_engine.systems.shared.top_scoregroup import opponent_of_upfloater, opponents_who_floated
from pairing_engine.systems.shared.upfloaters import is_not_last_round
from pairing_engine.values import replace


def spares_floaters(state: RoundState) -> bool:
    """Whether the criteria about floaters of the previous round apply.

    The criteria about earlier floaters do not apply in the last round.
    """
    return not state.is_last


c7 = replace(top_scoregroup.c7, applies=is_not_last_round)


@counts(
    "C8",
    "C.04.5 2.3.5",
    "upfloaters' opponents who were floaters in the previous round",
    applies=is_not_last_round,
    who=opponent_of_upfloater,
    clause=Clause.FLOATERS_MEET_UPFLOATER,
)
def c8(edge: Edge, _bracket: Bracket) -> int:
    return opponents_who_floated(edge)


def without_preferences(state: RoundState) -> RoundState:
    """Return the state without colour preferences, because the Double-Swiss System has none."""
    return replace(state, players=tuple(p._replace(preference=Preference(NONE)) for p in state.players))


def first_player(player: Player, _state: RoundState) -> Rank:
    """[C.04.5 4.2] Return a sort key for the higher ranked player of a pair: by score, then by TPN."""
    return ranking(player)
