"""A second check of every pairing, before publication, by code that is separate from the engine."""

from __future__ import annotations

from pairing_engine.errors import BadRequest, IllegalPairing
from pairing_engine.facts.model import Tournament
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.language import say
from pairing_engine.systems.system import System


def verify(tournament: Tournament, system: System, pairing: RoundPairing) -> None:
    """Check a pairing with `pairing_engine.legality`, which is independent of the engine.

    Raises `IllegalPairing` for a fault of the pairing. Raises `BadRequest` for a forbidden bye that was given before
    the pairing.
    """
    from pairing_engine.legality import fault_of_preassigned_bye, faults

    fault = fault_of_preassigned_bye(tournament, pairing.number, system.absolutes.bye_bar, system.basic)
    if fault:
        raise BadRequest(say("round {number}: {fault}", number=pairing.number, fault=fault))
    boards = [(board.white, board.black) for board in pairing.boards]
    found = faults(tournament, pairing.number, system.absolutes, system.basic, boards, pairing.bye)
    if found:
        raise IllegalPairing(pairing.number, found)
