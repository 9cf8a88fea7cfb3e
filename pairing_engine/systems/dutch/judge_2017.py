"""Why the engine's pairing of a bracket is right and a published one is not, by the rules of 2017.

Both pairings are completed as far as the criteria of the bracket look: an ordinary bracket in the following one [C.7],
the PPB in everything below it [C.4]; the CLB, and the last scoregroup, have nothing below them.
"""

from __future__ import annotations

from pairing_engine.kernel.bracket import Bracket, BracketPairing, Edge, Region, Route
from pairing_engine.kernel.bracket_graph import Horizon
from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.rules import Scope
from pairing_engine.kernel.trace import BracketTrace, Mates
from pairing_engine.systems.dutch.candidates import Candidates
from pairing_engine.systems.dutch.judge import Articles, Judge
from pairing_engine.systems.shared.downfloats import completed
from pairing_engine.systems.shared.judging import LARGEST_COMPLETED, incomplete, own_edges, published
from pairing_engine.systems.system import System


class JudgeOfTwoRoutes(Judge):
    """Compares the pairing of a bracket with a published one, whichever route of A.9 was taken.

    ``rules`` are the criteria of the text, in place of which the candidates may have simpler ones.
    """

    def __init__(self, candidates: Candidates, system: System, articles: Articles) -> None:
        super().__init__(candidates, system, articles)
        self.rules = system.criteria

    def judge(self, trace: BracketTrace, mates: Mates) -> Finding | None:
        """Why the engine's pairing of a bracket is right, and a legal published one that differs is not."""
        bracket, right, other = trace.bracket, trace.pairing, published(trace.bracket.members, mates)
        apart = self._are_apart(bracket, other)
        if apart is not None:
            return apart
        horizon = Horizon.FOLLOWING if bracket.route is Route.ORDINARY else Horizon.EVERYBODY
        size = len(bracket.members + bracket.following) + len(bracket.beyond) * (horizon is Horizon.EVERYBODY)
        if not bracket.following:
            return self._compare(bracket, right, other, (own_edges(right), own_edges(other)), self.rules)
        if size > LARGEST_COMPLETED:
            rules = tuple(rule for rule in self.rules if rule.scope is not Scope.BEYOND)
            return self._compare(bracket, right, other, (own_edges(right), own_edges(other)), rules)
        rights, others = (self._completed(bracket, pairing, horizon) for pairing in (right, other))
        assert rights is not None
        if others is None:
            return incomplete(self.completion, other.floaters)
        return self._compare(bracket, right, other, (rights, others), self.rules)

    def _completed(self, bracket: Bracket, pairing: BracketPairing, horizon: Horizon) -> list[Edge] | None:
        """The edges of the best pairing within the horizon that begins with this one of the bracket."""
        graph = self.candidates.graph(bracket, horizon)
        edges = completed(graph, pairing)
        if edges is None or horizon is Horizon.EVERYBODY:
            return edges
        placed = {player.tpn for edge in edges for player in edge.players}
        return edges + [
            Edge(player, None, region, Region.BEYOND)
            for player, region in zip(graph.players, graph.regions, strict=True)
            if player.tpn not in placed
        ]
