"""Advice about records and options, which is added to errors of the engine."""

from __future__ import annotations

from pairing_engine.errors import BadRequest, Fact, MissingFact
from pairing_engine.language import marked, say

ADVICE = marked(
    {
        Fact.NUMBER_OF_ROUNDS: "add record 142, for example: 142 9 (in TRF(x): XXR 9)",
        Fact.INITIAL_COLOUR: "add record 152, for example: 152 W or 152 B (in TRF(x): XXC white1 or XXC black1)",
        Fact.RATINGS: ("write the rating into columns 49-52 of record 001, for example 1850; or use --default-rating"),
        Fact.RATINGS_IN_MAXI: (
            "write the rating into columns 49-52 of record 001, for example 1850; or pair without --maxi"
        ),
    }
)
"""Advice for each kind of missing fact."""

_OPTIONS = {"team": "--team-type, --primary, --no-secondary"}
"""The options whose names differ from the arguments of `pair` and `check`."""


def words_of(error: Exception) -> str:
    """Return the message of an error, with advice about the record or option to use.

    >>> words_of(BadRequest("there is no edition '1492' of the lim system", "edition"))
    "there is no edition '1492' of the lim system (--edition)"
    """
    if isinstance(error, MissingFact):
        return f"{error}: {say(ADVICE[error.fact])}"
    if isinstance(error, BadRequest) and error.about:
        return f"{error} ({_OPTIONS.get(error.about) or '--' + error.about.replace('_', '-')})"
    return str(error)
