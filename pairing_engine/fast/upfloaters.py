"""Shortcuts for the choice of upfloaters: a graph of the nearest scoregroups only, and the sets in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from pairing_engine.fast.completion import pair_off
from pairing_engine.fast.downward import MOST_SEARCHED
from pairing_engine.kernel.bye import MayMeetInRound, can_all_be_paired
from pairing_engine.kernel.engine import Engine
from pairing_engine.kernel.graph import Horizon
from pairing_engine.kernel.rules import Bracket, Rule, scoregroups
from pairing_engine.matching.cover import bits, neighbours_by, rest_of, unmatched
from pairing_engine.state.round_state import Player
from pairing_engine.systems.shared.upfloaters import best_set
from pairing_engine.systems.system import Method

MOST_NEAREST = 2
"""The maximum number of upfloaters for a search that considers only the nearest scoregroups."""

MOST_EDGES = 50_000
"""The maximum number of pairs to examine if a search covers several scoregroups."""


class Nearest(NamedTuple):
    """A search for a bracket's upfloaters in the smallest graph that is proved to be sufficient.

    This is proved for criteria that begin with the number of upfloaters and their score differences.
    """

    method: Method
    criteria: tuple[Rule, ...]
    bracket: Bracket

    def first(self) -> tuple[Player, ...] | None:
        """Choose at most two upfloaters from the nearest scoregroups; None if the best choice is not certain."""
        residents = self.bracket.residents
        if len(residents) % 2 == 0 and self._is_paired(residents):
            return () if self._is_completed(()) else None
        needed, in_need = self._in_need(residents)
        if needed > MOST_NEAREST:
            return None
        below = self.bracket.following + self.bracket.beyond
        pool = helpers = 0
        for group in scoregroups(below):
            pool += len(group)
            if pool > len(group) and pool * len(residents) > MOST_EDGES:
                break
            helpers += sum(any(self._may_meet(other, player) for other in in_need) for player in group)
            if helpers < needed:
                continue
            nearest = self.bracket._replace(following=below[:pool], beyond=below[pool:])
            found = best_set(self.method, self.criteria, nearest, Horizon.FOLLOWING)
            if found is not None and 1 <= len(found) <= MOST_NEAREST:
                return found if self._is_completed(found) else None
        return None

    def _in_need(self, residents: Sequence[Player]) -> tuple[int, list[Player]]:
        """Return the least number of upfloaters, and the residents to meet them; nothing for a large scoregroup."""
        if len(residents) > MOST_SEARCHED:
            return 0, []
        size = len(residents)
        edges = [(i, j) for i, j in combinations(range(size), 2) if self._may_meet(residents[i], residents[j])]
        rest = rest_of(neighbours_by(size, edges), (1 << size) - 1)
        return rest.needed, [residents[v] for part in rest.parts for v in bits(part)]

    def _may_meet(self, a: Player, b: Player) -> bool:
        return self.method.system.may_meet(a, b, self.bracket.state)

    def _is_paired(self, players: Sequence[Player]) -> bool:
        return not left_over(players, self._may_meet)

    def _is_completed(self, upfloaters: Sequence[Player]) -> bool:
        """Whether a quick search pairs all players below the bracket except the upfloaters."""
        taken = {player.tpn for player in upfloaters}
        below = self.bracket.following + self.bracket.beyond
        return self._is_paired([player for player in below if player.tpn not in taken])


MOST_TRIED = 64
"""The maximum number of sets in a search."""

MOST_FILTERED = 10_000
"""The maximum number of sets to examine for a given number of former floaters."""


def left_over(players: Sequence[Player], may_meet: MayMeetInRound) -> list[Player]:
    """Pair players in a quick search, perhaps not as many as possible, and return the others."""
    left = pair_off(list(range(len(players))), lambda i, j: may_meet(players[i], players[j]))[1]
    return [players[v] for v in left]


class SetsInOrder:
    """The sets that satisfy [C4] and [C5]; ``spared`` tells former floaters [C7], ``heeds_following`` is for [C6]."""

    def __init__(
        self,
        bracket: Bracket,
        may_meet: MayMeetInRound,
        engine: Engine,
        spared: Callable[[Player], bool],
        *,
        heeds_following: bool,
    ) -> None:
        self.bracket = bracket
        self.may_meet = may_meet
        self.engine = engine
        self.spared = spared
        self.heeds_following = heeds_following
        self._single_in_following: int | None = None

    def first(self) -> tuple[Player, ...] | None:
        """Find the best set of upfloaters; None if no set is proved to be the best.

        The set has one upfloater for each resident who cannot be paired with another resident ([C4], reading W7).
        """
        tried = 0
        for certain, group, number in self._levels(self._number_single(self.bracket.residents)):
            is_possible = False
            for chosen in self._sets(group, number):
                tried += 1
                if chosen is None or tried > MOST_TRIED:
                    return None
                found = (*certain, *chosen)
                if can_all_be_paired([*self.bracket.residents, *found], self.may_meet, self.engine):
                    is_possible = True
                    leaves_the_best = self._leaves_the_best(found)
                    if leaves_the_best is not False:
                        return found if leaves_the_best else None
            if is_possible:
                return None
        return None

    def _levels(self, number: int) -> Iterator[tuple[list[Player], tuple[Player, ...], int]]:
        """[C5, reading W8] Yield the sets of ``number`` players with the highest scores, grouped into levels.

        A level is the players in every set, the scoregroup that supplies the others, and their number. If only one
        upfloater is needed, each lower scoregroup is a level.
        """
        certain: list[Player] = []
        if not number:
            yield certain, (), 0
            return
        for group in scoregroups(self.bracket.following + self.bracket.beyond):
            if len(certain) + len(group) >= number:
                yield certain, group, number - len(certain)
                if number > 1:
                    return
            else:
                certain += group

    def _sets(self, group: Sequence[Player], number: int) -> Iterator[tuple[Player, ...] | None]:
        """[C.04.5 3.5.4, C7] Yield sets of ``number`` players, fewest former floaters first; None for others."""
        floaters = sum(map(self.spared, group))
        if not floaters or number == len(group):
            yield from combinations(group, number)
            return
        for spared in range(max(0, number - (len(group) - floaters)), min(number, floaters) + 1):
            of_all = combinations(group, number)
            yield from (c for c in islice(of_all, MOST_FILTERED) if sum(map(self.spared, c)) == spared)
            if next(of_all, None) is not None:
                yield None

    def _leaves_the_best(self, upfloaters: Sequence[Player]) -> bool | None:
        """[C6] Whether the players below the bracket can still have their best pairing without the upfloaters.

        There, all are paired, and the following scoregroup needs as few upfloaters as possible: one for each player
        without a partner in its largest matching, a number that falls by one at most with each upfloater of the
        bracket. The result is False if it needs more, and None if the answer is not certain.
        """
        taken = {player.tpn for player in upfloaters}
        following, beyond = (
            [player for player in players if player.tpn not in taken]
            for players in (self.bracket.following, self.bracket.beyond)
        )
        if not (self.heeds_following and upfloaters):
            return not left_over([*following, *beyond], self.may_meet) or None
        least = len(following) % 2
        left = left_over(following, self.may_meet)
        if len(left) > least:
            if self._single_in_following is None:
                self._single_in_following = self._number_single(self.bracket.following)
            least = max(least, self._single_in_following - len(self.bracket.following) + len(following))
            left = self._single(following)
        if len(left) > least:
            return False
        return not left_over([*left, *beyond], self.may_meet) or None

    def _number_single(self, players: Sequence[Player]) -> int:
        """Return how many have no partner in a largest matching. If a quick search leaves one at most, that is it."""
        left = left_over(players, self.may_meet)
        return len(left) if len(left) < 2 else len(self._single(players))

    def _single(self, players: Sequence[Player]) -> list[Player]:
        """Return who has no partner in a largest matching."""
        size = len(players)
        couples = ((i, j) for i, j in combinations(range(size), 2) if self.may_meet(players[i], players[j]))
        return [players[v] for v in unmatched(neighbours_by(size, couples))]
