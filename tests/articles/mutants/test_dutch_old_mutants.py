"""If a requirement of the Dutch rules before 2017 is dropped, moved or replaced, some round is paired differently."""

from random import Random

import pytest

from pairing_engine import NoPairing
from pairing_engine.kernel.rules import Rule
from pairing_engine.kernel.trace import Board
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before, states
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.dutch_procedure import edition_1998
from pairing_engine.systems.dutch_procedure import edition_2009 as criteria_2009
from pairing_engine.systems.dutch_procedure.score_bracket import Lowered, may_meet_2009
from pairing_engine.systems.system import System, as_they_are
from tests.articles.literal.facts import tournament_of
from tests.articles.literal.random_events import random_event
from tests.articles.mutants.changes import with_process
from tests.conftest import GOLDEN, Archive
from trf import examine

Answer = tuple[tuple[Board, ...], int | None] | None


def random_state(seed: int, system: System) -> RoundState:
    rng = Random(seed)
    event = random_event(rng, rng.randint(4, 14))
    return state_before(tournament_of(event), len(event.rounds) + 1, system.conventions)


def answer(system: System, state: RoundState) -> Answer:
    try:
        found = pair_round(system, state)
    except (NoPairing, AssertionError):
        return None
    return found.boards, found.bye


def without(edition: str, article: str) -> System:
    system = SYSTEMS["dutch"][edition]
    left = tuple(rule for rule in system.criteria if rule.article != article)
    assert len(left) == len(system.criteria) - 1
    return system._replace(criteria=left)


def later(edition: str, article: str) -> System:
    """Let a requirement change places with the next one."""
    rules = list(SYSTEMS["dutch"][edition].criteria)
    at = [rule.article for rule in rules].index(article)
    rules[at], rules[at + 1] = rules[at + 1], rules[at]
    return SYSTEMS["dutch"][edition]._replace(criteria=tuple(rules))


@pytest.mark.parametrize(
    ("article", "archive", "member", "number"),
    [("C.14.b", "events", "122.trf", 7), ("C.12", "byes", "1212.trf", 10)],
)
def test_dropping_a_requirement_changes_a_recorded_round(article: str, archive: str, member: str, number: int) -> None:
    system = SYSTEMS["dutch"]["2012"]
    files = Archive(GOLDEN / "dutch-2012" / f"{archive}.zip", {"events": 160, "byes": 235}[archive])
    event = examine(files.read(member), name=member).tournament
    state = list(states(event, system.conventions))[number - 1]
    assert answer(without("2012", article), state) != answer(system, state)


DUTCH_1998 = SYSTEMS["dutch"]["1998"]


def with_rules(*rules: Rule) -> System:
    return DUTCH_1998._replace(criteria=rules)


P1, C12, C12_PAIRS, X, UP, DOWN = edition_1998.CRITERIA

MUTANTS: dict[str, tuple[System, int]] = {
    # Requirements that no example of fixtures/articles has.
    "2012 A.3 dropped": (without("2012", "A.3"), 317),
    "2009 B.2, note dropped": (without("2009", "B.2, Note"), 5),
    "2012 B.2 later": (later("2012", "B.2"), 611),
    "2012 A.8.b, A.7.e later": (later("2012", "A.8.b, A.7.e"), 413),
    "2009 B.2, note later": (later("2009", "B.2, Note"), 611),
    # The rules of 1998 with a line of 2009.
    "A.7.a: absolute preferences stay": (DUTCH_1998._replace(with_preferences=as_they_are), 41),
    "A.7.d: strong preferences count as absolute": (with_rules(P1, C12, C12_PAIRS, criteria_2009.a7d, X, UP, DOWN), 5),
    "A.7.e: mild preferences give way in even rounds": (with_rules(P1, C12, C12_PAIRS, criteria_2009.x, UP, DOWN), 10),
    "B, note: B2 for players of 50% or more": (
        DUTCH_1998._replace(with_preferences=as_they_are, may_meet=may_meet_2009),
        38,
    ),
    "B, note: B5 and B6 for downfloats of everybody": (
        with_rules(P1, C12, C12_PAIRS, X, UP, DOWN._replace(cost=criteria_2009.lowered_for_downfloater)),
        69,
    ),
    "B, note: B5 and B6 for upfloats of everybody": (
        with_rules(P1, C12, C12_PAIRS, X, UP._replace(cost=criteria_2009.lowered_for_upfloater), DOWN),
        33,
    ),
    "C.9, C.10: upfloats are dropped first": (
        with_rules(P1, C12, C12_PAIRS, X, Lowered(*DOWN), UP),
        145,
    ),
    "C.9: downfloats are dropped for the whole bracket": (
        with_rules(P1, C12, C12_PAIRS, X, UP, Lowered(*DOWN)),
        145,
    ),
    "C.13: the players of the upper bracket are S1": (with_process(upper_is_s1=True)(DUTCH_1998), 50),
}
"""Changed rules, each with the seed of a round that they pair differently."""


@pytest.mark.parametrize(("mutant", "seed"), MUTANTS.values(), ids=MUTANTS)
def test_a_changed_requirement_changes_a_round(mutant: System, seed: int) -> None:
    system = SYSTEMS["dutch"][mutant.edition]
    state = random_state(seed, system)
    assert answer(mutant, state) != answer(system, state)
