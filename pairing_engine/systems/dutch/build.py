"""The FIDE (Dutch) pairing process of all editions [C.04.3 1.9]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pairing_engine.facts.model import Wishing
from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.bracket_graph import Criteria, Profiles
from pairing_engine.kernel.trace import BracketTrace, Fault, Finding, TwoRounds
from pairing_engine.language import say
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch.candidates import Candidates, Orders, Shortcuts
from pairing_engine.systems.shared.downward import no_walk, walk_down
from pairing_engine.systems.shared.in_order import of_bracket
from pairing_engine.systems.shared.judging import (
    BothEdges,
    UsualMethod,
    later_in_order,
    published,
    with_the_same_floaters,
)
from pairing_engine.systems.shared.wish_rules import (
    STRONG,
    WEAK,
    ByeOfTheBest,
    WishRules,
    apart_rules,
    bye_wish,
    strong_bye_rules,
    weak_bye_rules,
    with_rules,
)
from pairing_engine.systems.system import (
    Fits,
    Method,
    Pairs,
    System,
)
from pairing_engine.values import NamedTuple, dataclass, replace


@dataclass(frozen=True)
class BracketByBracket:
    """[C.04.3 1.9] The Dutch process, which pairs the brackets from the top down.

    Each bracket contains the downfloaters of the bracket above.
    """

    orders: Orders
    profiles: Profiles
    articles: Articles
    shortcuts: Shortcuts

    def __call__(self, system: System) -> Method:
        return MethodByBracket(system, self)

    def granting(self, system: System, wishing: Wishing) -> System:

        return granting(system, wishing, self)


class MethodByBracket(UsualMethod):
    """The pairing method of the Dutch System, which pairs bracket by bracket.

    If ``criteria`` is given, it replaces the criteria of the system.
    """

    def __init__(self, system: System, process: BracketByBracket, criteria: Criteria | None = None) -> None:
        walk, certificates = process.shortcuts
        super().__init__(system)
        self.best = Candidates(
            criteria or Criteria(system.criteria, system.may_meet, process.profiles),
            process.orders,
            no_walk if walk is None else walk.found_for(system, process.orders),
            certificates is not None and certificates.hold_for(system.criteria),
            system.completion.impossible,
        )
        self.judge_of = Judge(self.best, system, process.articles)

    def pair(self, state: RoundState, backend: Backend) -> Pairs:
        """Pair the round, and choose who gets the pairing-allocated bye [1.9.3]."""
        return walk_down(state, state.players, self.best.method, backend)

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        return self.judge_of.judge(trace, rounds)

    def candidates(self, trace: BracketTrace, fits: Fits, like: BracketPairing | None) -> Iterator[BracketPairing]:
        return of_bracket(trace.bracket, fits, like)


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
        sides = BothEdges.of(replace(trace.bracket, bye_score=None, allots_bye=allots_bye), rounds)
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


def granting(system: System, wishing: Wishing, process: Any) -> System:
    """Add rules for the given wishes to the Dutch System.

    ``process`` is the usual pairing process of the Dutch System.
    """
    rules = WishRules(
        strong_bye_rules(wishing.strong),
        apart_rules(wishing.strong, STRONG, "Z3"),
        apart_rules(wishing.weak, WEAK, "Z2") + weak_bye_rules(wishing.weak),
    )
    granted = with_rules(system, wishing, rules, process)
    wish = bye_wish(wishing.strong)
    return granted if wish is None else replace(granted, process=ByeOfTheBest(granted.process, wish, rules.first))
