"""The trace of a group: the result for each player and its reason, in the order in which players were served."""

from __future__ import annotations

from collections.abc import Iterator

from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.trace import BracketTrace, Rejected, Step
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.lim.exchanges import Pairing
from pairing_engine.systems.lim.group import Direction
from pairing_engine.systems.lim.scoregroup import Paired


def trace_of(paired: Paired, state: RoundState) -> BracketTrace:
    """The trace of a group, in which the floaters to the group are listed as the players moved down."""
    group = paired.group
    players = group.table.players
    own = sorted(group.own or group.floaters)
    came = sorted(group.floaters) if group.own else []
    bracket = Bracket(state, tuple(players[place] for place in came), tuple(players[place] for place in own))
    upward = group.direction is Direction.UP
    pairs = (sorted(pairing.both, reverse=upward) for pairing in paired.pairings)
    pairing = BracketPairing(
        tuple((players[favoured], players[other]) for favoured, other in pairs),
        tuple(players[floater.place] for floater in paired.floaters),
    )
    return BracketTrace(bracket, pairing, group.direction.value, tuple(_steps(paired)))


def _steps(paired: Paired) -> Iterator[Step]:
    """The steps for all members of a group: those who got an opponent, and those who float."""
    group = paired.group
    players = group.table.players
    floaters = {floater.place: floater for floater in paired.floaters}
    pairings = {pairing.served: pairing for pairing in paired.pairings}
    for place in group.order_of_service(group.members):
        told = floaters.get(place) or pairings.get(place)
        if told is None:
            continue
        opponent = players[told.opponent] if isinstance(told, Pairing) else None
        rejected = tuple(Rejected(players[other], *why) for other, why in told.rejected)
        yield Step(players[place], opponent, *told.why, rejected)
