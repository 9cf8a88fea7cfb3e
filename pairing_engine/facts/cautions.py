"""The warnings about an event that FIDE's checklist for programs requires. They do not affect the pairing."""

from __future__ import annotations

from collections.abc import Iterator

from pairing_engine.facts import model
from pairing_engine.facts.codes import ROUND_ROBIN, system_of
from pairing_engine.facts.model import MAX_ROUNDS, EventKind, Points, Tournament, show_points
from pairing_engine.language import say, say_many

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
    settings = tournament.settings
    late = [one.first_round for one in settings.prohibitions if 1 < one.first_round <= MAX_ROUNDS]
    if late:
        yield say(
            "prohibited pairings begin in round {round}: they must be declared before round 1 (record 260)",
            round=min(late),
        )
    yield from _of_byes(tournament)
    accelerated = settings.baku or settings.virtual_points
    for note in () if accelerated else tournament.notes:
        if note.kind is model.NoteKind.CONFIGURATION and "--baku" in note.words:
            yield say(
                "round {number} was accelerated, as the file notes, but record 192 does not say so: add _BAKU to its "
                "code to accelerate the event",
                number=note.round,
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
    if bye < draw:  # that it is worth more than a win is an adjustment of the points
        yield say(
            "the pairing-allocated bye is worth {bye}, outside the range from a draw ({draw}) to a win "
            "({win}): correct the points (record 162)",
            bye=show_points(bye),
            draw=show_points(draw),
            win=show_points(win),
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
