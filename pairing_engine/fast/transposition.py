"""The first transposition that denies no more colour preferences than necessary."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing_engine.kernel.colour import CLASH
from pairing_engine.matching.assignments import FitsPlace, Move, assignments, stay
from pairing_engine.state.round_state import ABSOLUTE, STRONG, Player

TURNS_BACK = 64
"""The number of times that a quick search may step back, in addition to once for each top player."""


def first_assignment(tops: int, others: int, fits: FitsPlace, move: Move = stay) -> list[int] | None:
    """Find the position of each top player's opponent in the first transposition; None if a short search finds none.

    >>> first_assignment(2, 3, lambda top, other: (top, other) not in {(0, 0), (1, 0)})
    [1, 2]
    """
    found = next(assignments(others, fits, move, tops=tops, turns=TURNS_BACK + tops), None)
    return None if found is None else [other for _, other in found]


class ColourTally:
    """The number of players with each colour preference, which shows early that a search cannot succeed.

    ``counts`` covers all unpaired players, and ``may_float`` those who may float. ``denied`` and ``strong`` are the
    numbers of (strong) preferences that may still be denied. ``floaters`` are the TPNs of the possible floaters; None
    if nobody floats.
    """

    def __init__(self, counts: list[int], denied: int, strong: int, floaters: set[int] | None) -> None:
        self.counts = counts
        self.denied = denied
        self.strong = strong
        self.floaters = floaters
        self.may_float: list[int] = []

    def count_floaters(self, players: Sequence[Player]) -> list[int]:
        return count([player for player in players if player.tpn in (self.floaters or ())])

    def first_transposition(
        self, tops: Sequence[Player], others: Sequence[Player], suits: Callable[[Player, Player], bool] | None = None
    ) -> list[tuple[Player, Player]] | None:
        """Find the first transposition that denies no more preferences than necessary; None if a short search fails.

        Two players are not paired if they may not meet, have the same absolute preference, or ``suits`` forbids it.
        """
        kinds = [(player.preference, player.tpn in (self.floaters or ())) for player in others]
        admitted: dict[tuple[int, tuple[int, bool]], bool] = {}

        def fits(i: int, j: int) -> bool:
            one = tops[i].preference
            if others[j].tpn in tops[i].barred or one * others[j].preference == CLASH:
                return False
            if suits is not None and not suits(tops[i], others[j]):
                return False
            key = (one, kinds[j])
            found = admitted.get(key)
            if found is None:
                found = admitted[key] = self._admits(one, *kinds[j])
            return found

        def move(i: int, j: int, by: int) -> None:
            self._move(tops[i].preference, *kinds[j], by)
            admitted.clear()

        taken = first_assignment(len(tops), len(others), fits, move)
        return None if taken is None else [(top, others[j]) for top, j in zip(tops, taken, strict=True)]

    def _move(self, one: int, other: int, may_float: bool, by: int) -> None:
        """Subtract a pair from the counts (``by`` is -1), or add it again (``by`` is 1)."""
        self.counts[one] += by
        self.counts[other] += by
        if may_float:
            self.may_float[other] += by
        if one * other > 0:
            self.denied += by
            if min(abs(one), abs(other)) == STRONG:
                self.strong += by

    def _admits(self, one: int, other: int, may_float: bool) -> bool:
        """Whether all remaining players can still be paired without denying too many preferences."""
        self._move(one, other, may_float, -1)
        counts = self.counts
        if self.floaters is None:
            denied, strong = least_denied(counts)
            reached = denied <= self.denied and strong <= self.strong
        else:
            reached = False
            for preference, number in enumerate(self.may_float):
                if number:
                    counts[preference] -= 1
                    denied, strong = least_denied(counts)
                    counts[preference] += 1
                    if denied <= self.denied and strong <= self.strong:
                        reached = True
                        break
        self._move(one, other, may_float, 1)
        return reached


CLASSES = 2 * ABSOLUTE + 1
"""The length of a list that counts players by colour preference.

The index is the colour preference. For Black, the index is negative, so it counts from the end of the list.
"""


def count(players: Sequence[Player]) -> list[int]:
    counts = [0] * CLASSES
    for player in players:
        counts[player.preference] += 1
    return counts


def least_denied(counts: list[int]) -> tuple[int, int]:
    """Return the minimum number of denied preferences, and of denied strong preferences.

    If more players seek White than Black, White seekers who are left over, beyond the Black seekers and the players
    without a preference, must meet each other. Each such pair denies one preference, a strong one only if neither
    player has a mild one.

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
