"""A newly paired round, added to an event without results."""

from __future__ import annotations

from collections.abc import Iterable

from pairing_engine.changes.stated_results import OPEN, open_matches
from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Bye, ByeKind, EventKind, Game, Round, Tournament, Tpn, lower_tpn, tpn_of_bye
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.language import say
from pairing_engine.values import replace


def with_round(tournament: Tournament, pairing: RoundPairing) -> Tournament:
    """Return the tournament with the newly paired round.

    A participant without an opponent gets the pairing-allocated bye, the announced bye or a zero-point bye. In a match
    of teams, the first members of both teams are paired until other line-ups are stated. Raises `BadRequest` if the
    round is not the next round, or if nobody has an opponent in the round.
    """
    number = len(tournament.rounds) + 1
    if pairing.number != number:
        words = say("the next round is round {following}, not round {number}", number=pairing.number, following=number)
        raise BadRequest(words)
    if not pairing.boards:
        raise BadRequest(say("nobody has an opponent in round {number}: a TRF cannot hold such a round", number=number))
    recorded = _round(tournament, pairing)
    requests = tuple(one for one in tournament.requests if one.round > number)
    return replace(tournament, rounds=(*tournament.rounds, recorded), requests=requests, under_way=True)


def _round(tournament: Tournament, pairing: RoundPairing) -> Round:
    byes = _byes(tournament, pairing)
    if tournament.settings.kind is EventKind.TEAM:
        return Round((), byes, open_matches(tournament, pairing))
    return Round(_games(tournament, ((board.white, board.black) for board in pairing.boards)), byes)


def with_boards(tournament: Tournament, pairs: Iterable[tuple[Tpn, Tpn]], bye: Tpn | None) -> Tournament:
    """Return the tournament with the arbiter's boards (White first) in the last round; other boards keep results."""
    *before, recorded = tournament.rounds
    stay = {(game.white, game.black): game for game in recorded.games}
    byes = [one for one in recorded.byes if one.kind is not ByeKind.PAIRING_ALLOCATED]
    if bye is not None:
        byes.append(Bye(bye, ByeKind.PAIRING_ALLOCATED))
    games = tuple(stay.get((game.white, game.black), game) for game in _games(tournament, pairs))
    made = recorded._replace(games=games, byes=tuple(sorted(byes, key=tpn_of_bye)))
    return replace(tournament, rounds=(*before, made), under_way=True)


def _games(tournament: Tournament, pairs: Iterable[tuple[Tpn, Tpn]]) -> tuple[Game, ...]:
    second = (OPEN, OPEN) if tournament.settings.kind is EventKind.DOUBLE else None
    games = (Game(white, black, OPEN, OPEN, second=second) for white, black in pairs)
    return tuple(sorted(games, key=lower_tpn))


def _byes(tournament: Tournament, pairing: RoundPairing) -> tuple[Bye, ...]:
    announced = {one.bye.tpn: one.bye.kind for one in tournament.requests if one.round == pairing.number}
    if pairing.bye is not None:
        announced[pairing.bye] = ByeKind.PAIRING_ALLOCATED
    playing = {tpn for board in pairing.boards for tpn in (board.white, board.black)}
    byes = (
        Bye(one.tpn, announced.get(one.tpn, ByeKind.ZERO_POINT))
        for one in tournament.participants
        if one.tpn not in playing
    )
    return tuple(sorted(byes, key=tpn_of_bye))
