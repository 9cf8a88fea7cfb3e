"""Results that were corrected after later rounds had been paired: a note for each, and the event as it was before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pairing_engine.changes.stated_results import PAIRS, results_in, scored, signs, with_games
from pairing_engine.facts.model import Game, Note, NoteKind, TeamMatch, Tournament, Tpn

_WORDS = re.compile(
    r"(?P<match>match )?(?P<white>[0-9]{1,4})-(?P<black>[0-9]{1,4}) was (?P<was>\S{3}(?:/\S{3})?), "
    r"until round (?P<last>[0-9]{1,2})"
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
    players, teams = ({one.number: one.tpn for one in ones} for ones in (tournament.players, tournament.participants))
    rounds = [*tournament.rounds]
    for note in reversed(tournament.notes):  # of two corrections of a game, the first one had the earliest result
        found = _WORDS.fullmatch(note.words) if note.kind is NoteKind.CORRECTION else None
        if found is None or not note.round < number <= int(found["last"]) or note.round > len(rounds):
            continue
        tpns = teams if found["match"] else players
        pair = tpns.get(Tpn(int(found["white"]))), tpns.get(Tpn(int(found["black"])))
        earlier = [one for one in rounds[note.round - 1].all_games if one[:2] == pair and not found["match"]]
        if not earlier and pair[0] and pair[1]:
            seats = pair[0], pair[1]
            matches = [_as_noted(tournament, note.round, one, seats, found) for one in rounds[note.round - 1].matches]
            rounds[note.round - 1] = rounds[note.round - 1]._replace(matches=tuple(matches))
        before = {one: results_in(one, found["was"]) for one in earlier}
        if all(before.values()):
            rounds[note.round - 1] = with_games(
                tournament, note.round, rounds[note.round - 1], {old: new for old, new in before.items() if new}
            )
    return tournament if tuple(rounds) == tournament.rounds else tournament._replace(rounds=tuple(rounds))


def _as_noted(
    tournament: Tournament, number: int, match: TeamMatch, pair: tuple[Tpn, Tpn], noted: re.Match[str]
) -> TeamMatch:
    """Return a match with the forfeit or the board of two players that a note says it had; another match as it is."""
    teams = match.white, match.black
    result = PAIRS.get(noted["was"])
    if noted["match"]:
        return scored(tournament, number, teams, (), result) if teams == pair and result else match
    members = [team.members for tpn in teams for team in tournament.teams if team.tpn == tpn]
    if result is None or not all(any(tpn in side for tpn in pair) for side in members):
        return match
    game, boards = Game(*pair, *result), [*match.boards]
    place = next((at for at, one in enumerate(boards) if pair[0] == one.white or pair[1] == one.black), None)
    boards[place or 0 : 0 if place is None else place + 1] = [game]
    return scored(tournament, number, teams, tuple(boards))


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
