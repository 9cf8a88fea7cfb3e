"""The faults of an event in JSON, each with its path: what its schema forbids, and what only the whole event shows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple

from pairing_engine.facts.codes import kind_of_code
from pairing_engine.facts.model import FITTING, EventKind, Result, fit_together
from pairing_engine.facts.schema_faults import Schema, Schemas, below, shown
from pairing_engine.language import marked, say
from trf.event_json import schema_text
from trf.format.fields import TABLES
from trf.format.findings import Adjustment
from trf.teams.records import MOST_TEAMS

Value = dict[str, Any]

DOCUMENT = "JSON"
"""The path of a fault that concerns the whole document."""


class SchemaFault(NamedTuple):
    """A violation of the schema. The path is written like ``rounds[0].games[2].result``."""

    path: str
    found: str
    expected: str


def faults_in(value: object) -> Iterator[SchemaFault]:
    """Yield the places where an event breaks its schema. No text may have more than one line."""
    for fault in Schemas(whole_schema()["$defs"], in_lines=True).faults(value, whole_schema()):
        found = {"required": say("nothing"), "properties": say("an unknown key")}.get(fault.keyword)
        yield SchemaFault(fault.path or DOCUMENT, found or shown(fault.value), fault.expected())


@cache
def whole_schema() -> Schema:
    found: Schema = json.loads(schema_text())
    return found


def is_of_teams(event: Value) -> bool:
    """Whether the event states team rules, or its system is for teams."""
    system = event.get("system", "")
    return "team_event" in event or (isinstance(system, str) and kind_of_code(system) is EventKind.TEAM)


def has_two_games(event: Value) -> bool:
    """Whether every pairing is a match of two games, as the event states or the system implies."""
    system = event.get("system", "")
    stated = event.get("two_games", kind_of_code(system) is EventKind.DOUBLE if isinstance(system, str) else False)
    return bool(stated)


def numbers_of_list(listed: Sequence[Value]) -> list[int]:
    """Return the numbers of listed players or teams. An entry without a number has its position in the list."""
    return [one.get("number", place) for place, one in enumerate(listed, 1)]


KEYS = {
    "142 or XXR": "number_of_rounds", "192": "system", "240": "requested_byes", "250": "virtual_points",
    "260": "prohibited_pairs", "299": "abnormal_points",
}  # fmt: skip
"""The key that states what a record of a TRF states, for the records that adjustments of an event in JSON name."""


def by_keys(found: Adjustment) -> Adjustment:
    """Return an adjustment for an event in JSON, which has no lines, and keys instead of records.

    >>> by_keys(Adjustment("ADJ-59", 3, 1, "record 260 goes on to round 5, but the event ends with round 3")).words
    'prohibited_pairs goes on to round 5, but the event ends with round 3'
    """
    words = found.words
    for code, key in KEYS.items():
        words = words.replace(say("record {code}", code=code), key)
    return found._replace(line=0, column=0, words=words)


ABOUT = ("requested_byes", "prohibited_pairs", "wishes", "virtual_points", "abnormal_points")


def contradictions_in(event: Value) -> Iterator[SchemaFault]:
    yield from _players(event["players"])
    known = Known.of(event)
    if known.kind == "teams":
        yield from _members(event)
    else:
        for one, path in _entries(event, "teams"):
            yield from in_list(one["members"], below(path, "members"), known)
    for key in ABOUT:
        for one, path in _entries(event, key):
            yield from strangers(one, path, known)
            yield from _span(one, path)
    for one, path in _entries(event, "rounds"):
        yield from _round(event, one, path, known)
    yield from _decimals(event)
    if event.get("number_of_rounds", 99) < len(event.get("rounds", ())):
        rounds = len(event["rounds"])
        yield SchemaFault("number_of_rounds", str(event["number_of_rounds"]), say("at least {least}", least=rounds))


def _players(players: list[Value]) -> Iterator[SchemaFault]:
    if not players:
        yield SchemaFault("players", "[]", say("at least {least}", least=1))
    seen: dict[tuple[str, int], int] = {}
    for place, one in enumerate(players):
        path = below("players", place)
        for key in ("number", "position"):
            value: int = one[key] if key in one else one["number"]
            first = seen.setdefault((key, value), place)
            if first != place and (key in one):
                expected = say("a number not used by {path}", path=below("players", first))
                yield SchemaFault(below(path, key), str(value), expected)


def _entries(value: Value, key: str, path: str = "") -> Iterator[tuple[Value, str]]:
    at = below(path, key)
    yield from ((one, below(at, place)) for place, one in enumerate(value.get(key, ())))


def _span(value: Value, path: str) -> Iterator[SchemaFault]:
    if "first_round" in value and value["last_round"] < value["first_round"]:
        expected = say("at least {least}", least=value["first_round"])
        yield SchemaFault(below(path, "last_round"), str(value["last_round"]), expected)


def _round(event: Value, value: Value, path: str, known: Known) -> Iterator[SchemaFault]:
    of_teams = known.kind == "teams"
    home = _homes(event) if of_teams else {}
    seen: dict[int, str] = {}
    seated: dict[int, str] = {}
    yield from not_here(value, path, "games", "matches") if of_teams else not_here(value, path, "matches")
    for key in ("matches" if of_teams else "games", "byes"):
        for one, at in _entries(value, key, path):
            yield from strangers(one, at, known)
            for side in (*SEATS, known.kind[:-1]):
                if side in one:
                    yield from once(one[side], below(at, side), seen, known.kind)
            yield from _misfits(one, at)
            if key == "matches":
                yield from _match(one, at, home, seated)
            elif key == "games" and ("second_result" in one) is not has_two_games(event):
                yield _of_match(one, at)


def _misfits(value: Value, path: str) -> Iterator[SchemaFault]:
    """Yield the results of a game, or of the games of a match, that contradict each other."""
    for key in ("result", "second_result"):
        if isinstance(sides := value.get(key), dict):
            results = [Result[sides[side].upper().replace(" ", "_")] for side in SEATS]
            if not fit_together(*results):
                yield SchemaFault(below(path, key), " and ".join(sides[side] for side in SEATS), say(FITTING))
    for one, at in _entries(value, "boards", path):
        yield from _misfits(one, at)


def _homes(event: Value) -> dict[int, int]:
    teams = event.get("teams", ())
    return {
        member: number for number, one in zip(numbers_of_list(teams), teams, strict=True) for member in one["members"]
    }


def _of_match(game: Value, path: str) -> SchemaFault:
    found, expected = say("nothing"), say("a result of the second game, because the match has two games")
    if "second_result" in game:
        found = shown(game["second_result"])
        expected = say('no second game, unless the event has "two_games": true')
    return SchemaFault(below(path, "second_result"), found, expected)


def _decimals(value: object, path: str = "") -> Iterator[SchemaFault]:
    """Yield points with more than one decimal; nothing else in an event may have decimals."""
    if isinstance(value, Decimal) and value * 10 % 1:
        yield SchemaFault(path, str(value), say("points with at most one decimal"))
    for key, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from _decimals(one, below(path, key))


ONE_OF = {"players": marked("the number of one of the players"), "teams": marked("the number of one of the teams")}


class Known(NamedTuple):
    """The numbers that exist in an event, and whether they belong to players or teams."""

    kind: str
    numbers: frozenset[int]

    @classmethod
    def of(cls, event: Value) -> Known:
        kind = "teams" if is_of_teams(event) else "players"
        return cls(kind, frozenset(numbers_of_list(event.get(kind, ()))))

    def stranger(self, number: int, path: str) -> SchemaFault:
        return SchemaFault(path, str(number), say(ONE_OF[self.kind]))


def strangers(value: Value, path: str, known: Known) -> Iterator[SchemaFault]:
    """Yield faults: unknown numbers, and keys that do not belong to this kind of event."""
    one, many = known.kind[:-1], known.kind
    for key in ("player", "players", "team", "teams"):
        if key not in (one, many):
            yield from not_here(value, path, key, one if key in ("player", "team") else many)
    for key in ("white", "black", one):
        if key in value and value[key] not in known.numbers:
            yield known.stranger(value[key], below(path, key))
    yield from in_list(value.get(many, ()), below(path, many), known)
    for place, group in enumerate(value.get("groups", ())):
        yield from in_list(group, below(below(path, "groups"), place), known)
    needed = one if "bye" in value else many
    if needed not in value and not {"groups", "white"} & value.keys():
        yield SchemaFault(below(path, needed), say("nothing"), say("a value"))


def in_list(listed: Sequence[int], path: str, known: Known) -> Iterator[SchemaFault]:
    for place, number in enumerate(listed):
        if number not in known.numbers:
            yield known.stranger(number, below(path, place))


def not_here(value: Value, path: str, key: str, instead: str = "") -> Iterator[SchemaFault]:
    """Yield a fault for a key that does not belong to this kind of event, but perhaps another key ``instead``."""
    if key not in value:
        return
    expected = say("no matches of teams: only events with team_event have them")
    if instead:
        expected = say("the key {key} instead", key=instead)
    yield SchemaFault(below(path, key), shown(value[key]), expected)


ONCE = {
    "players": marked("a player who is named only once in this round (see {path})"),
    "teams": marked("a team that is named only once in this round (see {path})"),
}


def once(number: int, path: str, seen: dict[int, str], kind: str = "players") -> Iterator[SchemaFault]:
    first = seen.setdefault(number, path)
    if first != path:
        yield SchemaFault(path, str(number), say(ONCE[kind], path=first))


SEATS = ("white", "black")


def _members(event: Value) -> Iterator[SchemaFault]:
    teams = event.get("teams", ())
    if not teams:
        yield SchemaFault("teams", say("nothing"), say("the teams, each with its members"))
    players = Known("players", frozenset(one["number"] for one in event["players"]))
    numbers: dict[int, str] = {}
    homes: dict[int, str] = {}
    widest = TABLES["310"].field("name").width
    for place, (number, one) in enumerate(zip(numbers_of_list(teams), teams, strict=True)):
        path = below("teams", place)
        if numbers.setdefault(number, path) != path:
            expected = say("a number not used by {path}", path=numbers[number])
            yield SchemaFault(below(path, "number"), str(number), expected)
        if number > MOST_TEAMS:
            yield SchemaFault(below(path, "number"), str(number), say("at most {most}", most=MOST_TEAMS))
        if len(one.get("name", "")) > widest:
            yield SchemaFault(below(path, "name"), one["name"][:40], say("at most {most} characters", most=widest))
        yield from in_list(one["members"], below(path, "members"), players)
        for seat, member in enumerate(one["members"]):
            at = below(below(path, "members"), seat)
            if homes.setdefault(member, at) != at:
                yield SchemaFault(at, str(member), say("a member of one team only (see {path})", path=homes[member]))


def _match(value: Value, path: str, home: Mapping[int, int], players: dict[int, str]) -> Iterator[SchemaFault]:
    if not value.get("boards") and "forfeit" not in value:
        forfeits = whole_schema()["$defs"]["match"]["properties"]["forfeit"]["enum"]
        expected = say('the boards of the match, or "forfeit" with one of {values}', values=", ".join(forfeits))
        yield SchemaFault(below(path, "boards"), say("nothing"), expected)
    for board, at in _entries(value, "boards", path):
        sides = []
        for seat in SEATS:
            if seat not in board:
                continue
            yield from once(board[seat], below(at, seat), players)
            sides.append(home.get(board[seat], 0))
            if sides[-1] not in (value["white"], value["black"]) or len(sides) > len(set(sides)):
                teams = {"white": value["white"], "black": value["black"]}
                expected = say("one player of team {white} and one player of team {black}", **teams)
                yield SchemaFault(below(at, seat), str(board[seat]), expected)
