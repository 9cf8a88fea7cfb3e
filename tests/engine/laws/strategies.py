"""Random events, brackets and matching problems.

No pairing engine makes these events, so their histories contain positions that pairing never produces. Hypothesis makes
all random choices. If a test fails, Hypothesis can therefore find a smaller event that also fails.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from pairing_engine.errors import NoPairing
from pairing_engine.facts.model import Bye, ByeKind, Request, Tournament
from pairing_engine.kernel.bracket import Bracket
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import states
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System
from tests.articles.literal.facts import Event, tournament_of
from tests.articles.literal.random_events import final, random_event
from tests.builders import bracket, player, show


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
    return replace(event, rounds=event.rounds[: number - 1], requests=asked)
