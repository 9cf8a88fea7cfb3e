"""Random events, brackets and matching problems.

No pairing engine makes these events, so their histories contain positions that pairing never produces. Hypothesis makes
all random choices. If a test fails, Hypothesis can therefore find a smaller event that also fails.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from pairing_engine import pair
from pairing_engine.errors import NoPairing
from pairing_engine.facts.model import Bye, ByeKind, Game, Request, Result, Round, Tournament
from pairing_engine.kernel.rules import Bracket
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import states
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System
from tests.articles.literal.facts import Cell, Event, NoLegalPairing, Paired, answer_of, tournament_of
from tests.articles.literal.random_events import final, random_event
from tests.builders import bracket, player, show
from tests.evidence.tally import counted


def many(times: int) -> settings:
    """Multiply the usual number of examples of a test."""
    return settings(max_examples=times * settings().max_examples)


@st.composite
def literal_events(draw: st.DrawFn, most: int = 10) -> Event:
    rng = draw(st.randoms(use_true_random=False))
    return random_event(rng, players=draw(st.integers(5, most)))


@st.composite
def events(draw: st.DrawFn, most: int = 12) -> Tournament:
    return tournament_of(draw(literal_events(most)))


@st.composite
def finals(draw: st.DrawFn, most: int = 12) -> Tournament:
    """Make a random event whose next round is the last round. The colours in the earlier rounds are random."""
    rng = draw(st.randoms(use_true_random=False))
    return tournament_of(random_event(rng, axes=final(rng, draw(st.integers(7, most)))))


def coming(event: Tournament) -> RoundState:
    *_, state = states(event)
    return state


def answer(state: RoundState, backend: Backend = Backend.AUTO) -> str | None:
    """Return the boards and the bye as text, or None if the round cannot be paired."""
    found = paired(state, backend)
    return None if found is None else show(found)


def paired(state: RoundState, backend: Backend = Backend.AUTO, system: System = DUTCH_2026) -> RoundPairing | None:
    try:
        return pair_round(system, state, backend)
    except NoPairing:
        return None


def with_round(event: Tournament, rng: Random, system: System = DUTCH_2026) -> Tournament | None:
    """Pair and play a round, with its boards in any order. Return None if the round cannot be paired."""
    found = paired(coming(event), system=system)
    if found is None:
        return None
    results = ((Result.WIN, Result.LOSS), (Result.DRAW, Result.DRAW))
    games = [Game(white, black, *rng.choice(results)) for white, black, _ in found.boards]
    rng.shuffle(games)
    byes = [request.bye for request in event.requests]
    if found.bye is not None:
        byes.append(Bye(found.bye, ByeKind.PAIRING_ALLOCATED))
    return event._replace(rounds=(*event.rounds, Round(tuple(games), tuple(byes))), requests=())


COLOURS = ("", "w", "b", "wb", "bw", "wbw", "bwb", "ww", "bb", "wwb", "bbw", "wbb", "bww", "wbwb", "bwbw", "wwbw")
ABSOLUTE = ("ww", "bb", "wwbww", "bbwbb", "wbb", "bww", "wwwb", "bbbw", "wwww", "bbbb", "wwwwbb", "bbbbww")
FLOATS = ("--", "--", "-D", "-U", "D-", "U-", "DD", "DU", "UD", "UU")


class Traits(NamedTuple):
    """The values from which the traits of random players are chosen.

    Each list of values is short, so that many players are alike.
    """

    colours: tuple[str, ...]
    floats: tuple[str, ...]
    unplayed: tuple[int, ...]
    may_have_bye: tuple[bool, ...]
    points_above: tuple[int, ...]

    def player(self, rng: Random, tpn: int, score: int) -> Player:
        return player(
            tpn,
            score,
            rng.choice(self.colours),
            rng.choice(self.floats),
            points=score + rng.choice(self.points_above),
            unplayed=rng.choice(self.unplayed),
            may_have_bye=rng.choice(self.may_have_bye),
        )


def random_traits(rng: Random) -> Traits:
    return Traits(
        rng.choice((COLOURS, COLOURS, ABSOLUTE, ("w", "b"), ("wb",))),
        rng.choice((("--",), FLOATS)),
        rng.choice(((0,), (0, 1, 2, 99))),
        rng.choice(((True,), (True, True, False))),
        rng.choice(((0,), (0, 0, 20))),
    )


def random_bracket(rng: Random, most: int = 9, below: int = 0) -> Bracket:
    """Make a random bracket, with or without MDPs. Lower scoregroups have up to ``below`` players."""
    traits = random_traits(rng)
    size = rng.randint(2, most)
    moved = rng.choice((0, 0, 1, 2, 3))
    moved = min(moved, size - 1)
    lower = rng.randint(0, below)
    following = rng.randint(min(1, lower), lower)
    scores = sorted((rng.choice((15, 20, 25)) for _ in range(moved)), reverse=True)
    scores += [10] * (size - moved) + [rng.choice((5, 7))] * following + [0] * (lower - following)
    everybody = [traits.player(rng, tpn, score) for tpn, score in enumerate(scores, 1)]
    rate = rng.choice((0.0, 0.1, 0.2, 0.4))
    met = {(a.tpn, b.tpn) for a in everybody for b in everybody if a.tpn < b.tpn and rng.random() < rate}
    everybody = [p._replace(barred=frozenset(b for a, b in met if a == p.tpn)) for p in everybody]
    end = size + following
    return bracket(
        everybody[moved:size],
        everybody[:moved],
        everybody[size:end],
        everybody[end:],
        number=rng.choice((3, 5)),
        last=rng.random() < 0.5,
    )


@st.composite
def brackets(draw: st.DrawFn, most: int = 9, below: int = 0) -> Bracket:
    return random_bracket(draw(st.randoms(use_true_random=False)), most, below)


def without_rounds_after(event: Tournament, number: int) -> Tournament:
    """Return the event as it was before a round. Players who missed the round are announced as absent."""
    field = set(event.rounds[number - 1].paired())
    asked = tuple(Request(number, Bye(p.tpn, ByeKind.ZERO_POINT)) for p in event.participants if p.tpn not in field)
    return event._replace(rounds=event.rounds[: number - 1], requests=asked)


ENGINES = ("auto", "reference")

Enumerator = Callable[[Event], Paired]


def engine_answer(event: Event, system: str, engine: str, edition: str | None = None) -> Paired | None:
    """Return the engine's answer, or None if the round cannot be paired."""
    with suppress(NoPairing):
        return answer_of(pair(tournament_of(event), system=system, edition=edition, engine=engine, verify=False))
    return None


def assert_literal(event: Event, system: str, enumerator: Enumerator, edition: str | None = None) -> None:
    """Check that both engines and the transcription agree on boards, colours and bye."""
    expected: Paired | None = None
    with suppress(NoLegalPairing):
        expected = enumerator(event)
    for engine in ENGINES:
        assert engine_answer(event, system, engine, edition) == expected, engine
    counted("transcriptions", f"{system}/{edition or '2026'}")


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


def after_the_seeding_rounds(event: Event) -> Event:
    """[C.04.4.2 1.6.2] Reduce the planned rounds of the event until the next round is not a seeding round."""
    number = len(event.rounds) + 1
    most = event.rounds_total if number > 4 else 2 * number - 1
    return replace(event, rounds_total=max(number, min(event.rounds_total, most)))


def paired_rounds(seed: int, system: str, edition: str | None = None, saturated: bool = False) -> Iterator[Event]:
    """Yield the rounds of a random event that the engine itself pairs.

    With ``saturated``, the event may go on until everybody has met everybody.
    """
    rng = Random(seed)
    start = random_round(seed)
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
