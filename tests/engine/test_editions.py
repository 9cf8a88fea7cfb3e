"""Invented editions, which differ from a real edition in a single value.

The tests check that pairing, explanations and checks all use the rules of the invented edition.
"""

import pickle
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from checker import check
from checker.report import Status
from pairing_engine import NoPairing, pair
from pairing_engine.answers.account import account_of
from pairing_engine.answers.card import card_of
from pairing_engine.answers.checklist import checklist
from pairing_engine.answers.paired import PairedRound, check_again
from pairing_engine.errors import BadRequest, IllegalPairing
from pairing_engine.facts.basic_rules import ByeBar, Colours, Outcome
from pairing_engine.facts.model import ByeKind, Colour, Points, Result, Scoring, Settings, Tournament
from pairing_engine.fast import graphs
from pairing_engine.fast.engine import Fast
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.kernel.rules import Bracket, Edge, Rule, Scope, counts
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before, states
from pairing_engine.state.round_state import NO_FLOAT, Player, RoundState
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.burstein.process import SeedingRounds
from pairing_engine.systems.choice import Choice
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import Names, System, in_every_round
from tests.builders import tournament
from tests.conftest import some
from tests.internals import afresh, candidates_of, without_shortcuts

# The whole proof covers the older editions fully. In the usual run they pair only one round or one event.
# A table of rounds has no rules that another rule could replace (tests/articles/test_c05_round_robin.py).
NEWEST = {name: editions["2026"] for name, editions in SYSTEMS.items() if editions["2026"].rounds is None}
OLDER = {f"dutch-{edition}": system for edition, system in SYSTEMS["dutch"].items() if edition != "2026"}
BY_NAME = NEWEST | OLDER

ALL = [*NEWEST, *some(OLDER, 0)]
WITH_CRITERIA = [name for name in NEWEST if len(NEWEST[name].criteria) > 1]
"""The systems of several criteria: a single rule need not be about floats, or about the pairs of a bracket."""
ALL_WITH_CRITERIA = [*WITH_CRITERIA, *some(OLDER, 0)]

HALF = (Amount(2),)


@cache
def event_of(system: System, seed: int = 7) -> Tournament:
    """Generate an event with byes, forfeits and an odd number of participants."""
    plan = Plan(players=13, rounds=6, half_point_byes=HALF, forfeits=HALF, initial_colour=Colour.BLACK)
    return generate(plan, seed, system)


def rounds_of(system: System, event: Tournament) -> Iterator[RoundState]:
    return (state for state in states(event, system.conventions) if state.number <= len(event.rounds))


def paired(system: System, state: RoundState, backend: Backend = Backend.AUTO) -> RoundPairing | None:
    try:
        return pair_round(system, state, backend)
    except NoPairing:
        return None


def boards(pairing: RoundPairing | PairedRound | None) -> object:
    return None if pairing is None else ([board[:2] for board in pairing.boards], pairing.bye)


def assert_shortcuts_change_nothing(system: System, event: Tournament, *, reference: bool = True) -> list[object]:
    """Check that shortcuts do not change the boards of every second round. Return the boards of each.

    If ``reference`` is true, also check that the reference engine finds the same boards.
    """
    found = []
    for state in islice(rounds_of(system, event), 1, None, 2):
        answer = boards(paired(system, state))
        assert answer == boards(paired(without_shortcuts(system), state)), state.number
        assert not reference or answer == boards(paired(system, state, Backend.REFERENCE)), state.number
        found.append(answer)
    return found


# --- criteria ---------------------------------------------------------------------------------------------------------


def variants(system: System) -> dict[str, tuple[Rule, ...]]:
    """Return the original list of criteria and several altered lists, each with a name.

    Each altered list omits one criterion or exchanges two neighbouring criteria.
    """
    rules, found = system.criteria, {"as they are": system.criteria}
    for place, rule in enumerate(rules):
        found[f"{place}: without {rule.code}"] = rules[:place] + rules[place + 1 :]
        if place + 1 < len(rules) and (rule.scope is Scope.UPFLOATERS) is (rules[place + 1].scope is Scope.UPFLOATERS):
            found[f"{place}: {rules[place + 1].code} first"] = (
                *rules[:place], rules[place + 1], rule, *rules[place + 2 :],
            )  # fmt: skip
    return found


@pytest.mark.parametrize("name", ALL_WITH_CRITERIA)
def test_other_criteria_pair_the_same_without_shortcuts(name: str) -> None:
    system = BY_NAME[name]
    event = event_of(system)
    answers = {
        variant: assert_shortcuts_change_nothing(system._replace(criteria=criteria), event, reference=place % 3 == 0)
        for place, (variant, criteria) in enumerate(variants(system).items())
    }
    assert any(answer != answers["as they are"] for answer in answers.values())


@pytest.mark.parametrize("name", ALL_WITH_CRITERIA)
def test_a_round_without_a_criterion_is_judged_by_its_edition(name: str) -> None:
    system = BY_NAME[name]
    told = 0
    for rule in system.criteria:
        other = system._replace(criteria=tuple(each for each in system.criteria if each is not rule))
        for seed in range(1 if told else 2):
            event = event_of(other, seed)
            assert check(event, system=other, cause=False).number_of_faults == 0
            for report in check(event, system=system, cause=False).rounds:
                if report.explanation is None or report.explanation.finding.code not in {
                    r.code for r in system.criteria
                }:
                    continue
                told += report.explanation.finding.code == rule.code
            state = state_before(event, len(event.rounds), other.conventions)
            account = account_of(pair_round(other, state), state, other)
            codes = {r.code for r in other.criteria}
            assert {unmet.code for bracket in account.brackets for unmet in bracket.unmet} <= codes
    assert told


@counts("X1", "9.9", "pairs of an odd and an even TPN")
def odd_meets_even(edge: Edge, _bracket: Bracket) -> int:
    return int(edge.pairs and edge.lower is not None and (edge.upper.tpn + edge.lower.tpn) % 2)


@counts("X2", "9.9", "upfloaters with an even TPN", scope=Scope.UPFLOATERS)
def even_upfloaters(edge: Edge, _bracket: Bracket) -> int:
    return int(edge.floats and edge.lower is not None and edge.lower.tpn % 2 == 0)


NEW_CRITERIA = [
    *((name, odd_meets_even, place) for name in WITH_CRITERIA if name != "dubov" for place in ("last", "first")),
    *((name, even_upfloaters, "third") for name in ("dubov", "double-swiss", "team")),
    *(
        pytest.param(name, odd_meets_even, place, marks=pytest.mark.slow)
        for name in OLDER
        for place in ("last", "first")
    ),
]
"""In the Dubov System, Articles 3.2.3 to 3.2.6 determine the pairs without criteria."""


@pytest.mark.parametrize(("name", "rule", "place"), NEW_CRITERIA)
def test_a_criterion_that_nobody_has_written_yet(name: str, rule: Rule, place: str) -> None:
    system = BY_NAME[name]
    of_bracket = [n for n, each in enumerate(system.criteria) if each.scope is Scope.BRACKET]
    after_the_number_of_floaters = name in ("dutch", "burstein")
    at = {"first": of_bracket[:1], "last": [len(system.criteria)], "third": [2]}[place][0]
    at += after_the_number_of_floaters and place == "first"
    other = system._replace(criteria=(*system.criteria[:at], rule, *system.criteria[at:]))
    decided, told, same = set(), rule is even_upfloaters, True
    for seed in range(4):
        event = event_of(system, seed)
        mine, theirs = (assert_shortcuts_change_nothing(one, event, reference=seed == 0) for one in (other, system))
        same = mine == theirs and same
        explanations = (report.explanation for report in check(event, system=other, cause=False).rounds)
        decided |= {explanation.finding.code for explanation in explanations if explanation is not None}
        told = told or any(rule.code in unmet_in(other, state) for state in rounds_of(other, event))
        if not same and rule.code in decided and told:
            return
    raise AssertionError((same, decided, told))


def unmet_in(system: System, state: RoundState) -> list[str]:
    pairing = paired(system, state)
    if pairing is None:
        return []
    return [unmet.code for bracket in account_of(pairing, state, system).brackets for unmet in bracket.unmet]


# --- who may meet, and who may have the bye --------------------------------------------------------------------------


def not_six_apart(a: Player, b: Player, _state: RoundState) -> bool:
    """Forbid repeated pairs, and also pairs whose numbers differ by a multiple of six."""
    return b.tpn not in a.barred and (a.tpn - b.tpn) % 6 != 0


@pytest.mark.parametrize("name", [*NEWEST, *some(OLDER, 1)])
def test_another_may_meet(name: str) -> None:
    system = BY_NAME[name]._replace(may_meet=not_six_apart, in_round=in_every_round)
    event = event_of(BY_NAME[name])
    assert_shortcuts_change_nothing(system, event)
    first = paired(system, next(rounds_of(system, event)))
    assert first is not None
    assert all((board.white - board.black) % 6 for board in first.boards)
    assert any(report.illegal for report in check(event, system=system, cause=False).rounds[:1])


def with_bye_bar(system: System, outcomes: frozenset[ByeKind | Result]) -> System:
    bar = ByeBar(outcomes, system.conventions.bye_bar.win_points)
    return system._replace(conventions=system.conventions._replace(bye_bar=bar))


@pytest.mark.parametrize("name", ALL)
def test_another_bar_to_the_bye(name: str) -> None:
    outcomes = BY_NAME[name].conventions.bye_bar.outcomes
    given = with_bye_bar(BY_NAME[name], outcomes - {ByeKind.HALF_POINT})
    system = with_bye_bar(BY_NAME[name], outcomes | {ByeKind.HALF_POINT})
    illegal = 0
    for seed in range(12):
        event = event_of(given, seed)
        assert_shortcuts_change_nothing(system, event, reference=seed == 0)
        for state in rounds_of(given, event):
            pairing = paired(given, state)
            by_it = state_before(event, state.number, system.conventions).by_tpn
            if pairing is None or pairing.bye is None or by_it[pairing.bye].may_have_bye:
                continue
            found = check(event, state.number, system=system, cause=False).rounds[0].illegal
            barred = [finding.words for finding in found if finding.article == system.bye_again.article]
            assert any(words.startswith("this participant scored points") for words in barred)
            check_again(event, given, pairing)
            with pytest.raises(IllegalPairing, match="without playing"):
                check_again(event, system, pairing)
            illegal += 1
        if illegal:
            return
    raise AssertionError("no round gives the bye to somebody whom the other edition bars")


def nobody_floats(_own: Points, _opponents: Points) -> str:
    return NO_FLOAT


def no_float(_outcome: Outcome, _gained: Points, _scoring: Scoring) -> str:
    return NO_FLOAT


@pytest.mark.parametrize("name", [*WITH_CRITERIA, *some(OLDER, 1)])
def test_another_rule_for_floats(name: str) -> None:
    given = BY_NAME[name]
    conventions = given.conventions._replace(float_of_game=nobody_floats, float_of_unplayed=no_float)
    system = given._replace(conventions=conventions)
    for seed in range(16):
        event = event_of(given, seed)
        mine, theirs = (assert_shortcuts_change_nothing(one, event, reference=seed == 0) for one in (system, given))
        before = state_before(event, len(event.rounds), conventions)
        table = checklist(before, paired(system, before), system)
        first = table.header.index("C2") + 1
        assert not any(any(row[first : first + 2]) for group in table.groups for row in group)
        if mine != theirs:
            return
    raise AssertionError("floats change no round")


def test_a_text_with_other_names_for_what_the_checklist_shows() -> None:
    system = DUTCH_2026._replace(names=Names(columns=("X1", "X2")))
    event = event_of(DUTCH_2026, 1)
    before = state_before(event, len(event.rounds), system.conventions)
    pairing = paired(system, before)
    assert pairing is not None
    assert {"X1", "X2"} <= set(checklist(before, pairing, system).header)
    cards = [card_of(pairing, before, Choice(one, "", "")) for one in (system, DUTCH_2026)]
    assert [any(any(bracket.figures) for bracket in card.brackets) for card in cards] == [False, True]


def test_a_second_opinion_without_colours() -> None:
    system = DUTCH_2026._replace(may_meet=not_six_apart)
    for seed in range(20):
        event = event_of(DUTCH_2026, seed)
        for state in rounds_of(system, event):
            pairing = paired(system, state)
            if pairing is None:
                continue
            check_again(event, system._replace(absolutes=system.absolutes._replace(colours=Colours.FREE)), pairing)
            try:
                check_again(event, system, pairing)
            except IllegalPairing:
                return
    raise AssertionError("the second opinion accepts every round")


# --- colours, boards, seeding rounds ----------------------------------------------------------------------------------


def odd_has_white(higher: Player, _lower: Player, _state: RoundState) -> Colour:
    return Colour.WHITE if higher.tpn % 2 else Colour.BLACK


ODD_HAS_WHITE = ColourStep("9.9", "an odd TPN has White", odd_has_white)


@pytest.mark.parametrize("name", BY_NAME)
def test_another_step_of_the_colours(name: str) -> None:
    given = BY_NAME[name]
    system = given._replace(colour_steps=(ODD_HAS_WHITE,), in_round=in_every_round)
    if name == "burstein":
        given = given._replace(in_round=in_every_round)
    event = event_of(given)
    state = next(rounds_of(system, event))
    pairing = pair_round(system, state)
    articles = {cited.article for cited in account_of(pairing, state, system).colours}
    assert articles == {f"{system.article} 9.9"}
    explanation = check(event, 1, system=system).rounds[0].explanation
    assert explanation is not None
    assert explanation.finding.article == f"{system.article} 9.9"


def test_another_order_of_boards() -> None:
    event = event_of(DUTCH_2026)
    system = DUTCH_2026._replace(board_score=lambda _player: Points(0))
    found = pair(event, 5, system)
    assert {board[:2] for board in found.boards} == {board[:2] for board in pair(event, 5).boards}
    assert [board[:2] for board in found.boards] != [board[:2] for board in pair(event, 5).boards]


def test_seeding_rounds_by_another_edition() -> None:
    reversed_ = DUTCH_2026._replace(colour_steps=(ODD_HAS_WHITE,))
    seeding = SeedingRounds(reversed_, 4)
    system = BY_NAME["burstein"]._replace(in_round=seeding)
    event = event_of(BY_NAME["burstein"])
    assert {board.colour_step for board in pair(event, 1, system).boards} == {ODD_HAS_WHITE}
    assert ODD_HAS_WHITE not in {board.colour_step for board in pair(event, 6, system).boards}


# --- a System given as a value, in this process and in others ---------------------------------------------------------


def without_c12() -> System:
    rules = tuple(rule for rule in DUTCH_2026.criteria if rule.code not in ("C12", "C13"))
    return DUTCH_2026._replace(edition="mine", criteria=rules)


def test_a_system_that_is_not_in_the_table_stays_in_its_process() -> None:
    with pytest.raises(BadRequest, match="dutch system of mine is not in the table SYSTEMS"):
        pickle.dumps(DUTCH_2026._replace(edition="mine"))


def test_a_system_given_as_a_value_is_taken_as_it_is() -> None:
    event, system = event_of(DUTCH_2026, 3), without_c12()
    report = check(event, system=system)
    assert report.choice.system is system
    assert any(found.status is Status.DIFFERS for found in report.rounds)
    with pytest.raises(BadRequest, match="of edition 'mine', but edition '2026' was asked for"):
        pair(event, 3, system, "2026")


def test_systems_that_remember_hardly_anything_answer_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    events = {name: event_of(system) for name, system in NEWEST.items()}
    usual = {name: assert_shortcuts_change_nothing(BY_NAME[name], event) for name, event in events.items()}
    monkeypatch.setattr(graphs, "MOST_REMEMBERED", 1)
    monkeypatch.setattr(graphs, "MOST_KINDS", 1)
    for name, event in events.items():
        assert assert_shortcuts_change_nothing(afresh(BY_NAME[name]), event) == usual[name]


@pytest.mark.parametrize("edition", ["2026", "2017"])
def test_every_remembered_cost_counts(edition: str) -> None:
    """The number of entries bounds the memory of the caches, so it must not be too small."""
    system = afresh(SYSTEMS["dutch"][edition])
    check(event_of(DUTCH_2026), system=system)
    engine = candidates_of(system).engine
    assert isinstance(engine, Fast)
    book = engine.book(system.criteria)
    rows = [row for table in book._tables.values() for of in table.pairs.values() for row in of.values()]
    rows += [row for table in book._tables.values() for row in table.alone.values()]
    assert 0 < sum(map(len, rows)) + len(book.alike) <= book.remembered


def test_a_system_for_matches_given_as_a_value_pairs_no_games() -> None:
    with pytest.raises(BadRequest, match="in the mine system each pairing is"):
        pair(event_of(DUTCH_2026), 3, BY_NAME["team"]._replace(name="mine"))
    with pytest.raises(BadRequest, match="Maxi"):
        pair(tournament(4, settings=Settings(maxi=True)), system=DUTCH_2026._replace(name="mine"))


@pytest.mark.parametrize("name", ["dubov", "burstein", "lim", "team", "double-swiss"])
def test_a_system_without_an_order_for_the_bye_gives_it_to_nobody(name: str) -> None:
    system = NEWEST[name]._replace(bye_steps=())
    with pytest.raises(ValueError, match=f"<System {name} 2026> gives the bye before it pairs, but has no bye_steps"):
        system.pair(state_before(tournament(3), 1), Backend.AUTO)
