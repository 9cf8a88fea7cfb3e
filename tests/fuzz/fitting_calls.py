"""Random calls of --what-if and --enter. Most calls suit the event in the file, so the programs accept these calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from random import Random

from pairing_engine import pair
from pairing_engine.changes.paired import with_round
from pairing_engine.errors import PairingError
from pairing_engine.facts.model import EventKind, Tournament
from swisspair.commands import modes
from tests.fuzz.attack_calls import Call, of_mode, options_by_lot, under_way
from trf import examine, write

FITTING = 0.85

RESULTS = ("1-0", "0-1", "1/2-1/2", "1-0", "0-1", "0.5-0.5", "0-0", "+-", "-+", "--", "½-½")
OF_MATCHES = ("1-0", "0-1", "1/2-1/2", "2-0", "1.5-0.5", "1-1", "0-2", "+-", "-+", "--")


@cache
def events() -> tuple[tuple[bytes, Tournament], ...]:
    """Return events whose next round can be paired, each as text and as a tournament."""
    return tuple((text, examine(text).tournament) for text in under_way())


@cache
def open_events() -> tuple[tuple[bytes, Tournament], ...]:
    """Return events whose last round has no results yet, each as text and as a tournament."""
    found = []
    for _, tournament in events():
        with suppress(PairingError):
            paired = with_round(tournament, pair(tournament).pairing)
            found.append((write(paired).encode(), paired))
    return tuple(found)


def of_what_if(lot: Random) -> Call:
    return _fitting("what-if", _changes, events, lot)


def of_enter(lot: Random) -> Call:
    return _fitting("enter", _results, open_events, lot)


def _fitting(
    mode: str,
    words: Callable[[Tournament, Random], Iterator[str]],
    known: Callable[[], tuple[tuple[bytes, Tournament], ...]],
    lot: Random,
) -> Call:
    if lot.random() >= FITTING:
        return of_mode(mode, lot)
    text, tournament = lot.choice(known())
    options = options_by_lot(modes.load(mode).run, lot) if lot.random() < 0.3 else ()
    return Call("swisspair", (f"--{mode}", *words(tournament, lot), "a.trf", *options), text)


def _changes(tournament: Tournament, lot: Random) -> Iterator[str]:
    numbers = [one.tpn for one in tournament.participants]
    played = [(place, game) for place, one in enumerate(tournament.rounds, start=1) for game in one.games]
    absent = [asked.bye.tpn for asked in tournament.requests if asked.round == len(tournament.rounds) + 1]
    for _ in range(lot.choice((1, 1, 2, 3))):
        one, other = lot.sample(numbers, 2)
        kind = lot.choice(("absent", "present", "result", "result", "prohibit", "pair", "bye"))
        if kind == "present" and absent:
            yield f"present:{lot.choice(absent)}"
        elif kind == "result" and played:
            place, game = lot.choice(played)
            yield f"result:{place}:{game.white}-{game.black}={lot.choice(RESULTS)}"
        elif kind == "prohibit":
            yield f"prohibit:{one}-{other}"
        elif kind == "pair":
            yield f"{one}-{other}"
        elif kind == "bye":
            yield f"{one}-bye"
        else:
            yield f"absent:{one}"


def _results(tournament: Tournament, lot: Random) -> Iterator[str]:
    """Yield random results for the last round, in the form that ``--enter`` reads.

    Some results name a player instead of a board, and some name a board that does not exist.
    """
    recorded = tournament.rounds[-1]
    boards = range(1, len(recorded.games or recorded.matches) + 1 + (lot.random() < 0.1))
    some = boards if lot.random() < 0.3 else lot.sample(boards, lot.randint(1, len(boards)))
    for board in some:
        if tournament.settings.kind is EventKind.TEAM:
            places = range(1, lot.choice((2, 3, 5)))
            yield from (f"{board}.{place}:{lot.choice(RESULTS)}" for place in places)
        elif lot.random() < 0.03 and recorded.games:
            game = lot.choice(recorded.games)
            number = lot.choice((game.white, game.black))
            name = next(one.name for one in tournament.participants if one.tpn == number)
            yield f"{name}:{lot.choice(('1', '0', '=', '½', '+', '-'))}"
        else:
            yield f"{board}:{lot.choice(OF_MATCHES if tournament.settings.kind is EventKind.DOUBLE else RESULTS)}"
