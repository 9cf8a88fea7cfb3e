"""[C.04.3 1.9, 3] The FIDE (Dutch) pairing process of all editions, which finds the first of the best candidates.

A homogeneous bracket needs one matching, a heterogeneous bracket two.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from pairing_engine.kernel.graph import NO_MEMBER, Graph, Horizon, Question
from pairing_engine.kernel.rules import Bracket, BracketPairing
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.shared.downward import BracketAnswer, Downward
from pairing_engine.systems.shared.orders import OrderArticles, mates_of_homogeneous
from pairing_engine.systems.system import Fits, Pairs

if TYPE_CHECKING:
    from pairing_engine.kernel.findings import Finding, TwoRounds

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
        if self.system.wishing is None:
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
