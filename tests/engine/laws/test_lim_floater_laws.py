"""Laws that hold for a group of the Lim System in every reading of the rules.

Each law compares the result of a group with other possible results. Earlier versions of the engine broke each of these
laws (readings L38 to L40 and L47).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from pairing_engine import NoPairing
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.pairing import pair_round
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.lim.edition_2026 import LIM_2026, twice_median_score
from pairing_engine.systems.lim.floaters import compatible, have_permitted_colours
from tests.articles.literal.facts import tournament_of
from tests.articles.literal.random_events import random_event
from tests.conftest import some
from tests.engine.laws.strategies import coming
from tests.engine.laws.test_lim_laws import rounds_of

SEEDS = 80
ALL_SEEDS = 4_000
BLOCK = 40

Fits = Callable[[Player, Player], bool]


class Outcome(NamedTuple):
    """The result of pairing a group, before any pairs are undone for the median [2.6].

    ``own`` contains the players with the score of the group. ``cracked`` is true if pairs were undone later.
    """

    state: RoundState
    trace: BracketTrace
    own: frozenset[Player]
    paired: frozenset[Player]
    leaving: frozenset[Player]
    adjacent: frozenset[Player]
    cracked: bool

    def fits(self, one: Player, other: Player) -> bool:
        """Whether two players are compatible [2.1, 6]."""
        return compatible(one, other, self.state)


def states_of(seed: int) -> Iterator[RoundState]:
    yield coming(tournament_of(random_event(Random(seed))))
    for found in rounds_of(seed):
        yield coming(found.tournament)


def outcomes(state: RoundState) -> Iterator[Outcome]:
    try:
        found = pair_round(LIM_2026, state)
    except NoPairing:
        return
    players = [player for player in state.players if player.tpn != found.bye]
    waiting: frozenset[Player] = frozenset()
    for trace in found.trace:
        members = frozenset(trace.bracket.members)
        gone = {step.player: step.article for step in trace.steps if step.opponent is None}
        leaving = frozenset(player for player, article in gone.items() if not article.startswith("2.6"))
        own = frozenset(trace.bracket.residents)
        adjacent = _adjacent(trace, players, state, waiting)
        if trace.decided == "downward":
            waiting = leaving
        yield Outcome(state, trace, own, members - leaving, leaving, adjacent, len(leaving) < len(gone))


def _adjacent(
    trace: BracketTrace, players: Collection[Player], state: RoundState, waiting: Collection[Player]
) -> frozenset[Player]:
    """Return the players of the next group. The result is empty if there is no next group."""
    median = twice_median_score(state)
    score = trace.bracket.residents[0].score
    if trace.decided == "downward":
        following = max((p.score for p in players if p.score < score and 2 * p.score >= median), default=None)
        waiting = ()
    else:
        following = min((p.score for p in players if p.score > score and 2 * p.score <= median), default=None)
    there = [p for p in players if p.score == following]
    return frozenset((*there, *waiting) if there and 2 * there[0].score == median else there)


def most_pairs(players: Collection[Player], fits: Fits) -> int:
    order = sorted(players, key=lambda player: player.tpn)
    near = [sum(1 << j for j, other in enumerate(order) if other is not one and fits(one, other)) for one in order]

    @cache
    def most(left: int) -> int:
        if not left:
            return 0
        first = left.bit_length() - 1
        rest = left & ~(1 << first)
        found = 0
        for other in range(first):
            if near[first] & rest & 1 << other:
                found = max(found, 1 + most(rest & ~(1 << other)))
                if 2 * found >= left.bit_count() - 1:
                    return found
        return max(found, most(rest))

    return most((1 << len(order)) - 1)


def can_all_meet(players: Collection[Player], fits: Fits) -> bool:
    return 2 * most_pairs(players, fits) == len(players)


# --- the laws: each returns a counterexample, or None -----------------------------------------------------------------


def a_pair_is_lost(one: Outcome) -> object:
    """[3.1, 3.10.2] Find a group with too few pairs. Count pairs that were undone for the median [2.6]."""
    most = most_pairs(one.trace.bracket.members, one.fits)
    return None if 2 * most == len(one.paired) else (most, len(one.paired))


def two_who_could_meet_leave(one: Outcome) -> object:
    """[3.1, 4.4.2] Find two compatible players who leave a group together."""
    return next((two for two in combinations(one.leaving, 2) if one.fits(*two)), None)


def a_floater_is_sent_on(one: Outcome) -> object:
    """[3.9.2] Find a floater who leaves the group again although a player of the group could have left instead."""
    for floater in one.leaving - one.own:
        for other in one.paired & one.own:
            if can_all_meet(one.paired - {other} | {floater}, one.fits):
                return floater, other
    return None


def a_floater_has_nobody(one: Outcome) -> object:
    """[3.5] Find a floater without a possible opponent in the next group, if a better floater exists.

    A better floater has a possible opponent in the next group. Skip Maxi-tournaments, because Article 3.2.3 chooses
    their floaters without regard to the next group.
    """

    def has_somebody(player: Player) -> bool:
        return any(one.fits(player, other) for other in one.adjacent)

    if len(one.leaving) != 1 or one.state.tournament.settings.maxi:
        return None
    (floater,) = one.leaving
    if not one.adjacent or floater not in one.own or has_somebody(floater):
        return None
    for other in one.paired & one.own:
        if has_somebody(other) and can_all_meet(one.paired - {other} | {floater}, one.fits):
            return floater, other
    return None


def a_colour_is_given_without_need(one: Outcome) -> object:
    """[6] Find a forbidden colour in a group that could be paired without forbidden colours."""

    def permitted(player: Player, other: Player) -> bool:
        return other.tpn not in player.barred and have_permitted_colours(player, other)

    wrong = [pair for pair in one.trace.pairing.pairs if not have_permitted_colours(*pair)]
    return wrong if wrong and not one.cracked and can_all_meet(one.paired, permitted) else None


LAWS: tuple[Callable[[Outcome], object], ...] = (
    a_pair_is_lost,
    two_who_could_meet_leave,
    a_floater_is_sent_on,
    a_floater_has_nobody,
    a_colour_is_given_without_need,
)


@pytest.mark.parametrize("first", some(range(0, ALL_SEEDS, BLOCK), SEEDS // BLOCK))
def test_the_laws_of_a_group(first: int) -> None:
    for seed in range(first, first + BLOCK):
        for state in states_of(seed):
            for outcome in outcomes(state):
                for law in LAWS:
                    assert law(outcome) is None, (law.__name__, seed, state.number)
