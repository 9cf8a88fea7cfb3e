"""Sentences about what a change of an event means for its numbers, and for rounds that were paired before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pairing_engine.answers.paired import pair
from pairing_engine.errors import PairingError
from pairing_engine.facts import model
from pairing_engine.facts.model import NOBODY, Tournament, Tpn
from pairing_engine.facts.names import number_and_name, plain
from pairing_engine.language import say, say_many, with_semicolons

MOST_SHOWN = 8
"""The maximum number of boards in a sentence."""


def moved(before: Tournament, after: Tournament) -> Iterator[str]:
    """Yield a sentence about the players who have other numbers now, and about rounds that were paired before."""
    old = {plain(one.name): one.number for one in before.participants}
    new = [one for one in after.participants if one.number != old.get(plain(one.name), one.number)]
    if len(new) > 1 or (new and len(before.participants) == len(after.participants)):
        yield say_many(
            "{number} player has another number now: {first}",
            "{number} players from number {first} on have other numbers now",
            len(new),
            first=min(one.number for one in new),
        )
    if new:
        yield from paired_before(before, after, 0)


def paired_before(before: Tournament, after: Tournament, number: int) -> Iterator[str]:
    """Yield a sentence about each later round that was paired before a correction of round ``number``.

    The sentence says what would be different today. Boards that were made by hand would have differed before, too.
    """
    for later in range(number + 1, len(after.rounds) + 1):
        recorded = boards_in_words(after, pairs_of(after.rounds[later - 1]))
        then, today = _demanded(before, later), _demanded(after, later)
        changed = [] if today is None else [one for one in today if one not in recorded]
        if today is None:
            yield say("round {later} was paired before this correction; today it could not be paired", later=later)
        elif not changed or (then is not None and set(then) == set(today)):
            yield say("round {later} was paired before this correction; today it would be paired the same", later=later)
        else:
            yield say(
                "round {later} was paired before this correction; today it would have {boards}",
                later=later,
                boards=with_semicolons([*changed[:MOST_SHOWN], *(["…"] if len(changed) > MOST_SHOWN else [])]),
            )


def _demanded(event: Tournament, number: int) -> list[str] | None:
    """Return the boards that the rules demand in a round, in words; None if it cannot be paired."""
    try:
        found = pair(event, number)
    except PairingError:
        return None
    bye = [(found.bye, NOBODY)] if found.bye else []
    return boards_in_words(event, [*((one.white, one.black) for one in found.boards), *bye])


def boards_in_words(event: Tournament, pairs: Iterable[tuple[Tpn, Tpn]]) -> list[str]:
    """Return boards as the numbers and names of their players."""
    names = {one.tpn: number_and_name(one, event.settings.kind) for one in event.participants} | {NOBODY: say("bye")}
    return [f"{names[white]} - {names[black]}" for white, black in pairs]


def pairs_of(recorded: model.Round) -> list[tuple[Tpn, Tpn]]:
    """Return the boards of a recorded round, White first, and the bye with nobody as Black."""
    byes = [(one.tpn, NOBODY) for one in recorded.byes if one.kind is model.ByeKind.PAIRING_ALLOCATED]
    return [*((one.white, one.black) for one in recorded.pairings), *byes]
