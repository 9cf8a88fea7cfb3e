"""The shortcuts of the Dutch System of 2017, which also know its second route [C.04.3 A.9]."""

from __future__ import annotations

from collections.abc import Hashable

from pairing_engine.fast.downward import OBVIOUS, WALKED, Below
from pairing_engine.fast.dutch_2026 import QuickDutch
from pairing_engine.fast.dutch_walk import walk
from pairing_engine.fast.graphs import Profiles, QuickGraph
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
        self.below = Below(state, method.system.may_meet, groups, lowest_bye=False)

    def is_completed(self, floaters: Players, number: int) -> bool:
        below = self.below
        certainly = below.bye_group >= number and below.completes(floaters, number)
        return certainly or super().is_completed(floaters, number)

    def ordinary(self, bracket: Bracket, number: int) -> Decided | None:
        """Pair an ordinary bracket; None if it certainly leaves too few floaters for those below.

        The pairing without the players below and C.7 is right if nobody or everybody floats, because C.5 then leaves no
        other choice, and if the following bracket can pair all floaters and all its own players.
        """
        if self._has_too_few_floaters(bracket, number + 1):
            return None
        pairing, how = self.quick.alone(bracket)
        if not (pairing.floaters and pairing.pairs) or self._are_taken(pairing.floaters, number + 1):
            return pairing, how
        return super().ordinary(bracket, number)

    def _has_too_few_floaters(self, bracket: Bracket, number: int) -> bool:
        """Whether the bracket, with as few floaters as possible [C.5], certainly leaves too few for those below."""
        if not self.below.is_searched:
            return False
        needed = self.below.needed(number)
        return needed > 1 and needed > self.below.least_floaters(bracket)

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
        return self.collapsed(bracket) if found is None else (found, WALKED)

    def collapsed(self, clb: Bracket) -> Decided:
        only = self.below.unavoidable(clb, len(self.groups))
        return super().collapsed(clb) if only is None else (only, OBVIOUS)

    def penultimate(self, ppb: Bracket, number: int) -> BracketPairing:
        """Pair the PPB with enough floaters for the players below and the bye, first in a graph without them."""
        found = self.below.unavoidable(ppb, number + 1)
        if found is None and self.below.is_searched:
            found = self._with_rest(ppb, number + 1)
        return super().penultimate(ppb, number) if found is None else found

    def _with_rest(self, ppb: Bracket, number: int) -> BracketPairing | None:
        """Pair the PPB so that it leaves the floaters that the players below need; None if that is impossible."""
        graph = self.quick.graph(ppb, Horizon.ALONE)
        assert isinstance(graph, QuickGraph)
        near = self.below.near_from(0)
        extended = graph.with_rest(self.below.rest(number), [near[n] for n in self.below.numbers(graph.players)])
        if extended.is_hopeless:
            return None
        extended.check_order()
        mates = self.quick.mates(extended)
        return None if mates is None else extended.pairing(mates)
