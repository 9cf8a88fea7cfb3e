"""The random tournament generator: plausible events, paired by the rules, the same for the same seed on every machine.

All chance comes from `random.Random.random`, the one method whose sequence Python promises never to change.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pairing_engine.errors import BadRequest, NoPairing
from pairing_engine.history import state_before
from pairing_engine.model import (
    MAX_ROUNDS,
    MAX_TPN,
    Bye,
    ByeKind,
    Colour,
    Game,
    Participant,
    Prohibition,
    Request,
    Result,
    Round,
    Scoring,
    Settings,
    Tournament,
    Tpn,
)
from pairing_engine.pairing import pair_round
from pairing_engine.systems.system import System

WORTH = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    735,
)  # fmt: skip
"""FIDE's conversion of rating differences: up to WORTH[k] points the stronger player is expected to score 50 + k
percent.
"""

LARGEST_DIFFERENCE = 400
"""Larger rating differences count as this one."""


def expected_percentage(difference: int) -> int:
    """What a player is expected to score against an opponent who is rated lower by ``difference``, in percent.

    >>> [expected_percentage(d) for d in (0, 100, -100, 1000)]
    [50, 64, 36, 92]
    """
    size = min(abs(difference), LARGEST_DIFFERENCE)
    percentage = 50 + bisect_left(WORTH, size)
    return percentage if difference >= 0 else 100 - percentage


class Amount(NamedTuple):
    """How many: so many, or so many in a hundred (``percent``, then ``number`` may be a fraction)."""

    number: float
    percent: bool = True


PerRound = tuple[Amount, ...]
"""An amount for every round; the last one holds for all rounds after it. Empty: a sensible random percentage."""


@dataclass(frozen=True)
class Plan:
    """What is asked of a tournament. What is None or empty is drawn by lot within sensible bounds.

    Byes and withdrawals are amounts of participants, late entries likewise (in the first rounds); forfeits, unusual and
    unrated results are amounts of games. ``ratings`` are used as they are, highest first.
    """

    players: int | None = None
    rounds: int | None = None
    draws: float | None = None
    """Percent of the games between equals."""
    ratings: tuple[int, ...] = ()
    lowest_rating: int | None = None
    highest_rating: int | None = None
    half_point_byes: PerRound = ()
    full_point_byes: PerRound = (Amount(0),)
    zero_point_byes: PerRound = ()
    withdrawals: PerRound = ()
    late_entries: Amount | None = None
    forfeits: PerRound = ()
    double_forfeits: PerRound = ()
    unusual: PerRound = ()
    unrated: PerRound = ()
    prohibited_groups: int | None = None
    baku: bool | None = None
    scoring: Scoring | None = None
    initial_colour: Colour | None = None


class _Chance:
    """A source of chance."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        return int(self.random() * bound)

    def between(self, low: int, high: int) -> int:
        """A number from low to high."""
        return low + self.below(high - low + 1)

    def happens(self, percent: float) -> bool:
        """Yes in so many cases of a hundred."""
        return self.random() * 100 < percent

    def some(self, of: Sequence[Tpn], amounts: PerRound, number: int) -> list[Tpn]:
        """So many of them, by lot, as the amount for this round says."""
        amount = amounts[min(number, len(amounts)) - 1]
        if amount.percent:
            return [tpn for tpn in of if self.happens(amount.number)]
        rest = list(of)
        return sorted(rest.pop(self.below(len(rest))) for _ in range(min(int(amount.number), len(rest))))


def generate(plan: Plan, seed: int, system: System) -> Tournament:
    """A finished event: played to its last round, or to the last one that could be paired.

    The same plan, seed and system give the same event everywhere. Raises `BadRequest` for a plan that cannot be.
    """
    chance = _Chance(seed)
    plan = _completed(plan, chance)
    assert plan.players is not None
    assert plan.rounds is not None
    event = Tournament(
        f"AutoTest Tournament {seed}",
        _participants(plan, plan.players, chance),
        settings=Settings(
            rounds=plan.rounds,
            initial_colour=plan.initial_colour or (Colour.WHITE if chance.happens(50) else Colour.BLACK),
            scoring=plan.scoring or Scoring(),
            system=system.code,
            baku=bool(plan.baku),
            prohibitions=_prohibitions(plan, plan.players, chance),
        ),
    )
    arrivals = _arrivals(plan, event, chance)
    gone: set[Tpn] = set()
    for number in range(1, plan.rounds + 1):
        present = [p.tpn for p in event.participants if p.tpn not in gone and arrivals.get(p.tpn, 0) < number]
        away = [Bye(p.tpn, ByeKind.ZERO_POINT) for p in event.participants if p.tpn not in present]
        byes = [*_byes(plan, present, number, chance), *away]
        try:
            asked = tuple(Request(number, bye) for bye in byes)
            played = _play(_with(event, event.rounds, asked), number, system, plan, chance)
        except NoPairing:
            break
        byes = [bye for bye in byes if arrivals.get(bye.tpn, 0) < number] + list(played.byes)
        event = _with(event, (*event.rounds, Round(played.games, tuple(sorted(byes, key=by_tpn)))), ())
        gone.update(chance.some(present, plan.withdrawals, number))
    return event


def by_tpn(bye: Bye) -> Tpn:
    """The order of byes in a round."""
    return bye.tpn


def _with(event: Tournament, rounds: tuple[Round, ...], requests: tuple[Request, ...]) -> Tournament:
    return Tournament(event.name, event.participants, rounds, requests, event.settings)


def _completed(plan: Plan, chance: _Chance) -> Plan:
    """The plan with what it leaves open drawn by lot: everything always, so that no option moves another."""
    players = chance.between(10, 30) if chance.happens(60) else chance.between(31, 120)
    players = plan.players or len(plan.ratings) or players
    most_rounds = max(1, min(13, players // 2))
    rounds = plan.rounds or chance.between(min(5, most_rounds), most_rounds)
    low, high = chance.between(1000, 1800), chance.between(1900, 2750)
    shares = [chance.random() for _ in range(8)]
    scoring = _random_scoring(chance)
    baku = chance.happens(15) if plan.baku is None else plan.baku
    if plan.scoring is None and baku:
        scoring = Scoring()
    if not 1 <= players <= MAX_TPN:
        raise BadRequest(f"{players} players: a tournament has 1 to {MAX_TPN}")
    if not 1 <= rounds <= MAX_ROUNDS:
        raise BadRequest(f"{rounds} rounds: a tournament has 1 to {MAX_ROUNDS}")
    if plan.ratings and len(plan.ratings) != players:
        raise BadRequest(f"{len(plan.ratings)} ratings for {players} players")
    low, high = _rating_range(plan, low, high)
    return Plan(
        players=players,
        rounds=rounds,
        draws=20 + 30 * shares[0] if plan.draws is None else plan.draws,
        ratings=plan.ratings,
        lowest_rating=low,
        highest_rating=high,
        half_point_byes=plan.half_point_byes or _up_to(4, shares[1]),
        full_point_byes=plan.full_point_byes,
        zero_point_byes=plan.zero_point_byes or _up_to(3, shares[2]),
        withdrawals=plan.withdrawals or _up_to(1.5, shares[3]),
        late_entries=Amount(6 * shares[4]) if plan.late_entries is None else plan.late_entries,
        forfeits=plan.forfeits or _up_to(3, shares[5]),
        double_forfeits=plan.double_forfeits or _up_to(0.6, shares[6]),
        unusual=plan.unusual or _up_to(1, shares[7]),
        unrated=plan.unrated or (Amount(0.5),),
        prohibited_groups=chance.below(3) if plan.prohibited_groups is None else plan.prohibited_groups,
        baku=baku,
        scoring=plan.scoring or scoring,
        initial_colour=plan.initial_colour,
    )


def _up_to(most: float, share: float) -> PerRound:
    return (Amount(most * share),)


def _rating_range(plan: Plan, low: int, high: int) -> tuple[int, int]:
    """The lowest and the highest rating: as planned, else as drawn and so that there is a range."""
    if plan.lowest_rating is not None:
        low = plan.lowest_rating
        high = max(high, low)
    if plan.highest_rating is not None:
        high = plan.highest_rating
        low = low if plan.lowest_rating is not None else min(low, high)
    if low > high:
        raise BadRequest(f"the lowest rating, {low}, is above the highest, {high}")
    return low, high


def _random_scoring(chance: _Chance) -> Scoring:
    """Mostly the standard scoring system; now and then another that tournaments use."""
    kind = chance.below(10)
    if kind == 0:
        return scoring_of(win=30, draw=10)
    if kind == 1:
        return scoring_of(pairing_allocated_bye=5)
    return Scoring()


def scoring_of(**points: int) -> Scoring:
    """A scoring system from the points, in tenths, of its outcomes: what is not given follows from what is.

    A forfeit win, a full-point bye and the pairing-allocated bye are worth a win, a half-point bye a draw.

    >>> scoring_of(win=30, draw=10).pairing_allocated_bye
    30
    """
    standard = Scoring()
    win, draw = points.get("win", standard.win), points.get("draw", standard.draw)
    follows = {
        "forfeit_win": win,
        "full_point_bye": win,
        "pairing_allocated_bye": win,
        "half_point_bye": draw,
        "unknown": draw,
    }
    return Scoring(**{**follows, **points})  # type: ignore[arg-type]


def _participants(plan: Plan, players: int, chance: _Chance) -> tuple[Participant, ...]:
    assert plan.lowest_rating is not None
    assert plan.highest_rating is not None
    ratings = list(plan.ratings)
    if not ratings:
        ratings = [chance.between(plan.lowest_rating, plan.highest_rating) for _ in range(players)]
    ratings.sort(reverse=True)
    return tuple(Participant(Tpn(n), f"Player{n:04d}, Test", rating) for n, rating in enumerate(ratings, 1))


def _prohibitions(plan: Plan, players: int, chance: _Chance) -> tuple[Prohibition, ...]:
    """Groups of two to four who may not meet: throughout the event, or in its first rounds."""
    assert plan.rounds is not None
    found = []
    for _ in range(plan.prohibited_groups or 0):
        size = chance.between(2, 4)
        group = frozenset(Tpn(chance.between(1, players)) for _ in range(size))
        last = plan.rounds if chance.happens(70) else chance.between(1, plan.rounds)
        if len(group) > 1:
            found.append(Prohibition(1, last, group))
    return tuple(found)


def _arrivals(plan: Plan, event: Tournament, chance: _Chance) -> dict[Tpn, int]:
    """The round after which each late entry arrives: one of the first, so that most of the event is played."""
    assert plan.late_entries is not None
    assert plan.rounds is not None
    tpns = [participant.tpn for participant in event.participants]
    last = max(1, plan.rounds // 3)
    return {tpn: chance.between(1, last) for tpn in chance.some(tpns, (plan.late_entries,), 1)}


def _byes(plan: Plan, present: list[Tpn], number: int, chance: _Chance) -> tuple[Bye, ...]:
    """The byes asked for; a participant asks for one at most."""
    found: dict[Tpn, Bye] = {}
    for kind, amounts in (
        (ByeKind.HALF_POINT, plan.half_point_byes),
        (ByeKind.ZERO_POINT, plan.zero_point_byes),
        (ByeKind.FULL_POINT, plan.full_point_byes),
    ):
        found.update((tpn, Bye(tpn, kind)) for tpn in chance.some(present, amounts, number))
    return tuple(found.values())


def _play(event: Tournament, number: int, system: System, plan: Plan, chance: _Chance) -> Round:
    """Pair a round, and draw its results."""
    pairing = pair_round(system, state_before(event, number, system.conventions))
    ratings = {participant.tpn: participant.rating for participant in event.participants}
    whites = [board.white for board in pairing.boards]
    double, forfeits, unusual, unrated = (
        set(chance.some(whites, amounts, number))
        for amounts in (plan.double_forfeits, plan.forfeits, plan.unusual, plan.unrated)
    )
    games = []
    for white, black, _ in pairing.boards:
        if white in double:
            results = Result.FORFEIT_LOSS, Result.FORFEIT_LOSS
        elif white in forfeits:
            results = _turned((Result.FORFEIT_WIN, Result.FORFEIT_LOSS), chance)
        elif white in unusual:
            results = UNUSUAL[chance.below(len(UNUSUAL))]
        else:
            results = _result(ratings[white] - ratings[black], plan, chance)
            if white in unrated:
                results = UNRATED[results[0]], UNRATED[results[1]]
        games.append(Game(white, black, *results))
    bye = () if pairing.bye is None else (Bye(pairing.bye, ByeKind.PAIRING_ALLOCATED),)
    return Round(tuple(sorted(games, key=lambda game: min(game.white, game.black))), bye)


Results = tuple[Result, Result]

UNUSUAL: tuple[Results, ...] = (
    (Result.DRAW, Result.LOSS),
    (Result.LOSS, Result.DRAW),
    (Result.LOSS, Result.LOSS),
)

UNRATED = {
    Result.WIN: Result.UNRATED_WIN,
    Result.DRAW: Result.UNRATED_DRAW,
    Result.LOSS: Result.UNRATED_LOSS,
}


def _turned(results: Results, chance: _Chance) -> Results:
    return results if chance.happens(50) else (results[1], results[0])


def _result(difference: int, plan: Plan, chance: _Chance) -> Results:
    """A result of White's by the expected score; the wider the difference, the fewer draws."""
    assert plan.draws is not None
    expected = expected_percentage(difference)
    draws = min(plan.draws, 2 * expected, 2 * (100 - expected)) * (1 - abs(expected - 50) / 100)
    drawn = chance.random() * 100
    if drawn < draws:
        return Result.DRAW, Result.DRAW
    if drawn < draws + expected - draws / 2:
        return Result.WIN, Result.LOSS
    return Result.LOSS, Result.WIN
