"""What of a file has a part in the pairing. A program that only pairs need not refuse a file for the rest."""

from __future__ import annotations

from trf.format.fields import PLAYER_CODE
from trf.format.findings import Problem

PAIRING_CODES = "142 152 162 192 240 250 260 299 BBW BBD BBL BBZ BBF BBU XXR XXC XXZ XXS XXA XXP"
RECORDS = frozenset(PAIRING_CODES.split(" "))
"""The records beside the players' that bbpPairings or JaVaFo read."""

TEAM_RECORDS = frozenset(("013", "300", "310", "320", "330", "352", "362"))
"""The records that have a part in the pairing of teams, of whom bbpPairings and JaVaFo know nothing."""

IGNORED_FIELDS = frozenset(
    ("sex", "title", "end of a shifted title", "name", "federation", "FIDE number", "birth date", "rank")
)
"""What they do not read of a player."""


def has_no_part_in_pairing(code: str, problem: Problem) -> bool:
    """Does a problem of a record with this code concern nothing that those programs read?"""
    return problem.field in IGNORED_FIELDS if code == PLAYER_CODE else code not in RECORDS
