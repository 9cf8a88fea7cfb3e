"""What counting alone tells of colour preferences: how many must be denied when certain players are paired."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.state.preference import ABSOLUTE
from pairing_engine.state.round_state import Player

CLASSES = 2 * ABSOLUTE + 1
"""Players are counted by colour preference: it is the index, and negative ones count from the end of the list."""


def count(players: Sequence[Player]) -> list[int]:
    """How many have each colour preference."""
    counts = [0] * CLASSES
    for player in players:
        counts[player.preference] += 1
    return counts


def least_denied(counts: Sequence[int]) -> tuple[int, int]:
    """How many preferences, and how many strong ones, must be denied when all of these are paired.

    Pairs of two White seekers (if these are more) are needed for all but as many as there are others. A strong
    preference is denied in those without a mild one.

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
