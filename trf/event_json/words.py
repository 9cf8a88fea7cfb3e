"""The words that JSON events use for the letters and points of a TRF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from pairing_engine.facts.codes import kind_of_code
from pairing_engine.facts.model import ByeKind, Colour, EventKind, Game, Points, Result, Round, Scoring, Tournament
from trf.format.fields import AS_STATED

AS_THEY_STAND: Mapping[str, str] = {
    "first_day": "first_day",
    "last_day": "last_day",
    "system": "system",
    "number_of_rounds": "rounds",
    "baku_acceleration": "baku",
    "maxi": "maxi",
    **{field: field for field in AS_STATED.values()},
}
"""The JSON keys whose values are copied unchanged into a field of `Settings`. Tuples are lists in JSON."""

COLOURS: Mapping[str, Colour] = {"white": Colour.WHITE, "black": Colour.BLACK}

BYES: Mapping[str, ByeKind] = {
    "pairing-allocated": ByeKind.PAIRING_ALLOCATED,
    "full-point": ByeKind.FULL_POINT,
    "half-point": ByeKind.HALF_POINT,
    "zero-point": ByeKind.ZERO_POINT,
}

SIDES: Mapping[str, Result] = {result.name.lower().replace("_", " "): result for result in Result}
"""The names of one player's result in JSON: ``win``, ``forfeit loss``, ``unrated draw``, ``unknown``."""

OPEN = "*"
"""The sign for an unknown result in JSON, as in PGN."""

RESULTS: Mapping[str, tuple[Result, Result]] = {
    "1-0": (Result.WIN, Result.LOSS),
    "1/2-1/2": (Result.DRAW, Result.DRAW),
    "0-1": (Result.LOSS, Result.WIN),
    OPEN: (Result.UNKNOWN, Result.UNKNOWN),
    "1-0 forfeit": (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    "0-1 forfeit": (Result.FORFEIT_LOSS, Result.FORFEIT_WIN),
    "0-0 forfeit": (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS),
    "1-0 unrated": (Result.UNRATED_WIN, Result.UNRATED_LOSS),
    "1/2-1/2 unrated": (Result.UNRATED_DRAW, Result.UNRATED_DRAW),
    "0-1 unrated": (Result.UNRATED_LOSS, Result.UNRATED_WIN),
    "0-0": (Result.LOSS, Result.LOSS),
    "1/2-0": (Result.DRAW, Result.LOSS),
    "0-1/2": (Result.LOSS, Result.DRAW),
}
"""The names of pairs of results in JSON, White's result first.

A pair of results without a name is written as an object with one name for each side.
"""

FORFEITS = {word: RESULTS[word] for word in ("1-0 forfeit", "0-1 forfeit", "0-0 forfeit")}
"""The possible results of a forfeited team match, White's side first."""

PREFERENCES: Mapping[str, str] = {"A": "A", "B": "B", "none": ""}
"""[C.04.6 1.7] The JSON names for types of team colour preferences."""

MATCH_POINTS, GAME_POINTS = "match points", "game points"
"""[C.04.6 1.2] The JSON names for team scores."""


def is_of_teams(event: Mapping[str, Any]) -> bool:
    """Whether the event states team rules, or its system is for teams."""
    system = event.get("system", "")
    return "team_event" in event or (isinstance(system, str) and kind_of_code(system) is EventKind.TEAM)


def has_two_games(event: Mapping[str, Any]) -> bool:
    """Whether every pairing is a match of two games, as the event states or the system implies."""
    system = event.get("system", "")
    stated = event.get("two_games", kind_of_code(system) is EventKind.DOUBLE if isinstance(system, str) else False)
    return bool(stated)


def usual_scoring(*, two_games: bool) -> Scoring:
    """Return the default points of an event. In matches of two games, a bye counts for both games [C.04.5 1.4]."""
    if not two_games:
        return Scoring()
    both = Points(20), Points(10), Points(15)
    return Scoring(full_point_bye=both[0], half_point_bye=both[1], pairing_allocated_bye=both[2])


WORD_OF_COLOUR = {value: word for word, value in COLOURS.items()}
WORD_OF_BYE = {value: word for word, value in BYES.items()}
WORD_OF_SIDE = {value: word for word, value in SIDES.items()}
WORD_OF_RESULTS = {value: word for word, value in RESULTS.items()}
WORD_OF_FORFEIT = {value: word for word, value in FORFEITS.items()}
WORD_OF_PREFERENCES = {value: word for word, value in PREFERENCES.items()}


def results_of(value: str | Mapping[str, str]) -> tuple[Result, Result]:
    return RESULTS[value] if isinstance(value, str) else (SIDES[value["white"]], SIDES[value["black"]])


def one_key(value: Mapping[str, Any]) -> str:
    """Return the key for one participant: "team" or "player"."""
    return "team" if "team" in value else "player"


def many_key(value: Mapping[str, Any]) -> str:
    """Return the key for several participants: "teams" or "players"."""
    return "teams" if "teams" in value else "players"


def is_last_open(event: Tournament) -> bool:
    last = event.rounds[-1:]
    return any(game.is_open for one in last for game in games_of(one))


def games_of(round_: Round) -> Iterator[Game]:
    """Yield the games of a round, including the games on the boards of team matches."""
    yield from round_.games
    for match in round_.matches:
        yield from match.boards


def results_words(white: Result, black: Result) -> str | dict[str, str]:
    """Write the results of a game: one name for both results if there is such a name, else two names."""
    word = WORD_OF_RESULTS.get((white, black))
    return {"white": WORD_OF_SIDE[white], "black": WORD_OF_SIDE[black]} if word is None else word


def numbers_of_list(listed: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return the numbers of listed players or teams.

    If an entry has no number, its position in the list is its number.
    """
    return [one.get("number", place) for place, one in enumerate(listed, 1)]


def points_of(value: str | int | Decimal) -> Points:
    """Convert points to tenths.

    >>> points_of("0.5"), points_of(3), points_of(Decimal("2.50"))
    (5, 30, 25)
    """
    return Points(int(Decimal(value) * 10))


def points_in(value: Mapping[str, Any], key: str) -> Points | None:
    return points_of(value[key]) if key in value else None
