"""Compare the brackets, boards, colours and bye that both engines choose for a round."""

from __future__ import annotations

from typing import NamedTuple

from pairing_engine import NoPairing
from pairing_engine.kernel.bracket import BracketPairing
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System
from tests.builders import show
from tests.evidence.differential.families import FAMILIES


def bracket_shown(pairing: BracketPairing) -> str:
    """Write the pairs and floaters of a bracket in a fixed order."""
    pairs = sorted("-".join(map(str, sorted((one.tpn, other.tpn)))) for one, other in pairing.pairs)
    return f"{' '.join(pairs)}/{','.join(map(str, sorted(player.tpn for player in pairing.floaters)))}"


def answer(system: System, state: RoundState, backend: Backend) -> str:
    """Write all brackets of a round on one line, and the boards and the bye on the next line."""
    try:
        found = pair_round(system, state, backend)
    except NoPairing as error:
        return f"no pairing: {error.article}"
    return "\n".join([" | ".join(bracket_shown(trace.pairing) for trace in found.trace), show(found)])


def difference(system: System, state: RoundState) -> str:
    """Return both answers as text if the engines disagree, and otherwise an empty string."""
    auto, reference = (answer(system, state, backend) for backend in (Backend.AUTO, Backend.REFERENCE))
    return "" if auto == reference else f"auto:\n{auto}\nreference:\n{reference}"


class Compared(NamedTuple):
    seed: int
    family: str
    rounds: int
    differences: tuple[str, ...]


def compared(seed: int, system: System) -> Compared:
    """Pair every round of a random event with both engines, and return the differences.

    The seed determines the family of the event.
    """
    family = FAMILIES[seed % len(FAMILIES)]
    rounds, found = 0, []
    for state in family.states(seed, system):
        rounds += 1
        words = difference(system, state)
        if words:
            found.append(f"round {state.number}\n{words}")
    return Compared(seed, family.name, rounds, tuple(found))
