"""Checks of a JSON event that a schema cannot express: unknown numbers, members of teams, boards of matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from pairing_engine.language import marked, say
from pairing_engine.values import NamedTuple
from trf.event_json.shape import SchemaFault, below, shown
from trf.event_json.words import FORFEITS, has_two_games, is_of_teams, numbers_of_list
from trf.format.fields import TABLES
from trf.teams.records import MOST_TEAMS

ABOUT = ("requested_byes", "prohibited_pairs", "wishes", "virtual_points", "abnormal_points")
"""The keys of lists that refer to participants."""

Value = dict[str, Any]


def contradictions_in(event: Value) -> Iterator[SchemaFault]:
    of_teams = is_of_teams(event)
    yield from _players(event["players"])
    known = Known.of(event)
    if of_teams:
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
    """Yield the entries of a list, each with its path. ``path`` leads to the object with the list."""
    at = below(path, key)
    yield from ((one, below(at, place)) for place, one in enumerate(value.get(key, ())))


def _span(value: Value, path: str) -> Iterator[SchemaFault]:
    if "first_round" in value and value["last_round"] < value["first_round"]:
        expected = say("at least {least}", least=value["first_round"])
        yield SchemaFault(below(path, "last_round"), str(value["last_round"]), expected)


def _round(event: Value, value: Value, path: str, known: Known) -> Iterator[SchemaFault]:
    """Yield faults: participants who appear twice in a round, games with too few or too many results, and matches."""
    of_teams = known.kind == "teams"
    home = _homes(event) if of_teams else {}
    seen: dict[int, str] = {}
    seated: dict[int, str] = {}
    yield from not_here(value, path, "games", "matches") if of_teams else not_here(value, path, "matches")
    for key in ("matches" if of_teams else "games", "byes"):
        for one, at in _entries(value, key, path):
            yield from strangers(one, at, known)
            for side in (*SEATS, KEYS[known.kind][0]):
                if side in one:
                    yield from once(one[side], below(at, side), seen, known.kind)
            if key == "matches":
                yield from _match(one, at, home, seated)
            elif key == "games" and ("second_result" in one) is not has_two_games(event):
                yield _of_match(one, at)


def _homes(event: Value) -> dict[int, int]:
    """Return the number of each member's team."""
    teams = event.get("teams", ())
    return {
        member: number for number, one in zip(numbers_of_list(teams), teams, strict=True) for member in one["members"]
    }


def _of_match(game: Value, path: str) -> SchemaFault:
    path = below(path, "second_result")
    if "second_result" in game:
        return SchemaFault(
            path, shown(game["second_result"]), say('no second game, unless the event has "two_games": true')
        )
    return SchemaFault(path, say("nothing"), say("a result of the second game, because the match has two games"))


def _decimals(event: Value) -> Iterator[SchemaFault]:
    scoring = {below("scoring", name): points for name, points in event.get("scoring", {}).items()}
    rules = event.get("team_event", {})
    for key in ("match_points", "bye"):
        at = below("team_event", key)
        scoring |= {below(at, name): points for name, points in rules.get(key, {}).items()}
    for key in ("virtual_points", "abnormal_points"):
        for one, at in _entries(event, key):
            scoring |= {below(at, name): one[name] for name in ("points", "game_points") if name in one}
    for path, points in scoring.items():
        if isinstance(points, Decimal) and points * 10 % 1:
            yield SchemaFault(path, str(points), say("points with at most one decimal"))


KEYS = {"players": ("player", "players"), "teams": ("team", "teams")}
"""The keys for one and for several participants, for players and for teams."""

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
    one, many = KEYS[known.kind]
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
    """Yield a fault for a key that does not belong to this kind of event.

    ``instead`` is the key to use instead; empty if there is none.
    """
    if key not in value:
        return
    expected = (
        say("the key {key} instead", key=instead)
        if instead
        else say("no matches of teams: only events with team_event have them")
    )
    yield SchemaFault(below(path, key), shown(value[key]), expected)


ONCE = {
    "players": marked("a player who is named only once in this round (see {path})"),
    "teams": marked("a team that is named only once in this round (see {path})"),
}


def once(number: int, path: str, seen: dict[int, str], kind: str = "players") -> Iterator[SchemaFault]:
    """Yield a fault if a participant appears twice in a round.

    ``seen`` maps each number to the path of its first appearance.
    """
    first = seen.setdefault(number, path)
    if first != path:
        yield SchemaFault(path, str(number), say(ONCE[kind], path=first))


SEATS = ("white", "black")


def _members(event: Value) -> Iterator[SchemaFault]:
    """Yield faults: teams with the same number, members who are not players, and members of two teams."""
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
        expected = say('the boards of the match, or "forfeit" with one of {values}', values=", ".join(FORFEITS))
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
