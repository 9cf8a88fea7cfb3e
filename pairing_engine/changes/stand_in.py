"""Somebody leaves after the round was published: somebody else takes the seat, or the opponent has the bye."""

from __future__ import annotations

import re
from typing import Any

from pairing_engine.changes.paired import has_result, open_round, with_boards
from pairing_engine.changes.results import boards_of
from pairing_engine.changes.stated_results import with_games
from pairing_engine.errors import BadRequest, refusal
from pairing_engine.facts.model import Bye, ByeKind, EventKind, Note, NoteKind, Participant, Tournament, Tpn
from pairing_engine.facts.names import number_and_name
from pairing_engine.language import marked

_WORDS = re.compile(r"([0-9]{1,4})-([0-9]{1,4}) became ([0-9]{1,4})-([0-9]{1,4}|bye)(?:, instead of ([ZHFU]))?")


def with_stand_in(tournament: Tournament, leaving: Tpn, instead: Tpn | None) -> Tournament:
    """Seat ``instead``, who has no opponent, in place of a participant of the last round, or give the opponent the bye.

    Who leaves gets a zero-point bye, and a note says what happened. Raises `BadRequest` if the board has a result, and
    if somebody has the pairing-allocated bye already.
    """
    if not tournament.rounds:
        raise refusal("no round has been paired", "rounds")
    recorded, number = tournament.rounds[-1], len(tournament.rounds)
    people = {one.tpn: one for one in tournament.participants}
    board = next((one for one in recorded.pairings if leaving in (one.white, one.black)), None)
    if board is None or has_result(board):
        raise _not_seated(tournament, people[leaving], "{player} has no open board in round {number}")
    if instead is not None and any(instead in (one.white, one.black) for one in recorded.pairings):
        raise _not_seated(tournament, people[instead], "{player} has an opponent in round {number}", "instead")
    kinds = {one.tpn: one.kind for one in recorded.byes}
    allocated = next((tpn for tpn, kind in kinds.items() if kind is ByeKind.PAIRING_ALLOCATED and tpn != instead), None)
    opponent = board.black if board.white == leaving else board.white
    if instead is None:
        if allocated is not None:
            words = marked("{player} has the bye already: enter the point without play")
            raise _not_seated(tournament, people[allocated], words, "instead")
        allocated, new, shown = opponent, [], f"{people[opponent].number}-bye"
    else:
        white, black = (instead, opponent) if board.white == leaving else (opponent, instead)
        new, shown = [(white, black)], f"{people[white].number}-{people[black].number}"
    byes = [one for one in recorded.byes if one.tpn != instead] + [Bye(leaving, ByeKind.ZERO_POINT)]
    pairs = [(one.white, one.black) for one in recorded.pairings if one != board] + new
    before = tournament._replace(rounds=(*tournament.rounds[:-1], recorded._replace(byes=tuple(byes))))
    words = f"{people[board.white].number}-{people[board.black].number} became {shown}"
    if instead is not None:
        words += f", instead of {kinds.get(instead, ByeKind.ZERO_POINT).value}"
    after = with_boards(before, pairs, allocated)
    return after._replace(notes=(*after.notes, Note(NoteKind.STAND_IN, number, words)))


def with_reserve(tournament: Tournament, leaving: Tpn, instead: Tpn) -> Tournament:
    """Seat a reserve in place of a player of the same team in the last round; a note says what happened.

    Raises `BadRequest` if the board has a result, and for a reserve who sits at a board or is of another team.
    """
    if not tournament.rounds:
        raise refusal("no round has been paired", "rounds")
    recorded, number = tournament.rounds[-1], len(tournament.rounds)
    people = {one.tpn: one for one in tournament.players}
    game = next((one for one in recorded.all_games if leaving in one[:2] and one.is_open), None)
    if game is None:
        raise _not_seated(tournament, people[leaving], "{player} has no open board in round {number}")
    if any(instead in one[:2] for one in recorded.all_games):
        raise _not_seated(tournament, people[instead], "{player} has an opponent in round {number}", "instead")
    if not any({leaving, instead} <= {*team.members} for team in tournament.teams):
        raise _not_seated(tournament, people[instead], "{player} is in another team", "instead")
    seats = {leaving: instead}
    new = game._replace(white=seats.get(game.white, game.white), black=seats.get(game.black, game.black))
    rounds = (*tournament.rounds[:-1], with_games(tournament, number, recorded, {game: new}))
    note = Note(NoteKind.STAND_IN, number, f"player {people[instead].number} sat in for {people[leaving].number}")
    return tournament._replace(rounds=rounds, notes=(*tournament.notes, note))


def forfeit(tournament: Tournament, leaving: Participant, *, of_team: bool = False) -> str:
    """Return the result of the last round by which the opponent wins without play, such as ``3:+--``."""
    pairings = boards_of(tournament, len(tournament.rounds)) if tournament.rounds else ()
    boards: dict[str, Any] = {str(place): one for place, one in enumerate(pairings, 1)}
    if of_team:
        boards = {f"{place}.{at}": game for place, one in boards.items() for at, game in enumerate(one.boards, 1)}
    for place, one in boards.items():
        if leaving.tpn in (one.white, one.black) and not has_result(one):
            result = "--+" if one.white == leaving.tpn else "+--"
            return f"{place}:{result}" + f"/{result}" * (tournament.settings.kind is EventKind.DOUBLE)
    raise _not_seated(tournament, leaving, "{player} has no open board in round {number}")


def _not_seated(tournament: Tournament, one: Participant, words: str, about: str = "leaving") -> BadRequest:
    kind = EventKind.INDIVIDUAL if one in tournament.players else tournament.settings.kind
    return refusal(words, about, player=number_and_name(one, kind), number=len(tournament.rounds))


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
        kept = [board for board in recorded.pairings if (board.white, board.black) != (one, other)]
        byes = [bye for bye in recorded.byes if bye.tpn not in (white, black)]
        if found[5] is not None:
            new = one if one not in (white, black) else other
            byes += [Bye(new, ByeKind(found[5]))] if new is not None else []
        pairs = [*((board.white, board.black) for board in kept), (white, black)]
        recorded = open_round(tournament, number, pairs, byes, kept)
    if recorded == tournament.rounds[number - 1]:
        return tournament
    return tournament._replace(rounds=(*tournament.rounds[: number - 1], recorded, *tournament.rounds[number:]))
