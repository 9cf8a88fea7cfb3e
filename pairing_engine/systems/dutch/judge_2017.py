"""The comparison of two rounds under the Dutch rules of 2017.

[C.7] is about the best possible pairing of the following bracket. If the round cannot be completed otherwise, the
procedure pairs a bracket again, and the following bracket may not get its best pairing [A.9]. Therefore the comparison
first adds the best possible pairing of the players below to each pairing of a bracket. For an ordinary bracket, only
the players of the following bracket are added [C.7]. For the Penultimate Pairing Bracket (PPB), all players below the
PPB are added [C.4]. The Collapsed Last Bracket (CLB) and the last scoregroup have no players below.
"""

from __future__ import annotations

from pairing_engine.kernel.bracket import Bracket, BracketPairing, Edge, Region, Route
from pairing_engine.kernel.bracket_graph import NO_MEMBER, Horizon
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import Rule, Scope
from pairing_engine.kernel.trace import BracketTrace, TwoRounds
from pairing_engine.language import say
from pairing_engine.matching import Backend
from pairing_engine.systems.dutch.judge import Judge
from pairing_engine.systems.shared.judging import Compared, Sides, published, with_the_same_floaters


class JudgeOfTwoRoutes(Judge):
    """The comparison of two rounds under rules that allow a second route [A.9]."""

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        bracket, right, other = trace.bracket, trace.pairing, published(trace.bracket.members, rounds.other.mates)
        apart = self._are_apart(bracket, other)
        if apart is not None:
            return apart
        sides = Sides.of(bracket, rounds)
        rules = with_the_same_floaters(self.rules, right, other)
        found = self._first_difference(rules, sides, right, other)
        if found is None:
            return self._later(bracket, right, other)
        if not found.is_worse:
            return None
        if sides.first_difference([found.rule]) == found:
            return sides.worse(self.chapter, found)
        return self._at_best(found, bracket, right, other)

    def _first_difference(
        self, rules: tuple[Rule, ...], sides: Sides, right: BracketPairing, other: BracketPairing
    ) -> Compared | None:
        """Find the first rule under which two pairings of a bracket have different totals."""
        at_best = sides
        if any(rule.scope is Scope.BEYOND and rule.applies(sides.bracket) for rule in rules):
            both = [self._completed(sides.bracket, pairing) for pairing in (right, other)]
            if None not in both:
                at_best = sides._replace(right=both[0] or [], other=both[1] or [])
        for rule in rules:
            found = (at_best if rule.scope is Scope.BEYOND else sides).first_difference([rule])
            if found is not None:
                return found
        return None

    def _at_best(self, found: Compared, bracket: Bracket, right: BracketPairing, other: BracketPairing) -> Finding:
        """Report that the players below cannot be paired as well with the floaters of ``other``."""
        rule = found.rule
        words = say("{words}, at best", words=say(rule.summary))
        values = rule.show(found.right, bracket), rule.show(found.other, bracket)
        players, instead = (tuple(player.tpn for player in one.floaters) for one in (other, right))
        return Finding(Fault.WORSE, rule.cited(self.chapter), rule.code, words, *values, players, instead)

    def _completed(self, bracket: Bracket, pairing: BracketPairing) -> list[Edge] | None:
        """Add the best pairing of the players below to a bracket's pairing; None if that is impossible."""
        horizon = Horizon.FOLLOWING if bracket.route is Route.ORDINARY else Horizon.EVERYBODY
        graph = self.candidates.graph(bracket, horizon)
        number = {player.tpn: i for i, player in enumerate(graph.players)}
        decided = {number[player.tpn]: NO_MEMBER for player in pairing.floaters}
        for upper, lower in pairing.pairs:
            i, j = number[upper.tpn], number[lower.tpn]
            decided[i], decided[j] = j, i
        mates = graph.best_mates(Order(0), (), decided, Backend.AUTO)
        if mates is None or horizon is Horizon.EVERYBODY:
            return None if mates is None else graph.edges(mates)
        edges = graph.edges(mates)
        placed = {player.tpn for edge in edges for player in edge.players}
        return edges + [
            Edge(player, None, region, Region.BEYOND)
            for player, region in zip(graph.players, graph.regions, strict=True)
            if player.tpn not in placed
        ]
