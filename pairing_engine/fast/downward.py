"""The shortcuts for systems that pair bracket by bracket: smaller graphs, and the proofs that these suffice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pairing_engine.fast.completion import GroupMatchings
from pairing_engine.fast.proved import Proved, ordinary
from pairing_engine.kernel.engine import Engine
from pairing_engine.kernel.graph import Horizon, MayMeet
from pairing_engine.kernel.rules import Bracket, BracketPairing
from pairing_engine.language import marked
from pairing_engine.matching.cover import Largest, bits_of, completes, largest
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.shared.downward import MATCHED, Decide, Decided, Downward
from pairing_engine.systems.system import System

MOST_SEARCHED = 256
"""The maximum number of players for an exact search.

If there are more players, a quick search gives an approximate answer.
"""


class Below:
    """The scoregroups of a round, and the floaters that each scoregroup needs.

    The argument ``k`` of a method stands for scoregroup number k and all scoregroups below it.

    Players have numbers from 0 in ranking order. If their number is odd, a quick search gives the bye to ``bye``, the
    lowest ranked player who may have it, of scoregroup number ``bye_group``: -1 if nobody may have it, and the number
    of scoregroups for an even number of players. An exact search may give it to anybody with the same score.
    """

    def __init__(self, state: RoundState, may_meet: MayMeet, groups: Sequence[Sequence[Player]]) -> None:
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
        self._bye_score = None if self.bye is None else players[self.bye].score

    def near_from(self, first: int) -> list[int]:
        """Return the possible opponents of each player from ``first`` on, as bits; the bye counts as the last player.

        The rows of the players before may be incomplete.
        """
        players, state, may_meet, near = self.players, self.state, self.may_meet, self._near
        size = len(players)
        for i in range(self._known_from - 1, first - 1, -1):
            player, own, row = players[i], 1 << i, 0
            for j in range(i + 1, size):
                if may_meet(player, players[j], state):
                    row |= 1 << j
                    near[j] |= own
            if player.may_have_bye and player.score == self._bye_score:
                row |= 1 << size
                near[size] |= own
            near[i] = row
        self._known_from = min(self._known_from, first)
        return near

    def numbers(self, players: Iterable[Player]) -> list[int]:
        return [self.number[player.tpn] for player in players]

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
        """Return the least number of floaters for the players from ``k`` down; a lower bound above `MOST_SEARCHED`."""
        left = len(self.matchings.left[k])
        return self._largest(k).needed if left > 1 and self.is_searched else left % 2

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


OBVIOUS, WALKED = marked(("it is obvious", "by trying the candidates in their order"))


Walk = Callable[[Bracket], BracketPairing | None]
"""A function that finds the pairing of a bracket without the players below; None if a short search fails."""


def no_walk(_bracket: Bracket) -> BracketPairing | None:
    return None


@ordinary
class QuickDownward(Downward):
    """A method whose brackets are paired without most of the players below, where that is proved to be enough.

    The shortcuts are proved for the Systems for which the ``walk`` is, a quick search that ignores the players below;
    in the lowest bracket, it pairs everybody except the player who gets the bye.
    """

    proved: Proved

    def __init__(self, system: System, _engine: Engine) -> None:
        super().__init__(system, self.proved.engine(system))
        walk = self.proved.walk_for(system)
        self.is_proved = walk is not None
        self.walk: Walk = walk or no_walk

    def deciding(self, state: RoundState, groups: list[tuple[Player, ...]]) -> Decide:
        return Shortcuts(self, state, groups) if self.is_proved else super().deciding(state, groups)

    def alone(self, bracket: Bracket) -> Decided:
        """Find the first of the best candidates without the players below, and how it was found."""
        members = bracket.members
        if len(members) < 3:
            if len(members) == 2 and self.system.may_meet(*members, bracket.state):
                return BracketPairing((members,), ()), OBVIOUS
            return BracketPairing((), members), OBVIOUS
        found = self.walk(bracket)
        if found is not None:
            return found, WALKED
        answer = self.ask(bracket, Horizon.ALONE)
        assert answer is not None
        return answer.pairing, MATCHED


class Shortcuts:
    """A function that pairs each bracket in the smallest graph that is proved to be sufficient.

    The smallest graph contains only the bracket, without the criteria about the players below. The result is right if
    the floaters and all players below can be paired, the bye goes to the lowest possible score, and the following
    bracket has opponents for all floaters and leaves at most one player unpaired. It is not used if the players below
    need several floaters.
    """

    def __init__(self, method: QuickDownward, state: RoundState, groups: list[tuple[Player, ...]]) -> None:
        self.method = method
        self.below = Below(state, method.system.may_meet, groups)
        self.groups = len(groups)
        bye = self.below.bye
        self.bye_score = self.below.players[bye].score if bye is not None and self.below.completes((), 0) else None
        self.is_certain = bye is None or self.bye_score is not None

    def __call__(self, bracket: Bracket, index: int) -> tuple[BracketPairing, str]:
        if index and (only := self._only_candidate(bracket, index + 1)) is not None:
            return only, OBVIOUS
        if not bracket.following:
            found = self.method.walk(bracket)
            if found is not None:
                return found, WALKED
        elif self.below.bye_group > index and (decided := self._alone(bracket, index + 1)) is not None:
            return decided
        if self.below.bye_group > index + 1 and index + 2 < self.groups:
            decided = self._with_following(bracket, index + 1)
            if decided is not None:
                return decided
        if bracket.odd:
            bracket = bracket._replace(bye_score=self.bye_score, allots_bye=not bracket.following)
        return self.method.with_everybody(bracket), Horizon.EVERYBODY.value

    def _only_candidate(self, bracket: Bracket, below: int) -> BracketPairing | None:
        """Return the only candidate of a bracket; None if there may be more candidates.

        All players must float if no two may meet, or if the players below need them all, which is known only with the
        score of the bye (``is_certain``). Two players of the lowest bracket must meet, because the brackets above
        always leave players who can all be paired.
        """
        members = bracket.members
        if not bracket.following:
            return BracketPairing((members,), ()) if len(members) == 2 else None
        if self.is_certain and self.below.needed(below) == len(members):
            return BracketPairing((), members)
        state, may_meet = bracket.state, self.method.system.may_meet
        for number in range(len(bracket.mdps) if self.method.mdps_are_apart else 1, len(members)):
            if any(may_meet(member, members[number], state) for member in members[:number]):
                return None
        return BracketPairing((), members)

    def _alone(self, bracket: Bracket, below: int) -> tuple[BracketPairing, str] | None:
        """Pair a bracket without the players below; None if the result is not proved to be right.

        Each resident meets at most one MDP, so the other MDPs must float. The result is None if the following
        scoregroup, number ``below``, has too few players for them, or if those below need too many floaters.
        """
        left = len(bracket.mdps) - len(bracket.residents) if self.method.mdps_are_apart else 0
        needed = self.below.needed
        if left > len(bracket.following) or needed(below) > len(bracket.members) % 2 or needed(below + 1) > 1:
            return None
        pairing, how = self.method.alone(bracket)
        return (pairing, how) if self._is_certified(pairing.floaters, below) else None

    def _with_following(self, bracket: Bracket, below: int) -> tuple[BracketPairing, str] | None:
        """Pair a bracket in a graph that includes the next scoregroup; None if the result is not proved to be right."""
        if self.below.needed(below + 1) > (len(bracket.members) + len(bracket.following)) % 2:
            return None
        answer = self.method.ask(bracket, Horizon.FOLLOWING)
        if answer and self.below.completes(answer.unmatched, below + 1):
            return answer.pairing, Horizon.FOLLOWING.value
        return None

    def _is_certified(self, floaters: tuple[Player, ...], below: int) -> bool:
        if not floaters:
            return self.below.completes((), below)
        return self.below.matchings.fills(self.below.numbers(floaters), below)
