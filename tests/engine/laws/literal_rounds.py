"""Rounds for comparing the Dubov and Burstein Systems with their literal transcriptions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random

from pairing_engine import NoPairing, pair
from tests.articles.literal.facts import POINTS, Cell, Event, NoLegalPairing, Paired, answer_of, tournament_of
from tests.articles.literal.random_events import random_event
from tests.evidence.tally import counted

ENGINES = ("auto", "reference")

Enumerator = Callable[[Event], Paired]


def engine_answer(event: Event, system: str, engine: str, edition: str | None = None) -> Paired | None:
    """Return the engine's answer, or None if the round cannot be paired."""
    with suppress(NoPairing):
        return answer_of(pair(tournament_of(event), system=system, edition=edition, engine=engine, verify=False))
    return None


def assert_literal(
    event: Event, system: str, enumerator: Enumerator, edition: str | None = None, part: str = ""
) -> None:
    """Check that both engines and the transcription agree on boards, colours and bye."""
    expected: Paired | None = None
    with suppress(NoLegalPairing):
        expected = enumerator(event)
    for engine in ENGINES:
        assert engine_answer(event, system, engine, edition) == expected, engine
    counted("transcriptions", f"{system}/{edition or '2026'}{part}")


def random_round(seed: int) -> Event:
    """Make an event with random past rounds. The ratings may be unsorted or equal."""
    rng = Random(seed)
    event = random_event(rng)
    highest, steps = rng.choice(((900, 1), (900, 25), (900, 200), (5, 1)))
    ratings = [1500 + steps * rng.randint(0, highest // steps) for _ in event.entrants]
    if rng.random() < 0.5:
        ratings.sort(reverse=True)
    return replace(
        event,
        entrants=tuple(replace(e, rating=rating) for e, rating in zip(event.entrants, ratings, strict=True)),
        asked={tpn: rng.choice("HFZ") for tpn in sorted(event.absent) if rng.random() < 0.5},
    )


def plain_round(seed: int) -> Event:
    """Make a small round without virtual points. Wins, draws and losses have their usual points."""
    rng = Random(seed)
    return replace(random_event(rng, rng.randint(4, 10)), virtual={}, points=dict(POINTS))


def after_the_seeding_rounds(event: Event) -> Event:
    """[C.04.4.2 1.6.2] Reduce the planned rounds of the event until the next round is not a seeding round."""
    number = len(event.rounds) + 1
    most = event.rounds_total if number > 4 else 2 * number - 1
    return replace(event, rounds_total=max(number, min(event.rounds_total, most)))


def paired_rounds(
    seed: int,
    system: str,
    edition: str | None = None,
    saturated: bool = False,
    event_of: Callable[[int], Event] = random_round,
) -> Iterator[Event]:
    """Yield the rounds of a random event that the engine itself pairs.

    With ``saturated``, the event may go on until everybody has met everybody.
    """
    rng = Random(seed)
    start = event_of(seed)
    total = len(start.entrants) - 1 if saturated else rng.choice((3, 4, 5, 7, 9))
    points = start.points
    event = replace(start, rounds=(), rounds_total=total, virtual={}, absent=frozenset(), asked={})
    draws, forfeits = rng.choice((0.0, 0.3, 0.6, 1.0)), rng.choice((0.0, 0.0, 0.15))
    absences = rng.choice((0.0, 0.0, 0.1))
    tpns = [entrant.tpn for entrant in event.entrants]
    for _ in range(total):
        away = [tpn for tpn in tpns if rng.random() < absences]
        event = replace(event, absent=frozenset(away), asked={tpn: rng.choice("HZZF") for tpn in away})
        yield event
        answer = engine_answer(event, system, "auto", edition)
        if answer is None:
            return
        cells = {tpn: Cell(0, "-", event.asked[tpn]) for tpn in away}
        if answer.bye:
            cells[answer.bye] = Cell(0, "-", "U")
        for white, black in sorted(answer.boards):
            if rng.random() < forfeits:
                results = rng.choice(("+-", "-+", "--"))
            else:
                results = "==" if rng.random() < draws else rng.choice(("10", "01"))
            cells |= {white: Cell(black, "w", results[0]), black: Cell(white, "b", results[1])}
        event = replace(event, rounds=(*event.rounds, cells), points=points)
