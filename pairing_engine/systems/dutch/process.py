"""[C.04.3 1.9] The round-pairing of the FIDE (Dutch) System: bracket by bracket, downwards."""

from __future__ import annotations

from pairing_engine.matching import Backend
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch.candidates import METHOD
from pairing_engine.systems.shared.downward import walk_down
from pairing_engine.systems.system import Pairs


def pair_round(state: RoundState, backend: Backend) -> Pairs:
    """All pairs of the round, and who gets the pairing-allocated bye.

    Raises `NoPairing` where no complete round-pairing exists [C.04.3 1.9.3].
    """
    return walk_down(state, state.players, METHOD, backend)
