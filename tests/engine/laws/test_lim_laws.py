"""Rounds of the Lim System are legal and complete.

The check confirms these rounds, and explains why a wrong round is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import NamedTuple

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from checker import check
from pairing_engine import NoPairing, pair
from pairing_engine.facts.model import Bye, ByeKind, Game, Result, Round, Tournament
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.lim.edition_2026 import LIM_2026
from pairing_engine.systems.lim.floaters import compatible, may_have
from tests.articles.literal.facts import Cell, Entrant, Event, Paired, answer_of, tournament_of
from tests.articles.literal.random_events import SCORINGS, baku
from tests.builders import BLACK, WHITE, show, show_bracket
from tests.engine.laws.strategies import coming, events, many
from trf import Dialect, read, write


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
    return replace(found, settings=replace(found.settings, maxi=maxi))


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


def paired(state: RoundState, backend: Backend = Backend.AUTO) -> RoundPairing | None:
    try:
        return pair_round(LIM_2026, state, backend)
    except NoPairing:
        return None


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
def test_the_order_in_which_facts_are_listed_changes_nothing(event: Tournament, rng: Random) -> None:
    def shuffled(recorded: Round) -> Round:
        games, byes = list(recorded.games), list(recorded.byes)
        rng.shuffle(games)
        rng.shuffle(byes)
        return Round(tuple(games), tuple(byes))

    other = replace(event, rounds=tuple(shuffled(recorded) for recorded in event.rounds))
    one, two, again = paired(coming(event)), paired(coming(other)), paired(coming(event))
    assert (one and show(one)) == (two and show(two)) == (again and show(again))


def with_round(event: Tournament, rng: Random) -> Tournament | None:
    """Pair and add a round. Return None if the round cannot be paired."""
    found = paired(coming(event))
    if found is None:
        return None
    results = ((Result.WIN, Result.LOSS), (Result.DRAW, Result.DRAW))
    games = tuple(Game(white, black, *rng.choice(results)) for white, black, _ in found.boards)
    byes = [request.bye for request in event.requests]
    if found.bye is not None:
        byes.append(Bye(found.bye, ByeKind.PAIRING_ALLOCATED))
    return replace(event, rounds=(*event.rounds, Round(games, tuple(byes))), requests=())


@given(any_events(), st.randoms(use_true_random=False))
def test_our_own_pairing_passes_and_another_is_explained(event: Tournament, rng: Random) -> None:
    played = with_round(event, rng)
    assume(played is not None)
    assert played is not None
    number = len(played.rounds)
    report = check(played, number, "lim", cause=False)
    assert [(one.status.value, one.explanation, one.illegal) for one in report.rounds] == [("agrees", None, ())]
    last = played.rounds[-1]
    assume(len(last.games) > 1)
    one, other, *others = rng.sample(last.games, len(last.games))
    swapped = one._replace(black=other.black), other._replace(black=one.black)
    tampered = replace(played, rounds=(*played.rounds[:-1], Round((*swapped, *others), last.byes)))
    (found,) = check(tampered, number, "lim", cause=False).rounds
    assert found.status.value == "differs"
    assert found.explanation is not None
    finding = found.explanation.finding
    assert {one.white, one.black, other.white, other.black} & set(finding.players) or finding.fault.value == "illegal"


@settings(max_examples=max(10, settings().max_examples // 5))
@given(st.integers(0, 10**9), st.sampled_from(Dialect))
def test_a_generated_event_reads_back_and_checks_clean(seed: int, dialect: Dialect) -> None:
    event = generate(Plan(players=6 + seed % 25, rounds=3 + seed % 7), seed, LIM_2026)
    assume(event.rounds)
    report = check(read(write(event, dialect)))
    assert report.choice.system is LIM_2026
    assert report.number_of_faults == 0
