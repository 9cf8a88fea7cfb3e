"""Laws of every round: forced pairs, mirrored colours, names, order of the input."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker import check
from pairing_engine import NoPairing, pair
from pairing_engine.facts.codes import TeamOptions
from pairing_engine.facts.model import MAX_ROUNDS, EventKind, Game, Participant, Prohibition, Round, Tournament
from pairing_engine.fast import dutch_procedure
from pairing_engine.fast.dutch_walk import walk
from pairing_engine.fast.transposition import count, least_denied
from pairing_engine.generator.configuration import plan_of_model
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.kernel.graph import Horizon
from pairing_engine.kernel.rules import Bracket, Edge
from pairing_engine.state.history import state_before, states
from pairing_engine.state.round_state import ABSOLUTE, DOWN, STRONG, RoundState
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.burstein.edition_2026 import BURSTEIN_2026
from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System
from tests.articles.literal import dutch
from tests.articles.literal.facts import Event, tournament_of
from tests.builders import player, show, show_bracket
from tests.conftest import GOLDEN, Archive
from tests.engine.laws.strategies import (
    answer,
    brackets,
    coming,
    events,
    finals,
    literal_events,
    many,
    paired,
    without_rounds_after,
)
from tests.internals import DUTCH_RULES, asked, costs_in_use, fresh_costs
from trf import Dialect, examine, write


@many(2)
@given(events())
def test_a_compulsory_expected_pair_changes_nothing(event: Tournament) -> None:
    """Pair a round again after prohibiting all other opponents of a pair.

    The pairing must stay the same.
    """
    state = coming(event)
    found = paired(state)
    for board in found.boards if found else ():
        pair = {board.white, board.black}
        others = tuple(
            Prohibition(1, MAX_ROUNDS, frozenset({one, player.tpn}))
            for one in pair
            for player in state.players
            if player.tpn not in pair
        )
        settings = event.settings._replace(prohibitions=event.settings.prohibitions + others)
        assert found is not None
        assert answer(coming(event._replace(settings=settings))) == show(found)


@given(events())
def test_rounds_that_follow_change_no_earlier_pairing(event: Tournament) -> None:
    for state in states(event):
        if state.number > len(event.rounds):
            return
        before = without_rounds_after(event, state.number)
        again = state_before(before, state.number)
        assert (again.players, again.is_last, again.preassigned_bye) == (state.players, state.is_last, None)
        assert answer(again) == answer(state)


SEEDS, ALL_SEEDS = 12, 400


def assert_confirmed(name: str, plan: Plan, seed: int, dialect: Dialect = Dialect.TRF26) -> int:
    """Generate, write, read and check an event, and return its number of rounds."""
    system = SYSTEMS[name]["2026"]
    event = generate(plan, seed, system)
    if system.kind is EventKind.TEAM:
        dialect = Dialect.TRF26  # the others have no records for teams
    text = write(event, dialect)
    reading = examine(text, strict=system.kind is EventKind.INDIVIDUAL)
    # a bye F may mean U, and a number of rounds may look like a number of columns
    assert {adjustment.code for adjustment in reading.adjustments} <= {"ADJ-13", "ADJ-80"}, seed
    assert dialect is not Dialect.TRF26 or reading.tournament == event, seed
    assert write(reading.file) == text, seed
    report = check(reading.tournament, cause=False)
    assert (report.choice.system, report.number_of_faults) == (system, 0), seed
    return len(event.rounds)


def plan_of(seed: int, name: str) -> Plan:
    """Plan an event. A team event has a stated type, primary score and secondary score, or none."""
    plan = Plan(players=6 + seed % 15, rounds=3 + seed % 7, baku=seed % 3 == 0)
    if name == "team":
        primary = plan.baku or (None, True, False)[seed // 3 % 3]
        return plan._replace(team=TeamOptions((None, "A", "B")[seed % 3], primary, (None, True, False)[seed // 2 % 3]))
    return plan


NAMES = ["dutch", "dubov", "burstein", "lim", "double-swiss", "team"]


@pytest.mark.parametrize("name", NAMES)
def test_the_check_confirms_generated_events(name: str) -> None:
    dialects = [*Dialect] * SEEDS
    rounds = sum(assert_confirmed(name, plan_of(seed, name), seed, dialects[seed]) for seed in range(SEEDS))
    assert rounds > 4 * SEEDS


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dialect", Dialect)
def test_generated_events_from_many_seeds_are_confirmed(name: str, dialect: Dialect) -> None:
    for seed in range(SEEDS, ALL_SEEDS):
        assert_confirmed(name, plan_of(seed, name), seed, dialect)


@pytest.mark.parametrize("name", ["dubov", "burstein"])
def test_an_event_after_a_model(name: str) -> None:
    model = generate(Plan(players=12, rounds=6, baku=True), 3, SYSTEMS[name]["2026"])
    assert assert_confirmed(name, plan_of_model(model, Plan()), 4) >= 4


def test_drawn_ratings_are_ratings() -> None:
    """[C.04.4.1 1.1] Check that a random rating is never 0, because a rating of 0 means an unrated player."""
    event = generate(Plan(players=200, rounds=1, lowest_rating=0, highest_rating=3), 5, SYSTEMS["dutch"]["2026"])
    assert {p.rating for p in event.participants} == {1, 2, 3}


Thing = TypeVar("Thing")


def shuffled(rng: Random, things: tuple[Thing, ...]) -> tuple[Thing, ...]:
    found = list(things)
    rng.shuffle(found)
    return tuple(found)


@given(events(), st.randoms(use_true_random=False))
def test_games_byes_requests_and_prohibitions_in_any_order(event: Tournament, rng: Random) -> None:
    rounds = tuple(Round(shuffled(rng, r.games), shuffled(rng, r.byes)) for r in event.rounds)
    settings = event.settings._replace(prohibitions=shuffled(rng, event.settings.prohibitions))
    other = event._replace(rounds=rounds, requests=shuffled(rng, event.requests), settings=settings)
    for number in range(1, len(event.rounds) + 2):
        assert answer(state_before(other, number)) == answer(state_before(event, number))


@many(2)
@given(literal_events(most=14))
def test_a_round_pairs_all_and_breaks_no_absolute_criterion(event: Event) -> None:
    try:
        found = pair(tournament_of(event), verify=False)
    except NoPairing:
        return
    here = {e.tpn: dutch.player_of(event, e) for e in event.entrants if e.tpn not in event.absent}
    placed = [tpn for board in found.boards for tpn in (board.white, board.black)]
    assert sorted([*placed, found.bye] if found.bye is not None else placed) == sorted(here)
    assert (found.bye is not None) == (len(here) % 2 == 1)
    assert found.bye is None or here[found.bye].pab_allowed
    for white, black, _ in found.boards:
        assert dutch.may_meet(here[white], here[black])


@many(2)
@given(literal_events(most=7))
def test_no_pairing_means_that_there_is_none(event: Event) -> None:
    here = frozenset(dutch.player_of(event, e) for e in event.entrants if e.tpn not in event.absent)
    possible = dutch.Lower((here,)).completion(frozenset()) != dutch.IMPOSSIBLE if here else True
    if possible:
        pair(tournament_of(event))
        return
    with pytest.raises(NoPairing):
        pair(tournament_of(event))


def mirrored(event: Tournament) -> Tournament:
    rounds = tuple(
        Round(
            tuple(Game(g.black, g.white, g.black_result, g.white_result, g.colours_known) for g in recorded.games),
            recorded.byes,
            tuple(
                one._replace(
                    white=one.black, black=one.white, white_points=one.black_points, black_points=one.white_points
                )
                for one in recorded.matches
            ),
        )
        for recorded in event.rounds
    )
    initial = event.settings.initial_colour
    assert initial is not None
    return event._replace(rounds=rounds, settings=event.settings._replace(initial_colour=initial.opposite))


@pytest.mark.parametrize("system", [DUTCH_2026, BURSTEIN_2026], ids=["dutch", "burstein"])
@many(3)
@given(st.one_of(events(), finals()))
def test_a_mirrored_event_has_a_mirrored_pairing(system: System, event: Tournament) -> None:
    one, other = (paired(coming(e), system=system) for e in (event, mirrored(event)))
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert [(b.white, b.black) for b in one.boards] == [(b.black, b.white) for b in other.boards]
        assert one.bye == other.bye


@given(events(), st.randoms(use_true_random=False))
def test_names_ratings_and_titles_do_not_matter(event: Tournament, rng: Random) -> None:
    def renamed(participant: Participant) -> Participant:
        return participant._replace(
            name=f"Player {rng.randint(0, 999)}",
            rating=rng.randint(0, 3000),
            title=rng.choice(("", "GM", "WFM")),
            federation=rng.choice(("", "FID", "NOR")),
            birth=str(rng.randint(1940, 2015)),
        )

    others = event._replace(name="Another event", participants=tuple(map(renamed, event.participants)))
    assert answer(coming(others)) == answer(coming(event))


@pytest.mark.parametrize(
    ("system", "horizon"),
    [*((DUTCH_2026, horizon) for horizon in Horizon), (DUTCH_2017, Horizon.ALONE), (DUTCH_2017, Horizon.FOLLOWING)],
    ids=lambda value: getattr(value, "edition", ""),
)
@many(4)
@given(st.data())
def test_remembered_costs_are_those_of_this_bracket(system: System, horizon: Horizon, data: st.DataObject) -> None:
    bracket = data.draw(brackets(most=6, below=3))
    if system is DUTCH_2026:
        bracket = bracket._replace(allots_bye=data.draw(st.booleans()))
    found = costs_in_use(bracket, horizon, system)
    assert [cost for _, cost in found] == fresh_costs(bracket, horizon, [edge for edge, _ in found], system)


@pytest.mark.parametrize("horizon", [Horizon.ALONE, Horizon.EVERYBODY])
@many(5)
@given(brackets(most=10))
def test_a_walk_ends_where_the_matching_of_the_bracket_does(horizon: Horizon, of: Bracket) -> None:
    """Look at the last bracket, too, whose pairing is asked for together with everybody else."""
    of = of._replace(odd=horizon is Horizon.EVERYBODY and len(of.members) % 2 == 1)
    found = walk(of)
    if found is not None:
        assert show_bracket(found) == show_bracket(asked(of, horizon))


@many(5)
@given(brackets(most=8))
def test_a_walk_without_exchanges_agrees_with_counting(of: Bracket) -> None:
    of = of._replace(mdps=(), odd=False, state=of.state._replace(is_last=False))
    residents = of.residents
    best = asked(of, Horizon.ALONE)
    if len(best.floaters) != len(residents) % 2 or any(DOWN in p.floats[-2:] for p in best.floaters):
        return
    edges = [Edge(upper, lower) for upper, lower in best.pairs]
    denied = tuple(rule.total(edges, of) for rule in DUTCH_RULES if rule.code in ("C12", "C13"))
    paired = [[p for p in residents if p != floater] for floater in residents] if best.floaters else [residents]
    in_order = [upper for upper, _ in best.pairs] == list(residents[: len(residents) // 2])
    if in_order and denied == min(least_denied(count(players)) for players in paired):
        assert walk(of) == best


PREFERENCES = ("", "wb", "bw", "b", "w", "bb", "ww")


@many(3)
@given(st.lists(st.sampled_from(PREFERENCES), max_size=8).filter(lambda found: len(found) % 2 == 0))
def test_the_bound_for_denied_preferences_is_exact(histories: list[str]) -> None:
    """[C12, C13] Compare the lower bound for the number of denied preferences with brute force."""
    preferences = tuple(player(n, 10, colours).preference for n, colours in enumerate(histories, 1))

    def least(left: tuple[int, ...]) -> tuple[int, int] | None:
        if not left:
            return 0, 0
        first, *others = left
        found = []
        for place, other in enumerate(others):
            rest = least((*others[:place], *others[place + 1 :]))
            if rest is not None and first * other != ABSOLUTE * ABSOLUTE:
                denied = first * other > 0
                strong = denied and min(abs(first), abs(other)) == STRONG
                found.append((rest[0] + denied, rest[1] + strong))
        return min(found, default=None)

    best = least(preferences)
    if best is not None:
        assert least_denied(count([player(n, 10, colours) for n, colours in enumerate(histories, 1)])) == best


EVERY = 24


def recorded_states(system: System) -> Iterator[RoundState]:
    """Choose some recorded events, and yield the state before each round of these events."""
    archive = Archive(GOLDEN / "dutch-2012" / "byes.zip", 235)
    for member in archive.members[::EVERY]:
        yield from states(examine(archive.read(member), name=member).tournament, system.conventions)


def answer_by(system: System, state: RoundState) -> str | None:
    found = paired(state, system=system)
    return None if found is None else show(found)


@pytest.mark.parametrize("edition", ["1998", "2009", "2012"])
def test_quick_searches_change_no_answer(edition: str) -> None:
    system = SYSTEMS["dutch"][edition]
    slow = system._replace(may_meet=lambda one, other, state: system.may_meet(one, other, state))
    for state in recorded_states(system):
        assert answer_by(system, state) == answer_by(slow, state)


def test_the_walks_of_2009_and_2012_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    system = SYSTEMS["dutch"]["2009"]
    shortcuts = dutch_procedure.SHORTCUTS
    monkeypatch.setitem(shortcuts, "2009", (shortcuts["2009"][0], shortcuts["2012"][1]))
    wrong = system._replace()
    assert any(answer_by(system, state) != answer_by(wrong, state) for state in recorded_states(system))
