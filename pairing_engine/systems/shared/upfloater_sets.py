"""[C.04.5, C.04.6: 3.5] A shortcut that finds the upfloaters of a bracket: it tries the possible sets in order.

Each set that the shortcut finds is proved to be right. If the shortcut finds no set, a matching of the whole round is
used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice

from pairing_engine.kernel.bracket import Bracket, scoregroups
from pairing_engine.kernel.bracket_graph import MayMeet
from pairing_engine.kernel.bye import MayMeetInRound, can_all_be_paired
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import Rule
from pairing_engine.matching import Backend, lightest
from pairing_engine.matching.completion import pair_off
from pairing_engine.matching.size import pairs_of
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.values import NamedTuple

MOST_TRIED = 64
"""The maximum number of sets in a search."""

MOST_FILTERED = 10_000
"""The maximum number of sets to examine for a given number of former floaters."""


def nobody_apart(_one: Player, _other: Player) -> bool:
    return False


class Shortcuts(NamedTuple):
    """Two shortcuts: one tries sets of upfloaters in order, and the other is a quick search for pairs.

    The two shortcuts are used only for systems with the same ``criteria``, ``may_meet`` and ``order``, for which they
    are proved.

    ``spares_floaters`` returns whether the criteria about former floaters apply in the round [C7]. ``keeps_apart``
    returns whether two players should not meet, according to any wish. The quick search never pairs such players.
    ``strong`` returns whether two players should not meet, according to a strong wish; None if there is no strong wish.

    With a strong wish, the search goes through the sets as if there were no wish. The best set is right if the strong
    wish can be granted in its bracket.
    """

    criteria: tuple[Rule, ...]
    may_meet: MayMeet
    order: Callable[[int], Order]
    spares_floaters: Callable[[RoundState], bool]
    keeps_apart: Callable[[Player, Player], bool] = nobody_apart
    strong: Callable[[Player, Player], bool] | None = None


def left_over(players: Sequence[Player], may_meet: MayMeetInRound) -> list[Player]:
    """Pair players in a quick search, and return the players left over.

    The search may find fewer pairs than possible.
    """
    left = pair_off(list(range(len(players))), lambda i, j: may_meet(players[i], players[j]))[1]
    return [players[v] for v in left]


class SetsInOrder:
    """The sets of upfloaters of one bracket that satisfy [C4] and [C5].

    ``spared`` returns whether a player counts as a former floater [C7]. ``heeds_following`` is true if [C6] applies.
    """

    def __init__(
        self, bracket: Bracket, may_meet: MayMeetInRound, spared: Callable[[Player], bool], *, heeds_following: bool
    ) -> None:
        self.bracket = bracket
        self.may_meet = may_meet
        self.spared = spared
        self.heeds_following = heeds_following

    def first(self) -> tuple[Player, ...] | None:
        """Find the best set of upfloaters; None if no set is proved to be the best.

        The set has one upfloater for each resident who cannot be paired with another resident ([C4], reading W7).
        """
        tried = 0
        for certain, group, number in self._levels(self._unpaired(self.bracket.residents)):
            is_possible = False
            for chosen in self._sets(group, number):
                tried += 1
                if chosen is None or tried > MOST_TRIED:
                    return None
                found = (*certain, *chosen)
                if can_all_be_paired([*self.bracket.residents, *found], self.may_meet, Backend.AUTO):
                    is_possible = True
                    leaves_the_best = self._leaves_the_best(found)
                    if leaves_the_best is not False:
                        return found if leaves_the_best else None
            if is_possible:
                return None
        return None

    def _levels(self, number: int) -> Iterator[tuple[list[Player], tuple[Player, ...], int]]:
        """[C5, reading W8] Yield the sets of ``number`` players with the highest scores, grouped into levels.

        A level consists of three values: the players who are in every set, the scoregroup that supplies the other
        players, and the number of other players. If only one upfloater is needed, each lower scoregroup is a level.
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
        """[3.5.4, C7] Yield the sets of ``number`` players of a group, beginning with the fewest former floaters.

        If some sets are not examined, None is yielded in their place.
        """
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

        In the best pairing, all players below the bracket are paired, and the following scoregroup needs as few
        upfloaters as possible. The result is False if the following scoregroup then needs more upfloaters, and None if
        the answer is not certain.

        In a largest matching of the following scoregroup, some players may remain unpaired. Every player without a
        partner in this matching needs an upfloater. If a player of the scoregroup becomes an upfloater of the bracket,
        the number of unpaired players falls by one at most.
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
            least = max(least, len(self._single_in_following) - len(self.bracket.following) + len(following))
            left = self._single(following, left)
        if len(left) > least:
            return False
        return not left_over([*left, *beyond], self.may_meet) or None

    @cached_property
    def _single_in_following(self) -> list[Player]:
        """The players of the following scoregroup who stay unpaired in a largest matching."""
        following = self.bracket.following
        return self._single(following, left_over(following, self.may_meet))

    def _unpaired(self, players: Sequence[Player]) -> int:
        return len(self._single(players, left_over(players, self.may_meet)))

    def _single(self, players: Sequence[Player], left: list[Player]) -> list[Player]:
        """Return the players who have no partner in a largest matching.

        ``left`` lists the players who were left over in a quick search.
        """
        size = len(players)
        if len(left) < 2:
            return left
        pairs = pairs_of(size, lambda i, j: self.may_meet(players[i], players[j]))
        mates = lightest(pairs, [1] * size, size.bit_length(), list)
        assert mates is not None
        return [player for player, mate in zip(players, mates, strict=True) if mate < 0]

    def pairs(self, upfloaters: Sequence[Player]) -> list[tuple[Player, Player]] | None:
        """Find pairs in which each upfloater meets a resident; None if a quick search fails.

        The search continues only if the players below the bracket can certainly still have their best pairing.
        """
        if not self._leaves_the_best(upfloaters):
            return None
        free = list(self.bracket.residents)
        found = []
        for upfloater in upfloaters:
            place = next((n for n, other in enumerate(free) if self.may_meet(upfloater, other)), None)
            if place is None:
                return None
            found.append((upfloater, free.pop(place)))
        couples, left = pair_off(list(range(len(free))), lambda i, j: self.may_meet(free[i], free[j]))
        return None if left else found + [(free[i], free[j]) for i, j in couples]
