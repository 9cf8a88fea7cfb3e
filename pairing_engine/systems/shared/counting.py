"""A lower limit for the number of denied preferences, computed from the numbers of White and Black seekers."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.state.conventions import ABSOLUTE
from pairing_engine.state.round_state import Player

CLASSES = 2 * ABSOLUTE + 1
"""The length of a list that counts players by colour preference.

The index is the colour preference. For Black, the index is negative, so it counts from the end of the list.
"""


def count(players: Sequence[Player]) -> list[int]:
    """Count the players with each colour preference."""
    counts = [0] * CLASSES
    for player in players:
        counts[player.preference] += 1
    return counts


def least_denied(counts: Sequence[int]) -> tuple[int, int]:
    """Return the minimum number of denied preferences, and the minimum number of denied strong preferences.

    If more players seek White than Black, each Black seeker, and each player without a preference, can meet a White
    seeker. If White seekers are left over, they must meet each other, and each such pair denies one preference. A
    strong preference is denied only if neither player of the pair has a mild preference.

    >>> least_denied(count([]))
    (0, 0)
    """
    none, w1, w2, w3, b3, b2, b1 = counts
    white, black = w1 + w2 + w3, b1 + b2 + b3
    pairs = (abs(white - black) - none + 1) // 2
    if pairs <= 0:
        return 0, 0
    mild = w1 if white > black else b1
    return pairs, (pairs - mild if pairs > mild else 0)
