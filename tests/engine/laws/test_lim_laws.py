"""Rounds of the Lim System are legal and complete.

The check confirms these rounds, and explains why a wrong round is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, islice
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker import check
from pairing_engine import NoPairing, pair
from pairing_engine.facts.model import Round, Tournament
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.lim.edition_2026 import LIM_2026
from pairing_engine.systems.lim.floaters import compatible, have_permitted_colours, may_have
from pairing_engine.systems.lim.process import twice_median_score
from tests.articles.literal.facts import Cell, Entrant, Event, Paired, answer_of, tournament_of
from tests.articles.literal.random_events import SCORINGS, baku, random_event
from tests.builders import BLACK, WHITE, show, show_bracket
from tests.conftest import some
from tests.engine.laws import strategies
from tests.engine.laws.strategies import coming, events, many, with_round


class LimRound(NamedTuple):
    """A round to pair, and the engine's answer. The answer is None if the round cannot be paired."""

    event: Event
    maxi: bool
    answer: Paired | None

    @property
    def tournament(self) -> Tournament:
        return in_model(self.event, maxi=self.maxi)


def in_model(event: Event, *, maxi: bool) -> Tournament:
    found = tournament_of(event)
    return found._replace(settings=found.settings._replace(maxi=maxi))


def engine_answer(event: Event, engine: str = "auto", *, maxi: bool = False) -> Paired | None:
    """Return the engine's answer, or None if the round cannot be paired."""
    try:
        return answer_of(pair(in_model(event, maxi=maxi), system="lim", engine=engine, verify=False))
    except NoPairing:
        return None


def rounds_of(seed: int, most: int = 16) -> Iterator[LimRound]:
    """Yield the rounds of a random event, up to the first round that cannot be paired."""
    rng = Random(seed)
    players = rng.randint(6, most)
    total = min(rng.choice((3, 5, 7, 9, 11, 13)), players + 1)
    points = SCORINGS[rng.choice(["1-½-0"] * 5 + list(SCORINGS))]
    maxi = rng.random() < 0.3
    steps = rng.choice((0, 10, 40, 120))
    tpns = range(1, players + 1)
    event = Event(
        tuple(Entrant(tpn, max(1, 2400 - steps * tpn - rng.randint(0, steps))) for tpn in tpns),
        (),
        total,
        rng.choice("wb"),
        forbidden=frozenset(frozenset(rng.sample(tpns, 2)) for _ in range(rng.choice((0, 0, 2, players)))),
        points=dict(points),
        virtual=baku(players, total, points["1"]) if rng.random() < 0.2 else {},
    )
    chances = rng.choice((0.0, 0.3, 0.6, 1.0)), rng.choice((0.5, 0.9)), rng.choice((0.0, 0.0, 0.2))
    absences = rng.choice((0.0, 0.0, 0.1))
    for _ in range(total):
        event = replace(event, absent=frozenset(tpn for tpn in tpns if rng.random() < absences))
        answer = engine_answer(event, maxi=maxi)
        yield LimRound(event, maxi, answer)
        if answer is None:
            return
        event = replace(event, rounds=(*event.rounds, _played(answer, event.absent, rng, *chances)))


def _played(
    answer: Paired, absent: frozenset[int], rng: Random, draws: float, favourites: float, forfeits: float
) -> dict[int, Cell]:
    cells = {tpn: Cell(0, "-", rng.choice("HZF")) for tpn in sorted(absent)}
    if answer.bye:
        cells[answer.bye] = Cell(0, "-", "U")
    for white, black in sorted(answer.boards):
        if rng.random() < forfeits:
            results = rng.choice(("+-", "-+", "--"))
        elif rng.random() < draws:
            results = "=="
        else:
            results = "10" if (white < black) == (rng.random() < favourites) else "01"
        cells[white], cells[black] = Cell(black, "w", results[0]), Cell(white, "b", results[1])
    return cells


paired = partial(strategies.paired, system=LIM_2026)


@st.composite
def any_events(draw: st.DrawFn) -> Tournament:
    if draw(st.booleans()):
        return draw(events(14))
    *_, found = islice(rounds_of(draw(st.integers(0, 10**6)), 12), draw(st.integers(1, 10)))
    return found.tournament


@many(2)
@given(any_events())
def test_a_round_pairs_all_once_within_the_rules_of_colours(event: Tournament) -> None:
    state = coming(event)
    found = paired(state)
    if found is None:
        return
    players = state.by_tpn
    placed = [tpn for board in found.boards for tpn in (board.white, board.black)]
    assert sorted([*placed, found.bye] if found.bye is not None else placed) == sorted(players)
    assert (found.bye is not None) == (len(players) % 2 == 1)
    assert found.bye is None or players[found.bye].may_have_bye
    for board in found.boards:
        white, black = players[board.white], players[board.black]
        assert compatible(white, black, state)
        if not (state.is_last and white.score == black.score):
            assert may_have(white, WHITE)
            assert may_have(black, BLACK)


@given(any_events())
def test_the_trace_has_every_player_and_the_backends_agree(event: Tournament) -> None:
    state = coming(event)
    one, other = paired(state), paired(state, Backend.REFERENCE)
    assert (one is None) == (other is None)
    if one is None or other is None:
        return
    assert show(one) == show(other)
    assert [show_bracket(t.pairing) for t in one.trace] == [show_bracket(t.pairing) for t in other.trace]
    assert [t.steps for t in one.trace] == [t.steps for t in other.trace]
    for trace in one.trace:
        told = [p for step in trace.steps for p in (step.player, step.opponent) if p is not None]
        assert sorted(told) == sorted(trace.bracket.members)


@given(any_events(), st.randoms(use_true_random=False))
def test_our_own_pairing_passes_and_another_is_explained(event: Tournament, rng: Random) -> None:
    played = with_round(event, rng, LIM_2026)
    assume(played is not None)
    assert played is not None
    number = len(played.rounds)
    report = check(played, number, "lim", cause=False)
    assert [(one.status.value, one.explanation, one.illegal) for one in report.rounds] == [("agrees", None, ())]
    last = played.rounds[-1]
    assume(len(last.games) > 1)
    one, other, *others = rng.sample(last.games, len(last.games))
    swapped = one._replace(black=other.black), other._replace(black=one.black)
    tampered = played._replace(rounds=(*played.rounds[:-1], Round((*swapped, *others), last.byes)))
    (found,) = check(tampered, number, "lim", cause=False).rounds
    assert found.status.value == "differs"
    assert found.explanation is not None
    finding = found.explanation.finding
    assert {one.white, one.black, other.white, other.black} & set(finding.players) or finding.fault.value == "illegal"


SEEDS = 20
ALL_SEEDS = 4_000
BLOCK = 20

Fits = Callable[[Player, Player], bool]


class Outcome(NamedTuple):
    """The result of pairing a group, before any pairs are undone for the median [2.6].

    ``own`` contains the players with the score of the group. ``cracked`` is true if pairs were undone later.
    """

    state: RoundState
    trace: BracketTrace
    own: frozenset[Player]
    paired: frozenset[Player]
    leaving: frozenset[Player]
    adjacent: frozenset[Player]
    cracked: bool

    def fits(self, one: Player, other: Player) -> bool:
        """Whether two players are compatible [2.1, 6]."""
        return compatible(one, other, self.state)


def states_of(seed: int) -> Iterator[RoundState]:
    yield coming(tournament_of(random_event(Random(seed))))
    for found in rounds_of(seed):
        yield coming(found.tournament)


def outcomes(state: RoundState) -> Iterator[Outcome]:
    try:
        found = pair_round(LIM_2026, state)
    except NoPairing:
        return
    players = [player for player in state.players if player.tpn != found.bye]
    waiting: frozenset[Player] = frozenset()
    for trace in found.trace:
        members = frozenset(trace.bracket.members)
        gone = {step.player: step.article for step in trace.steps if step.opponent is None}
        leaving = frozenset(player for player, article in gone.items() if not article.startswith("2.6"))
        own = frozenset(trace.bracket.residents)
        adjacent = _adjacent(trace, players, state, waiting)
        if trace.decided == "downward":
            waiting = leaving
        yield Outcome(state, trace, own, members - leaving, leaving, adjacent, len(leaving) < len(gone))


def _adjacent(
    trace: BracketTrace, players: Collection[Player], state: RoundState, waiting: Collection[Player]
) -> frozenset[Player]:
    """Return the players of the next group. The result is empty if there is no next group."""
    median = twice_median_score(state)
    score = trace.bracket.score
    if trace.decided == "downward":
        following = max((p.score for p in players if p.score < score and 2 * p.score >= median), default=None)
        waiting = ()
    else:
        following = min((p.score for p in players if p.score > score and 2 * p.score <= median), default=None)
    there = [p for p in players if p.score == following]
    return frozenset((*there, *waiting) if there and 2 * there[0].score == median else there)


def most_pairs(players: Collection[Player], fits: Fits) -> int:
    order = sorted(players, key=lambda player: player.tpn)
    near = [sum(1 << j for j, other in enumerate(order) if other is not one and fits(one, other)) for one in order]

    @cache
    def most(left: int) -> int:
        if not left:
            return 0
        first = left.bit_length() - 1
        rest = left & ~(1 << first)
        found = 0
        for other in range(first):
            if near[first] & rest & 1 << other:
                found = max(found, 1 + most(rest & ~(1 << other)))
                if 2 * found >= left.bit_count() - 1:
                    return found
        return max(found, most(rest))

    return most((1 << len(order)) - 1)


def can_all_meet(players: Collection[Player], fits: Fits) -> bool:
    return 2 * most_pairs(players, fits) == len(players)


# --- the laws: each returns a counterexample, or None -----------------------------------------------------------------


def a_pair_is_lost(one: Outcome) -> object:
    """[3.1, 3.10.2] Find a group with too few pairs. Count pairs that were undone for the median [2.6]."""
    most = most_pairs(one.trace.bracket.members, one.fits)
    return None if 2 * most == len(one.paired) else (most, len(one.paired))


def two_who_could_meet_leave(one: Outcome) -> object:
    """[3.1, 4.4.2] Find two compatible players who leave a group together."""
    return next((two for two in combinations(one.leaving, 2) if one.fits(*two)), None)


def a_floater_is_sent_on(one: Outcome) -> object:
    """[3.9.2] Find a floater who leaves the group again although a player of the group could have left instead."""
    for floater in one.leaving - one.own:
        for other in one.paired & one.own:
            if can_all_meet(one.paired - {other} | {floater}, one.fits):
                return floater, other
    return None


def a_floater_has_nobody(one: Outcome) -> object:
    """[3.5] Find a floater without a possible opponent in the next group, if a better floater exists.

    A better floater has a possible opponent in the next group. Skip Maxi-tournaments, because Article 3.2.3 chooses
    their floaters without regard to the next group.
    """

    def has_somebody(player: Player) -> bool:
        return any(one.fits(player, other) for other in one.adjacent)

    if len(one.leaving) != 1 or one.state.tournament.settings.maxi:
        return None
    (floater,) = one.leaving
    if not one.adjacent or floater not in one.own or has_somebody(floater):
        return None
    for other in one.paired & one.own:
        if has_somebody(other) and can_all_meet(one.paired - {other} | {floater}, one.fits):
            return floater, other
    return None


def a_colour_is_given_without_need(one: Outcome) -> object:
    """[6] Find a forbidden colour in a group that could be paired without forbidden colours."""

    def permitted(player: Player, other: Player) -> bool:
        return other.tpn not in player.barred and have_permitted_colours(player, other)

    wrong = [pair for pair in one.trace.pairing.pairs if not have_permitted_colours(*pair)]
    return wrong if wrong and not one.cracked and can_all_meet(one.paired, permitted) else None


LAWS: tuple[Callable[[Outcome], object], ...] = (
    a_pair_is_lost,
    two_who_could_meet_leave,
    a_floater_is_sent_on,
    a_floater_has_nobody,
    a_colour_is_given_without_need,
)


@pytest.mark.parametrize("first", some(range(0, ALL_SEEDS, BLOCK), SEEDS // BLOCK))
def test_the_laws_of_a_group(first: int) -> None:
    for seed in range(first, first + BLOCK):
        for state in states_of(seed):
            for outcome in outcomes(state):
                for law in LAWS:
                    assert law(outcome) is None, (law.__name__, seed, state.number)
