"""The shortcuts of the Dutch System of 2017, which also know its second route [C.04.3 A.9]."""

from __future__ import annotations

from collections.abc import Hashable

from pairing_engine.fast.downward import WALKED, Below
from pairing_engine.fast.dutch_2026 import QuickDutch
from pairing_engine.fast.dutch_walk import walk
from pairing_engine.fast.graphs import Profiles
from pairing_engine.fast.proved import Proved, ordinary
from pairing_engine.kernel.graph import Horizon
from pairing_engine.kernel.rules import Bracket, BracketPairing, Region, Route
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017, last_leaves_one, looks_ahead
from pairing_engine.systems.dutch.edition_2026 import is_topscorer
from pairing_engine.systems.dutch.two_routes import DutchOfTwoRoutes, Players, RoundToPair
from pairing_engine.systems.shared.downward import Decided


def profile(player: Player, bracket: Bracket, region: Region) -> tuple[Hashable, Hashable]:
    """Return the two cache keys of a player: all facts that the criteria use, about floats and about colours.

    Below the bracket, these are the score and, if the next bracket gives the bye, whether the player may have it.
    """
    gap = player.score - bracket.lowest_score
    leaves = last_leaves_one(bracket) and player.may_have_bye
    if region is not Region.BRACKET:
        return (gap, leaves), None
    state = bracket.state
    return (
        (gap, player.floats[-2:], leaves),
        (player.preference, player.difference, player.colours[-2:], is_topscorer(player, state))
        if state.is_last
        else player.preference,
    )


def context(bracket: Bracket, horizon: Horizon) -> Hashable:
    """Return the cache key of the bracket itself; its players have their own cache keys."""
    here = (bracket.state.is_last, bracket.route is Route.COLLAPSED)
    if horizon is Horizon.ALONE or not looks_ahead(bracket):
        return here
    return *here, bracket.score - bracket.following[0].score


def walk_without_c9(bracket: Bracket) -> BracketPairing | None:
    """Find the best candidate under the rules of 2017, which have no criterion about unplayed games."""
    return walk(bracket, unplayed_count=False)


@ordinary
class QuickDutchOfTwoRoutes(QuickDutch, DutchOfTwoRoutes):
    """The Dutch System of 2017 with shortcuts."""

    proved = Proved(DUTCH_2017, (Profiles(profile, context, DUTCH_2017.criteria, two_keys=True),), walk_without_c9)

    def round_to_pair(self, state: RoundState, groups: list[Players]) -> RoundToPair:
        return QuickRound(self, state, groups) if self.is_proved else super().round_to_pair(state, groups)


@ordinary
class QuickRound(RoundToPair):
    """A round to be paired, with the floaters that the players below each scoregroup need."""

    def __init__(self, method: QuickDutchOfTwoRoutes, state: RoundState, groups: list[Players]) -> None:
        super().__init__(method, state, groups)
        self.quick = method
        self.below = Below(state, method.system.may_meet, groups)

    def is_completed(self, floaters: Players, number: int) -> bool:
        below = self.below
        certainly = below.bye_group >= number and below.completes(floaters, number)
        return certainly or super().is_completed(floaters, number)

    def ordinary(self, bracket: Bracket, number: int) -> Decided:
        """Pair an ordinary bracket.

        The pairing without the players below and C.7 is right if nobody or everybody floats, because C.5 then leaves no
        other choice, and if the following bracket can pair all floaters and all its own players.
        """
        pairing, how = self.quick.alone(bracket)
        if not (pairing.floaters and pairing.pairs) or self._are_taken(pairing.floaters, number + 1):
            return pairing, how
        return super().ordinary(bracket, number)

    def _are_taken(self, floaters: Players, number: int) -> bool:
        """Whether scoregroup ``number`` certainly has opponents for all floaters and can pair its other players.

        If their number is odd, one may remain unpaired. The result is False if the bye goes to one of them, unless the
        scoregroup is the last one.
        """
        below = self.below
        bye_is_apart = below.bye_group != number or number == len(self.groups) - 1
        return bye_is_apart and below.matchings.takes(below.numbers(floaters), number)

    def last(self, bracket: Bracket) -> Decided:
        found = self.quick.walk(bracket)
        return super().last(bracket) if found is None else (found, WALKED)
