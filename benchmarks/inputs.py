"""The events of the benchmarks. Some events are random, and others are made to be hard."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path

from pairing_engine.facts.model import (
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
from pairing_engine.facts.scoring import scoring_of
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.state.history import state_before
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.system import System
from trf import Dialect, write

FIXTURES = Path(__file__).parents[1] / "fixtures"
GOLDEN = FIXTURES / "golden" / "dutch-2026"
LATE_ROUNDS = FIXTURES / "hard" / "late-rounds.zip"
NONE = (Amount(0),)


def newest(system: str) -> System:
    """Return the newest edition of a system."""
    return SYSTEMS[system]["2026"]


def plain(
    players: int, rounds: int, seed: int, system: str = "dutch", draws: float | None = None, usual: bool = False
) -> Tournament:
    """Generate an event without byes or forfeits. Teams have two boards.

    ``draws`` has the same meaning as in `Plan`. The scoring system is random, unless ``usual`` is true.
    """
    plan = Plan(
        players=players,
        rounds=rounds,
        draws=draws,
        half_point_byes=NONE,
        zero_point_byes=NONE,
        withdrawals=NONE,
        late_entries=Amount(0),
        forfeits=NONE,
        double_forfeits=NONE,
        unusual=NONE,
        unrated=NONE,
        prohibited_groups=0,
        baku=False,
        scoring=scoring_of() if usual else None,
        boards=2 if system == "team" else None,
    )
    return generate(plan, seed, newest(system))


def before_round(event: Tournament, number: int) -> Tournament:
    """Return the event with only the rounds before round ``number``."""
    return Tournament(
        event.name, event.participants, event.rounds[: number - 1], (), event.settings, event.teams, event.players
    )


def begun(played: int, players: int, seed: int, system: str = "dutch", rounds: int = 9) -> Tournament:
    """Generate an event in which only the first rounds have been played."""
    event = plain(players, played, seed, system)
    return event._replace(settings=event.settings._replace(rounds=rounds))


def circle(players: int, rounds: int, seed: int) -> Tournament:
    """Build an event from rounds of a round robin in which all games are drawn.

    ``players`` must be an even number.
    """
    chance = random.Random(seed)
    tpns = [Tpn(number) for number in range(1, players + 1)]
    places = chance.sample(tpns, players)
    whites = dict.fromkeys(tpns, 0)
    played = []
    for turn in chance.sample(range(players - 1), rounds):
        row = [places[0], *places[1 + turn :], *places[1 : 1 + turn]]
        games = []
        for one, other in zip(row[: players // 2], reversed(row[players // 2 :]), strict=True):
            white, black = sorted((one, other), key=lambda tpn: (whites[tpn], chance.random()))
            whites[white] += 1
            games.append(Game(white, black, Result.DRAW, Result.DRAW))
        played.append(Round(tuple(games), ()))
    participants = tuple(Participant(tpn, rating=2800 - tpn // 5) for tpn in tpns)
    settings = Settings(rounds=rounds + 1, initial_colour=Colour.WHITE)
    return Tournament("circle", participants, tuple(played), (), settings)


def second_scoregroup_apart(players: int, seed: int, system: str) -> Tournament:
    """Build an event after round 1. A prohibition keeps the players of the second scoregroup apart."""
    event = begun(1, players, seed, system)
    state = state_before(event, 2, newest(system).conventions)
    second = sorted({player.score for player in state.players}, reverse=True)[1]
    group = frozenset(player.tpn for player in state.players if player.score == second)
    return event._replace(settings=event.settings._replace(prohibitions=(Prohibition(2, 9, group),)))


def late_round(name: str) -> bytes:
    """Return a file from the archive of late rounds."""
    with zipfile.ZipFile(LATE_ROUNDS) as archive:
        return archive.read(name)


def written(event: Tournament, folder: Path, number: int | None = None) -> Path:
    """Write the event, or only its rounds before round ``number``, to a file that bbpPairings can read."""
    path = folder / f"{len(event.participants)}x{len(event.rounds)}-{number or 'all'}.trf"
    if number is not None:
        event = before_round(event, number)
    plainly = event._replace(settings=event.settings._replace(system=""))
    path.write_text(write(plainly, Dialect.TRF16X), encoding="utf-8")
    return path
