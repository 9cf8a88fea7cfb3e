"""Lower bounds from counting: the least number of colour preferences that any pairing must deny."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.state.preference import ABSOLUTE
from pairing_engine.state.round_state import Player

CLASSES = 2 * ABSOLUTE + 1
"""The length of a list that counts players by their colour preference.

The preference itself is the index into the list. A negative preference counts from the end, as usual in Python.
"""


def count(players: Sequence[Player]) -> list[int]:
    """The number of players with each colour preference."""
    counts = [0] * CLASSES
    for player in players:
        counts[player.preference] += 1
    return counts


def least_denied(counts: Sequence[int]) -> tuple[int, int]:
    """The least numbers of denied preferences, and of denied strong preferences, in any pairing of these players.

    Suppose that more of the players seek White than Black. Each player who does not seek White can meet a White seeker.
    The White seekers who remain must meet each other, and each of their pairs denies one preference. It is a strong
    preference unless one of the two players has a mild one.

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
