"""[C.04.3 1.9, 3] The round-pairing of the FIDE (Dutch) System: bracket by bracket, downwards."""

from __future__ import annotations

from pairing_engine.bracket import Bracket, scoregroups
from pairing_engine.errors import NoPairing
from pairing_engine.matching import Backend
from pairing_engine.state import Player, RoundState
from pairing_engine.systems.dutch.question import Horizon, solve
from pairing_engine.systems.system import Pairs
from pairing_engine.trace import BracketTrace


def pair_brackets(state: RoundState, backend: Backend) -> Pairs:
    """All pairs of the round, and who gets the pairing-allocated bye.

    Raises `NoPairing` where no complete round-pairing exists [C.04.3 1.9.3].
    """
    groups = scoregroups(state.players)
    odd = len(state.players) % 2 == 1
    traces = []
    mdps: tuple[Player, ...] = ()
    for index, residents in enumerate(groups):
        following = groups[index + 1] if index + 1 < len(groups) else ()
        beyond = tuple(player for group in groups[index + 2 :] for player in group)
        bracket = Bracket(state, mdps, residents, following, beyond, odd)
        pairing = solve(bracket, Horizon.EVERYBODY, backend)
        if pairing is None:
            raise NoPairing("C.04.3 1.9.3", "no complete pairing exists")
        traces.append(BracketTrace(bracket, pairing, Horizon.EVERYBODY.value))
        mdps = pairing.floaters
    pairs = tuple(pair for trace in traces for pair in trace.pairing.pairs)
    return Pairs(pairs, mdps[0] if mdps else None, tuple(traces))
