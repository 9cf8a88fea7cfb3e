"""A search for floaters with whom all players below a bracket can be paired."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.bracket_graph import MayMeet
from pairing_engine.matching.completion import GroupMatchings, left_open
from pairing_engine.matching.cover import bits_of
from pairing_engine.matching.rest import Largest, Rest, completes, largest, rest_of
from pairing_engine.state.round_state import Player, RoundState

MOST_SEARCHED = 256
"""The maximum number of players for an exact search.

If there are more players, a quick search gives an approximate answer.
"""


class Below:
    """The scoregroups of a round, and the floaters that each scoregroup needs.

    The argument ``k`` of a method stands for scoregroup number k and all scoregroups below it.

    Players have numbers from 0 in ranking order. If the number of players is odd, somebody gets the bye. A quick search
    gives the bye to ``bye``, the lowest ranked player who may have it. ``bye_group`` is the number of the scoregroup of
    ``bye``. An exact search may give the bye to any player who is allowed to have it. If ``lowest_bye`` is true, an
    exact search considers only players with the same score as ``bye``. If nobody may have the bye, ``bye_group`` is -1.
    If the number of players is even, ``bye_group`` is the number of scoregroups.
    """

    def __init__(
        self, state: RoundState, may_meet: MayMeet, groups: Sequence[Sequence[Player]], *, lowest_bye: bool
    ) -> None:
        self.state = state
        self.may_meet = may_meet
        self.groups = groups
        self.players = players = [player for group in groups for player in group]
        numbers: list[range] = []
        for group in groups:
            start = numbers[-1].stop if numbers else 0
            numbers.append(range(start, start + len(group)))
        self.first = [*(group.start for group in numbers), len(players)]
        self.number = {player.tpn: number for number, player in enumerate(players)}
        self.bye: int | None = None
        self.bye_group = len(groups)
        if len(players) % 2:
            self.bye = next((i for i in reversed(range(len(players))) if players[i].may_have_bye), None)
            self.bye_group = -1 if self.bye is None else next(k for k, group in enumerate(numbers) if self.bye in group)
        self.matchings = GroupMatchings(numbers, lambda i, j: may_meet(players[i], players[j], state), self.bye)
        self.is_searched = len(players) <= MOST_SEARCHED
        self._near = [0] * (len(players) + 1)
        self._known_from = len(players)
        self._matched: dict[int, Largest] = {}
        self._bye_score = None if self.bye is None or not lowest_bye else players[self.bye].score

    @property
    def near(self) -> list[int]:
        """The possible opponents of each player, as bits. The bye counts as the last player."""
        return self.near_from(0)

    def near_from(self, first: int) -> list[int]:
        """Return the possible opponents of each player from number ``first`` on, as bits.

        The result may be incomplete for players before number ``first``.
        """
        players, state, may_meet, near = self.players, self.state, self.may_meet, self._near
        size = len(players)
        for i in range(self._known_from - 1, first - 1, -1):
            player, own, row = players[i], 1 << i, 0
            for j in range(i + 1, size):
                if may_meet(player, players[j], state):
                    row |= 1 << j
                    near[j] |= own
            if player.may_have_bye and self._bye_score in (None, player.score):
                row |= 1 << size
                near[size] |= own
            near[i] = row
        self._known_from = min(self._known_from, first)
        return near

    def numbers(self, players: Iterable[Player]) -> list[int]:
        return [self.number[player.tpn] for player in players]

    def rest(self, k: int) -> Rest:
        """Find out how many floaters the players from scoregroup ``k`` down need, and who can be their opponents.

        The bye is treated as a player.
        """
        return rest_of(self.near_from(self.first[k]), self._inside(k), self._largest(k).couples)

    def _largest(self, k: int) -> Largest:
        """Return a largest matching of the players from scoregroup ``k`` down, including the bye."""
        found = self._matched.get(k)
        if found is None:
            couples = self.matchings.couples[k]
            if self.bye is not None and k <= self.bye_group:
                couples = [*couples, (self.bye, len(self.players))]
            found = self._matched[k] = largest(self.near_from(self.first[k]), self._inside(k), couples)
        return found

    def _inside(self, k: int) -> int:
        """Return the players from scoregroup ``k`` down as bits, including the bye if there is one."""
        size = len(self.players)
        return (1 << size + size % 2) - (1 << self.first[k])

    def needed(self, k: int) -> int:
        """Return the minimum number of floaters needed to pair all players from scoregroup ``k`` down.

        For more than `MOST_SEARCHED` players, the result is only a lower bound.
        """
        left = len(self.matchings.left[k])
        return self._largest(k).needed if left > 1 and self.is_searched else left % 2

    def least_floaters(self, bracket: Bracket) -> int:
        mdps = bits_of(self.numbers(bracket.mdps))
        members = mdps | bits_of(self.numbers(bracket.residents))
        near = [row & ~mdps if mdps >> number & 1 else row for number, row in enumerate(self.near)]
        return largest(near, members).needed

    def completes(self, floaters: Sequence[Player], k: int) -> bool:
        """Whether the floaters and all players from scoregroup ``k`` down can certainly be paired.

        For more than `MOST_SEARCHED` players, a pairing may exist although the result is False.
        """
        numbers = self.numbers(floaters)
        if self.matchings.completes(numbers, k):
            return True
        if not self.is_searched or k == len(self.groups):
            return False
        near = self.near_from(min(numbers, default=self.first[k]))
        return completes(near, self._inside(k), self._largest(k), bits_of(numbers))

    def unavoidable(self, bracket: Bracket, k: int) -> BracketPairing | None:
        """Return the pairing of a bracket if every complete pairing of the round contains it.

        The caller must know that the round can be completed. The result is None if a quick search cannot prove that
        there is only one possible pairing.
        """
        if not self.is_searched:
            return None
        numbers = self.numbers(bracket.members)
        members = bits_of(numbers)
        rows = left_open(self.near_from(numbers[0]), members | self._inside(k))
        if rows is None:
            return None
        pairs, floaters = [], []
        for number in numbers:
            row = rows[number]
            if not row & members:
                floaters.append(self.players[number])
            elif row & (row - 1):
                return None
            elif row >> number:
                pairs.append((self.players[number], self.players[row.bit_length() - 1]))
        return BracketPairing(tuple(pairs), tuple(floaters))
