"""Rounds that mutants pair differently; for the Dutch System of 2026 from ``witnesses.toml`` and the fixtures."""

import tomllib
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pairing_engine import NoPairing
from pairing_engine.facts.model import Tournament
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System
from tests.articles.literal.facts import Paired
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

Answer = Collection[tuple[int, int]] | Collection[frozenset[int]] | None


class Witness(NamedTuple):
    """A round that a mutant pairs differently: its right pairing, and the state before it, by a system's conventions.

    If the colours of the right pairing are not known, it contains sets of two participants.
    """

    made: Callable[[System], RoundState]
    answer: Answer


def by_hand(before: RoundState, pairs: str) -> Witness:
    """Return a round with pairs such as ``1-4 2-3 5:U``, whose colours are not known."""
    words = pairs.replace(":U", "-0").split()
    return Witness(lambda _system: before, {frozenset(map(int, word.split("-"))) for word in words})


def transcribed(event: Tournament, paired: Paired | None) -> Witness:
    """Return the next round of an event with the answer of a transcription."""
    number = len(event.rounds) + 1
    answer = None if paired is None else {*paired.boards, *([(paired.bye, 0)] if paired.bye else [])}
    return Witness(lambda system: state_before(event, number, system.conventions), answer)


def answer(system: System, state: RoundState, backend: Backend) -> set[tuple[int, int]] | None:
    """Return the boards and the bye of a round, or None if the round cannot be paired.

    The state is copied, because it keeps values that a mutant computes in another way.
    """
    try:
        return set(lines_of(pair_round(system, state._replace(), backend)))
    except NoPairing:
        return None


def told_apart_by(folder: Path) -> list[str]:
    found = provenance(folder)["tells_apart"]
    assert isinstance(found, list)
    return found


def recorded_witness(archive: str, member: str, number: int) -> Witness:
    event = finished_event(archive_of(archive), member)
    state, recorded = next((s, r) for s, r in recorded_rounds(event) if s.number == number)
    return Witness(lambda _system: state, pairs_of_round(recorded))


def generated_witness(name: str, seed: int, number: int) -> Witness:
    """Return a round of a generated event, with the pairing of the reference engine."""
    family = next(family for family in FAMILIES if family.name == name)
    return referred(next(state for state in family.states(seed, DUTCH_2026) if state.number == number))


def referred(state: RoundState, backend: Backend = Backend.REFERENCE) -> Witness:
    return Witness(lambda _system: state, answer(DUTCH_2026, state, backend))


def state_of_bracket(seed: int) -> RoundState:
    """Return the state of a round that consists of a random bracket and a few players below."""
    return random_bracket(Random(seed), most=14, below=4).state


def witnesses(mutant: str) -> list[Witness]:
    known = WITNESSES.get(mutant, {})
    found = [recorded_witness(*place) for place in known.get("rounds", ())]
    found += [referred(state_of_bracket(seed)) for seed in known.get("brackets", ())]
    found += [generated_witness(*place) for place in known.get("generated", ())]
    made = [folder for folder in fixtures_of("dutch-2026") if mutant in told_apart_by(folder)]
    return found + [fixture_witness(folder) for folder in made]


def fixture_witness(folder: Path) -> Witness:
    state = fixture_state(folder)
    return Witness(lambda _system: state, set(fixture_answer(folder)))


def is_told(system: System, witness: Witness, backend: Backend) -> bool:
    """Whether a system pairs the round differently, or fails."""
    try:
        found: Answer = answer(system, witness.made(system), backend)
    except (AssertionError, IndexError):  # a step that always decides, or a candidate that always exists
        return True
    if found and witness.answer and all(isinstance(pair, frozenset) for pair in witness.answer):
        found = {frozenset(pair) for pair in found}
    return found != witness.answer


def assert_told_apart(
    right: System, mutated: AbstractContextManager[System], known: Sequence[Witness], backend: Backend
) -> None:
    """Check that the true rules pair the mutant's witnesses correctly, and that the mutant does not."""
    assert known, "no witness is listed: find a round that this mutant changes"
    assert not any(is_told(right, witness, backend) for witness in known)
    with mutated as system:
        assert any(is_told(system, witness, backend) for witness in known)
