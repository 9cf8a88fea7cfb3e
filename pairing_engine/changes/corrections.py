"""Results that were corrected after later rounds had been paired: a note for each, and the event as it was before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pairing_engine.changes.stated_results import results_in, signs, with_games
from pairing_engine.facts.model import Game, Note, NoteKind, Tournament, Tpn

_WORDS = re.compile(
    r"(?P<white>[0-9]{1,4})-(?P<black>[0-9]{1,4}) was (?P<was>\S{3}(?:/\S{3})?), until round (?P<last>[0-9]{1,2})"
)


def with_corrections(before: Tournament, after: Tournament, number: int, corrected: Iterable[Game]) -> Tournament:
    """Note the earlier results of games of round ``number``, if later rounds were paired with them."""
    last = len(after.rounds)
    if number >= last:
        return after
    numbers = {one.tpn: one.number for one in before.players}
    notes = (
        Note(
            NoteKind.CORRECTION,
            number,
            f"{numbers[one.white]}-{numbers[one.black]} was {signs(one)}, until round {last}",
        )
        for one in corrected
    )
    return after._replace(notes=(*after.notes, *notes))


def as_it_was(tournament: Tournament, number: int) -> Tournament:
    """Return the tournament with the results with which round ``number`` was paired, as the notes say."""
    tpns = {one.number: one.tpn for one in tournament.players}
    rounds = [*tournament.rounds]
    for note in reversed(tournament.notes):  # of two corrections of a game, the first one had the earliest result
        found = _WORDS.fullmatch(note.words) if note.kind is NoteKind.CORRECTION else None
        if found is None or not note.round < number <= int(found["last"]) or note.round > len(rounds):
            continue
        pair = tpns.get(Tpn(int(found["white"]))), tpns.get(Tpn(int(found["black"])))
        earlier = [one for one in rounds[note.round - 1].all_games if one[:2] == pair]
        before = {one: results_in(one, found["was"]) for one in earlier}
        if all(before.values()):
            rounds[note.round - 1] = with_games(
                tournament, note.round, rounds[note.round - 1], {old: new for old, new in before.items() if new}
            )
    return tournament if tuple(rounds) == tournament.rounds else tournament._replace(rounds=tuple(rounds))


def until(note: Note, last: int) -> Note | None:
    """Return a note after the rounds behind ``last`` were taken back; None if it has no meaning any more."""
    found = _WORDS.fullmatch(note.words) if note.kind is NoteKind.CORRECTION else None
    if found is None or int(found["last"]) <= last:
        return note
    return note._replace(words=note.words[: found.start("last")] + str(last)) if note.round < last else None


def renumbered_note(note: Note, number: Mapping[Tpn, Tpn]) -> Note:
    """Return a note about a correction with the new numbers of its players."""
    found = _WORDS.fullmatch(note.words)
    if found is None:
        return note
    white, black = (number.get(Tpn(int(found[side])), found[side]) for side in ("white", "black"))
    return note._replace(words=f"{white}-{black}{note.words[found.end('black') :]}")
