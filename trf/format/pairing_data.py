"""The data of a file that affect the pairing.

A program that only pairs can ignore errors in all other data.
"""

from __future__ import annotations

from trf.format.fields import PLAYER_CODE
from trf.format.findings import Problem

PAIRING_CODES = "142 152 162 192 240 250 260 299 BBW BBD BBL BBZ BBF BBU XXR XXC XXZ XXS XXA XXP"
RECORDS = frozenset(PAIRING_CODES.split(" "))
"""The codes of the records that bbpPairings or JaVaFo read, except players' lines."""

TEAM_RECORDS = frozenset(("013", "300", "310", "320", "330", "352", "362"))
"""The records that affect the pairing of teams. bbpPairings and JaVaFo do not know these records."""

IGNORED_FIELDS = frozenset(
    ("sex", "title", "column after the title", "name", "federation", "FIDE number", "birth date", "rank")
)
"""The fields of players' lines that neither bbpPairings nor JaVaFo reads."""


def has_no_part_in_pairing(code: str, problem: Problem) -> bool:
    """Whether a problem concerns only data that pairing programs do not read."""
    return problem.field in IGNORED_FIELDS if code == PLAYER_CODE else code not in RECORDS
