"""The words of an event in JSON for what a TRF writes as a letter."""

from __future__ import annotations

from collections.abc import Mapping

from pairing_engine.facts.model import ByeKind, Colour, Result

COLOURS: Mapping[str, Colour] = {"white": Colour.WHITE, "black": Colour.BLACK}

BYES: Mapping[str, ByeKind] = {
    "pairing-allocated": ByeKind.PAIRING_ALLOCATED,
    "full-point": ByeKind.FULL_POINT,
    "half-point": ByeKind.HALF_POINT,
    "zero-point": ByeKind.ZERO_POINT,
}

SIDES: Mapping[str, Result] = {result.name.lower().replace("_", " "): result for result in Result}
"""The result of one side: ``win``, ``forfeit loss``, ``unrated draw``, ``unknown``."""

OPEN = "*"
"""The result of a game that is still to be played or not known, as in PGN."""

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
"""The results of both sides, White's first. Any other two stand as an object with a word for each side."""


WORD_OF_COLOUR = {value: word for word, value in COLOURS.items()}
WORD_OF_BYE = {value: word for word, value in BYES.items()}
WORD_OF_SIDE = {value: word for word, value in SIDES.items()}
WORD_OF_RESULTS = {value: word for word, value in RESULTS.items()}
