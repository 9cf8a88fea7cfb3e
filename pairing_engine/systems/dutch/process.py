"""[C.04.3 1.9, 3] The FIDE (Dutch) pairing process of all editions, which finds the first of the best candidates.

A homogeneous bracket needs one matching, a heterogeneous bracket two. Under the rules of 2017 there is a second route
[C.04.3 A.9]: each bracket is first paired without the players below the following scoregroup. If its floaters and the
players below cannot all be paired, it becomes the Penultimate Pairing Bracket (PPB), which is paired again so that the
round can be completed [C.4]. The downfloaters of the PPB and all players below form the Collapsed Last Bracket (CLB).
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple

from pairing_engine.facts.model import NO_WISHES
from pairing_engine.kernel.bye import can_all_be_paired, can_somebody_have_it
from pairing_engine.kernel.graph import NO_MEMBER, Graph, Horizon, Question
from pairing_engine.kernel.rules import Bracket, BracketPairing, Route, scoregroups
from pairing_engine.kernel.trace import BracketTrace, Finding, TwoRounds
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.shared.downward import MATCHED, BracketAnswer, Decided, Downward, bracket_in
from pairing_engine.systems.shared.orders import OrderArticles, mates_of_homogeneous
from pairing_engine.systems.system import Fits, Pairs

JUDGING = "pairing_engine.systems.dutch.judging"
"""The module that judges rounds. It is imported when somebody asks, because right rounds need no judge."""


class Dutch(NamedTuple):
    """[C.04.3 1.9] The Dutch process with the articles of an edition; ``apart`` forbids pairs of two MDPs."""

    orders: OrderArticles
    apart: str
    method: type[DutchMethod]


class DutchMethod(Downward):
    """The method of the Dutch System, bracket by bracket."""

    mdps_are_apart = True

    process: Dutch

    def pair(self, state: RoundState) -> Pairs:
        """Pair the round, and choose who gets the pairing-allocated bye [1.9.3]."""
        if self.system.wishing == NO_WISHES:
            return Pairs.of(tuple(self.brackets(state, state.players)))
        from pairing_engine.systems.shared.wish_rules import with_bye_of_the_best

        def pair(open_: RoundState) -> Pairs:
            return Pairs.of(tuple(self.brackets(open_, open_.players)))

        return with_bye_of_the_best(self.system, state, self.engine, pair)

    def graph(self, bracket: Bracket, horizon: Horizon, *, only_members: bool = True) -> Graph:
        """Return the graph of a bracket, with players below by ``horizon``; two MDPs never meet (reading D3)."""
        system, apart = self.system, range(len(bracket.mdps))
        return self.engine.graph(
            Question(system.criteria, system.may_meet, bracket, bracket.members, horizon, apart, only_members)
        )

    def ask(self, bracket: Bracket, horizon: Horizon) -> BracketAnswer | None:
        """Find the first of the best candidates; None if none allows a complete round.

        Only the opponents of the bracket's members are final. [C9] counts only if the one who floats gets the bye.
        """
        graph = self.graph(bracket, horizon)
        if graph.is_hopeless:
            return None
        graph.check_order()
        mates = self.mates(graph)
        if mates is None:
            return None
        pairing = graph.pairing(mates)
        bye = None if graph.bye is None else graph.players[mates[graph.bye]]
        if not bracket.allots_bye and pairing.floaters == (bye,):
            return self.ask(bracket._replace(allots_bye=True), horizon)
        return BracketAnswer(pairing, graph.unmatched(mates))

    def mates(self, graph: Graph) -> list[int] | None:
        """Match the MDPs, and then the remainder [3.3.2, 3.3.3]; None if there is no complete matching."""
        orders, size, mdps = self.process.orders, len(graph.members), range(len(graph.bracket.mdps))
        if not mdps:
            return mates_of_homogeneous(graph, orders.residents, range(size), {})
        mates = self.mates_of_mdps(graph)
        if mates is None:
            return None
        decided = {i: mates[i] if 0 <= mates[i] < size else NO_MEMBER for i in mdps}
        remainder = [i for i in range(len(mdps), size) if mates[i] not in mdps]
        if len(remainder) < 3:
            return mates  # at most two players can be paired in one way only
        pairs = sum(0 <= mates[i] < size for i in remainder) // 2  # the same in all best candidates [C6, C.5]
        return mates_of_homogeneous(graph, orders.residents, remainder, decided, pairs)

    def mates_of_mdps(self, graph: Graph) -> list[int] | None:
        """Return the partners in one of the best candidates, final for the MDPs only [3.3.3, 4.4]."""
        size = len(graph.members)
        return graph.best_mates(self.process.orders.mdps(len(graph.bracket.mdps), size), range(size))

    def candidates(self, trace: BracketTrace, fits: Fits, like: BracketPairing | None) -> Iterator[BracketPairing]:
        from pairing_engine.systems.shared.in_order import of_bracket  # imported here, because only questions need it

        return of_bracket(trace.bracket, fits, like)

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        found: Finding | None = import_module(JUDGING).judge(self, trace, rounds)
        return found


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
            if found is None or not self.is_completed(found[0].floaters, number + 1):
                yield from self._other_route(bracket, number)
                return
            yield BracketTrace(bracket, *found)
            floaters = found[0].floaters

    def is_completed(self, floaters: Players, number: int) -> bool:
        """[C.04.3 A.9] Whether the floaters and all players from scoregroup ``number`` down can be paired."""
        state, may_meet = self.state, self.method.system.may_meet
        rest = floaters + tuple(player for group in self.groups[number:] for player in group)
        can = can_somebody_have_it if len(rest) % 2 else can_all_be_paired
        return can(rest, lambda a, b: may_meet(a, b, state), self.method.engine)

    def ordinary(self, bracket: Bracket, _number: int) -> Decided | None:
        """[C.04.3 C.5 to C.19] Pair an ordinary bracket; None if it certainly leaves those below unpaired."""
        answer = self.method.ask(bracket, Horizon.FOLLOWING)
        assert answer is not None
        return answer.pairing, Horizon.FOLLOWING.value

    def last(self, bracket: Bracket) -> Decided:
        """Pair the last bracket of the round."""
        return self.method.with_everybody(bracket), MATCHED

    def penultimate(self, ppb: Bracket, _number: int) -> BracketPairing:
        """[C.04.3 C.4] Pair the PPB so that all others can be paired."""
        return self.method.with_everybody(ppb)

    def collapsed(self, clb: Bracket) -> Decided:
        """[C.04.3 A.9] Pair the CLB."""
        return self.method.with_everybody(clb), MATCHED

    def _other_route(self, bracket: Bracket, number: int) -> Iterator[BracketTrace]:
        """[C.04.3 A.9, C.04.3 C.4] Take the second route: pair the PPB again, then the CLB."""
        ppb = bracket._replace(route=Route.PENULTIMATE)
        pairing = self.penultimate(ppb, number)
        yield BracketTrace(ppb, pairing, Horizon.EVERYBODY.value)
        collapsed = bracket.following + bracket.beyond
        clb = Bracket(self.state, pairing.floaters, collapsed, odd=self.odd, allots_bye=self.odd, route=Route.COLLAPSED)
        yield BracketTrace(clb, *self.collapsed(clb))
