"""The crosstables that the literal transcriptions of the Double-Swiss and Team Systems read."""

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
    """[C.04.6 1.7] The type of colour preferences in a team competition."""

    TYPE_A = "A"
    TYPE_B = "B"
    UNUSED = "none"


@dataclass(frozen=True)
class MatchCell:
    """The entry of a participant in a round of matches.

    A bye has opponent 0 and colour ``-``. ``colour`` is the colour in the first game (Double-Swiss) or on the first
    board (Team), even in a forfeited match. If each side of a Double-Swiss match forfeited one game, the match is
    PLAYED with colour ``-`` [Reading W15]. The points are in tenths. Double-Swiss has no secondary points.
    """

    opponent: int
    colour: str
    happened: Happened
    primary: int = 0
    secondary: int = 0


@dataclass(frozen=True)
class MatchEvent:
    """A Double-Swiss or team event. The next round is round ``len(rounds) + 1``.

    ``participants`` includes late entries. ``rounds[r][tpn]`` is the participant's cell in round r + 1. A participant
    without a cell was absent and got no points. Participants in ``absent`` are not paired in the coming round. Pairs of
    TPNs in ``forbidden`` may not meet. ``virtual[tpn, number]`` are the participant's virtual points before round
    ``number``, which may be the coming round. All points are in tenths. Only team events use ``preferences`` and
    ``secondary_used`` [C.04.6 4.2.2].
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
