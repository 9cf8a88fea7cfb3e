"""Checks for facts of a tournament that contradict each other.

A file is checked when it is read. The checks of this module are for tournaments that a program builds.
"""

from __future__ import annotations

from collections.abc import Iterator

from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import MAX_ROUNDS, MAX_TPN, Participant, Request, Round, Tournament, Tpn
from pairing_engine.facts.rounds import refuse_all_but
from pairing_engine.language import say


def check_facts(tournament: Tournament) -> None:
    """Raise `BadRequest` if the TPNs of a tournament contradict each other, and TypeError for values of other types.

    Every participant needs a different TPN. Rounds and requests may name only TPNs of participants, and a round may
    name each TPN only once.

    >>> check_facts(Tournament("Club night", (Participant(Tpn(1)), Participant(Tpn(1)))))
    Traceback (most recent call last):
        ...
    pairing_engine.errors.BadRequest: two participants have the TPN 1
    """
    known: set[Tpn] = set()
    for participant in tournament.participants:
        refuse_all_but(Participant, participants=participant)
        tpn = participant.tpn
        refuse_all_but(int, tpn=tpn, rating=participant.rating)
        if tpn in known:
            raise BadRequest(say("two participants have the TPN {tpn}", tpn=tpn))
        if not 1 <= tpn <= MAX_TPN:
            raise BadRequest(
                say("a participant has the TPN {tpn}, but TPNs go from 1 to {most}", tpn=tpn, most=MAX_TPN)
            )
        known.add(tpn)
    if len(tournament.rounds) > MAX_ROUNDS:
        played = len(tournament.rounds)
        raise BadRequest(
            say("{rounds} rounds are recorded; at most {most} are possible", rounds=played, most=MAX_ROUNDS)
        )
    for prohibition in tournament.settings.prohibitions:
        refuse_all_but(int, first_round=prohibition.first_round, last_round=prohibition.last_round)
    for number, recorded in enumerate(tournament.rounds, 1):
        _check_round(number, recorded, known)
    for request in tournament.requests:
        refuse_all_but(Request, requests=request)
        refuse_all_but(int, round=request.round)
        if request.bye.tpn not in known:
            names = {"round": request.round, "tpn": request.bye.tpn}
            raise BadRequest(say("a bye of round {round} is for {tpn}, but no participant has this TPN", **names))


def _check_round(number: int, recorded: Round, known: set[Tpn]) -> None:
    placed: set[Tpn] = set()
    for tpn in _placed(recorded):
        if tpn not in known:
            words = say("round {number} names {tpn}, but no participant has this TPN", number=number, tpn=tpn)
            raise BadRequest(words)
        if tpn in placed:
            raise BadRequest(say("round {number} names {tpn} twice", number=number, tpn=tpn))
        placed.add(tpn)


def _placed(recorded: Round) -> Iterator[Tpn]:
    for game in recorded.games:
        yield from game[:2]
    for match in recorded.matches:
        yield from match[:2]
    for bye in recorded.byes:
        yield bye.tpn
