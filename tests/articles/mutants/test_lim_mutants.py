from __future__ import annotations

from collections.abc import Callable

import pytest

from pairing_engine import NoPairing
from pairing_engine.pairing import pair_round
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.lim.edition_2026 import LIM_2026
from pairing_engine.systems.system import System
from tests.articles.mutants.lim_cases import CASES, CHANGES, STATES, SYSTEMS, Case
from tests.builders import show
from tests.engine.laws import test_lim_floater_laws as laws
from tests.engine.laws.test_lim_floater_laws import Outcome

KILLERS: dict[str, Case] = {name: case for case in CASES for name in case.kills}


def boards(before: RoundState, system: System = LIM_2026) -> str:
    try:
        return show(pair_round(system, before))
    except NoPairing as error:
        return str(error)


def meetings(before: RoundState) -> set[frozenset[int]]:
    return {frozenset((board.white, board.black)) for board in pair_round(LIM_2026, before).boards}


def test_every_mutant_has_its_round() -> None:
    assert {*KILLERS, *STATES} == {*CHANGES, *SYSTEMS}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.expected)
def test_the_rounds_are_paired_as_the_transcription_pairs_them(case: Case) -> None:
    assert boards(case.state) == case.expected


@pytest.mark.parametrize("name", [name for name in CHANGES if name in KILLERS])
def test_a_change_of_the_engine_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = KILLERS[name]
    before = case.state
    CHANGES[name](monkeypatch)
    assert boards(before) != case.expected


@pytest.mark.parametrize("name", SYSTEMS)
def test_another_system_is_noticed(name: str) -> None:
    case = KILLERS[name]
    assert boards(case.state, SYSTEMS[name]) != case.expected


@pytest.mark.parametrize("name", STATES)
def test_a_change_is_noticed_in_a_round_by_hand(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, pairs = STATES[name]
    expected = {frozenset(map(int, pair.split("-"))) for pair in pairs.split()}
    assert meetings(before) == expected
    CHANGES[name](monkeypatch)
    assert meetings(before) != expected


@pytest.mark.parametrize(
    ("law", "name", "seed"),
    [
        (laws.a_pair_is_lost, "4.4.1 at the cost of a pairing", 44),
        (laws.two_who_could_meet_leave, "4.4.2 company at the cost of a pairing", 40),
        (laws.a_floater_is_sent_on, "4.4.1 whatever the type", 0),
        (laws.a_floater_has_nobody, "4.4.1 whatever the type", 132),
        (laws.a_colour_is_given_without_need, "6 not for floaters", 130),
        (laws.a_colour_is_given_without_need, "5.7 for permitted colours", 158),
    ],
)
def test_a_law_about_groups_notices_a_change(
    law: Callable[[Outcome], object], name: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    CHANGES[name](monkeypatch)
    assert any(law(outcome) is not None for before in laws.states_of(seed) for outcome in laws.outcomes(before))
