"""A question about an event, and the view of the event: players, boards with results, missing facts."""

from __future__ import annotations

import base64
import binascii
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from checker.questions import Moment, moment
from pairing_engine.answers.published import BYES, PublishedBoard, Seat, recorded_round
from pairing_engine.changes.described import facts_of, missing_for_rating
from pairing_engine.changes.presence import not_heard_of
from pairing_engine.errors import BadRequest, refusal
from pairing_engine.facts.bounded import decoded
from pairing_engine.facts.model import EventKind, Participant, Points, Tournament, Tpn, WishKind, show_points
from pairing_engine.facts.shown import one_line
from pairing_engine.language import language, marked, say, with_semicolons
from pairing_engine.scores.crosstable import Crosstable
from pairing_engine.systems.choice import choose
from swisspair.conversation.without_terminal import without_records
from swisspair.event import Event
from swisspair.event import read as read_event
from swisspair.terminal.sources import in_file
from swisspair.terminal.stores import held
from swisspair.terminal.whole_files import portable
from trf.format.findings import UNDER_WAY
from trf.format.source import is_json

RESULTS = marked(
    {
        "1-0": "White won",
        "½-½": "draw",
        "0-1": "Black won",
        "+--": "Black did not come",
        "--+": "White did not come",
        "---": "neither came",
    }
)
"""The results that the page offers for a game, with their names."""

SHORT = {"1-0": "1", "½-½": "½", "0-1": "0", "1-0/1-0": "2–0", "½-½/½-½": "1–1", "0-1/0-1": "0–2"}
"""The results that have buttons, with the labels of the buttons."""

TWICE = ("1-0/1-0", "½-½/½-½", "0-1/0-1", "1-0/½-½", "1-0/0-1", "½-½/1-0", "½-½/0-1", "0-1/1-0", "0-1/½-½")
"""[C.04.5] The results of a match of two games. The player who has White in the first game comes first."""

FIELDS = marked({"federation": "of the same federation", "team": "of the same club"})


def opened(name: str, trf: str = "", data: str = "", member: str = "") -> dict[str, object]:
    """Return the event in a file, or the list of an archive's files. ``data`` is base64, ``trf`` is text."""
    if trf:
        return _opened_text(trf, name)
    try:
        content = base64.b64decode(data, validate=True)
    except binascii.Error as error:
        raise BadRequest(f"data: {error}") from error
    with held(portable(Path(name).name), content) as path:
        found = [source for source in in_file(path, certain=True) if not source.is_passed_over()]
        names = [source.member or name for source in found]
        if not found:
            raise refusal("no tournament report file was found in {paths}", paths=name)
        if len(found) > 1 and member not in names:
            return {"members": [one_line(name) for name in names]}
        place = names.index(member) if member in names else 0
        text = decoded(found[place].read())
    return _opened_text(text, Path(names[place]).name)


def _opened_text(text: str, name: str) -> dict[str, object]:
    """Return the view of an event's text; a JSON event is converted to a TRF."""
    event = read(text, name, language())
    if is_json(text):
        text, name = event.write(), Path(name).with_suffix(".trf").name
    return shown(event, text, name)


def view_of(text: str, name: str, number: int | None = None) -> dict[str, object]:
    """Return the view of the text of an event, with the boards of the round that was shown before."""
    event = read(text, name, language())
    return shown(event, text, name, number if number and number <= len(event.rounds) else None)


def shown(event: Event, trf: str, name: str, round: int | None = None) -> dict[str, object]:
    """Return the event as a value for the page, with the boards of a round (default: the last round)."""
    played = len(event.rounds)
    done = played - event.under_way
    last = event.settings.rounds
    over = last is not None and done >= last
    return {
        "file": name,
        "trf": trf,
        "name": one_line(event.name),
        "rounds": last,
        "recorded": played,
        "done": done,
        "next": None if over or event.under_way else played + 1,
        # absences of the next round can be marked while this round is still played
        "to_come": played + 1 if last is None or played < last else None,
        "not_heard_of": [] if over or event.under_way else [int(one.number) for one in not_heard_of(event)],
        "rules": _rules(event),
        "kind": event.settings.kind.name.lower(),
        "players": _players(event, done),
        "round": _round(event, round or played) if played else None,
        "results": _results(event.settings.kind),
        "byes": {kind.value: say(words) for kind, words in BYES.items()},
        "fields": _fields(event),
        "wishes": [one_line(words) for words in wishes_in_words(event)],
        "facts": {name: one_line(text) for name, text in facts_of(event.settings).items()},
        "missing": [without_records(words) for words in missing_for_rating(event)] if over else [],
        "tie_breaks": ", ".join(event.settings.tie_breaks),
        "adjustments": [one._asdict() for one in event.adjustments if one.code != UNDER_WAY],
    }


def _results(kind: EventKind) -> list[dict[str, str]]:
    codes = {code: code for code in (*TWICE, *(f"{code}/{code}" for code in ("+--", "--+", "---")))}
    offered = codes if kind is EventKind.DOUBLE else {code: say(words) for code, words in RESULTS.items()}
    return [{"code": code, "short": SHORT.get(code, ""), "words": words} for code, words in offered.items()]


def _fields(tournament: Tournament) -> list[dict[str, str]]:
    """Return the fields of players, such as the club, by which wishes can keep players apart."""
    federations = {one.federation for one in tournament.participants} - {""}
    there = {"federation": len(federations) > 1, "team": bool(tournament.teams)}
    return [{"code": code, "words": say(words)} for code, words in FIELDS.items() if there[code]]


def _rules(tournament: Tournament) -> dict[str, object]:
    choice = choose(tournament.settings)
    why = without_records(choice.why_edition)
    return {**choice.to_dict(), "why_edition": why, "title": say(choice.system.title)}


def _players(tournament: Tournament, done: int) -> list[dict[str, object]]:
    scores = _scores(tournament, done)
    upcoming = len(tournament.rounds) + 1
    byes: defaultdict[Tpn, dict[int, str]] = defaultdict(dict)
    for asked in tournament.requests:
        byes[asked.bye.tpn][asked.round] = asked.bye.kind.value
    teams = {tpn: team.nickname for team in tournament.teams for tpn in team.members}
    members = _members(tournament) if tournament.settings.kind is EventKind.TEAM else {}
    return [
        {
            "number": int(one.number),
            "team": one_line(teams.get(one.tpn, "")),
            **_person(one),
            "score": show_points(scores[one.tpn]),
            "away": byes[one.tpn].get(upcoming, ""),
            "byes": {str(number): kind for number, kind in byes[one.tpn].items()},
            **({"team_members": members[one.tpn]} if members else {}),
        }
        for one in tournament.participants
    ]


def _person(one: Participant) -> dict[str, object]:
    return {
        "name": one_line(one.name),
        "rating": one.rating,
        "title": one_line(one.title),
        "federation": one_line(one.federation),
        "sex": one_line(one.sex),
        "fide_number": one_line(one.fide_number),
        "birth_date": one_line(one.birth),
    }


def _members(tournament: Tournament) -> dict[Tpn, list[dict[str, object]]]:
    people = {one.tpn: one for one in tournament.players}
    return {
        team.tpn: [{"number": int(one.number), **_person(one)} for one in (people[tpn] for tpn in team.members)]
        for team in tournament.teams
    }


def _scores(tournament: Tournament, rounds: int) -> dict[Tpn, Points]:
    everybody = [one.tpn for one in tournament.participants]
    return Crosstable(tournament.rounds[:rounds], everybody, tournament.settings).totals()


def _round(tournament: Tournament, number: int) -> dict[str, object]:
    if not 1 <= number <= len(tournament.rounds):
        raise refusal("there is no round {number}", number=number)
    found, of_teams = recorded_round(tournament, number), tournament.settings.kind is EventKind.TEAM
    return {
        "number": number,
        "boards": [
            {
                "board": one.number,
                **_side("white", one.white),
                **_side("black", one.black),
                **_result(one, of_teams=of_teams),
            }
            for one in found.boards
        ],
        "byes": [{**_side("player", seat), "kind": kind.value, "words": say(BYES[kind])} for seat, kind in found.byes],
        "open": found.missing,
        "by_hand": [one_line(words) for words in found.by_hand],
        "enterable": True,
        "last": number == len(tournament.rounds),
    }


def _side(key: str, seat: Seat) -> dict[str, object]:
    return {key: int(seat.who.number), f"{key}_score": show_points(seat.points)}


def _result(board: PublishedBoard, *, of_teams: bool) -> dict[str, object]:
    """Return the result of a game, which may be empty. For a match, return the game points and the games.

    A game of a match has a board such as ``3.2``, and the numbers of its players with 0 for an empty seat.
    """
    if not of_teams:
        return {"result": board.result}
    games = [
        {
            "board": one.board,
            **{
                key: "–" if who is None else one_line(who.name) or str(who.number)
                for key, who in (("white", one.white), ("black", one.black))
            },
            "numbers": [int(who.number) if who else 0 for who in (one.white, one.black)],
            "result": one.result or "?-?",
        }
        for one in board.boards
    ]
    return {"result": board.result, "games": games}


PAIRS = "pairs"
"""The label of wishes about pairs."""

PROHIBITED = "prohibited"
"""The key of the sentence about people who may not meet."""

SENTENCES = marked(
    {
        PROHIBITED: "may not meet: {names}",
        PAIRS: "should not meet: {names} ({strength})",
        WishKind.AVOID: "should not meet: players of the same {group} ({strength})",
        WishKind.BYE: "should have the bye, if anybody has it: {names} ({strength})",
        WishKind.NO_BYE: "should not have the bye: {names} ({strength})",
    }
)


def wishes_in_words(tournament: Tournament) -> Iterator[str]:
    """Yield a sentence about each wish and each prohibition for rounds to come."""
    names = {one.tpn: one.name or str(one.number) for one in tournament.participants}
    paired = len(tournament.rounds)
    for prohibition in tournament.settings.prohibitions:
        if prohibition.last_round > paired:
            yield say(SENTENCES[PROHIBITED], names=" – ".join(names[tpn] for tpn in sorted(prohibition.tpns)))
    for wish in tournament.settings.wishes:
        if wish.last_round <= paired:
            continue
        groups = (" – ".join(names[tpn] for tpn in sorted(group)) for group in wish.groups)
        yield say(
            SENTENCES[PAIRS if wish.label == PAIRS else wish.kind],
            names=with_semicolons(groups),
            group=say(wish.label) if wish.kind is WishKind.AVOID else "",
            strength=say(wish.strength.value),
        )


@lru_cache(maxsize=4)
def read(text: str, name: str, _language: str) -> Event:
    """Read the event in a text; messages about adjustments are in the chosen language."""
    return read_event(text.encode(), name=name)


@lru_cache(maxsize=4)
def before(text: str, name: str, spoken: str, number: int | None) -> Moment:
    """Return the `Moment` before a round. The answer is cached for later questions."""
    return moment(read(text, name, spoken), number)
