"""Code that reads a tournament from JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from pairing_engine.facts.bounded import json_in
from pairing_engine.facts.model import (
    AbnormalPoints,
    Bye,
    Game,
    Note,
    NoteKind,
    Participant,
    Points,
    Prohibition,
    Request,
    Round,
    Settings,
    Strength,
    Team,
    Tournament,
    Tpn,
    VirtualPoints,
    Wish,
    WishKind,
    lower_tpn,
    tpn_of_bye,
)
from pairing_engine.language import say
from pairing_engine.values import replace
from trf.event_json import teams
from trf.event_json.points import points_in, points_of
from trf.event_json.sense import contradictions_in
from trf.event_json.shape import DOCUMENT, Fault, faults_in
from trf.event_json.words import (
    AS_THEY_STAND,
    BYES,
    COLOURS,
    OPEN,
    has_two_games,
    is_last_open,
    is_of_teams,
    many_key,
    one_key,
    results_of,
    usual_scoring,
)
from trf.format.dialect import Dialect
from trf.format.findings import WHOLE_FILE, Findings
from trf.format.writer import write_file
from trf.writing.file import file_of

Numbers = Mapping[int, Tpn]
"""A map from each participant's number in the JSON event to the pairing number (TPN)."""

Value = dict[str, Any]


def tournament_in(text: str, findings: Findings) -> Tournament:
    """Read the event in a JSON text. Raises `TrfProblems` with all faults."""
    value = _value_of(text, findings)
    _report(faults_in(value), findings)
    if findings.problems:
        findings.conclude()
    _report(contradictions_in(value), findings)
    if findings.problems:
        findings.conclude()
    return _tournament(value)


def _report(faults: Iterable[Fault], findings: Findings) -> None:
    for fault in faults:
        findings.problem(WHOLE_FILE, 0, "json", fault.path, fault.found, fault.expected)


def _value_of(text: str, findings: Findings) -> Any:
    """Parse the text of an event in JSON. A repeated key in an object is a problem."""

    def keys_once(pairs: list[tuple[str, Any]]) -> Value:
        value = dict(pairs)
        if len(value) < len(pairs):
            names = [name for name, _ in pairs]
            for name in sorted({name for name in names if names.count(name) > 1}):
                findings.problem(WHOLE_FILE, 0, "json", name[:40], say("the same key twice"), say("each key once"))
        return value

    try:
        return json_in(text.lstrip("\ufeff").encode("utf-8", "surrogatepass"), Decimal, keys_once)
    except json.JSONDecodeError as error:
        found = repr(error.doc[error.pos : error.pos + 10]) if error.doc[error.pos :] else say("the end of the text")
        findings.problem(error.lineno, error.colno, "json", DOCUMENT, found, f"JSON ({error.msg})")
    except (ValueError, ArithmeticError):  # InvalidOperation (for a number with a huge exponent) is not a ValueError
        found = say("values that are nested too deeply, too many or too large")
        findings.problem(WHOLE_FILE, 0, "limit", DOCUMENT, found, say("an event as JSON"))
    findings.conclude()
    return None


def _tournament(value: Value) -> Tournament:
    players = sorted(_player(one) for one in value["players"])
    numbers: Numbers = {int(one.number): one.tpn for one in players}
    of_teams = is_of_teams(value)
    taking_part = teams.numbers_of_teams(value) if of_teams else numbers
    rounds = tuple(_round(one, numbers, taking_part) for one in value.get("rounds", ()))
    requests = [Request(one["round"], _bye(one, taking_part)) for one in value.get("requested_byes", ())]
    event = Tournament(
        value.get("name", ""),
        tuple(players),
        rounds,
        tuple(sorted(requests, key=lambda request: (request.round, request.bye.tpn))),
        _settings(value, taking_part, of_teams=of_teams),
        () if of_teams else tuple(_teams(value, numbers)),
        recorded_ranks={numbers[one["number"]]: one["rank"] for one in value["players"] if "rank" in one},
        notes=tuple(Note(NoteKind(one["kind"]), one["round"], one["words"]) for one in value.get("notes", ())),
    )
    event = teams.of_teams(event, value) if of_teams else event
    return replace(event, under_way=value.get("under_way", is_last_open(event)))


def _player(value: Value) -> Participant:
    number, position = value["number"], value.get("position")
    texts = {name: value.get(name, "") for name in ("name", "title", "sex", "federation", "fide_number", "birth")}
    tpn, rank = (number, 0) if position is None else (position, number)
    return Participant(Tpn(tpn), rating=value.get("rating", 0), starting_rank=rank, **texts)


def _round(value: Value, numbers: Numbers, taking_part: Numbers) -> Round:
    """Read a round with its games and byes, but without team matches."""
    games = [_game(one, numbers) for one in value.get("games", ())]
    byes = [_bye(one, taking_part) for one in value.get("byes", ())]
    return Round(tuple(sorted(games, key=lower_tpn)), tuple(sorted(byes, key=tpn_of_bye)))


def _game(value: Value, numbers: Numbers) -> Game:
    white, black = results_of(value.get("result", OPEN))
    second = None
    if "second_result" in value:
        of_black, of_white = results_of(value["second_result"])
        second = (of_white, of_black)
    known = value.get("colours_known", True)
    return Game(numbers[value["white"]], numbers[value["black"]], white, black, known, second)


def _bye(value: Value, numbers: Numbers) -> Bye:
    return Bye(numbers[value[one_key(value)]], BYES[value["bye"]])


def _settings(value: Value, numbers: Numbers, *, of_teams: bool) -> Settings:
    colour = value.get("initial_colour")
    points = {name: points_of(one) for name, one in value.get("scoring", {}).items()}
    stated = {field: value[key] for key, field in AS_THEY_STAND.items() if key in value}
    plain: Value = {field: tuple(one) if isinstance(one, list) else one for field, one in stated.items()}
    return Settings(
        **plain,
        initial_colour=None if colour is None else COLOURS[colour],
        scoring=replace(usual_scoring(two_games=has_two_games(value)), **points),
        virtual_points=tuple(
            VirtualPoints(
                points_of(one["points"]), *_span(one), _all(one, numbers), points_in(one, "game_points") or Points(0)
            )
            for one in value.get("virtual_points", ())
        ),
        prohibitions=tuple(Prohibition(*_span(one), _all(one, numbers)) for one in value.get("prohibited_pairs", ())),
        wishes=tuple(_wish(one, numbers) for one in value.get("wishes", ())),
        abnormal_points=tuple(
            AbnormalPoints(one["outcome"], points_of(one["points"]), one["round"], _all(one, numbers))
            for one in (() if of_teams else value.get("abnormal_points", ()))
        ),
        double=has_two_games(value),
    )


def _span(value: Value) -> tuple[int, int]:
    return value["first_round"], value["last_round"]


def _all(value: Value, numbers: Numbers) -> frozenset[Tpn]:
    return frozenset(numbers[number] for number in value[many_key(value)])


def _wish(value: Value, numbers: Numbers) -> Wish:
    groups = tuple(frozenset(numbers[number] for number in group) for group in value["groups"])
    return Wish(WishKind(value["kind"]), Strength(value["strength"]), *_span(value), value.get("label", ""), groups)


def _teams(value: Value, numbers: Numbers) -> Iterator[Team]:
    for place, one in enumerate(value.get("teams", ()), 1):
        members = tuple(numbers[number] for number in one["members"])
        yield Team(Tpn(one.get("number", place)), members, one.get("name", ""))


def lines_of(text: str, findings: Findings) -> str:
    """Return the TRF of an event in JSON.

    Raises `TrfProblems` for faults, and for content that no TRF can hold.
    """
    event = tournament_in(text, findings)
    try:
        return write_file(file_of(event, Dialect.TRF26))
    except ValueError as error:
        found, expected = str(error), say("an event that a TRF can hold")
        findings.problem(WHOLE_FILE, 0, "json", DOCUMENT, found, expected)
        findings.conclude()
        raise
