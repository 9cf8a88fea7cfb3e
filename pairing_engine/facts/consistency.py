"""Checks for facts of a tournament that contradict each other.

A file is checked when it is read. The checks of this module are for tournaments that a program builds. `cautions`
yields the warnings that FIDE's checklist for programs requires, which do not affect the pairing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from pairing_engine.errors import BadRequest, refusal
from pairing_engine.facts import model
from pairing_engine.facts.codes import HIGHEST_RATING, ROUND_ROBIN, system_of
from pairing_engine.facts.model import MAX_ROUNDS, MAX_TPN, EventKind, Points, Round, Tournament, Tpn, show_points
from pairing_engine.facts.shown import one_line
from pairing_engine.language import marked, quoted, say, say_many

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


STRICT_SINCE = "2026/02/01"
"""The first day on which the rules have no full-point byes."""


def cautions(tournament: Tournament) -> Iterator[str]:
    """Yield the warnings about an event, each with advice.

    >>> from pairing_engine.facts.model import Participant, Settings, Tpn
    >>> people = tuple(Participant(Tpn(number)) for number in range(1, 6))
    >>> list(cautions(Tournament("Club", people, settings=Settings(rounds=9))))
    ['5 participants cannot play 9 rounds without some of them meeting twice: the most possible is 5 (record 142)']
    """
    yield from _of_plan(tournament)
    if tournament.settings.kind is not EventKind.TEAM:
        yield from _of_points(tournament)
    yield from _of_prohibitions(tournament)
    yield from _of_byes(tournament)
    yield from _of_notes(tournament)


def _of_notes(tournament: Tournament) -> Iterator[str]:
    """Yield a warning if a round was accelerated, as a note of the programs says, and the event is not."""
    settings = tournament.settings
    if settings.baku or settings.virtual_points:
        return
    noted = (
        note.round for note in tournament.notes if note.kind is model.NoteKind.CONFIGURATION and "--baku" in note.words
    )
    for number in noted:
        yield say(
            "round {number} was accelerated, as the file notes, but record 192 does not say so: add _BAKU to its code "
            "to accelerate the event",
            number=number,
        )


def _of_plan(tournament: Tournament) -> Iterator[str]:
    rounds, players = tournament.settings.rounds, len(tournament.participants)
    most = players - 1 + players % 2
    named = system_of(tournament.settings.system)
    if named is not None and named.name == ROUND_ROBIN:
        if rounds is not None and rounds % most and tournament.settings.kind is EventKind.INDIVIDUAL:
            yield say(
                "a round robin of {players} takes {once} rounds, or {twice} in two cycles, but {rounds} are planned "
                "(record 142)",
                players=players,
                once=most,
                twice=2 * most,
                rounds=rounds,
            )
        return  # in a second cycle, everybody meets everybody again
    if rounds is not None and rounds > most and len(tournament.rounds) < rounds:
        yield say(
            "{players} participants cannot play {rounds} rounds without some of them meeting twice: the most "
            "possible is {most} (record 142)",
            players=players,
            rounds=rounds,
            most=most,
        )


def _of_points(tournament: Tournament) -> Iterator[str]:
    scoring = tournament.settings.scoring
    win, draw, loss, bye = scoring.win, scoring.draw, scoring.loss, scoring.pairing_allocated_bye
    if 2 * draw > win + loss:
        yield say(
            "two draws ({draws}) are worth more than a win and a loss ({both}): correct the points (record 162)",
            draws=show_points(2 * draw),
            both=show_points(win + loss),
        )
    games = 2 if tournament.settings.kind is EventKind.DOUBLE else 1  # [C.04.5 0] a bye counts as one match
    draw, win = Points(games * draw), Points(games * win)
    if not draw <= bye <= win:
        yield say(
            "the pairing-allocated bye is worth {bye}, outside the range from a draw ({draw}) to a win "
            "({win}): correct the points (record 162)",
            bye=show_points(bye),
            draw=show_points(draw),
            win=show_points(win),
        )


def _of_prohibitions(tournament: Tournament) -> Iterator[str]:
    late = [one for one in tournament.settings.prohibitions if 1 < one.first_round <= MAX_ROUNDS]
    if late:
        yield say(
            "prohibited pairings begin in round {round}: they must be declared before round 1 (record 260)",
            round=min(one.first_round for one in late),
        )


def _of_byes(tournament: Tournament) -> Iterator[str]:
    day = tournament.settings.first_day
    if day and day < STRICT_SINCE:
        return
    byes = [bye for recorded in tournament.rounds for bye in recorded.byes]
    byes += [request.bye for request in tournament.requests]
    full = sum(bye.kind is model.ByeKind.FULL_POINT for bye in byes)
    if full:
        yield say_many(
            "{number} full-point bye is requested, which the rules no longer allow: request a half-point or "
            "zero-point bye",
            "{number} full-point byes are requested, which the rules no longer allow: request half-point or "
            "zero-point byes",
            full,
        )
