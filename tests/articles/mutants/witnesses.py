"""The rounds that mutants pair differently, from ``witnesses.toml`` and from the fixtures."""

import tomllib
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pairing_engine import NoPairing
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System
from tests.conftest import provenance
from tests.engine.laws.strategies import random_bracket
from tests.evidence.differential.engines import FAMILIES
from tests.evidence.golden.recorded import (
    archive_of,
    finished_event,
    fixture_answer,
    fixture_state,
    fixtures_of,
    lines_of,
    pairs_of_round,
    recorded_rounds,
)

WITNESSES: dict[str, dict[str, list[Any]]] = tomllib.loads(
    (Path(__file__).parent / "witnesses.toml").read_text(encoding="utf-8")
)

Answer = set[tuple[int, int]] | None


class Witness(NamedTuple):
    """A round that a mutant pairs differently: the state before the round, and the right pairing."""

    state: RoundState
    answer: Answer


def answer(system: System, state: RoundState, backend: Backend) -> Answer:
    """Return the boards and the bye of a round, or None if the round cannot be paired.

    The state is copied, because it keeps values that a mutant computes in another way.
    """
    try:
        return set(lines_of(pair_round(system, replace(state), backend)))
    except NoPairing:
        return None


def told_apart_by(folder: Path) -> list[str]:
    found = provenance(folder)["tells_apart"]
    assert isinstance(found, list)
    return found


def recorded_witness(archive: str, member: str, number: int) -> Witness:
    event = finished_event(archive_of(archive), member)
    state, recorded = next((s, r) for s, r in recorded_rounds(event) if s.number == number)
    return Witness(state, pairs_of_round(recorded))


def generated_witness(name: str, seed: int, number: int) -> Witness:
    """Return a round of a generated event, with the pairing of the reference engine."""
    family = next(family for family in FAMILIES if family.name == name)
    state = next(state for state in family.states(seed, DUTCH_2026) if state.number == number)
    return Witness(state, answer(DUTCH_2026, state, Backend.REFERENCE))


def state_of_bracket(seed: int) -> RoundState:
    """Return the state of a round that consists of a random bracket and a few players below."""
    return random_bracket(Random(seed), most=14, below=4).state


def bracket_witness(seed: int) -> Witness:
    state = state_of_bracket(seed)
    return Witness(state, answer(DUTCH_2026, state, Backend.REFERENCE))


def witnesses(mutant: str) -> list[Witness]:
    known = WITNESSES.get(mutant, {})
    found = [recorded_witness(*place) for place in known.get("rounds", ())]
    found += [bracket_witness(seed) for seed in known.get("brackets", ())]
    found += [generated_witness(*place) for place in known.get("generated", ())]
    made = [folder for folder in fixtures_of("dutch-2026") if mutant in told_apart_by(folder)]
    return found + [Witness(fixture_state(folder), set(fixture_answer(folder))) for folder in made]


def is_told(mutated: System, witness: Witness, backend: Backend) -> bool:
    try:
        return answer(mutated, witness.state, backend) != witness.answer
    except Exception:
        return True


def assert_told_apart(mutant: str, system: AbstractContextManager[System], backend: Backend) -> None:
    """Check that the true rules pair the mutant's witnesses correctly, and that the mutant does not."""
    known = witnesses(mutant)
    assert known, f"no witness is listed: find a round that {mutant!r} changes"
    for state, expected in known:
        assert answer(DUTCH_2026, state, backend) == expected
    with system as mutated:
        assert any(is_told(mutated, witness, backend) for witness in known)
