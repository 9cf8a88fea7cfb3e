"""JSON contains every fact of an event.

The sample events fill every field. If a new field is missing in the samples or in JSON, a test fails.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from pairing_engine.facts import model
from pairing_engine.facts.model import Bye, ByeKind, Game, Participant, Points, Result, Round, Settings, Tournament, Tpn
from tests.programs.commands.test_event_json import LEAGUE
from trf import read_json, write_json

WRITTEN_ELSEWHERE = {
    ("Settings", "unclear_day"): "what a record of a TRF can mean; JSON has days only",
    ("Settings", "sources"): "the records of a TRF that said so",
    ("Settings", "stated_code"): "the spelling of a TRF",
}
"""Fields that only concern the wording in a TRF. JSON leaves them out."""

ONE, TWO, THREE, FOUR = map(Tpn, (1, 2, 3, 4))
PAIR = frozenset((ONE, FOUR))
DRAWN = (Result.DRAW, Result.DRAW)
UNUSUAL = model.Scoring(*map(Points, (30, 11, 1, 29, 2, 28, 27, 12, 3, 13, 31, 14, 4)))

SETTINGS = Settings(
    rounds=5,
    initial_colour=model.Colour.BLACK,
    scoring=UNUSUAL,
    system="FIDE_DUTCH_2026",
    type_of_event="Individual: Swiss",
    first_day="2026/01/02",
    last_day="2026/01/03",
    round_days=("2026/01/02", "2026/01/03"),
    city="Kiel",
    federation="GER",
    chief_arbiter="Aalto, Eino",
    deputy_arbiters="Berg, Ida; Castro, Iker",
    time_control="90 min + 30 s",
    baku=True,
    virtual_points=(model.VirtualPoints(Points(10), 1, 2, PAIR, Points(5)),),
    prohibitions=(model.Prohibition(2, 3, PAIR),),
    wishes=(model.Wish(model.WishKind.AVOID, model.Strength.STRONG, 2, 3, "club", (PAIR,)),),
    abnormal_points=(model.AbnormalPoints("W", Points(20), 1, PAIR),),
    maxi=True,
    tie_breaks=("BH", "SB"),
    standings_order=("PTS", "DE"),
)

RICH = Tournament(
    "Club night",
    (
        Participant(ONE, "Aalto", 2100, "g", "m", "FIN", "123", "1990/01/01", 9),
        *(Participant(tpn, f"Player {tpn}") for tpn in (TWO, THREE, FOUR)),
    ),
    (
        Round((Game(ONE, TWO, *DRAWN),), (Bye(THREE, ByeKind.PAIRING_ALLOCATED), Bye(FOUR, ByeKind.HALF_POINT))),
        Round((Game(ONE, FOUR, Result.UNKNOWN, Result.UNKNOWN, False), Game(TWO, THREE, *DRAWN))),
    ),
    (model.Request(4, Bye(TWO, ByeKind.ZERO_POINT)),),
    SETTINGS,
    (model.Team(ONE, (ONE, THREE), "Kiel"),),
    recorded_ranks={ONE: 2, TWO: 1},
    notes=tuple(model.Note(kind, 1, "the hall was too small") for kind in model.NoteKind),
    under_way=True,
)

DOUBLE = Tournament(
    "Matches",
    (Participant(ONE), Participant(TWO)),
    (Round((Game(ONE, TWO, *DRAWN, True, DRAWN),)),),
    settings=Settings(double=True),
)

WHOLE_LEAGUE = LEAGUE | {
    "scoring": {"win": 1.1},
    "team_event": LEAGUE["team_event"] | {"colour_preferences": "B", "scores": ["game points"]},
    "teams": [LEAGUE["teams"][0] | {"nickname": "KI"}, *LEAGUE["teams"][1:]],
    "rounds": [
        *LEAGUE["rounds"],
        {"matches": [{"white": 3, "black": 1, "forfeit": "1-0 forfeit"}]},
        {"matches": [{"white": 2, "black": 3, "boards": [{"result": "0-0 forfeit"}, {"result": "0-0 forfeit"}]}]},
    ],
    "requested_byes": [],
    "abnormal_points": [{"outcome": "W", "points": 0.5, "game_points": 0.5, "round": 1, "teams": [1]}],
}
"""A team league that uses every field for team events."""


def samples() -> list[Tournament]:
    return [RICH, DOUBLE, read_json(json.dumps(WHOLE_LEAGUE))]


def defaults_of(kind: Any) -> dict[str, Any] | None:
    """Return the default value of each field, or None for a class without fields."""
    return {name: kind._field_defaults.get(name) for name in kind._fields} if hasattr(kind, "_fields") else None


def facts_in(value: Any) -> Iterator[Any]:
    """Yield the event, and every object in it that has fields."""
    fields = defaults_of(type(value))
    if fields is not None:
        yield value
        value = [getattr(value, name) for name in fields]
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, tuple | list | frozenset):
        for part in value:
            yield from facts_in(part)


def empty_fields(events: list[Tournament]) -> set[tuple[str, str]]:
    """Find the fields that keep their default value in all these events."""
    empty: dict[tuple[str, str], bool] = {}
    for fact in (fact for event in events for fact in facts_in(event)):
        for name, default in (defaults_of(type(fact)) or {}).items():
            field = type(fact).__name__.strip("_"), name
            empty[field] = empty.get(field, True) and getattr(fact, name) == default
    return {field for field, is_empty in empty.items() if is_empty}


def test_the_samples_fill_every_field() -> None:
    of_sources = {(kind.__name__, name) for kind in (model.Sources, model.UnclearDay) for name in kind._fields}
    assert empty_fields(samples()) - of_sources == set(WRITTEN_ELSEWHERE)


@pytest.mark.parametrize("event", samples(), ids=lambda event: event.name)
def test_json_holds_every_field(event: Tournament) -> None:
    again = read_json(write_json(event))
    for before, after in zip(facts_in(event), facts_in(again), strict=True):
        for name in defaults_of(type(before)) or {}:
            assert getattr(after, name) == getattr(before, name), (type(before).__name__, name)


def test_a_forgotten_field_is_noticed() -> None:
    assert ("Settings", "maxi") in empty_fields([RICH._replace(settings=SETTINGS._replace(maxi=False))])
