"""[C.07 5] The codes of tie-breaks (records 202 and 212), and by which of them a tournament is ranked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Settings, Tournament
from pairing_engine.language import marked, say

NAMES = marked(
    {
        "PTS": "points",
        "MPTS": "match points",
        "GPTS": "game points",
        "DE": "direct encounter (C.07 6)",
        "WIN": "rounds with a win's points (C.07 7.1)",
        "WON": "games won over the board (C.07 7.2)",
        "BPG": "games played with Black (C.07 7.3)",
        "BWG": "games won with Black (C.07 7.4)",
        "PS": "progressive scores (C.07 7.5)",
        "REP": "rounds one elected to play (C.07 7.6)",
        "GE": "rounds one elected to play (C.07 7.6)",
        "STD": "standard points (C.07 7.7)",
        "TPN": "pairing number (C.07 7.8)",
        "BH": "Buchholz (C.07 8.1)",
        "AOB": "average of the opponents' Buchholz (C.07 8.2)",
        "FB": "Fore Buchholz (C.07 8.3)",
        "SB": "Sonneborn-Berger (C.07 9.1)",
        "KS": "Koya (C.07 9.2)",
        "ARO": "average rating of the opponents (C.07 10.1)",
        "TPR": "tournament performance rating (C.07 10.2)",
        "PTP": "perfect tournament performance (C.07 10.3)",
        "APRO": "average performance rating of the opponents (C.07 10.4)",
        "APPO": "average perfect performance of the opponents (C.07 10.5)",
        "RTNG": "rating (C.07 10.6)",
        "BC": "board count (C.07 12.1)",
        "TBR": "top board results (C.07 12.2)",
        "BBE": "bottom board elimination (C.07 12.3)",
        "MPVGP": "match points or game points (C.07 13.1)",
        "EMMSB": "extended Sonneborn-Berger (C.07 13.2.1)",
        "EMGSB": "extended Sonneborn-Berger (C.07 13.2.2)",
        "EGMSB": "extended Sonneborn-Berger (C.07 13.2.3)",
        "EGGSB": "extended Sonneborn-Berger (C.07 13.2.4)",
        "ESB": "extended Sonneborn-Berger (C.07 13.2)",
        "EDE": "extended direct encounter (C.07 13.3)",
        "EDEC": "extended direct encounter (C.07 13.3.2)",
        "EDET": "extended direct encounter (C.07 13.3.2 c)",
        "EDEB": "extended direct encounter (C.07 13.3.2 d)",
        "EDEBT": "extended direct encounter (C.07 13.3.2 a)",
        "EDEBB": "extended direct encounter (C.07 13.3.2 b)",
        "SSSC": "scores and schedule strength (C.07 13.4)",
    }
)
"""Every tie-break that can be asked for, in words."""

TEAMS_ONLY = frozenset(
    {"MPTS", "GPTS", "BC", "TBR", "BBE", "MPVGP", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "ESB"}
    | {"EDE", "EDEC", "EDET", "EDEB", "EDEBT", "EDEBB", "SSSC"}
)
"""[C.07 12, 13] Those that only events of teams know."""

POINTS = frozenset({"PTS", "MPTS", "GPTS"})

_CODE = re.compile(r"([A-Z]+)(:(?:MP|GP|MM|MG|GM|GG))?((?:/(?:[CMK]\d+|L[+-]?\d+(?:\.\d+)?|U\d+|[PFR]))*)")


class Order(NamedTuple):
    """What standings are ordered by: the codes, from the one that counts first on, and who says so, in words."""

    codes: tuple[str, ...]
    why: str


def points_code(settings: Settings) -> str:
    """The code of the points that come first."""
    if settings.team is None:
        return "PTS"
    return "MPTS" if settings.team.primary_is_match_points else "GPTS"


def order_of(tournament: Tournament, asked_for: Sequence[str] = ()) -> Order:
    """What is asked for; else what record 212 says; else points and what record 202 says; else points alone.

    The numbers of those who are still equal decide last, and then they share the place. Raises `BadRequest` for a code
    that does not exist, or that says nothing about such an event.
    """
    settings = tournament.settings
    points = points_code(settings)
    if asked_for:
        order = Order(tuple(code.upper() for code in asked_for), say("asked for"))
    elif settings.standings_order:
        order = Order(settings.standings_order, say("record 212"))
    elif settings.tie_breaks:
        order = Order((points, *settings.tie_breaks), say("record 202"))
    else:
        return Order((points,), say("the file names no tie-breaks: points alone"))
    if order.codes[0].partition(":")[0] not in POINTS:
        order = Order((points, *order.codes), order.why)
    for code in order.codes:
        check(code, of_teams=settings.team is not None)
    return order


def check(code: str, *, of_teams: bool) -> None:
    """Raise `BadRequest` if there is no such tie-break, or none in such an event."""
    found = _CODE.fullmatch(code)
    name = found.group(1) if found else code
    if found is None or name not in NAMES:
        known = ", ".join(sorted(NAMES))
        raise BadRequest(
            say(
                "there is no tie-break {code!r}; there are {known}, with modifiers such as BH/C1, BH/M1, DE/P",
                code=code,
                known=known,
            )
        )
    if not of_teams and (name in TEAMS_ONLY or found.group(2)):
        raise BadRequest(
            say("{code} ranks teams ({name}), and this is an event of players", code=code, name=say(NAMES[name]))
        )


def in_words(code: str) -> str:
    """The name of a tie-break.

    >>> in_words("BH/C1")
    'Buchholz (C.07 8.1), /C1'
    """
    found = _CODE.fullmatch(code)
    if found is None:
        return code
    name, _, modifiers = found.groups()
    return say(NAMES.get(name, name)) + (f", {modifiers}" if modifiers else "")
