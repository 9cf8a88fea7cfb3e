"""`check` accepts rounds that swisspair paired, and rejects altered rounds."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import trf
from checker import check
from checker.questions.moment import moment
from checker.questions.why import could_not, why
from checker.report import Status
from pairing_engine import NoPairing, pair
from pairing_engine.answers.comparison import as_published, illegalities
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Game, Result, Round, Tournament, Tpn
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.kernel.findings import Fault
from pairing_engine.systems import SYSTEMS
from tests.articles.literal.facts import tournament_of
from tests.articles.literal.random_events import random_event
from tests.conftest import some as some_parameters
from tests.engine.laws.strategies import coming, events, paired, with_round
from tests.files.reports import line_of
from tests.files.trf_builders import text_of


@given(events(), st.randoms(use_true_random=False))
def test_a_check_of_our_own_pairing_is_silent(event: Tournament, rng: Random) -> None:
    """The check must respect the bye and the colours, and must not pair the next round."""
    played = with_round(event, rng)
    assume(played is not None)
    assert played is not None
    report = check(played, len(played.rounds), cause=False)
    assert [(one.status.value, one.difference, one.explanation, one.illegal) for one in report.rounds] == [
        ("agrees", ((), ()), None, ())
    ]


@given(events(), st.randoms(use_true_random=False))
def test_a_check_of_a_board_with_colours_swapped_is_not_silent(event: Tournament, rng: Random) -> None:
    """The check must notice that the colours of one game are swapped."""
    expected = paired(coming(event))
    played = with_round(event, rng)
    assume(played is not None and played.rounds[-1].games)
    assert played is not None
    assert expected is not None
    *past, last = played.rounds
    first, *others = last.games
    swapped = Game(first.black, first.white, first.black_result, first.white_result)
    tampered = played._replace(rounds=(*past, last._replace(games=(swapped, *others))))
    report = check(tampered, len(played.rounds), cause=False)
    assert report.number_of_faults == 1
    difference = report.rounds[0].difference
    assert difference.recorded == ((swapped.white, swapped.black),)
    assert difference.expected == ((first.white, first.black),)
    (step,) = (board.colour_step for board in expected.boards if board.white == first.white)
    explanation = report.rounds[0].explanation
    assert explanation is not None
    assert (explanation.finding.fault, explanation.finding.article) == (Fault.COLOUR, f"C.04.3 {step.article}")


SEEDS = range(60)
FEW_OR_ALL = some_parameters([range(25), SEEDS], 1)


def with_round_paired_by(event: Tournament, edition: str) -> Tournament:
    found = pair(event, system="dutch", edition=edition)
    games = tuple(Game(board.white, board.black, Result.DRAW, Result.DRAW, True) for board in found.boards)
    byes = [request.bye for request in event.requests]
    if found.bye is not None:
        byes.append(Bye(found.bye, ByeKind.PAIRING_ALLOCATED))
    return event._replace(rounds=(*event.rounds, Round(games, tuple(byes))), requests=())


@pytest.mark.parametrize("seeds", FEW_OR_ALL, ids=["few", "all"])
@pytest.mark.parametrize("edition", ["2012", "2009", "1998"])
def test_a_round_paired_by_another_text_is_explained(edition: str, seeds: range) -> None:
    """If another edition paired the round, the explanation still cites the edition in use."""
    chapter = SYSTEMS["dutch"][edition].article
    explained = 0
    for seed in seeds:
        rng = Random(seed)
        event = tournament_of(random_event(rng, rng.randint(4, 14)))
        for other in ("1998", "2009", "2012", "2026"):
            with suppress(NoPairing):
                played = with_round_paired_by(event, other)
                (report,) = check(played, len(played.rounds), "dutch", edition, cause=False).rounds
                assert other != edition or report.status is Status.AGREES
                if report.status is Status.DIFFERS:
                    assert report.explanation is not None, (seed, other)
                    assert report.explanation.finding.article.startswith(f"{chapter} ")
                    explained += 1
    assert explained > len(seeds) // 12


def test_a_player_of_over_half_may_get_any_colour_in_the_last_round() -> None:
    """[C.04.1 A.7.a, 1998] Player 4 gets White a third time: 1 prefers Black as strongly, and is ranked higher."""
    rng = Random(41)
    event = tournament_of(random_event(rng, rng.randint(4, 14)))
    assert "4-1" in [f"{board.white}-{board.black}" for board in pair(event, system="dutch", edition="1998").boards]


@pytest.mark.parametrize("seed", range(30))
def test_those_who_could_not_be_opponents_are_those_who_leave_no_complete_round(seed: int) -> None:
    event = generate(Plan(players=8 + seed % 3, rounds=6), seed, SYSTEMS["dutch"]["2026"])
    now = moment(event, min(len(event.rounds), 5))
    state = now.state
    tpns = [*state.by_tpn, *([NOBODY] if len(state.players) % 2 else [])]

    def fit(one: Tpn, other: Tpn) -> bool:
        if NOBODY in (one, other):
            return state.by_tpn[one or other].may_have_bye
        return now.system.may_meet(state.by_tpn[one], state.by_tpn[other], state)

    def can_be_paired(rest: list[Tpn]) -> bool:
        first, *others = rest or [NOBODY]
        return not others or any(
            fit(first, one) and can_be_paired([other for other in others if other != one]) for one in others
        )

    mates = {one: other for pair in now.pairing.pairs for one, other in (pair, pair[::-1])}
    for player in state.players:
        if (opponent := mates[player.tpn]) == NOBODY:
            continue
        low, high = sorted((player.score, state.by_tpn[opponent].score))
        wanted = {
            other.tpn
            for other in state.players
            if low <= other.score <= high and other.tpn not in (player.tpn, opponent)
            if not fit(player.tpn, other.tpn)
            or not can_be_paired([one for one in tpns if one not in (player.tpn, other.tpn)])
        }
        assert {one.tpn for one in could_not(now, player)} == wanted


def test_a_player_with_negative_points_who_could_not_have_the_bye_is_named() -> None:
    lines = map(line_of, ("@1 2w1", "@2 1b0", "@3 4w1", "@4 3b0", "@5 U points:-1.0"))
    event = trf.read(text_of(*lines, "299          -2.0         5", "192 FIDE_DUTCH_2026", "152 W"))
    now = moment(event, 2)
    (bye,) = (one for one, other in now.pairing.pairs if other == NOBODY)
    assert bye == 4
    assert [one.tpn for one in could_not(now, now.state.by_tpn[bye])] == [5]


def test_a_bye_that_the_arbiter_gave_is_no_bye_of_a_player_in_the_round() -> None:
    lines = map(line_of, ("@1 3w1", "@2 4b0", "@3 1b0", "@4 2w1 U points:2.0", "@5 Z"))
    event = trf.read(text_of(*lines, "142 3", "192 FIDE_LIM_2026", "152 W"))
    now = moment(event, 2)
    assert {why(now, tpn).board for tpn in map(Tpn, (1, 2, 3, 5))} == {1, 2}
    given, another = as_published([(Tpn(4), NOBODY)]), as_published([(Tpn(4), NOBODY), (Tpn(5), NOBODY)])
    assert not list(illegalities(now.state, given, now.system))
    (second,) = illegalities(now.state, another, now.system)
    assert (second.article, second.players) == ("C.04.1 3", (5,))
