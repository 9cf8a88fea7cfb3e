"""The basic terms of all facts: participants' numbers, points, colours, results, and kinds of events and byes."""

from __future__ import annotations

from enum import Enum
from typing import NewType

from pairing_engine.language import marked

Tpn = NewType("Tpn", int)
"""[C.04.2 2.3] A Tournament Pairing Number, from 1 to 9,999."""

Points = NewType("Points", int)
"""Points in tenths. One and a half points are ``Points(15)``."""

MAX_TPN = 9_999
MAX_ROUNDS = 99

NOBODY = Tpn(0)
"""The TPN that stands for a missing opponent."""


def show_points(points: int) -> str:
    """Show points in tenths as a decimal number.

    >>> show_points(115), show_points(-5)
    ('11.5', '-0.5')
    """
    sign = "-" if points < 0 else ""
    return f"{sign}{abs(points) // 10}.{abs(points) % 10}"


class EventKind(Enum):
    """The kind of an event; the value says what two paired participants play."""

    INDIVIDUAL = marked("a game")
    DOUBLE = marked("a match of two games")
    """[C.04.5] Two participants play a match of two games."""
    TEAM = marked("a match of two teams")
    """[C.04.6] Two teams play a match."""


class Colour(Enum):
    """The colour of the pieces; the value is the TRF letter."""

    WHITE = "w"
    BLACK = "b"

    @property
    def opposite(self) -> Colour:
        """The opposite colour.

        >>> Colour.WHITE.opposite.name
        'BLACK'
        """
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Result(Enum):
    """The result of one side of a pairing; the value is its letter in a TRF."""

    # Tables with results as keys are read for every game. The hash of `Enum` would be four times slower.
    __hash__ = object.__hash__

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    UNRATED_WIN = "W"
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    UNKNOWN = "?"

    played: bool
    """[C.04.2 3.4, 3.5] Whether the game took place. A forfeited game did not take place; an adjourned game did."""


for _result in Result:
    _result.played = _result not in (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)


class ByeKind(Enum):
    """The reason why a participant has no opponent; the value is the TRF letter."""

    __hash__ = object.__hash__

    PAIRING_ALLOCATED = "U"
    FULL_POINT = "F"
    HALF_POINT = "H"
    ZERO_POINT = "Z"


TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""[C.04.2 2.2.2] The FIDE titles by which players are sorted, the highest first."""
