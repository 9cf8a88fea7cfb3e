"""The shortcuts of the Dubov System."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from pairing_engine.fast.graphs import Profiles, same_for_all
from pairing_engine.fast.proved import Proved, edition_of, ordinary
from pairing_engine.fast.transposition import count, first_assignment, least_denied
from pairing_engine.fast.upfloaters import Nearest, left_over
from pairing_engine.kernel.bye import MayMeetInRound
from pairing_engine.kernel.engine import Engine
from pairing_engine.kernel.graph import Horizon
from pairing_engine.kernel.rules import Bracket, Edge, Region, Rule
from pairing_engine.state.round_state import UP, Player, RoundState
from pairing_engine.systems.dubov.edition_2026 import DUBOV_2026, is_maximum_upfloater, upfloats
from pairing_engine.systems.dubov.process import Averages, DubovMethod, Subgroups
from pairing_engine.systems.shared.in_order import Couples
from pairing_engine.systems.shared.upfloaters import kept_apart
from pairing_engine.systems.system import System


def profile(player: Player, bracket: Bracket, region: Region) -> Hashable:
    if region is Region.BRACKET:
        return player.preference
    step = bracket.score - player.score
    maximum = upfloats(player) if is_maximum_upfloater(player, bracket.state) else 0
    return step, player.preference, maximum, player.floated(1) == UP


def transposed(subgroups: Subgroups, s1: Sequence[Player], g2: Sequence[Player]) -> Couples | None:
    """[C.04.4.1 3.2.6] Find the first legal transposition that breaks no wish; None if a short search fails."""
    may_meet, apart = subgroups.may_meet, subgroups.apart

    def fits(i: int, j: int) -> bool:
        return may_meet(s1[i], g2[j]) and (apart is None or not apart.cost(s1[i], g2[j]))

    found = first_assignment(len(s1), len(g2), fits)
    return None if found is None else tuple([(one, g2[j]) for one, j in zip(s1, found, strict=True)])


@ordinary
class QuickSubgroups(Subgroups):
    """A bracket with its subgroups, whose pairs a quick search looks for first."""

    def pairs(self) -> Couples:
        found = self.at_once()
        return super().pairs() if found is None else found

    def at_once(self) -> Couples | None:
        """Find the pairs with the first set that makes the subgroups equal; None if a short search finds none."""
        surplus = abs(len(self.g1) - len(self.g2)) // 2
        return transposed(self, *self.shifted((), self.from_the_middle(self.larger())[:surplus]))

    def first_transposition(self, s1: Sequence[Player], g2: Sequence[Player]) -> Couples:
        return transposed(self, s1, g2) or super().first_transposition(s1, g2)


def upfloater_at_once(
    bracket: Bracket,
    rules: Sequence[Rule],
    subgroups: Callable[[Sequence[Player]], QuickSubgroups],
    may_meet: MayMeetInRound,
) -> Player | None:
    """Find the upfloater of an odd scoregroup, by ``rules`` that begin with [C5] to [C7]; None if quick searches fail.

    By [C5] and [C6], one upfloater from the next scoregroup is best: the player who causes the fewest denied colour
    preferences [C7] floats up if one quick search pairs the bracket without denying more, and another pairs the others.
    """
    if len(bracket.residents) % 2 == 0 or not bracket.following:
        return None
    residents = count(bracket.residents)
    # The first of several equal players is chosen.
    found = min(bracket.following, key=lambda player: _least(player, rules, bracket, residents))
    if subgroups((*bracket.residents, found)).at_once() is None:
        return None
    below = [player for player in bracket.following + bracket.beyond if player is not found]
    return None if left_over(below, may_meet) else found


def _least(player: Player, rules: Sequence[Rule], bracket: Bracket, residents: Sequence[int]) -> tuple[int, ...]:
    """Compute the lowest cost of an upfloater for [C7] and later criteria; ``residents`` counts them by preference."""
    edge = Edge(bracket.residents[0], player, Region.BRACKET, Region.FOLLOWING)
    counts = [*residents]
    counts[player.preference] += 1
    denied, _ = least_denied(counts)
    return denied, *(rule.cost(edge, bracket) for rule in rules[3:] if rule.applies(bracket))


@ordinary
class QuickDubov(DubovMethod):
    """The Dubov System with shortcuts for the choice of upfloaters and of transpositions.

    `upfloater_at_once` is proved for the criteria and ``may_meet`` of both editions, `Nearest` for all
    criteria that begin with [C5] and [C6], and `QuickSubgroups` for every ``may_meet``.
    """

    def __init__(self, system: System, engine: Engine) -> None:
        edition = edition_of(system) or DUBOV_2026
        proved = Proved(edition, (Profiles(profile, same_for_all, edition.criteria),))
        super().__init__(system, proved.engine(system))
        self.finds_one = self.of_sets == edition.criteria and system.may_meet is edition.may_meet
        self.nearest = self.of_sets[:2] == edition.criteria[:2]
        self.without_strong: DubovMethod | None = None
        if system.wishless is not None and system.wishing is not None and system.wishing.strong.apart:
            self.without_strong = QuickDubov(system.wishless, engine)

    def upfloaters(self, bracket: Bracket, aro: Averages) -> tuple[tuple[Player, ...], str]:
        """Find the best set of upfloaters; if there is a strong wish, the best set without it is tried first."""
        granted = self._granted_at_once(bracket, aro)
        if granted is not None:
            return granted
        if self.finds_one:
            state = bracket.state
            one = upfloater_at_once(bracket, self.of_sets, partial(self._plain, aro, state), self.allowed(state))
            if one is not None:
                return (one,), Horizon.FOLLOWING.value
        if self.nearest:
            found = Nearest(self, self.of_sets, bracket).first()
            if found is not None:
                return found, Horizon.FOLLOWING.value if found else Horizon.ALONE.value
        return super().upfloaters(bracket, aro)

    def _granted_at_once(self, bracket: Bracket, aro: Averages) -> tuple[tuple[Player, ...], str] | None:
        """Return the best set without the strong wish, if a quick search grants the wish; else None."""
        if self.without_strong is None:
            return None
        tried = self.without_strong.upfloaters(bracket, aro)
        return tried if self.subgroups(bracket.residents + tried[0], aro, bracket.state).at_once() is not None else None

    def _plain(self, aro: Averages, state: RoundState, players: Sequence[Player]) -> QuickSubgroups:
        """Return the subgroups without wishes."""
        return QuickSubgroups(players, aro, self.allowed(state), self.engine)

    def subgroups(self, players: Sequence[Player], aro: Averages, state: RoundState) -> QuickSubgroups:
        return QuickSubgroups(players, aro, self.allowed(state), self.engine, kept_apart(self.system.wishing))
