"""The shortcuts of the Double-Swiss System and of the Team System."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from pairing_engine.fast.graphs import Profiles, same_for_all
from pairing_engine.fast.proved import Proved, edition_of, ordinary
from pairing_engine.fast.transposition import ColourTally, count, least_denied
from pairing_engine.fast.upfloaters import SetsInOrder
from pairing_engine.kernel.bye import MayMeetInRound, can_all_be_paired
from pairing_engine.kernel.engine import Engine
from pairing_engine.kernel.graph import Horizon
from pairing_engine.kernel.rules import Bracket, Region
from pairing_engine.state.round_state import Player
from pairing_engine.systems.shared.top_scoregroup import (
    SET,
    TopScoregroupMethod,
    c7,
    members_of,
    next_is_following,
    was_floater,
)
from pairing_engine.systems.shared.upfloaters import kept_apart
from pairing_engine.systems.shared.wish_rules import KeptApart
from pairing_engine.systems.system import System


def profile_in_set(player: Player, bracket: Bracket, region: Region) -> Hashable:
    return None if region is Region.BRACKET else (bracket.score - player.score, was_floater(player))


def profile_in_pairing(player: Player, bracket: Bracket, _region: Region) -> Hashable:
    return player.preference, player.score - bracket.score, was_floater(player)


def spares_floaters_in(edition: System) -> Callable[[Bracket], bool] | None:
    """Return whether the criteria about former floaters apply in a bracket [C7]; None where [C7] is not known."""
    return next((rule.applies for rule in edition.criteria if rule.cost is c7.cost), None)


def _but_for(allowed: MayMeetInRound, apart: Callable[[Player, Player], bool]) -> MayMeetInRound:
    """Return who may meet if some are also kept apart. A function of its own, because mypyc compiles it so."""
    return lambda a, b: allowed(a, b) and not apart(a, b)


def walked_halves(
    members: tuple[Player, ...], apart: KeptApart | None, *, spares: bool
) -> tuple[tuple[Player, Player], ...] | None:
    """Find the first pairing of the halves with all rules satisfied; None if a short search fails."""

    def suits(one: Player, other: Player) -> bool:
        if apart is not None and apart.cost(one, other):
            return False
        higher = one if one.score > other.score else other
        return not spares or one.score == other.score or not was_floater(higher)

    counts = count(members)
    half = len(members) // 2
    found = ColourTally(counts, *least_denied(counts), None).first_transposition(members[:half], members[half:], suits)
    return None if found is None else tuple(found)


@ordinary
class QuickTopScoregroup(TopScoregroupMethod):
    """The Double-Swiss or the Team System with shortcuts: sets of upfloaters in order, and pairs of the halves.

    They are proved for the editions of 2026, in which ``spares_floaters`` returns whether the criteria about former
    floaters apply [C7].
    """

    def __init__(self, system: System, _engine: Engine) -> None:
        edition = edition_of(system) or system
        of_sets = tuple(rule for rule in edition.criteria if rule.scope is SET)
        of_pairs = tuple(rule for rule in edition.criteria if rule.scope is not SET)
        keys = (Profiles(profile_in_set, same_for_all, of_sets), Profiles(profile_in_pairing, same_for_all, of_pairs))
        proved = Proved(edition, keys)
        super().__init__(system, proved.engine(system))
        holds = edition.edition == "2026" and proved.holds_for(system)
        self.spares_floaters = spares_floaters_in(edition) if holds else None
        self.apart = kept_apart(system.wishing)
        has_strong = system.wishing is not None and bool(system.wishing.strong.apart)
        self.strong = self.apart.strong if self.apart is not None and has_strong else None

    def upfloaters(self, bracket: Bracket) -> tuple[tuple[Player, ...], str] | None:
        """Find the best set of upfloaters; a set that is best without a strong wish stands if it can be granted."""
        in_order = self._sets_in_order(bracket)
        chosen = None if in_order is None else in_order.first()
        if chosen is None or not self._can_be_granted(bracket, chosen):
            return super().upfloaters(bracket)
        return chosen, Horizon.FOLLOWING.value if chosen else Horizon.ALONE.value

    def _can_be_granted(self, bracket: Bracket, chosen: tuple[Player, ...]) -> bool:
        """Whether the strong wishes, if any, can be granted in the bracket with these upfloaters."""
        if self.strong is None:
            return True
        granted = _but_for(self.allowed(bracket.state), self.strong)
        return can_all_be_paired(members_of(bracket, chosen), granted, self.engine)

    def _sets_in_order(self, bracket: Bracket) -> SetsInOrder | None:
        """Return the sets of upfloaters in order; None if this shortcut is not proved for the system."""
        if self.spares_floaters is None:
            return None
        spares = self.spares_floaters(bracket)
        return SetsInOrder(
            bracket,
            self.allowed(bracket.state),
            self.engine,
            was_floater if spares else lambda _player: False,
            heeds_following=next_is_following(bracket),
        )

    def pairs_of_bracket(self, bracket: Bracket, members: tuple[Player, ...]) -> tuple[tuple[Player, Player], ...]:
        found = None
        if self.spares_floaters is not None:
            found = walked_halves(members, self.apart, spares=self.spares_floaters(bracket))
        return super().pairs_of_bracket(bracket, members) if found is None else found
