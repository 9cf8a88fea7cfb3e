"""A search for the slowest round of up to 200 players, in several families of hard events."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import NamedTuple

from pairing_engine.errors import NoPairing
from pairing_engine.facts.model import (
    Bye,
    ByeKind,
    Colour,
    Game,
    Participant,
    Prohibition,
    Result,
    Round,
    Settings,
    Tournament,
    Tpn,
)
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before
from pairing_engine.systems import SYSTEMS


class Family(NamedTuple):
    """A family of hard events.

    ``draws`` is the share of drawn games. ``clubs`` is the number of clubs. Members of the same club may not meet.
    ``barred`` is the share of players who had a full-point bye in the first round and may not have another bye.
    """

    name: str
    players: int
    rounds: int
    draws: float = 0.3
    clubs: int = 0
    barred: float = 0.0


FAMILIES = (
    Family("20 players over 18 rounds", 20, 18),
    Family("60 players over 40 rounds", 60, 40),
    Family("61 players over 40 rounds", 61, 40),
    Family("200 players over 60 rounds", 200, 60),
    Family("draws only, 100 over 9", 100, 9, 1.0),
    Family("draws only, 200 over 9", 200, 9, 1.0),
    Family("draws only, 199 over 9", 199, 9, 1.0),
    Family("draws only, 200 over 60", 200, 60, 1.0),
    Family("nearly all draws, 200 over 15", 200, 15, 0.95),
    Family("three clubs, 200 over 9", 200, 9, 0.5, 3),
    Family("two clubs, 200 over 9", 200, 9, 0.5, 2),
    Family("nearly all have had the bye, 199 over 11", 199, 11, 0.5, 0, 0.97),
)


class Slowest(NamedTuple):
    """The slowest round of a family of events, with its CPU seconds."""

    seconds: float
    family: str
    seed: int
    round: int


def search(system: str = "dutch", seeds: int = 2) -> Iterator[Slowest]:
    for family in FAMILIES:
        yield max((_slowest(family, system, seed) for seed in range(seeds)), key=lambda found: found.seconds)


def _slowest(family: Family, system_name: str, seed: int) -> Slowest:
    chance = random.Random(seed).random
    system = SYSTEMS[system_name]["2026"]
    event = _start(family, chance)
    worst = Slowest(0.0, family.name, seed, 0)
    for number in range(len(event.rounds) + 1, family.rounds + 1):
        state = state_before(event, number, system.conventions)
        start = time.process_time()
        try:
            pairing = pair_round(system, state)
        except NoPairing:
            break
        worst = max(worst, Slowest(time.process_time() - start, family.name, seed, number))
        games = tuple(Game(board.white, board.black, *_result(family, chance)) for board in pairing.boards)
        byes = () if pairing.bye is None else (Bye(pairing.bye, ByeKind.PAIRING_ALLOCATED),)
        rounds = (*event.rounds, Round(games, byes))
        event = Tournament(event.name, event.participants, rounds, (), event.settings)
    return worst


def _start(family: Family, chance: object) -> Tournament:
    assert callable(chance)
    tpns = [Tpn(number) for number in range(1, family.players + 1)]
    clubs: dict[int, set[Tpn]] = {}
    for tpn in tpns if family.clubs else []:
        clubs.setdefault(int(chance() * family.clubs), set()).add(tpn)
    settings = Settings(
        rounds=family.rounds,
        initial_colour=Colour.WHITE,
        prohibitions=tuple(Prohibition(1, family.rounds, frozenset(club)) for club in clubs.values()),
    )
    had_bye = tuple(Bye(tpn, ByeKind.FULL_POINT) for tpn in tpns if chance() < family.barred)
    rounds = (Round((), had_bye),) if had_bye else ()
    participants = tuple(Participant(tpn, rating=max(1, 2800 - 5 * tpn)) for tpn in tpns)
    return Tournament(family.name, participants, rounds, (), settings)


def _result(family: Family, chance: object) -> tuple[Result, Result]:
    assert callable(chance)
    drawn = chance()
    if drawn < family.draws:
        return Result.DRAW, Result.DRAW
    return (Result.WIN, Result.LOSS) if chance() < 0.5 else (Result.LOSS, Result.WIN)
