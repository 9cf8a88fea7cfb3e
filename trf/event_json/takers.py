"""Checks of the players or teams in a JSON event: their numbers and keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pairing_engine.language import marked, say
from pairing_engine.values import NamedTuple
from trf.event_json.shape import Fault, below, shown
from trf.event_json.words import is_of_teams, numbers_of_list

Value = dict[str, Any]

KEYS = {"players": ("player", "players"), "teams": ("team", "teams")}
"""The keys for one and for several participants, for players and for teams."""

ONE_OF = {
    "players": marked("the number of one of the players"),
    "teams": marked("the number of one of the teams"),
}


class Known(NamedTuple):
    """The numbers that exist in an event, and whether they belong to players or teams."""

    kind: str
    numbers: frozenset[int]

    @classmethod
    def of(cls, event: Value) -> Known:
        kind = "teams" if is_of_teams(event) else "players"
        return cls(kind, frozenset(numbers_of_list(event.get(kind, ()))))

    def stranger(self, number: int, path: str) -> Fault:
        return Fault(path, str(number), say(ONE_OF[self.kind]))


def strangers(value: Value, path: str, known: Known) -> Iterator[Fault]:
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
        yield Fault(below(path, needed), say("nothing"), say("a value"))


def in_list(listed: Sequence[int], path: str, known: Known) -> Iterator[Fault]:
    for place, number in enumerate(listed):
        if number not in known.numbers:
            yield known.stranger(number, below(path, place))


def not_here(value: Value, path: str, key: str, instead: str = "") -> Iterator[Fault]:
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
    yield Fault(below(path, key), shown(value[key]), expected)


ONCE = {
    "players": marked("a player who is named only once in this round (see {path})"),
    "teams": marked("a team that is named only once in this round (see {path})"),
}


def once(number: int, path: str, seen: dict[int, str], kind: str = "players") -> Iterator[Fault]:
    """Yield a fault if a participant appears twice in a round.

    ``seen`` maps each number to the path of its first appearance.
    """
    first = seen.setdefault(number, path)
    if first != path:
        yield Fault(path, str(number), say(ONCE[kind], path=first))
