"""[C.04.3 A.9] The FIDE (Dutch) pairing process of 2017, with its second route.

Each bracket is first paired without the players below the following scoregroup. If its floaters and the players below
cannot all be paired, it becomes the Penultimate Pairing Bracket (PPB), which is paired again so that the round can be
completed [C.4]. The downfloaters of the PPB and all players below form the Collapsed Last Bracket (CLB).
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from pairing_engine.kernel.bye import can_all_be_paired, can_somebody_have_it
from pairing_engine.kernel.graph import Horizon
from pairing_engine.kernel.rules import Bracket, Route, scoregroups
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.dutch.process import JUDGING, DutchMethod
from pairing_engine.systems.shared.downward import MATCHED, Decided, bracket_in

if TYPE_CHECKING:
    from pairing_engine.kernel.findings import Finding, TwoRounds

Players = tuple[Player, ...]


class DutchOfTwoRoutes(DutchMethod):
    """[C.04.3 A.9] The method of 2017, with a second route for rounds that cannot be completed otherwise."""

    def brackets(self, state: RoundState, players: Players) -> Iterator[BracketTrace]:
        return self.round_to_pair(state, scoregroups(players)).brackets()

    def round_to_pair(self, state: RoundState, groups: list[Players]) -> RoundToPair:
        return RoundToPair(self, state, groups)

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        found: Finding | None = import_module(JUDGING).judge_of_two_routes(self, trace, rounds)
        return found


class RoundToPair:
    """A round to be paired by the rules of 2017, with its scoregroups."""

    def __init__(self, method: DutchOfTwoRoutes, state: RoundState, groups: list[Players]) -> None:
        self.method = method
        self.state = state
        self.groups = groups
        self.odd = len(state.players) % 2 == 1

    def brackets(self) -> Iterator[BracketTrace]:
        """[C.04.3 A.9] Yield the paired brackets of the round from the top down, on the second route if necessary."""
        if not self.is_completed((), 0):
            raise self.method.no_pairing(self.state)
        floaters: Players = ()
        for number in range(len(self.groups)):
            bracket = bracket_in(self.state, self.groups, number, floaters)
            if not bracket.following:
                bracket = bracket._replace(allots_bye=self.odd)
                yield BracketTrace(bracket, *self.last(bracket))
                return
            found = self.ordinary(bracket, number)
            if not self.is_completed(found[0].floaters, number + 1):
                yield from self._other_route(bracket)
                return
            yield BracketTrace(bracket, *found)
            floaters = found[0].floaters

    def is_completed(self, floaters: Players, number: int) -> bool:
        """[C.04.3 A.9] Whether the floaters and all players from scoregroup ``number`` down can be paired."""
        state, may_meet = self.state, self.method.system.may_meet
        rest = floaters + tuple(player for group in self.groups[number:] for player in group)
        can = can_somebody_have_it if len(rest) % 2 else can_all_be_paired
        return can(rest, lambda a, b: may_meet(a, b, state), self.method.engine)

    def ordinary(self, bracket: Bracket, _number: int) -> Decided:
        """[C.04.3 C.5 to C.19] Pair an ordinary bracket."""
        answer = self.method.ask(bracket, Horizon.FOLLOWING)
        assert answer is not None
        return answer.pairing, Horizon.FOLLOWING.value

    def last(self, bracket: Bracket) -> Decided:
        """Pair the last bracket of the round."""
        return self.method.with_everybody(bracket), MATCHED

    def _other_route(self, bracket: Bracket) -> Iterator[BracketTrace]:
        """[C.04.3 A.9, C.04.3 C.4] Take the second route: pair the PPB again, then the CLB."""
        ppb = bracket._replace(route=Route.PENULTIMATE)
        pairing = self.method.with_everybody(ppb)
        yield BracketTrace(ppb, pairing, Horizon.EVERYBODY.value)
        collapsed = bracket.following + bracket.beyond
        clb = Bracket(self.state, pairing.floaters, collapsed, odd=self.odd, allots_bye=self.odd, route=Route.COLLAPSED)
        yield BracketTrace(clb, self.method.with_everybody(clb), MATCHED)
