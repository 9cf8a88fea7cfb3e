"""A round that was paired becomes a round of the event, whose results are still open."""

from __future__ import annotations

from dataclasses import replace

from pairing_engine.changes.matches import open_matches
from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import (
    Bye,
    ByeKind,
    EventKind,
    Game,
    Result,
    Round,
    Tournament,
    lower_tpn,
    tpn_of_bye,
)
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.language import say

OPEN = Result.UNKNOWN


def with_round(tournament: Tournament, pairing: RoundPairing) -> Tournament:
    """The tournament with its next round, as it was paired.

    Everybody who is not paired has a bye in it: the one that was announced, or else a zero-point bye. Raises
    `BadRequest` for a round that is not the next one, and for a round in which nobody has an opponent. A match of teams
    is one between their first members, until other line-ups are stated.
    """
    number = len(tournament.rounds) + 1
    if pairing.number != number:
        words = say(
            "round {number} is not the next one, which is round {following}", number=pairing.number, following=number
        )
        raise BadRequest(words)
    if not pairing.boards:
        raise BadRequest(say("nobody has an opponent in round {number}: a TRF cannot hold such a round", number=number))
    recorded = _round(tournament, pairing)
    requests = tuple(one for one in tournament.requests if one.round > number)
    return replace(tournament, rounds=(*tournament.rounds, recorded), requests=requests, under_way=True)


def _round(tournament: Tournament, pairing: RoundPairing) -> Round:
    """The round as it begins."""
    byes = _byes(tournament, pairing)
    if tournament.settings.kind is EventKind.TEAM:
        return Round((), byes, open_matches(tournament, pairing))
    second = (OPEN, OPEN) if tournament.settings.kind is EventKind.DOUBLE else None
    games = (Game(board.white, board.black, OPEN, OPEN, second=second) for board in pairing.boards)
    return Round(tuple(sorted(games, key=lower_tpn)), byes)


def _byes(tournament: Tournament, pairing: RoundPairing) -> tuple[Bye, ...]:
    """Everybody who has no opponent, with the letter of the round."""
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
