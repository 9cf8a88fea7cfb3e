"""Changes of the event: each gives the new text, and what the page shows of it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from checker.questions import judge
from pairing_engine import pair
from pairing_engine.errors import BadRequest
from pairing_engine.facts.asked_wishes import Asked, wishes_of
from pairing_engine.facts.model import (
    NOBODY,
    Bye,
    ByeKind,
    Colour,
    Game,
    Participant,
    Request,
    Round,
    Settings,
    Tournament,
    Tpn,
    lower_tpn,
    tpn_of_bye,
)
from pairing_engine.facts.notes import Note, NoteKind
from pairing_engine.language import say
from swisspair.browser.events import OPEN, RESULTS, changed
from swisspair.browser.question import Question
from trf import write


def new(question: Question) -> dict[str, object]:
    """A new event from a pasted list: a player in each line, a name and a rating."""
    players = []
    for line in question.text("list").splitlines():
        match = re.fullmatch(r"\s*(?:\d+[.)]\s+)?(.+?)(?:[\s,;]+(\d{3,4}))?\s*", line)
        if match and line.strip():
            players.append((match[1].strip(" ,;\t"), int(match[2] or 0)))
    ranked = sorted(players, key=lambda one: (-one[1], one[0]))
    people = tuple(Participant(Tpn(place), name, rating) for place, (name, rating) in enumerate(ranked, 1))
    colour = Colour.WHITE if question.text("colour") != "black" else Colour.BLACK
    settings = Settings(
        rounds=question.number("rounds"),
        initial_colour=colour,
        system="FIDE_DUTCH_2026",
        first_day=question.text("day") or date.today().strftime("%Y/%m/%d"),
    )
    return changed(question, write(Tournament(question.text("event"), people, settings=settings)))


def next_round(question: Question) -> dict[str, object]:
    """Pair the next round and write it into the event, with open results."""
    tournament = question.tournament()
    paired = pair(tournament)
    pairs = [(board.white, board.black) for board in paired.boards]
    return changed(question, write(_with_round(tournament, pairs, paired.bye)))


def by_hand(question: Question) -> dict[str, object]:
    """Put the boards of the arbiter's in place of those of a round, and note it."""
    tournament = question.tournament()
    number = question.number("round") or len(tournament.rounds)
    pairs = question.pairs("pairs")
    moment = question.moment()
    verdict = judge(moment, pairs)
    before = replace(tournament, rounds=tournament.rounds[:-1], requests=moment.tournament.requests)
    by_number = {int(one.number): one.tpn for one in tournament.participants}
    boards = [(by_number[white], by_number[black]) for white, black in pairs if black]
    bye = next((by_number[white] for white, black in pairs if not black), None)
    found = _with_round(before, boards, bye)
    if not verdict.agrees:
        words = ", ".join(f"{white}-{black or 'bye'}" for white, black in moment.pairs_as_lists(verdict.difference[0]))
        found = replace(found, notes=(*found.notes, Note(NoteKind.MANUAL, number, words)))
    return changed(question, write(found))


def enter(question: Question) -> dict[str, object]:
    """Write results of boards: by White's number, a result, or nothing to take one back."""
    tournament = question.tournament()
    number = question.number("round") or len(tournament.rounds)
    by_number = {str(one.number): one.tpn for one in tournament.participants}
    entered = {by_number[white]: RESULTS.get(code, OPEN) for white, code in question.by_name("results").items()}
    recorded = tournament.rounds[number - 1]
    games = tuple(
        game._replace(white_result=entered[game.white][0], black_result=entered[game.white][1])
        if game.white in entered
        else game
        for game in recorded.games
    )
    rounds = list(tournament.rounds)
    rounds[number - 1] = recorded._replace(games=games)
    under_way = any((game.white_result, game.black_result) == OPEN for game in rounds[-1].games)
    return changed(question, write(replace(tournament, rounds=tuple(rounds), under_way=under_way)))


def away(question: Question) -> dict[str, object]:
    """Somebody is away from the next round, with a bye of this kind, or there after all."""
    tournament = question.tournament()
    number = len(tournament.rounds) + 1
    by_number = {int(one.number): one.tpn for one in tournament.participants}
    tpn = by_number[question.number("player") or 0]
    requests = [asked for asked in tournament.requests if (asked.round, asked.bye.tpn) != (number, tpn)]
    kind = question.text("bye")
    if kind:
        requests.append(Request(number, Bye(tpn, ByeKind(kind))))
    return changed(question, write(replace(tournament, requests=tuple(sorted(requests)))))


def wish(question: Question) -> dict[str, object]:
    """Record a wish beside the rules, from the next round on; nothing takes all wishes back."""
    tournament = question.tournament()
    settings = tournament.settings
    first = len(tournament.rounds) + 1
    last = settings.rounds or first
    pairs = question.text("pairs")
    if not pairs:
        return changed(question, write(replace(tournament, settings=replace(settings, wishes=()))))
    found = wishes_of(tournament, Asked(avoid_pairs=pairs, strength=question.text("strength") or "weak"), (first, last))
    return changed(question, write(replace(tournament, settings=replace(settings, wishes=settings.wishes + found))))


def _with_round(tournament: Tournament, pairs: list[tuple[Tpn, Tpn]], bye: Tpn | None) -> Tournament:
    """The event with one more round, which is still to be played."""
    number = len(tournament.rounds) + 1
    if not pairs:
        raise BadRequest(say("round {number} cannot be paired: nobody takes part in it", number=number))
    games = sorted((Game(white, black, *OPEN) for white, black in pairs), key=lower_tpn)
    asked = {one.bye.tpn: one.bye for one in tournament.requests if one.round == number}
    if bye is not None and bye != NOBODY:
        asked[bye] = Bye(bye, ByeKind.PAIRING_ALLOCATED)
    recorded = Round(tuple(games), tuple(sorted(asked.values(), key=tpn_of_bye)))
    rest = tuple(one for one in tournament.requests if one.round != number)
    return replace(tournament, rounds=(*tournament.rounds, recorded), requests=rest, under_way=True)
