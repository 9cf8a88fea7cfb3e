"""Every rule matters: drop one, or swap two, and some recorded round, or a fixture made for it, is paired otherwise.

A mutant that changes nothing would mean a rule that nothing tests. Witnesses are kept in ``witnesses.toml``, so that
each mutant pairs a few small rounds only; the reference backend is asked, where nothing but the criteria decides.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import pytest

from pairing_engine import NoPairing
from pairing_engine.colour import ColourStep
from pairing_engine.matching import Backend
from pairing_engine.matching.completion import Completion
from pairing_engine.pairing import pair_round
from pairing_engine.rules import Rule
from pairing_engine.state import RoundState
from pairing_engine.systems import strides
from pairing_engine.systems.counting import least_denied
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System
from tests.conftest import provenance
from tests.golden.recorded import (
    all_small_rounds,
    archive_of,
    finished_event,
    fixture_answer,
    fixture_state,
    fixtures_of,
    lines_of,
    pairs_of_round,
    recorded_rounds,
)
from tests.internals import DUTCH_COLOURS, DUTCH_RULES, dutch_by, dutch_with_colours, swapped

WITNESSES: dict[str, dict[str, list[tuple[str, str, int]]]] = tomllib.loads(
    (Path(__file__).parent / "witnesses.toml").read_text(encoding="utf-8")
)


def name_of(rule: Rule) -> str:
    """What a mutant calls a rule: [C8] has two."""
    return rule.code if rule.code != "C8" else "C8.number" if rule.levels is None else "C8.scores"


def without(things: tuple[object, ...], place: int) -> list[object]:
    return [*things[:place], *things[place + 1 :]]


def with_two_swapped(things: tuple[object, ...], place: int) -> list[object]:
    return [*things[:place], things[place + 1], things[place], *things[place + 2 :]]


def rule_mutants() -> dict[str, list[Rule]]:
    """Every rule dropped, every two neighbours swapped."""
    names = [name_of(rule) for rule in DUTCH_RULES]
    found = {f"drop {name}": without(DUTCH_RULES, place) for place, name in enumerate(names)}
    for place in range(len(names) - 1):
        found[f"swap {names[place]} {names[place + 1]}"] = with_two_swapped(DUTCH_RULES, place)
    return found  # type: ignore[return-value]


def colour_mutants() -> dict[str, list[ColourStep]]:
    """Every step of Article 5 dropped but the last, without which it decides nothing; every two neighbours swapped."""
    names = [step.article for step in DUTCH_COLOURS]
    found = {f"drop {name}": without(DUTCH_COLOURS, place) for place, name in enumerate(names[:-1])}
    for place in range(len(names) - 1):
        found[f"swap {names[place]} {names[place + 1]}"] = with_two_swapped(DUTCH_COLOURS, place)
    return found  # type: ignore[return-value]


NO_DIFFERENCE = {
    "swap C8.scores C9": "[C9] applies where the one floater gets the bye; [C7] has settled that floater's score, and "
    "nobody else of the bracket floats from the next one: all that [C8] lists is the same for every candidate",
    "swap 5.2.1 5.2.2": "of two different preferences the stronger one is granted by both steps, and so is the weaker",
}
"""Mutants that are the rules in other words, and why. (The article that is named differs: see the tests of 5.2.1.)"""


@contextmanager
def always_yes(method: str) -> Iterator[System]:
    """A certificate without proof."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Completion, method, lambda *_: True)
        yield DUTCH_2026


@contextmanager
def other_bound(bound: Callable[[list[int]], tuple[int, int]]) -> Iterator[System]:
    """Another count of what must be denied."""
    with swapped(least_denied, bound):
        yield DUTCH_2026


SHORTCUT_MUTANTS: dict[str, Callable[[], AbstractContextManager[System]]] = {
    "fills says yes": lambda: always_yes("fills"),
    "completes says yes": lambda: always_yes("completes"),
    "least_denied without those who want nothing": lambda: other_bound(lambda counts: least_denied([0, *counts[1:]])),
    "least_denied takes every one for strong": lambda: other_bound(lambda counts: (least_denied(counts)[0],) * 2),
}


def rules_system(mutant: str) -> AbstractContextManager[System]:
    return dutch_by(rule_mutants()[mutant])


def colours_system(mutant: str) -> AbstractContextManager[System]:
    return nullcontext(dutch_with_colours(colour_mutants()[mutant]))


def answer(system: System, state: RoundState, backend: Backend) -> set[tuple[int, int]] | None:
    try:
        return set(lines_of(pair_round(system, state, backend)))
    except NoPairing:
        return None


def told_apart_by(folder: Path) -> list[str]:
    """The mutants for which a fixture was made."""
    found = provenance(folder)["tells_apart"]
    assert isinstance(found, list)
    return found


def witnesses(mutant: str) -> list[tuple[RoundState, set[tuple[int, int]]]]:
    """The rounds that should tell a mutant, with their recorded answers."""
    found = []
    for archive, member, number in WITNESSES.get(mutant, {}).get("rounds", ()):
        event = finished_event(archive_of(archive), member)
        state, recorded = next((s, r) for s, r in recorded_rounds(event) if s.number == number)
        found.append((state, pairs_of_round(recorded)))
    made = [folder for folder in fixtures_of("dutch-2026") if mutant in told_apart_by(folder)]
    return found + [(fixture_state(folder), set(fixture_answer(folder))) for folder in made]


def assert_told_apart(mutant: str, system: AbstractContextManager[System], backend: Backend) -> None:
    known = witnesses(mutant)
    assert known, f"nothing tests it: find a round that {mutant!r} changes"
    for state, expected in known:
        assert answer(DUTCH_2026, state, backend) == expected
    with system as mutated:
        assert any(answer(mutated, state, backend) != expected for state, expected in known)


@pytest.mark.parametrize("mutant", [name for name in rule_mutants() if name not in NO_DIFFERENCE])
def test_every_criterion_and_its_place_matter(mutant: str) -> None:
    assert_told_apart(mutant, rules_system(mutant), Backend.REFERENCE)


@pytest.mark.parametrize("mutant", [name for name in colour_mutants() if name not in NO_DIFFERENCE])
def test_every_step_of_the_colours_and_its_place_matter(mutant: str) -> None:
    assert_told_apart(mutant, colours_system(mutant), Backend.AUTO)


@pytest.mark.parametrize("mutant", SHORTCUT_MUTANTS)
def test_every_proof_of_a_shortcut_matters(mutant: str) -> None:
    assert_told_apart(mutant, SHORTCUT_MUTANTS[mutant](), Backend.AUTO)


def test_a_bound_that_is_too_low_only_makes_walks_give_up() -> None:
    """Nothing can be denied less than that, so no walk ends where it should not: no answer changes."""
    with other_bound(lambda _: (0, 0)) as system:
        assert_all_agree(system)


@pytest.mark.parametrize("turns", [0, 100_000])
def test_how_often_a_walk_turns_back_changes_no_answer(turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strides, "TURNS_BACK", turns)
    assert_all_agree(DUTCH_2026)


def assert_all_agree(system: System) -> None:
    """A few dozen small rounds are paired as recorded."""
    rounds = 0
    for state, recorded in all_small_rounds(every=60):
        assert answer(system, state, Backend.AUTO) == pairs_of_round(recorded)
        rounds += 1
    assert rounds > 60


@pytest.mark.parametrize("mutant", NO_DIFFERENCE)
def test_mutants_that_should_make_no_difference_make_none(mutant: str) -> None:
    """A few dozen small rounds, and the fixtures of this folder."""
    system = rules_system(mutant) if mutant in rule_mutants() else colours_system(mutant)
    with system as mutated:
        for folder in fixtures_of("dutch-2026"):
            assert answer(mutated, fixture_state(folder), Backend.REFERENCE) == set(fixture_answer(folder))
        for state, recorded in all_small_rounds(every=150):
            assert answer(mutated, state, Backend.REFERENCE) == pairs_of_round(recorded)


def test_no_witness_is_left_of_a_mutant_that_is_no_more() -> None:
    known = {*rule_mutants(), *colour_mutants(), *SHORTCUT_MUTANTS}
    assert set(WITNESSES) <= known
    assert {mutant for folder in fixtures_of("dutch-2026") for mutant in told_apart_by(folder)} <= known


@pytest.mark.slow
@pytest.mark.parametrize("mutant", [name for name in rule_mutants() if name not in NO_DIFFERENCE and name in WITNESSES])
def test_many_recorded_rounds_tell_a_mutant_from_the_rules(mutant: str) -> None:
    """Without the list of witnesses: every fifth of the small recorded rounds."""
    with rules_system(mutant) as mutated:
        rounds = all_small_rounds(every=5)
        assert any(answer(mutated, state, Backend.REFERENCE) != pairs_of_round(recorded) for state, recorded in rounds)
