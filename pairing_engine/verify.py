"""The look at a pairing by somebody else before it is given out."""

from __future__ import annotations

from pairing_engine.errors import IllegalPairing
from pairing_engine.model import Tournament
from pairing_engine.systems.system import System
from pairing_engine.trace import RoundPairing


def verify(tournament: Tournament, system: System, pairing: RoundPairing) -> None:
    """Raise `IllegalPairing` if `checker.legality`, which shares no code with the engine, calls the pairing illegal."""
    from checker.legality import faults

    boards = [(board.white, board.black) for board in pairing.boards]
    found = faults(tournament, pairing.number, system.name, boards, pairing.bye)
    if found:
        raise IllegalPairing(pairing.number, found)
