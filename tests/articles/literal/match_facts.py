"""Plain facts for the literal transcriptions of the systems of matches, Double-Swiss and Team.

As in facts.py, an event contains only its crosstable. The transcriptions derive scores, colours, floaters and
everything else from it themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Happened(Enum):
    """The outcome of a round for a participant."""

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

    ``opponent`` is 0 and ``colour`` is ``-`` for byes. ``colour`` is the colour scheduled for the first game
    (Double-Swiss) or for the first board (Team); a forfeited match keeps it. If each player of a Double-Swiss match
    forfeited one game, the match counts as played by the Preface of C.04.5, although no game was: it is PLAYED with
    colour ``-``. ``primary`` and ``secondary`` are the points gained in this round, in tenths. Double-Swiss has no
    secondary points.
    """

    opponent: int
    colour: str
    happened: Happened
    primary: int = 0
    secondary: int = 0


@dataclass(frozen=True)
class MatchEvent:
    """An event before its next round, number ``len(rounds) + 1``.

    ``participants`` are all TPNs, including those of late entries. ``rounds[r][tpn]`` is the participant's cell in
    round r + 1. A participant without a cell was absent, without points. ``absent`` are the participants who are not to
    be paired in the coming round. ``forbidden`` are pairs of TPNs that may not meet. ``virtual`` gives the virtual
    points, in tenths, of a participant in the pairing of a round, including the coming one. ``preferences`` and
    ``secondary_used`` (C.04.6 4.2.2) are for teams only.
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
