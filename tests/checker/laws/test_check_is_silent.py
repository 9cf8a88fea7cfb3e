"""`check` accepts rounds that swisspair paired, and rejects altered rounds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from checker import check
from pairing_engine.facts.model import Bye, ByeKind, Game, Result, Round, Scoring, Tournament
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.kernel.findings import Fault
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.engine.laws.strategies import coming, events, paired
from trf import Dialect, read, write


def with_round(event: Tournament, rng: Random) -> Tournament | None:
    found = paired(coming(event))
    if found is None:
        return None
    games = [
        Game(white, black, *rng.choice(((Result.WIN, Result.LOSS), (Result.DRAW, Result.DRAW))))
        for white, black, _ in found.boards
    ]
    rng.shuffle(games)
    byes = [request.bye for request in event.requests]
    if found.bye is not None:
        byes.append(Bye(found.bye, ByeKind.PAIRING_ALLOCATED))
    return replace(event, rounds=(*event.rounds, Round(tuple(games), tuple(byes))), requests=())


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
    tampered = replace(played, rounds=(*past, last._replace(games=(swapped, *others))))
    report = check(tampered, len(played.rounds), cause=False)
    assert report.differing == 1
    difference = report.rounds[0].difference
    assert difference.recorded == ((swapped.white, swapped.black),)
    assert difference.expected == ((first.white, first.black),)
    (step,) = (board.colour_step for board in expected.boards if board.white == first.white)
    explanation = report.rounds[0].explanation
    assert explanation is not None
    assert (explanation.finding.fault, explanation.finding.article) == (Fault.COLOUR, f"C.04.3 {step.article}")


@settings(max_examples=max(10, settings().max_examples // 5))
@given(st.integers(0, 10**9), st.sampled_from(Dialect))
def test_a_generated_event_reads_back_and_checks_clean(seed: int, dialect: Dialect) -> None:
    """Byes, forfeits and prohibitions do not change if the event is written and read again.

    The test also fails if Baku acceleration counts absent participants.
    """
    baku = seed % 3 == 0
    plan = Plan(players=6 + seed % 15, rounds=3 + seed % 5, baku=baku, scoring=Scoring() if baku else None)
    event = generate(plan, seed, DUTCH_2026)
    assume(event.rounds)
    again = read(write(event, dialect))
    assert check(again, cause=False).differing == 0
