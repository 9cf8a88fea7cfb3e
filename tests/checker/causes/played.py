"""Random events in which rounds are altered. Later rounds are paired according to the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from checker.questions.moment import as_round
from pairing_engine.facts.model import Bye, ByeKind, Request, Result, Round, Scoring, Tournament, Tpn
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System

RESULTS = (Result.WIN, Result.LOSS), (Result.DRAW, Result.DRAW), (Result.LOSS, Result.WIN)

Alter = Callable[[RoundState], Round | None]
"""A function that returns an altered round. None means that the round is paired according to the rules."""


class Unsuitable(Exception):
    """The error if an event cannot be altered in the requested way."""


def base(seed: int, players: int, rounds: int, *, system: System = DUTCH_2026, baku: bool = False) -> Tournament:
    """Generate an event with a few absences and sometimes a withdrawal."""
    few = (Amount(1),)
    plan = Plan(
        players=players,
        rounds=rounds,
        zero_point_byes=few if seed % 3 == 0 else (Amount(0),),
        half_point_byes=few if seed % 2 else (Amount(0),),
        withdrawals=(Amount(0), Amount(seed % 4 // 3)),
        late_entries=Amount(0),
        forfeits=(Amount(0),),
        double_forfeits=(Amount(0),),
        unusual=(Amount(0),),
        unrated=(Amount(0),),
        prohibited_groups=0,
        scoring=Scoring(),
        baku=baku,
    )
    event = generate(plan, seed, system)
    if len(event.rounds) < rounds:
        raise Unsuitable
    return event


def paired(state: RoundState, system: System = DUTCH_2026) -> Round:
    return as_round(pair_round(system, state))


def before(event: Tournament, number: int, byes: tuple[Bye, ...], system: System = DUTCH_2026) -> RoundState:
    """Return the state before round ``number``. ``byes`` lists the requested byes."""
    asked = tuple(Request(number, bye) for bye in byes)
    rounds = event.rounds[: number - 1]
    return state_before(replace(event, rounds=rounds, requests=asked), number, system.conventions)


def absences(event: Tournament, number: int) -> tuple[Bye, ...]:
    """Return a bye for each player who is absent in a round."""
    byes = [bye for bye in event.rounds[number - 1].byes if bye.kind is not ByeKind.PAIRING_ALLOCATED]
    there = {*event.rounds[number - 1].paired(), *(bye.tpn for bye in byes)}
    missing = (Bye(p.tpn, ByeKind.ZERO_POINT) for p in event.participants if p.tpn not in there)
    return (*byes, *missing)


def played(
    event: Tournament,
    first: int,
    alter: Alter,
    chance: Random,
    *,
    gone: dict[Tpn, range] | None = None,
    system: System = DUTCH_2026,
) -> Tournament:
    """Pair and play the event again from round `first`. ``gone`` maps players to the rounds that they miss."""
    told = replace(event, rounds=event.rounds[: first - 1])
    for number in range(first, len(event.rounds) + 1):
        also = [tpn for tpn, when in (gone or {}).items() if number in when]
        byes = tuple(bye for bye in absences(event, number) if bye.tpn not in also)
        byes += tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in also)
        state = before(told, number, byes, system)
        found = alter(state) or paired(state, system)
        named = {*found.paired(), *(bye.tpn for bye in found.byes)}
        rest = tuple(bye for bye in byes if bye.tpn not in named)
        told = replace(told, rounds=(*told.rounds, with_results(found._replace(byes=(*found.byes, *rest)), chance)))
    return told


def with_results(found: Round, chance: Random) -> Round:
    """Fill the round with random results. Lower TPNs win more often."""
    games = []
    for game in found.games:
        lots = (0, 0, 0, 1, 1, 2) if game.white < game.black else (2, 2, 2, 1, 1, 0)
        white, black = RESULTS[chance.choice(lots)]
        games.append(game._replace(white_result=white, black_result=black))
    return found._replace(games=tuple(games))


def in_round(number: int, alter: Alter) -> Alter:
    return lambda state: alter(state) if state.number == number else None
