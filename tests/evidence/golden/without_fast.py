"""Pair recorded rounds in a copy without the folder of the fast engine (``make proof PART=without-fast``).

``python -m tests.evidence.golden.without_fast 4`` takes every fourth of the rounds.
"""

import sys
from importlib.util import find_spec

from pairing_engine import NoPairing
from pairing_engine.kernel.engine import REFERENCE, engine_of
from pairing_engine.kernel.trace import real_score
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round, round_to_pair
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System
from tests.evidence import store
from tests.evidence.golden.recorded import (
    ARCHIVES,
    SINGLE_ROUNDS,
    Pairs,
    Place,
    archive_of,
    assert_agrees,
    finished_event,
    lines_of,
    pairs_of_round,
    recorded_answer,
    recorded_rounds,
    system_of,
)
from trf import read

MOST = 24
"""The largest number of players in a round, because networkx alone takes long for more."""

EVENTS, SINGLE = 24, 75
"""The number of events, and of single rounds, of each archive."""


def paired(system: System, state: RoundState) -> Pairs:
    try:
        return set(lines_of(pair_round(system, state, score=real_score)))
    except NoPairing:
        return set()


def compared(edition: str, name: str, every: int) -> int:
    """Compare a sample of an archive, and return the number of rounds."""
    archive, system, rounds = archive_of(name, edition), system_of(edition), 0
    number = SINGLE if name == SINGLE_ROUNDS else EVENTS
    for member in archive.members[:: max(1, len(archive.members) // number)][::every]:
        asked: list[tuple[RoundState, Pairs]]
        if name == SINGLE_ROUNDS:
            event = read(archive.read(member))
            answer: Pairs = recorded_answer(archive.answer(member)).pairs or set()
            asked = [(round_to_pair(event, len(event.rounds) + 1, system), answer)]
        else:
            of_event = recorded_rounds(finished_event(archive, member), system)
            asked = [(state, pairs_of_round(recorded)) for state, recorded in of_event]
        for state, pairs in asked:
            if len(state.players) <= MOST:
                assert_agrees(Place(f"{edition}/{name}", member, state.number), paired(system, state), pairs)
                rounds += 1
    return rounds


def main() -> None:
    # An installation of the sources would find the folder there.
    sys.meta_path[:] = [finder for finder in sys.meta_path if "Editable" not in getattr(finder, "__name__", "")]
    assert find_spec("pairing_engine.fast") is None, "the folder of the fast engine is still there"
    assert engine_of(Backend.AUTO) is REFERENCE
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    counted = {(edition, name): compared(edition, name, every) for edition in ARCHIVES for name in ARCHIVES[edition]}
    for (edition, name), rounds in counted.items():
        store.write_down("golden", f"{edition}: {name}, without the fast engine", store.Entry(rounds, "rounds", 0))
    print(f"{sum(counted.values())} rounds are paired as recorded")


if __name__ == "__main__":
    main()
