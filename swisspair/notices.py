"""Notices about numbers that a change moves and rounds that were paired before it, and notes about line-ups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pairing_engine.answers.paired import pair
from pairing_engine.answers.published import boards_in_words, some_of
from pairing_engine.errors import PairingError
from pairing_engine.facts.model import NOBODY, Note, NoteKind, Tournament, Tpn
from pairing_engine.facts.names import number_and_name
from pairing_engine.language import say, with_semicolons


def moved(before: Tournament, after: Tournament, numbers: Mapping[Tpn, Tpn]) -> Iterator[str]:
    """Yield a sentence about who has another number now, and sentences about rounds that were paired before.

    ``numbers`` maps the TPNs of ``before`` to those of ``after``: names can be alike, and be corrected.
    """
    people = {one.tpn: one for one in after.participants}
    new = [
        (one.number, people[tpn]) for one in before.participants if (tpn := numbers.get(one.tpn, one.tpn)) != one.tpn
    ]
    if 0 < len(new) <= FEW:
        names = (
            say("{name} had number {old}", name=number_and_name(one, after.settings.kind), old=old) for old, one in new
        )
        yield say("before this change, {names}", names=with_semicolons(names))
    elif new:
        yield say(
            "{number} players have new numbers, from number {first} on",
            number=len(new),
            first=min(one.number for _, one in new),
        )
    if new:
        yield from paired_before(before, after, 0)


FEW = 3


def paired_before(before: Tournament, after: Tournament, number: int) -> Iterator[str]:
    """Yield a sentence about each later round that was paired before a correction of round ``number``.

    The sentence says what would be different today. Boards that were made by hand would have differed before, too.
    """
    for later in range(number + 1, len(after.rounds) + 1):
        recorded = boards_in_words(after, after.rounds[later - 1].pairs)
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
                boards=some_of(changed),
            )


def _demanded(event: Tournament, number: int) -> list[str] | None:
    """Return the boards that the rules demand in a round, in words; None if it cannot be paired."""
    try:
        found = pair(event, number)
    except PairingError:
        return None
    return boards_in_words(event, found.pairing.pairs)


def of_matches(before: Tournament, after: Tournament, number: int) -> Iterator[Note]:
    """Yield a note about each seat of a match that somebody else has taken, and each forfeit that was taken back.

    Before the first result of a match of the last round, its line-ups are stated for the first time, without a note.
    """
    names = {NOBODY: "nobody", **{one.tpn: str(one.number) for one in before.players}}
    teams, last = {one.tpn: one.number for one in before.participants}, len(after.rounds)
    for old, new in zip(before.rounds[number - 1].matches, after.rounds[number - 1].matches, strict=True):
        begun = any(not game.is_open for game in old.boards if NOBODY not in game[:2])
        seats = zip(old.boards, new.boards, strict=False) if begun or number < last else ()
        for one, other in (seat for games in seats for seat in zip(*(game[:2] for game in games), strict=True)):
            if one != other:
                words = f"{'player ' * (other != NOBODY)}{names[other]} sat in for {names[one]}"
                yield Note(NoteKind.STAND_IN, number, words)
        if number < last and new.boards and not old.boards and not old.played:
            signs = {old.white: "+--", old.black: "--+"}.get(old.won_by_forfeit, "---")
            words = f"match {teams[old.white]}-{teams[old.black]} was {signs}, until round {last}"
            yield Note(NoteKind.CORRECTION, number, words)
