"""If a rule of the Double-Swiss or Team System is changed, some round is paired differently.

A witness is a round that a mutant pairs differently from the literal transcription. `tests.evidence.articles.search`
finds such rounds.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

from pairing_engine.facts.model import ByeKind, Result
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.kernel.rules import Rule, Scope
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.double_swiss.edition_2026 import DOUBLE_SWISS_2026
from pairing_engine.systems.shared.top_scoregroup import BYE_BAR, BYE_STEPS
from pairing_engine.systems.team import edition_2026 as criteria
from pairing_engine.systems.team.edition_2026 import TEAM_2026
from tests.articles.literal.facts import MatchEvent, Preferences
from tests.articles.match_builders import against_a_stranger, event, given, histories
from tests.articles.mutants.changes import Change, Mutants, neighbours, with_process, words_in
from tests.articles.mutants.witnesses import Witness, assert_told_apart, is_told, transcribed
from tests.articles.test_c0405_c0406_alike import FLOATERS_NEEDED, UPFLOATERS
from tests.engine.laws.test_generated_matches import DOUBLE, Kind, rounds_of
from tests.engine.laws.test_generated_matches import TEAM as TEAMS


def _of(rules: Sequence[Rule]) -> dict[str, list[Rule]]:
    """Build the mutants in which a criterion is dropped, or two neighbours are swapped.

    A rule about sets of upfloaters is never swapped with a rule about pairs.
    """
    found = neighbours([rule.code for rule in rules], rules)
    sets = [rule.code for rule in rules if rule.scope is Scope.UPFLOATERS]
    found.pop(f"swap {sets[-1]} {rules[len(sets)].code}")
    return found


def _of_colours(steps: Sequence[ColourStep]) -> dict[str, list[ColourStep]]:
    return neighbours([step.article for step in steps], steps, keep_last=True)


def _not_barred_by(outcome: ByeKind | Result) -> Change:
    """[2.1.2, C2] Let a participant have the bye despite this kind of unplayed round."""
    bar = BYE_BAR._replace(outcomes=BYE_BAR.outcomes - {outcome})
    return lambda system: system._replace(conventions=system.conventions._replace(bye_bar=bar))


ALIKE_BY_VALUES: dict[str, Change] = {
    "2.1.1 [C1] dropped": lambda system: system._replace(may_meet=lambda _a, _b, _state: True),
    "2.1.2 not after a bye": _not_barred_by(ByeKind.PAIRING_ALLOCATED),
    "2.1.2 not after a full-point bye": _not_barred_by(ByeKind.FULL_POINT),
    "2.1.2 not after a forfeit": _not_barred_by(Result.FORFEIT_WIN),
    "4.2 the smaller TPN first": with_process(first=lambda player, _state: (player.tpn,)),
}

DOUBLE_SWISS = Mutants(
    DOUBLE_SWISS_2026,
    _of(DOUBLE_SWISS_2026.criteria),
    _of_colours(DOUBLE_SWISS_2026.colour_steps),
    neighbours([step.article for step in BYE_STEPS], BYE_STEPS),
    ALIKE_BY_VALUES,
    words_in("matches", "double-swiss"),
    words_in("sets"),
)


def _secondary(player: Player, state: RoundState) -> int:
    """[4.2.2] Return the secondary score of a team if the event uses it, or zero."""
    return player.secondary if criteria.team_rules(state).secondary else 0


TEAM = Mutants(
    TEAM_2026,
    _of(TEAM_2026.criteria),
    _of_colours(TEAM_2026.colour_steps),
    neighbours([step.article for step in BYE_STEPS], BYE_STEPS),
    {
        **ALIKE_BY_VALUES,
        "4.2.1 dropped": with_process(first=lambda p, state: (-_secondary(p, state), p.tpn)),
        "4.2.2 dropped": with_process(first=lambda p, _state: (-p.score, p.tpn)),
        "4.2.2 whatever the rules say": with_process(first=lambda p, _state: (-p.score, -p.secondary, p.tpn)),
        "4.2.2 before 4.2.1": with_process(first=lambda p, state: (-_secondary(p, state), -p.score, p.tpn)),
    },
    words_in("matches", "team"),
    words_in("sets"),
)


THREE_FROM_ABOVE = event(
    given(t30="1 2 3", t20="4 5 6", t10="7 8"),
    barred="1-2 1-3 1-5 1-6 1-8 2-4 2-6 2-7 2-8 3-4 3-5 3-7 3-8 4-5 4-7 4-8 5-6 5-7 6-7 6-8",
)
"""A round in which either participant 7 (two groups lower) or participants 4, 5 and 6 (one group lower) float up."""

ONE_STRONG_OR_THREE = replace(
    histories(t1="bb", t2="bb", t3="wb", t4="wb", t5="bw", t6="bw"),
    preferences=Preferences.TYPE_B,
    forbidden=frozenset(
        frozenset(two)
        for two in combinations(range(1, 7), 2)
        if two not in ((1, 2), (3, 5), (4, 6), (1, 3), (2, 4), (5, 6))
    ),
)
"""One pairing (1-2 3-5 4-6) denies one strong preference, and the other (1-3 2-4 5-6) three mild preferences."""

STRONG_OR_SPARED = replace(
    event(
        given(t20="1 2 3 91 93", t10="4", t0="92"),
        *(
            against_a_stranger(1, "b") | against_a_stranger(2, "b") | against_a_stranger(3, colour) | given(t0="4")
            for colour in "wb"
        ),
        barred="1-4 2-3",
    ),
    preferences=Preferences.TYPE_B,
)
"""Either participant 4 floats up and meets a floater of the last round, or a strong preference is denied."""

BY_HAND: dict[str, dict[str, MatchEvent]] = {
    "double-swiss": {
        "drop C4": THREE_FROM_ABOVE,
        "swap C4 C5": THREE_FROM_ABOVE,
        "2.3.3 [C6] passes on": UPFLOATERS["C6 does not pass on"][0],
    },
    "team": {
        "drop C4": THREE_FROM_ABOVE,
        "swap C4 C5": THREE_FROM_ABOVE,
        "2.3.3 [C6] passes on": UPFLOATERS["C6 does not pass on"][0],
        "swap C6 C7": FLOATERS_NEEDED,
        "swap C8 C9": ONE_STRONG_OR_THREE,
        "swap C9 C10": STRONG_OR_SPARED,
    },
}
"""Rounds worked out by hand. The mutants pair almost all random rounds correctly."""


class Subject(NamedTuple):
    mutants: Mutants
    events: Kind


SUBJECTS = {"double-swiss": Subject(DOUBLE_SWISS, DOUBLE), "team": Subject(TEAM, TEAMS)}

WITNESSES: dict[str, dict[str, list[int]]] = tomllib.loads(
    (Path(__file__).parent / "witnesses_matches.toml").read_text(encoding="utf-8")
)
"""For each system and mutant, the seed of a witness and, if necessary, the number of the round."""

NEVER_PLAYED = "a participant without matches has had no White and has no preference"
TRIES_ALL = "the shortcut then finds no set, and the engine searches the whole round"
NO_DIFFERENCE: dict[str, dict[str, str]] = {
    "double-swiss": {"swap 4.3.1 4.3.2": NEVER_PLAYED, "sets: as many as the number demands": TRIES_ALL},
    "team": {
        "swap 4.3.1 4.3.2": NEVER_PLAYED,
        "drop 4.3.3": "a team that prefers White never has the larger difference; if equal, the last colours differ",
        "swap 4.3.2 4.3.3": "4.3.2 needs exactly one preference, and 4.3.3 needs two",
        "swap 4.3.3 4.3.4": "if the preferences are opposite, both steps grant the strong one",
        "sets: as many as the number demands": TRIES_ALL,
    },
}
"""The mutants that still pair every round correctly, each with the reason."""


def facts_of(kind: Kind, place: list[int]) -> MatchEvent:
    seed, *number = place
    if not number:
        return kind.random_event(seed)
    return [found.event for found in rounds_of(kind, seed)][number[0] - 1]


def witness_of(kind: Kind, facts: MatchEvent) -> Witness:
    return transcribed(kind.in_model(facts), kind.transcribed(facts))


NAMES = [(name, mutant) for name, subject in SUBJECTS.items() for mutant in subject.mutants.names()]


@pytest.mark.parametrize(("name", "mutant"), [each for each in NAMES if each[1] not in NO_DIFFERENCE[each[0]]])
def test_every_rule_and_its_place_matter(name: str, mutant: str) -> None:
    mutants, kind = SUBJECTS[name]
    by_hand, place = BY_HAND[name].get(mutant), WITNESSES[name].get(mutant)
    facts = [by_hand] if by_hand else [facts_of(kind, place)] if place else []
    # Mutants of shortcuts are those of the fast engine.
    backend = Backend.AUTO if mutant in mutants.shortcuts else Backend.REFERENCE
    known = [witness_of(kind, each) for each in facts]
    assert_told_apart(mutants.system, mutants.mutated(mutant), known, backend)


@pytest.mark.parametrize(("name", "mutant"), [(n, m) for n, mutants in NO_DIFFERENCE.items() for m in mutants])
def test_mutants_that_should_make_no_difference_make_none(name: str, mutant: str) -> None:
    mutants, kind = SUBJECTS[name]
    backend = Backend.AUTO if mutant in mutants.shortcuts else Backend.REFERENCE
    with mutants.mutated(mutant) as system:
        for seed in range(60):
            assert not is_told(system, witness_of(kind, kind.random_event(seed)), backend)


def test_every_witness_belongs_to_a_mutant() -> None:
    for name, subject in SUBJECTS.items():
        known = {*WITNESSES[name], *BY_HAND[name], *NO_DIFFERENCE[name]}
        assert len(known) == len(WITNESSES[name]) + len(BY_HAND[name]) + len(NO_DIFFERENCE[name])
        assert known == set(subject.mutants.names())
