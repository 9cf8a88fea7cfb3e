"""Checks of a JSON event that a schema cannot express, such as unknown numbers."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from pairing_engine.language import say
from trf.event_json.sense_of_teams import of_members, of_round
from trf.event_json.shape import Fault, below, shown
from trf.event_json.takers import Known, in_list, not_here, once, strangers
from trf.event_json.words import has_two_games, is_of_teams

ABOUT = ("requested_byes", "prohibited_pairs", "wishes", "virtual_points", "abnormal_points")
"""The keys of lists that refer to participants."""

Value = dict[str, Any]


def contradictions_in(event: Value) -> Iterator[Fault]:
    of_teams = is_of_teams(event)
    yield from _players(event["players"])
    yield from of_members(event) if of_teams else _clubs(event)
    known = Known.of(event)
    for key in ABOUT:
        for place, one in enumerate(event.get(key, ())):
            path = below(key, place)
            yield from strangers(one, path, known)
            yield from _span(one, path)
    for place, one in enumerate(event.get("rounds", ())):
        path = below("rounds", place)
        if of_teams:
            yield from of_round(event, one, path, known)
        else:
            yield from _round(one, path, known, two_games=has_two_games(event))
    yield from _decimals(event)
    if event.get("number_of_rounds", 99) < len(event.get("rounds", ())):
        rounds = len(event["rounds"])
        yield Fault("number_of_rounds", str(event["number_of_rounds"]), say("at least {least}", least=rounds))


def _players(players: list[Value]) -> Iterator[Fault]:
    if not players:
        yield Fault("players", "[]", say("at least {least}", least=1))
    seen: dict[tuple[str, int], int] = {}
    for place, one in enumerate(players):
        path = below("players", place)
        for key in ("number", "position"):
            value: int = one[key] if key in one else one["number"]
            first = seen.setdefault((key, value), place)
            if first != place and (key in one):
                expected = say("a number not used by {path}", path=below("players", first))
                yield Fault(below(path, key), str(value), expected)


def _clubs(event: Value) -> Iterator[Fault]:
    known = Known.of(event)
    for place, one in enumerate(event.get("teams", ())):
        yield from in_list(one["members"], below(below("teams", place), "members"), known)


def _span(value: Value, path: str) -> Iterator[Fault]:
    if "first_round" in value and value["last_round"] < value["first_round"]:
        expected = say("at least {least}", least=value["first_round"])
        yield Fault(below(path, "last_round"), str(value["last_round"]), expected)


def _round(value: Value, path: str, known: Known, *, two_games: bool) -> Iterator[Fault]:
    """Yield faults: players who appear twice in a round, and games with too few or too many results."""
    seen: dict[int, str] = {}
    yield from not_here(value, path, "matches")
    for key in ("games", "byes"):
        for place, one in enumerate(value.get(key, ())):
            at = below(below(path, key), place)
            yield from strangers(one, at, known)
            for side in ("white", "black", "player"):
                if side in one:
                    yield from once(one[side], below(at, side), seen)
            if key == "games" and ("second_result" in one) is not two_games:
                yield _of_match(one, at)


def _of_match(game: Value, path: str) -> Fault:
    path = below(path, "second_result")
    if "second_result" in game:
        return Fault(path, shown(game["second_result"]), say('no second game, unless the event has "two_games": true'))
    return Fault(path, say("nothing"), say("a result of the second game, because the match has two games"))


def _decimals(event: Value) -> Iterator[Fault]:
    scoring = {below("scoring", name): points for name, points in event.get("scoring", {}).items()}
    rules = event.get("team_event", {})
    for key in ("match_points", "bye"):
        at = below("team_event", key)
        scoring |= {below(at, name): points for name, points in rules.get(key, {}).items()}
    for key in ("virtual_points", "abnormal_points"):
        for place, one in enumerate(event.get(key, ())):
            at = below(key, place)
            scoring |= {below(at, name): one[name] for name in ("points", "game_points") if name in one}
    for path, points in scoring.items():
        if isinstance(points, Decimal) and points * 10 % 1:
            yield Fault(path, str(points), say("points with at most one decimal"))
