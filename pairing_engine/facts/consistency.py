"""Checks for facts of a tournament that contradict each other.

A file is checked when it is read. The checks of this module are for tournaments that a program builds.
"""

from __future__ import annotations

import re
from collections.abc import Set

from pairing_engine.errors import BadRequest, refusal
from pairing_engine.facts import model
from pairing_engine.facts.codes import HIGHEST_RATING
from pairing_engine.facts.model import MAX_ROUNDS, MAX_TPN, Round, Tournament, Tpn, show_points
from pairing_engine.facts.shown import one_line
from pairing_engine.language import marked, quoted, say

_DAY = re.compile("[0-9]{4}/(0[1-9]|1[0-2])/(0[1-9]|[12][0-9]|3[01])")


def check_facts(tournament: Tournament) -> None:
    """Raise `BadRequest` if the facts of a tournament contradict each other: the laws that a file must obey, too.

    >>> from pairing_engine.facts.model import Participant
    >>> check_facts(Tournament("Club night", (Participant(Tpn(1)), Participant(Tpn(1)))))
    Traceback (most recent call last):
        ...
    pairing_engine.errors.BadRequest: two participants have the TPN 1
    """
    known = _check_participants(tournament)
    _check_settings(tournament.settings, known)
    played, most = len(tournament.rounds), tournament.settings.rounds or MAX_ROUNDS
    if played > most:
        raise refusal("{rounds} rounds are recorded; at most {most} are possible", rounds=played, most=most)
    if tournament.under_way and not played:
        raise _wrong("under_way", True, say("a round that is still being played"))
    for number, recorded in enumerate(tournament.rounds, 1):
        _check_round(number, recorded, known)
    _check_requests(tournament, known)
    players, homes = {one.tpn for one in tournament.players}, set[Tpn]()
    for member in (member for team in tournament.teams for member in team.members):
        if players and member not in players:
            raise _wrong("teams", member, say("the number of one of the players"))
        if member in homes:
            raise _wrong("teams", member, say("each player in one team only"))
        homes.add(member)


def _check_participants(tournament: Tournament) -> set[Tpn]:
    known, numbers = set[Tpn](), set[int]()
    for participant in tournament.participants:
        tpn, number = participant.tpn, participant.number
        if tpn in known:
            raise refusal("two participants have the TPN {tpn}", tpn=tpn)
        if number in numbers:
            raise refusal("two participants have the number {number}", number=number)
        if not 1 <= tpn <= MAX_TPN:
            raise refusal("a participant has the TPN {tpn}, but TPNs go from 1 to {most}", tpn=tpn, most=MAX_TPN)
        if not 1 <= number <= MAX_TPN:
            raise _wrong("starting_rank", number, say("a number from 1 to {most}", most=MAX_TPN))
        if not 0 <= participant.rating <= HIGHEST_RATING and tournament.settings.team is None:
            raise refusal(
                "{rating} is not a rating: expected a number from 0 to {most}",
                rating=participant.rating,
                most=HIGHEST_RATING,
            )
        known.add(tpn)
        numbers.add(number)
    return known


def _check_requests(tournament: Tournament, known: Set[Tpn]) -> None:
    asked: set[object] = set()
    for number, (tpn, kind) in tournament.requests:
        if not 1 <= number <= MAX_ROUNDS:
            raise _wrong("round", number, say("a number from 1 to {most}", most=MAX_ROUNDS))
        if tpn not in known:
            names = {"round": number, "tpn": tpn}
            raise refusal("a bye of round {round} is for {tpn}, but no participant has this TPN", **names)
        if (number, tpn) in asked:
            raise refusal("round {number} names {tpn} twice", number=number, tpn=tpn)
        if kind is model.ByeKind.PAIRING_ALLOCATED and (number, kind) in asked:
            raise _wrong("requests", f"{number}: {tpn}", say("at most one pairing-allocated bye in a round"))
        asked |= {(number, tpn), (number, kind)}


def _wrong(field: str, found: object, expected: str) -> BadRequest:
    return refusal("{where}: found {found}, expected {expected}", field, where=field, found=found, expected=expected)


def _check_settings(settings: model.Settings, known: Set[Tpn]) -> None:
    planned = settings.rounds
    if planned is not None and not 1 <= planned <= MAX_ROUNDS:
        raise refusal("found {rounds} rounds, expected between 1 and {most}", "rounds", rounds=planned, most=MAX_ROUNDS)
    ends = ("first_day", settings.first_day), ("last_day", settings.last_day)
    for field, day in (*ends, *(("round_days", day) for day in settings.round_days)):
        if day and _DAY.fullmatch(day) is None:
            raise _wrong(field, quoted(one_line(day)), say("a day such as 2026/03/01"))
    wrong = settings.scoring.out_of_order()
    if wrong is not None:
        found = say("{wrong} points for a win, a draw and a loss", wrong=", ".join(map(show_points, wrong)))
        raise _wrong("scoring", found, say("a win worth at least a draw, and a draw worth at least a loss"))
    stated: list[tuple[str, int, int, tuple[Set[Tpn], ...]]] = [
        *(("virtual_points", one.first_round, one.last_round, (one.tpns,)) for one in settings.virtual_points),
        *(("prohibitions", one.first_round, one.last_round, (one.tpns,)) for one in settings.prohibitions),
        *(("wishes", one.first_round, one.last_round, one.groups) for one in settings.wishes),
        *(("abnormal_points", one.round, one.round, (one.tpns,)) for one in settings.abnormal_points),
    ]
    for field, first, last, groups in stated:
        if first > last:
            found = say("{first}, which is greater than {last}", first=first, last=last)
            raise _wrong(field, found, say("at most {last}", last=last))
        if not 0 <= first <= last <= MAX_ROUNDS:
            raise _wrong(field, first if first < 0 else last, say("a number from 1 to {most}", most=MAX_ROUNDS))
        for tpns in groups:
            if isinstance(tpns, frozenset) and not tpns <= known:
                raise _wrong(field, min(tpns - known), say("the number of one of the players"))
    outcome = next((one.outcome for one in settings.abnormal_points if one.outcome not in OUTCOMES), None)
    if outcome is not None:
        raise _wrong("outcome", quoted(one_line(outcome)), say(ONE_OF_OUTCOMES))
    scored = (getattr(settings.scoring, name) or 0 for name in settings.scoring._fields)
    least = min([*scored, *(one.points for one in settings.virtual_points)])
    if least < 0:
        raise _wrong("points", show_points(least), say("points such as 4.5, with at most one decimal"))


OUTCOMES = frozenset("WDLFHZ+- ") | {""}
"""The outcomes whose points the record 299 can state."""

ONE_OF_OUTCOMES = marked("one of W D L F H Z + - or a blank")


def _check_round(number: int, recorded: Round, known: set[Tpn]) -> None:
    placed: set[Tpn] = set()
    away = (bye.tpn for bye in recorded.byes if bye.kind is not model.ByeKind.PAIRING_ALLOCATED)
    for tpn in (*recorded.paired(), *away):
        if tpn not in known:
            raise refusal("round {number} names {tpn}, but no participant has this TPN", number=number, tpn=tpn)
        if tpn in placed:
            raise refusal("round {number} names {tpn} twice", number=number, tpn=tpn)
        placed.add(tpn)
