"""The comparison of two rounds under the Dutch rules.

The two rounds are compared in the first bracket that they pair differently. The comparison applies the criteria first,
and then the order of candidates.
"""

from __future__ import annotations

from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.trace import BracketTrace, TwoRounds
from pairing_engine.language import say
from pairing_engine.systems.dutch.candidates import Candidates
from pairing_engine.systems.shared.judging import Sides, later_in_order, published, with_the_same_floaters
from pairing_engine.systems.system import System
from pairing_engine.values import NamedTuple, replace


class Articles(NamedTuple):
    """The articles that a wrong pairing can break, apart from the criteria.

    ``apart`` is the article that forbids pairs of two MDPs in the same bracket.
    """

    apart: str


class Judge:
    """The comparison of two rounds, according to the criteria and orders of one system."""

    def __init__(self, candidates: Candidates, system: System, articles: Articles) -> None:
        self.candidates = candidates
        self.chapter = system.article
        self.rules = system.criteria
        self.articles = articles

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        """Explain why the other round is worse than the right round; None if it is not worse."""
        right, other = trace.pairing, published(trace.bracket.members, rounds.other.mates)
        apart = self._are_apart(trace.bracket, other)
        if apart is not None:
            return apart
        floats = [player.tpn for player in right.floaters]
        allots_bye = len(floats) == 1 and floats[0] not in rounds.right.mates
        sides = Sides.of(replace(trace.bracket, bye_score=None, allots_bye=allots_bye), rounds)
        found = sides.first_difference(with_the_same_floaters(self.rules, right, other))
        if found is not None:
            return sides.worse(self.chapter, found) if found.is_worse else None
        return self._later(trace.bracket, right, other)

    def _are_apart(self, bracket: Bracket, other: BracketPairing) -> Finding | None:
        """Report that two MDPs of the bracket meet each other; None if no MDPs meet."""
        mdps = {player.tpn for player in bracket.mdps}
        words = say("two players moved down to the same bracket are not paired with each other")
        article = f"{self.chapter} {self.articles.apart}"
        for upper, lower in other.pairs:
            if upper.tpn in mdps and lower.tpn in mdps:
                return Finding(Fault.ILLEGAL, article, "", words, players=(upper.tpn, lower.tpn))
        return None

    def _later(self, bracket: Bracket, right: BracketPairing, other: BracketPairing) -> Finding | None:
        """Compare the places of two pairings in the order of candidates [C.04.3 3.6, 3.7]."""
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
