"""If a requirement of the Dutch rules before 2017 is dropped or moved, some round is paired differently."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pairing_engine import NoPairing
from pairing_engine.kernel.trace import Board
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before, states
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.system import System
from tests.articles.literal.facts import tournament_of
from tests.articles.literal.random_events import random_event
from tests.conftest import GOLDEN, Archive
from trf import examine

Answer = tuple[tuple[Board, ...], int | None] | None

DROPPED = {
    ("2012", "A3", "A.3"): 317, ("2012", "P1", "C.14.a"): 5, ("2012", "B3", "B.3"): 173,
    ("2012", "C12", "C.1, C.12"): 639,
    ("2012", "B3", "D.4"): 50, ("2012", "B2", "B.2"): 195, ("2012", "A7.d", "A.7.d"): 5,
    ("2012", "X", "A.8.a, B.4"): 7, ("2012", "Z", "A.8.b, A.7.e"): 10, ("2012", "B5", "B.5, C.10.d"): 5,
    ("2012", "B6", "B.6, C.10.c"): 37, ("2012", "B5", "B.5, C.10.b"): 7, ("2012", "B6", "B.6, C.10.a"): 17,
    ("2009", "p", "C.14"): 0, ("2009", "C12", "C.1, C.12"): 639, ("2009", "B2", "B.2, Note"): 5,
    ("2009", "A7.d", "A.7.d"): 5,
    ("2009", "x", "A.8, B.4"): 10, ("2009", "B5, B6", "C.10"): 5, ("2009", "B5, B6", "C.9"): 17,
}  # fmt: skip
"""The seeds of rounds that are paired differently if a requirement is dropped.

A key contains the edition, the code of the requirement, and its article.
"""

SWAPPED = {
    ("2012", "B.2"): 611, ("2012", "A.8.b, A.7.e"): 413, ("2012", "B.5, C.10.d"): 33, ("2012", "B.6, C.10.c"): 147,
    ("2012", "B.5, C.10.b"): 7, ("2009", "B.2, Note"): 611, ("2009", "A.8, B.4"): 27,
    ("2009", "C.10"): 147,
}  # fmt: skip
"""The seeds of rounds that are paired differently if a requirement changes places with the next requirement.

A key contains the edition, and the article of the first of the two requirements.
"""


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


@pytest.mark.parametrize(("edition", "code", "article"), DROPPED)
def test_dropping_a_requirement_changes_a_round(edition: str, code: str, article: str) -> None:
    system = SYSTEMS["dutch"][edition]
    left = tuple(rule for rule in system.criteria if (rule.code, rule.article) != (code, article))
    assert len(left) == len(system.criteria) - 1
    state = random_state(DROPPED[edition, code, article], system)
    assert answer(replace(system, criteria=left), state) != answer(system, state)


@pytest.mark.parametrize(("edition", "article"), SWAPPED)
def test_swapping_two_requirements_changes_a_round(edition: str, article: str) -> None:
    system = SYSTEMS["dutch"][edition]
    rules = list(system.criteria)
    at = [rule.article for rule in rules].index(article)
    rules[at], rules[at + 1] = rules[at + 1], rules[at]
    state = random_state(SWAPPED[edition, article], system)
    assert answer(replace(system, criteria=tuple(rules)), state) != answer(system, state)


@pytest.mark.parametrize(
    ("edition", "article", "archive", "member", "number"),
    [
        ("2012", "B.3, D.3", "events", "156.trf", 4),
        ("2012", "C.14.b", "events", "122.trf", 7),
        ("2012", "C.12", "byes", "1212.trf", 10),
        ("2009", "C.12", "byes", "1212.trf", 10),
    ],
)
def test_dropping_a_requirement_changes_a_recorded_round(
    edition: str, article: str, archive: str, member: str, number: int
) -> None:
    system = SYSTEMS["dutch"][edition]
    files = Archive(GOLDEN / "dutch-2012" / f"{archive}.zip", {"events": 160, "byes": 235}[archive])
    event = examine(files.read(member), name=member).tournament
    state = list(states(event, system.conventions))[number - 1]
    left = tuple(rule for rule in system.criteria if rule.article != article)
    assert len(left) == len(system.criteria) - 1
    assert answer(replace(system, criteria=left), state) != answer(system, state)


@pytest.mark.parametrize("edition", ["2009", "2012"])
@pytest.mark.parametrize(("article", "seed"), [("E.1", 17), ("E.2", 10), ("E.3", 38), ("E.4", 0)])
def test_dropping_a_colour_rule_changes_colours(edition: str, article: str, seed: int) -> None:
    system = SYSTEMS["dutch"][edition]
    steps = tuple(step for step in system.colour_steps if step.article != article)
    found = {answer(of, random_state(seed, system)) for of in (system, replace(system, colour_steps=steps))}
    assert len(found) == 2
