"""Events that the Lim System has paired from the first round.

Such events contain realistic positions. Random histories contain positions that no pairing produces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

from pairing_engine import NoPairing, pair
from pairing_engine.facts.model import Tournament
from tests.articles.literal.adapter import answer_of, tournament_of
from tests.articles.literal.facts import Cell, Entrant, Event, Paired
from tests.articles.literal.random_events import SCORINGS, baku


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
