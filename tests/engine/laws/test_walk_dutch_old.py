"""In the older Dutch editions, a walk through the candidates gives the same pairing as a matching."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from pairing_engine.errors import NoPairing
from pairing_engine.kernel.trace import Board
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import states
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.dutch_procedure.build import ByProcedure
from pairing_engine.systems.dutch_procedure.walk import walked_2012
from pairing_engine.systems.system import System
from tests.conftest import GOLDEN, Archive
from trf import examine

EVERY = 12


def recorded_states(system: System) -> Iterator[RoundState]:
    """Choose some recorded events, and yield the state before each round of these events."""
    archive = Archive(GOLDEN / "dutch-2012" / "byes.zip", 235)
    for member in archive.members[::EVERY]:
        yield from states(examine(archive.read(member), name=member).tournament, system.conventions)


def answer(system: System, state: RoundState) -> tuple[tuple[Board, ...], int | None] | None:
    try:
        found = pair_round(system, state)
    except NoPairing:
        return None
    return found.boards, found.bye


def without_walk(system: System) -> System:
    def may_meet(one: Player, other: Player, state: RoundState) -> bool:
        return system.may_meet(one, other, state)

    return replace(system, may_meet=may_meet)


@pytest.mark.parametrize("edition", ["1998", "2009", "2012"])
def test_quick_searches_change_no_answer(edition: str) -> None:
    system = SYSTEMS["dutch"][edition]
    slow = without_walk(system)
    for state in recorded_states(system):
        assert answer(system, state) == answer(slow, state)


def test_the_walks_of_2009_and_2012_differ() -> None:
    system = SYSTEMS["dutch"]["2009"]
    process = system.process
    assert isinstance(process, ByProcedure)
    wrong = replace(system, process=replace(process, walk=replace(process.walk, find=walked_2012)))
    assert any(answer(system, state) != answer(wrong, state) for state in recorded_states(system))
