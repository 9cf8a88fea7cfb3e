"""The answers to "why not", compared with a list of all legal rounds.

The answer is "impossible" if no legal round contains the pair. If a legal round contains the pair, the answer shows
such a round.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from checker.questions import Moment, moment, why_not
from checker.questions.moment import as_pairs
from pairing_engine.answers.comparison import illegalities
from pairing_engine.errors import NoPairing
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Game, Result, Round, Tpn
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.state import demands
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.system import System

SYSTEM_NAMES = ("dutch", "dubov", "burstein", "lim")


def legal(at: Moment, one: Tpn, other: Tpn) -> bool:
    if other == NOBODY:
        recorded = Round((), (Bye(one, ByeKind.PAIRING_ALLOCATED),))
    else:
        recorded = Round((Game(one, other, Result.UNKNOWN, Result.UNKNOWN),))
    return not any(illegalities(at.state, recorded, at.system))


def rounds(at: Moment, left: list[Tpn]) -> Iterator[list[frozenset[Tpn]]]:
    """Yield every complete legal round of these players. `NOBODY` stands for the bye."""
    if not left:
        yield []
        return
    first, rest = left[0], left[1:]
    for other in rest:
        pair = (other, first) if first == NOBODY else (first, other)
        if legal(at, *pair):
            without = [tpn for tpn in rest if tpn != other]
            yield from ([frozenset(pair), *more] for more in rounds(at, without))


def moments(system: System, seeds: range) -> Iterator[Moment]:
    for seed in seeds:
        event = generate(Plan(players=6 + seed % 3, rounds=5), seed, system)
        for number in range(2, len(event.rounds) + 1):
            yield moment(event, number, system)


def look(system: System, seeds: range) -> int:
    count = 0
    for at in moments(system, seeds):
        players = [player.tpn for player in at.state.players]
        everybody = [NOBODY, *players] if len(players) % 2 else players
        legal_rounds = list(rounds(at, everybody))
        try:
            right = {frozenset(pair) for pair in as_pairs(at.pairing)}
        except NoPairing:
            assert not legal_rounds
            continue
        for one, other in combinations(players, 2):
            found = why_not(at, one, other)
            pair = frozenset((one, other))
            possible = any(pair in one_round for one_round in legal_rounds)
            assert found.is_so is (pair in right)
            assert found.is_impossible is not possible, (at.number, one, other)
            if found.round:
                assert pair in {frozenset(p) for p in found.round}
                assert found.finding is not None, (at.tournament.name, at.number, one, other)
            count += 1
    return count


@pytest.mark.parametrize("name", SYSTEM_NAMES)
def test_impossible_means_that_no_complete_round_has_the_pair(name: str) -> None:
    assert look(SYSTEMS[name]["2026"], range(3)) > 50


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEM_NAMES)
def test_explanations_agree_in_many_rounds(name: str) -> None:
    assert look(SYSTEMS[name]["2026"], range(1000, 1125)) > 2000


def test_forcing_the_pairs_that_there_are_changes_nothing() -> None:
    for at in moments(SYSTEMS["dutch"]["2026"], range(4)):
        pairs = [(white, black) for white, black in as_pairs(at.pairing) if black != NOBODY]
        assert as_pairs(at.paired(demands.must_meet(at.given, pairs))) == as_pairs(at.pairing)
