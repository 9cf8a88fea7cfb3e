"""If a rule of the Dubov or Burstein System is changed, some round is paired differently.

A witness is a round that a mutant pairs differently. Some witnesses are recorded rounds, and some were worked out by
hand. All other witnesses are random rounds with the pairing of the literal transcription.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from pairing_engine import NoPairing
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round, round_to_pair
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System
from tests.articles.literal import burstein, dubov, dutch
from tests.articles.literal.facts import Event, NoLegalPairing, Paired, tournament_of
from tests.articles.mutants import burstein_mutants, dubov_mutants, rounds_by_hand
from tests.articles.mutants.changes import rewritten
from tests.conftest import GOLDEN, Archive
from tests.engine.laws.strategies import after_the_seeding_rounds, paired_rounds, random_round
from tests.evidence.golden.recorded import OTHERS, lines_of, recorded_answer
from trf import read

MUTANTS = {"dubov": dubov_mutants.MUTANTS, "burstein": burstein_mutants.MUTANTS}
NO_DIFFERENCE = {"dubov": dubov_mutants.NO_DIFFERENCE, "burstein": burstein_mutants.NO_DIFFERENCE}
BY_HAND = {"dubov": rounds_by_hand.DUBOV, "burstein": rounds_by_hand.BURSTEIN}
WITNESSES: dict[str, dict[str, dict[str, list[object]]]] = {
    name: tomllib.loads((Path(__file__).parent / f"witnesses_{name}.toml").read_text(encoding="utf-8"))
    for name in MUTANTS
}
NAMES = [(name, mutant) for name in MUTANTS for mutant in MUTANTS[name].names()]

FOURTH_SEEDING_ROUND = "1.6.2 at most three"

Answer = set[tuple[int, int]] | None


class Witness(NamedTuple):
    """A round that a mutant pairs differently: the state, and the right boards and bye (None for no pairing)."""

    state: RoundState
    expected: Answer


@cache
def archive(name: str) -> Archive:
    return Archive(GOLDEN / f"{name}-2026" / "rounds.zip", OTHERS[name])


def recorded(name: str, member: str) -> Witness:
    event = read(archive(name).read(member))
    state = round_to_pair(event, len(event.rounds) + 1, MUTANTS[name].system)
    answer = recorded_answer(archive(name).answer(member)).pairs
    return Witness(state, None if answer is None else set(answer))


def enumerated(name: str, seed: int) -> Witness:
    event = random_round(seed)
    if name == "dubov":
        return _witness(event, dubov.pair(event))
    event = after_the_seeding_rounds(event)
    try:
        return _witness(event, burstein.pair(event))
    except NoLegalPairing:
        return _witness(event, None)


def _witness(event: Event, paired: Paired | None) -> Witness:
    state = state_before(tournament_of(event), len(event.rounds) + 1)
    if paired is None:
        return Witness(state, None)
    return Witness(state, set(paired.boards) | ({(paired.bye, 0)} if paired.bye else set()))


def fourth_seeding_rounds() -> Iterator[Witness]:
    """[C.04.4.2 1.6.2] Yield round 4, the last seeding round, of random events with nine rounds."""
    for seed in range(40):
        for event in paired_rounds(seed, "burstein"):
            if len(event.rounds) == 3 and event.rounds_total == 9:
                yield _witness(event, dutch.pair(event))


def witnesses(name: str, mutant: str) -> Iterator[Witness]:
    known = WITNESSES[name].get(mutant, {})
    yield from (recorded(name, str(member)) for member in known.get("rounds", ()))
    yield from (enumerated(name, int(str(seed))) for seed in known.get("seeds", ()))
    if mutant == FOURTH_SEEDING_ROUND:
        yield from fourth_seeding_rounds()


def answer(system: System, state: RoundState, backend: Backend = Backend.REFERENCE) -> Answer:
    """Return the boards and the bye that a system gives, or None if the round cannot be paired."""
    try:
        return set(lines_of(pair_round(system, replace(state), backend)))
    except NoPairing:
        return None


def meetings(system: System, state: RoundState) -> set[frozenset[int]]:
    """Return the pairs that a system makes, or an empty set if the mutant fails."""
    try:
        boards = pair_round(system, replace(state), Backend.REFERENCE).boards
        return {frozenset((board.white, board.black)) for board in boards}
    except AssertionError:
        return set()


def is_told_apart(name: str, mutant: str, witness: Witness) -> bool:
    assert answer(MUTANTS[name].system, witness.state) == witness.expected
    with MUTANTS[name].mutated(mutant) as system:
        return answer(system, witness.state) != witness.expected


@pytest.mark.parametrize(("name", "mutant"), [each for each in NAMES if each[1] not in NO_DIFFERENCE[each[0]]])
def test_every_rule_and_its_place_matter(name: str, mutant: str) -> None:
    by_hand = [made for made in BY_HAND[name] if mutant in made.mutants]
    for made in by_hand:
        with MUTANTS[name].mutated(mutant) as system:
            assert meetings(system, made.state) != made.meetings
    assert by_hand or any(is_told_apart(name, mutant, witness) for witness in witnesses(name, mutant))


@pytest.mark.parametrize("mutant", dubov_mutants.SHORTCUTS)
def test_every_proof_of_the_shortcut_to_one_upfloater_matters(mutant: str) -> None:
    words, seed = dubov_mutants.SHORTCUTS[mutant]
    witness, system = enumerated("dubov", seed), MUTANTS["dubov"].system
    assert answer(system, witness.state, Backend.AUTO) == witness.expected
    with rewritten(*words):
        assert answer(system, witness.state, Backend.AUTO) != witness.expected


@pytest.mark.parametrize(("name", "made"), [(name, made) for name, all_made in BY_HAND.items() for made in all_made])
@pytest.mark.parametrize("backend", Backend)
def test_rounds_by_hand_are_paired_as_the_text_says(name: str, made: rounds_by_hand.ByHand, backend: Backend) -> None:
    boards = pair_round(MUTANTS[name].system, made.state, backend).boards
    assert {frozenset((board.white, board.black)) for board in boards} == made.meetings


@pytest.mark.parametrize(("name", "mutant"), [(name, mutant) for name in MUTANTS for mutant in NO_DIFFERENCE[name]])
def test_mutants_that_should_make_no_difference_make_none(name: str, mutant: str) -> None:
    with MUTANTS[name].mutated(mutant) as system:
        for made in BY_HAND[name]:
            assert meetings(system, made.state) == made.meetings
        for member in archive(name).members[::12]:
            witness = recorded(name, member)
            assert answer(system, witness.state) == witness.expected


def test_every_witness_belongs_to_a_mutant() -> None:
    for name, known in WITNESSES.items():
        assert set(known) <= set(MUTANTS[name].names())
        assert {mutant for made in BY_HAND[name] for mutant in made.mutants} <= set(MUTANTS[name].names())
