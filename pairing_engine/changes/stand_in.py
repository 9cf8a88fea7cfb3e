"""A player who leaves after the round was published: somebody else takes the seat, or the opponent has the bye."""

from __future__ import annotations

import re

from pairing_engine.changes.paired import has_result, with_boards
from pairing_engine.errors import refusal
from pairing_engine.facts import model
from pairing_engine.facts.model import Bye, ByeKind, EventKind, Game, Note, NoteKind, Tournament, Tpn
from pairing_engine.facts.names import number_and_name

_WORDS = re.compile(r"([0-9]{1,4})-([0-9]{1,4}) became ([0-9]{1,4})-([0-9]{1,4}|bye)(?:, instead of ([ZHFU]))?")


def with_stand_in(tournament: Tournament, leaving: Tpn, instead: Tpn | None) -> Tournament:
    """Seat ``instead``, who has no opponent, in place of a player of the last round, or give the opponent the bye.

    The player who leaves gets a zero-point bye, and a note says what happened. Raises `BadRequest` if the board has a
    result, and if somebody has the pairing-allocated bye already.
    """
    if tournament.settings.kind is not EventKind.INDIVIDUAL:
        raise refusal("only in an event of single games somebody can sit in", "players")
    if not tournament.rounds:
        raise refusal("no round has been paired", "rounds")
    recorded, number = tournament.rounds[-1], len(tournament.rounds)
    people = {one.tpn: one for one in tournament.participants}
    game = next((one for one in recorded.games if leaving in one[:2]), None)
    if game is None or has_result(game):
        name = number_and_name(people[leaving], tournament.settings.kind)
        raise refusal("{player} has no open board in round {number}", "players", player=name, number=number)
    if instead in recorded.paired():
        name = number_and_name(people[instead], tournament.settings.kind) if instead else ""
        raise refusal("{player} has an opponent in round {number}", "players", player=name, number=number)
    kinds = {one.tpn: one.kind for one in recorded.byes}
    allocated = next((tpn for tpn, kind in kinds.items() if kind is ByeKind.PAIRING_ALLOCATED and tpn != instead), None)
    opponent = game.black if game.white == leaving else game.white
    if instead is None:
        if allocated is not None:
            name = number_and_name(people[allocated], tournament.settings.kind)
            raise refusal("{player} has the bye already: enter the point without play", "players", player=name)
        allocated, new, shown = opponent, [], f"{people[opponent].number}-bye"
    else:
        white, black = (instead, opponent) if game.white == leaving else (opponent, instead)
        new, shown = [(white, black)], f"{people[white].number}-{people[black].number}"
    byes = [one for one in recorded.byes if one.tpn != instead] + [Bye(leaving, ByeKind.ZERO_POINT)]
    pairs = [one[:2] for one in recorded.games if one != game] + new
    before = tournament._replace(
        rounds=(*tournament.rounds[:-1], recorded._replace(byes=tuple(sorted(byes, key=model.tpn_of_bye))))
    )
    words = f"{people[game.white].number}-{people[game.black].number} became {shown}"
    if instead is not None:
        words += f", instead of {kinds.get(instead, ByeKind.ZERO_POINT).value}"
    after = with_boards(before, pairs, allocated)
    return after._replace(notes=(*after.notes, Note(NoteKind.STAND_IN, number, words)))


def as_published(tournament: Tournament, number: int) -> Tournament:
    """Return the tournament with round ``number`` as it was paired, before somebody sat in, as the notes say."""
    tpns: dict[str, Tpn] = {str(one.number): one.tpn for one in tournament.participants}
    recorded = tournament.rounds[number - 1]
    for note in reversed(tournament.notes):
        found = _WORDS.fullmatch(note.words) if note.kind is NoteKind.STAND_IN and note.round == number else None
        if found is None or not {*found.groups()[:3]} <= tpns.keys():
            continue
        white, black, one, other = (tpns.get(text) for text in found.groups()[:4])
        if white is None or black is None or one is None:
            continue
        games = [game for game in recorded.games if game[:2] != (one, other)]
        byes = [bye for bye in recorded.byes if bye.tpn not in (white, black)]
        if found[5] is not None:
            new = one if one not in (white, black) else other
            byes += [Bye(new, ByeKind(found[5]))] if new is not None else []
        games.append(Game(white, black, model.Result.UNKNOWN, model.Result.UNKNOWN))
        recorded = recorded._replace(
            games=tuple(sorted(games, key=model.lower_tpn)), byes=tuple(sorted(byes, key=model.tpn_of_bye))
        )
    if recorded == tournament.rounds[number - 1]:
        return tournament
    return tournament._replace(rounds=(*tournament.rounds[: number - 1], recorded, *tournament.rounds[number:]))
