"""[C.04.5 2] The criteria and preferences of the Double-Swiss System that it does not share with others."""

from __future__ import annotations

from dataclasses import replace

from pairing_engine.kernel.bracket import Bracket, Edge
from pairing_engine.kernel.bye import Rank
from pairing_engine.kernel.rules import counts
from pairing_engine.state.preference import NONE, Preference
from pairing_engine.state.round_state import Player, RoundState, ranking
from pairing_engine.systems.shared import top_scoregroup
from pairing_engine.systems.shared.top_scoregroup import opponent_of_upfloater, opponents_who_floated
from pairing_engine.systems.shared.upfloaters import is_not_last_round


def spares_floaters(state: RoundState) -> bool:
    """Whether the floaters of the previous round are spared in this one; not in the last round."""
    return not state.is_last


c7 = replace(top_scoregroup.c7, applies=is_not_last_round)


@counts(
    "C8",
    "C.04.5 2.3.5",
    "upfloaters' opponents who were floaters in the previous round",
    applies=is_not_last_round,
    who=opponent_of_upfloater,
)
def c8(edge: Edge, _bracket: Bracket) -> int:
    return opponents_who_floated(edge)


def without_preferences(state: RoundState) -> RoundState:
    """The state without colour preferences, as this system has none."""
    return replace(state, players=tuple(p._replace(preference=Preference(NONE)) for p in state.players))


def first_player(player: Player, _state: RoundState) -> Rank:
    """[4.2] A sort key by which the higher-ranked-player comes first: by score, then by TPN."""
    return ranking(player)
