"""[C.04.6] Checks of a team event in JSON: members of teams, and boards of matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pairing_engine.language import say
from trf.event_json.shape import Fault, below
from trf.event_json.takers import Known, in_list, not_here, once, strangers
from trf.event_json.words import FORFEITS, numbers_of_list
from trf.format.fields import TABLES
from trf.teams.entries import MOST_TEAMS

Value = dict[str, Any]

SEATS = ("white", "black")


def of_members(event: Value) -> Iterator[Fault]:
    """Yield faults: teams with the same number, members who are not players, and members of two teams."""
    teams = event.get("teams", ())
    if not teams:
        yield Fault("teams", say("nothing"), say("the teams, each with its members"))
    players = Known("players", frozenset(one["number"] for one in event["players"]))
    numbers: dict[int, str] = {}
    homes: dict[int, str] = {}
    widest = TABLES["310"].field("name").width
    for place, (number, one) in enumerate(zip(numbers_of_list(teams), teams, strict=True)):
        path = below("teams", place)
        if numbers.setdefault(number, path) != path:
            expected = say("a number not used by {path}", path=numbers[number])
            yield Fault(below(path, "number"), str(number), expected)
        if number > MOST_TEAMS:
            yield Fault(below(path, "number"), str(number), say("at most {most}", most=MOST_TEAMS))
        if len(one.get("name", "")) > widest:
            yield Fault(below(path, "name"), one["name"][:40], say("at most {most} characters", most=widest))
        yield from in_list(one["members"], below(path, "members"), players)
        for seat, member in enumerate(one["members"]):
            at = below(below(path, "members"), seat)
            if homes.setdefault(member, at) != at:
                yield Fault(at, str(member), say("a member of one team only (see {path})", path=homes[member]))


def of_round(event: Value, value: Value, path: str, known: Known) -> Iterator[Fault]:
    """Yield faults: teams and players who appear twice in a round, and boards with players of other teams."""
    teams: dict[int, str] = {}
    players: dict[int, str] = {}
    home = {member: number for number, one in _numbered(event) for member in one["members"]}
    yield from not_here(value, path, "games", "matches")
    for key in ("matches", "byes"):
        for place, one in enumerate(value.get(key, ())):
            at = below(below(path, key), place)
            yield from strangers(one, at, known)
            for side in (*SEATS, "team"):
                if side in one:
                    yield from once(one[side], below(at, side), teams, "teams")
            if key == "matches":
                yield from _match(one, at, home, players)


def _numbered(event: Value) -> Iterator[tuple[int, Value]]:
    teams = event.get("teams", ())
    yield from zip(numbers_of_list(teams), teams, strict=True)


def _match(value: Value, path: str, home: Mapping[int, int], players: dict[int, str]) -> Iterator[Fault]:
    if not value.get("boards") and "forfeit" not in value:
        expected = say('the boards of the match, or "forfeit" with one of {values}', values=", ".join(FORFEITS))
        yield Fault(below(path, "boards"), say("nothing"), expected)
    for place, board in enumerate(value.get("boards", ())):
        at = below(below(path, "boards"), place)
        sides = []
        for seat in SEATS:
            if seat not in board:
                continue
            yield from once(board[seat], below(at, seat), players)
            sides.append(home.get(board[seat], 0))
            if sides[-1] not in (value["white"], value["black"]) or len(sides) > len(set(sides)):
                teams = {"white": value["white"], "black": value["black"]}
                expected = say("one player of team {white} and one player of team {black}", **teams)
                yield Fault(below(at, seat), str(board[seat]), expected)
