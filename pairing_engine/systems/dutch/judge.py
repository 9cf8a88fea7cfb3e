"""Why the engine's pairing of a bracket is right and a published one is not.

Both pairings of the bracket are completed by the best pairing of all players below. Then they are compared criterion by
criterion, and last by the order of candidates.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from pairing_engine.kernel.bracket import Bracket, BracketPairing, Edge, Region
from pairing_engine.kernel.bracket_graph import Horizon
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.rules import Rule
from pairing_engine.kernel.trace import BracketTrace, Mates
from pairing_engine.language import say
from pairing_engine.systems.dutch.candidates import Candidates
from pairing_engine.systems.shared.downfloats import completed
from pairing_engine.systems.shared.judging import (
    LARGEST_COMPLETED,
    first_difference,
    incomplete,
    is_better,
    later_in_order,
    own_edges,
    published,
    worse,
)
from pairing_engine.systems.system import System


class Articles(NamedTuple):
    """The articles of a text, apart from its criteria, that say why a pairing is not right.

    ``apart``: players moved down to the same bracket are not paired. ``beyond``, with the codes: the criteria about
    players who are paired further down.
    """

    apart: str
    beyond: str
    beyond_codes: str


class Judge:
    """Compares the pairing of a bracket with a published one, by the criteria and the orders of one System."""

    def __init__(self, candidates: Candidates, system: System, articles: Articles) -> None:
        self.candidates = candidates
        self.chapter = system.article
        self.completion = system.completion
        self.rules = candidates.criteria.rules
        self.articles = articles

    def judge(self, trace: BracketTrace, mates: Mates) -> Finding | None:
        """Why the engine's pairing of a bracket is right, and a legal published one that differs is not."""
        right, other = trace.pairing, published(trace.bracket.members, mates)
        apart = self._are_apart(trace.bracket, other)
        if apart is not None:
            return apart
        bracket = replace(trace.bracket, bye_score=None, allots_bye=False)
        if len(bracket.members + bracket.following + bracket.beyond) > LARGEST_COMPLETED:
            return self._compare(
                bracket, right, other, (own_edges(right), own_edges(other)), self.candidates.criteria.of_pairs
            )
        graph = self.candidates.graph(bracket, Horizon.EVERYBODY)
        rights, others = completed(graph, right), completed(graph, other)
        assert rights is not None
        if others is None:
            return incomplete(self.completion, other.floaters)
        bye = next((edge.upper for edge in rights if edge.lower_in is Region.BYE), None)
        bracket = replace(bracket, allots_bye=right.floaters == (bye,))
        return self._compare(bracket, right, other, (rights, others), self.rules)

    def _are_apart(self, bracket: Bracket, other: BracketPairing) -> Finding | None:
        """The finding that two players moved down are paired with each other; None if none are."""
        mdps = {player.tpn for player in bracket.mdps}
        words = say("two players moved down to the same bracket are not paired with each other")
        article = f"{self.chapter} {self.articles.apart}"
        for upper, lower in other.pairs:
            if upper.tpn in mdps and lower.tpn in mdps:
                return Finding(Fault.ILLEGAL, article, "", words, players=(upper.tpn, lower.tpn))
        return None

    def _compare(
        self,
        bracket: Bracket,
        right: BracketPairing,
        other: BracketPairing,
        edges: tuple[list[Edge], list[Edge]],
        rules: tuple[Rule, ...],
    ) -> Finding | None:
        found = first_difference(rules, *edges, bracket)
        if found is None:
            return self._later(bracket, right, other)
        rule, totals = found
        if is_better(totals[1], totals[0]):
            assert len(rules) < len(self.rules), f"{rule.code}: {totals[1]} would be better than {totals[0]}"
            return self._beyond()
        return worse(self.chapter, rule, totals, *edges, bracket)

    def _beyond(self) -> Finding:
        """The finding for a bracket too large to look beyond it, in which the published pairing is the better one: what
        decides must then lie further down.
        """
        words = say("what becomes of those who are paired further down")
        return Finding(Fault.WORSE, f"{self.chapter} {self.articles.beyond}", self.articles.beyond_codes, words)

    def _later(self, bracket: Bracket, right: BracketPairing, other: BracketPairing) -> Finding | None:
        """By which article the other pairing comes later in the sequence of candidates [C.04.3 3.6, 3.7]."""
        chapter, orders = self.chapter, self.candidates.orders
        mdps = {player.tpn for player in bracket.mdps}
        if mdps:
            order = orders.mdps(len(mdps), len(bracket.members))
            found = later_in_order(chapter, order, bracket.members, right, other, len(mdps))
            if found is not None:
                return found
        opponents = {lower.tpn for upper, lower in right.pairs if upper.tpn in mdps}
        remainder = [player for player in bracket.residents if player.tpn not in opponents]
        pairs = sum(upper.tpn not in mdps for upper, _ in right.pairs)
        return later_in_order(chapter, orders.residents(len(remainder), pairs), remainder, right, other)
