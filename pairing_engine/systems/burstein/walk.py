"""The shortcut of the Burstein System: a search through the pairings of a bracket in the order of Article 4.3.

First, the search counts how many colour preferences every pairing must deny. Then, the search stops at the first
pairing that denies only this number of preferences. If the search takes too long, a matching finds the pairing instead.
"""

from __future__ import annotations

from collections.abc import Callable

from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.bracket_graph import MayMeet
from pairing_engine.kernel.colour import CLASH
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import Rule
from pairing_engine.state.round_state import Player
from pairing_engine.systems.shared.counting import count, least_denied
from pairing_engine.systems.shared.downward import Certificates
from pairing_engine.systems.shared.greedy_transposition import TURNS_BACK
from pairing_engine.values import NamedTuple

FLOATS = -1
"""A value in place of an opponent, for a player who floats."""


FindAlone = Callable[[Bracket, tuple[Player, ...]], BracketPairing | None]


class Walk(NamedTuple):
    """A shortcut that pairs a bracket without looking at the players below.

    The shortcut is used only if the System has the same ``criteria``, ``may_meet`` and ``order``. ``find`` expects the
    members of the bracket in the order of their BSNs.
    """

    find: FindAlone
    criteria: tuple[Rule, ...]
    may_meet: MayMeet
    order: Callable[[int], Order]


class Shortcuts(NamedTuple):
    """The shortcuts for pairing a bracket. A shortcut that is not used is None."""

    walk: Walk | None
    certificates: Certificates | None


def walk(bracket: Bracket, members: tuple[Player, ...]) -> BracketPairing | None:
    """Pair the bracket without looking at the players below. Returns None if a short search finds no pairing.

    ``members`` are in the order of their BSNs. Each player in turn is paired with the last remaining player who fits.
    If the number of players is odd, one resident floats: the first resident without an opponent.
    """
    odd = len(members) % 2 == 1
    if odd and not bracket.following:
        return None
    return _Walk(members, {player.tpn for player in bracket.residents} if odd else set()).found()


class _Walk:
    """The state of the search: the decisions made so far, and the remaining players.

    ``counts`` lists how many remaining players have each colour preference. ``denied`` is the number of preferences
    that the search may still deny.
    """

    def __init__(self, members: tuple[Player, ...], floaters: set[int]) -> None:
        self.members = members
        self.may_float = [player.tpn in floaters for player in members]
        self.floats_left = 1 if floaters else 0
        self.counts = count(members)
        self.denied = self._bound()
        self.free = [True] * len(members)
        self.decided: list[tuple[int, int]] = []

    def found(self) -> BracketPairing | None:
        members, size = self.members, len(self.members)
        turns = TURNS_BACK + size
        top, start = 0, size - 1
        while top < size:
            mate = self._next_mate(top, start)
            if mate is not None:
                self._move(top, mate, -1)
                self.decided.append((top, mate))
                top = next((i for i in range(top + 1, size) if self.free[i]), size)
                start = size - 1
                continue
            turns -= 1
            if not self.decided or not turns:
                return None
            top, last = self.decided.pop()
            self._move(top, last, 1)
            start = FLOATS if last == FLOATS else last - 1
        pairs = tuple((members[i], members[j]) for i, j in self.decided if j != FLOATS)
        return BracketPairing(pairs, tuple(members[i] for i, j in self.decided if j == FLOATS))

    def _next_mate(self, top: int, start: int) -> int | None:
        """Find the last possible partner for the top player, going backwards from ``start``.

        Returns `FLOATS` if nobody fits and the top player may float. Returns None if the top player may not float.
        """
        one = self.members[top]
        admitted: dict[int, bool] = {}
        for other in range(start, top, -1):
            two = self.members[other]
            if not self.free[other] or two.tpn in one.barred or one.preference * two.preference == CLASH:
                continue
            if two.preference not in admitted:
                admitted[two.preference] = self._admits(top, other)
            if admitted[two.preference]:
                return other
        if start != FLOATS and self.floats_left and self.may_float[top] and self._admits(top, FLOATS):
            return FLOATS
        return None

    def _admits(self, top: int, other: int) -> bool:
        """Whether this pair or float leaves the number of denied preferences within the limit."""
        self._move(top, other, -1)
        reached = self._bound() <= self.denied
        self._move(top, other, 1)
        return reached

    def _bound(self) -> int:
        """Compute the smallest possible number of denied colour preferences among the remaining players."""
        if not self.floats_left:
            return least_denied(self.counts)[0]
        counts = self.counts
        bounds = []
        for preference, number in enumerate(counts):
            if number:
                counts[preference] -= 1
                bounds.append(least_denied(counts)[0])
                counts[preference] += 1
        return min(bounds, default=0)

    def _move(self, top: int, other: int, by: int) -> None:
        """Remove a pair or a floater from the remaining players if ``by`` is -1, or put the players back."""
        one = self.members[top].preference
        self.counts[one] += by
        self.free[top] = by > 0
        if other == FLOATS:
            self.floats_left += by
            return
        two = self.members[other].preference
        self.counts[two] += by
        self.free[other] = by > 0
        self.denied += by * (one * two > 0)
