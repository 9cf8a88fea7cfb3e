"""Checks that a schema cannot state: numbers are those of players, and nobody plays twice in a round."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from pairing_engine.language import say
from trf.event_json.shape import Fault, below, shown

LISTS = ("players", "members")

Value = dict[str, Any]


def contradictions_in(event: Value) -> Iterator[Fault]:
    """The faults of an event that has the right shape."""
    numbers = {one["number"] for one in event["players"]}
    yield from _players(event["players"])
    for key in ("rounds", "requested_byes", "prohibited_pairs", "wishes", "virtual_points", "abnormal_points", "teams"):
        for place, one in enumerate(event.get(key, ())):
            path = below(key, place)
            yield from _strangers(one, path, numbers)
            yield from _span(one, path)
    for place, one in enumerate(event.get("rounds", ())):
        yield from _round(one, below("rounds", place), two_games=event.get("two_games", False))
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
                expected = say("a number that {path} does not have", path=below("players", first))
                yield Fault(below(path, key), str(value), expected)


def _strangers(value: Value, path: str, numbers: set[int]) -> Iterator[Fault]:
    """Numbers that no player has."""
    for key in ("white", "black", "player"):
        if isinstance(value.get(key), int) and value[key] not in numbers:
            yield _stranger(value[key], below(path, key))
    for key in LISTS:
        yield from _in_list(value.get(key, ()), below(path, key), numbers)
    for key in ("games", "byes"):
        for place, one in enumerate(value.get(key, ())):
            yield from _strangers(one, below(below(path, key), place), numbers)
    for place, group in enumerate(value.get("groups", ())):
        yield from _in_list(group, below(below(path, "groups"), place), numbers)


def _in_list(listed: list[int], path: str, numbers: set[int]) -> Iterator[Fault]:
    for place, number in enumerate(listed):
        if number not in numbers:
            yield _stranger(number, below(path, place))


def _stranger(number: int, path: str) -> Fault:
    return Fault(path, str(number), say("the number of one of the players"))


def _span(value: Value, path: str) -> Iterator[Fault]:
    if "first_round" in value and value["last_round"] < value["first_round"]:
        expected = say("at least {least}", least=value["first_round"])
        yield Fault(below(path, "last_round"), str(value["last_round"]), expected)


def _round(value: Value, path: str, *, two_games: bool) -> Iterator[Fault]:
    """Players who stand twice in a round, and games without what belongs to a match of two, or with it."""
    seen: dict[int, str] = {}
    for key in ("games", "byes"):
        for place, one in enumerate(value.get(key, ())):
            at = below(below(path, key), place)
            for side in ("white", "black", "player"):
                if side in one:
                    yield from _once(one[side], below(at, side), seen)
            if key == "games" and ("second_result" in one) is not two_games:
                yield _of_match(one, at)


def _once(number: int, path: str, seen: dict[int, str]) -> Iterator[Fault]:
    first = seen.setdefault(number, path)
    if first != path:
        yield Fault(path, str(number), say("a player who is not in this round yet (see {path})", path=first))


def _of_match(game: Value, path: str) -> Fault:
    path = below(path, "second_result")
    if "second_result" in game:
        return Fault(path, shown(game["second_result"]), say('no second game without "two_games": true'))
    return Fault(path, say("nothing"), say("the result of the second game, as in every match of two games"))


def _decimals(event: Value) -> Iterator[Fault]:
    """Numbers of points that are no tenths."""
    scoring = {below("scoring", name): points for name, points in event.get("scoring", {}).items()}
    for key in ("virtual_points", "abnormal_points"):
        for place, one in enumerate(event.get(key, ())):
            scoring[below(below(key, place), "points")] = one["points"]
    for path, points in scoring.items():
        if isinstance(points, Decimal) and points * 10 % 1:
            yield Fault(path, str(points), say("points with one decimal at most"))
