"""The shortcuts of the Burstein System."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from pairing_engine.fast.downward import QuickDownward
from pairing_engine.fast.graphs import Profiles
from pairing_engine.fast.proved import Proved, edition_of, ordinary
from pairing_engine.fast.transposition import TURNS_BACK, count, least_denied
from pairing_engine.kernel.colour import CLASH
from pairing_engine.kernel.engine import Engine
from pairing_engine.kernel.graph import Horizon
from pairing_engine.kernel.rules import Bracket, BracketPairing, Region
from pairing_engine.matching.assignments import assignments
from pairing_engine.state.round_state import Player
from pairing_engine.systems.burstein.edition_2026 import BURSTEIN_2026
from pairing_engine.systems.burstein.process import BursteinMethod
from pairing_engine.systems.system import System


def profile(player: Player, bracket: Bracket, region: Region) -> Hashable:
    return (player.score - bracket.score, player.preference) if region is Region.BRACKET else None


def context(bracket: Bracket, horizon: Horizon) -> Hashable:
    if horizon is Horizon.ALONE or not bracket.following:
        return None
    return bracket.score - bracket.following[0].score


def walk(bracket: Bracket, members: tuple[Player, ...]) -> BracketPairing | None:
    """Pair the bracket without looking at the players below. Returns None if a short search finds no pairing.

    Each of the ``members``, in the order of their BSNs, meets the last remaining player who fits. If their number is
    odd, the first resident without an opponent floats.
    """
    odd = len(members) % 2 == 1
    if odd and not bracket.following:
        return None
    members = members[::-1]
    search = _Walk(members, {player.tpn for player in bracket.residents} if odd else set())
    found = next(assignments(len(members), search.fits, search.move, turns=TURNS_BACK + len(members)), None)
    if found is None:
        return None
    pairs = tuple((members[top], members[mate]) for top, mate in found if top != mate)
    return BracketPairing(pairs, tuple(members[top] for top, mate in found if top == mate))


class _Walk:
    """A state of the search: remaining players by preference (``counts``), and denials still allowed (``denied``)."""

    def __init__(self, members: tuple[Player, ...], floaters: set[int]) -> None:
        self.members = members
        self.floaters = floaters
        self.floats_left = 1 if floaters else 0
        self.counts = count(members)
        self.denied = self._bound()
        self.admitted: dict[int, bool] = {}

    def fits(self, top: int, other: int) -> bool:
        one, two = self.members[top], self.members[other]
        if top == other:
            return self.floats_left > 0 and one.tpn in self.floaters and self._admits(top, other)
        if two.tpn in one.barred or one.preference * two.preference == CLASH:
            return False
        if two.preference not in self.admitted:
            self.admitted[two.preference] = self._admits(top, other)
        return self.admitted[two.preference]

    def move(self, top: int, other: int, by: int) -> None:
        self._count(top, other, by)
        self.admitted.clear()

    def _admits(self, top: int, other: int) -> bool:
        """Whether this pair or float leaves the number of denied preferences within the limit."""
        self._count(top, other, -1)
        reached = self._bound() <= self.denied
        self._count(top, other, 1)
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

    def _count(self, top: int, other: int, by: int) -> None:
        """Subtract a pair or a floater from the remaining players (``by`` is -1), or add it again (``by`` is 1)."""
        one, two = self.members[top].preference, self.members[other].preference
        self.counts[one] += by
        if top == other:
            self.floats_left += by
        else:
            self.counts[two] += by
            self.denied += by * (one * two > 0)


@ordinary
class QuickBurstein(QuickDownward, BursteinMethod):
    """The Burstein System with shortcuts."""

    def __init__(self, system: System, engine: Engine) -> None:
        edition = edition_of(system) or BURSTEIN_2026
        quick = walk if edition is BURSTEIN_2026 else None
        self.proved = Proved(edition, (Profiles(profile, context, edition.criteria),), quick)
        super().__init__(system, engine)
        if self.is_proved:
            self.walk_in_order: Callable[..., BracketPairing | None] = self.walk
            self.walk = self._walked

    def _walked(self, bracket: Bracket) -> BracketPairing | None:
        return self.walk_in_order(bracket, self.ranked(bracket))
