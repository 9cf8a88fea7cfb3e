"""Plain facts for the literal enumerators of match systems, Double-Swiss and Team.

As in facts.py, an event is what its crosstable says and nothing derived from it: the enumerators work out scores,
colours, floaters and the rest from these facts themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Happened(Enum):
    """The outcome of a round for one participant."""

    PLAYED = "the match was regularly played"
    WON_BY_FORFEIT = "the opponent forfeited the whole match"
    LOST_BY_FORFEIT = "forfeited the whole match"
    DOUBLE_FORFEIT = "both sides forfeited the whole match"
    PAIRING_BYE = "pairing-allocated bye"
    FULL_BYE = "full-point bye"
    HALF_BYE = "half-point bye"
    ZERO_BYE = "zero-point bye"


class Preferences(Enum):
    """The type of colour preferences that a team competition uses (C.04.6 1.7)."""

    TYPE_A = "A"
    TYPE_B = "B"
    UNUSED = "none"


@dataclass(frozen=True)
class MatchCell:
    """One participant's entry in one round.

    ``opponent`` is 0 and ``colour`` is ``-`` for byes. ``colour`` is the one scheduled for the first game
    (Double-Swiss) or for the first board (Team), and a match lost or won by forfeit keeps it. A Double-Swiss match that
    was played in the sense of C.04.5's Preface while no game of it was (each player forfeited one game) is PLAYED with
    colour ``-``. ``primary`` and ``secondary``: points gained in this round, in tenths; Double-Swiss has no secondary
    points.
    """

    opponent: int
    colour: str
    happened: Happened
    primary: int = 0
    secondary: int = 0


@dataclass(frozen=True)
class MatchEvent:
    """An event before its next round, number ``len(rounds) + 1``.

    ``participants``: all TPNs, those still to arrive included. ``rounds[r][tpn]`` is the participant's cell in round
    r + 1; a participant without a cell was not there: no points. ``absent``: who is not to be paired in the coming
    round. ``forbidden``: pairs of TPNs that may not meet. ``virtual``: (tpn, round) -> tenths, the virtual points for
    the pairing of that round, the coming round included. ``preferences`` and ``secondary_used`` (C.04.6 4.2.2) are for
    teams only.
    """

    participants: tuple[int, ...]
    rounds: tuple[dict[int, MatchCell], ...]
    rounds_total: int
    initial_colour: str = "w"
    absent: frozenset[int] = frozenset()
    forbidden: frozenset[frozenset[int]] = frozenset()
    virtual: dict[tuple[int, int], int] = field(default_factory=dict)
    preferences: Preferences = Preferences.TYPE_A
    secondary_used: bool = True
