"""A quick search for the first allowed transposition.

Each top player in turn takes the first free opponent who fits. If nobody fits, the search goes back to the previous top
player, who takes the next opponent. The caller provides a function that tells whether an opponent fits. This function
may reject an opponent only if the search cannot succeed with that opponent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing_engine.kernel.colour import CLASH
from pairing_engine.state.conventions import ABSOLUTE, STRONG
from pairing_engine.state.round_state import Player

TURNS_BACK = 64
"""The number of times that a search may step back, in addition to once for each top player."""

Move = Callable[[int, int, int], None]


def _stay(_top: int, _other: int, _by: int) -> None:
    """Ignore that a pair is made or undone."""


def first_assignment(tops: int, others: int, fits: Callable[[int, int], bool], move: Move = _stay) -> list[int] | None:
    """Find the position of each top player's opponent in the first transposition.

    The result is None if a short search finds no transposition. ``fits(top, other)`` is called when all earlier top
    players have opponents. ``move(top, other, -1)`` is called when a pair is made, and ``move(top, other, 1)`` when a
    pair is undone.

    >>> first_assignment(2, 3, lambda top, other: (top, other) not in {(0, 0), (1, 0)})
    [1, 2]
    """
    following = [*range(1, others + 1), 0]  # the free opponents as a ring; the last entry is its start and its end
    preceding = [others, *range(others)]
    taken: list[int] = []
    place, turns = following[others], TURNS_BACK + tops
    while len(taken) < tops:
        top = len(taken)
        while place != others and not fits(top, place):
            place = following[place]
        if place != others:
            following[preceding[place]] = following[place]
            preceding[following[place]] = preceding[place]
            move(top, place, -1)
            taken.append(place)
            place = following[others]
            continue
        turns -= 1
        if not taken or not turns:
            return None
        place = taken.pop()
        move(len(taken), place, 1)
        following[preceding[place]] = preceding[following[place]] = place
        place = following[place]
    return taken


class ColourTally:
    """The number of players with each colour preference, which shows early that a search cannot succeed.

    ``counts`` covers all unpaired players, and ``may_float`` only covers the players who may float. ``denied`` is the
    number of preferences that may still be denied. ``strong`` is the number of strong preferences that may still be
    denied. ``floaters`` are the TPNs of the possible floaters; None if nobody floats.
    """

    def __init__(self, counts: list[int], denied: int, strong: int, floaters: set[int] | None) -> None:
        self.counts = counts
        self.denied = denied
        self.strong = strong
        self.floaters = floaters
        self.may_float: list[int] = []

    def may_be(self, player: Player) -> bool:
        return self.floaters is not None and player.tpn in self.floaters

    def count_floaters(self, players: Sequence[Player]) -> list[int]:
        return count([player for player in players if self.may_be(player)])

    def first_transposition(
        self, tops: Sequence[Player], others: Sequence[Player], suits: Callable[[Player, Player], bool] | None = None
    ) -> list[tuple[Player, Player]] | None:
        """Find the first transposition that denies no more preferences than necessary.

        The result is None if a short search finds no transposition. Two players are not paired if they may not meet or
        have the same absolute preference. ``suits`` can forbid further pairs.
        """
        floats = [self.may_be(player) for player in others]
        kinds = [(player.preference, may) for player, may in zip(others, floats, strict=True)]
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
