"""The judge of the Dutch System: why another round is worse than the right one, by Articles 2 and 3."""

from __future__ import annotations

from pairing_engine.kernel.findings import Fault, Finding, TwoRounds
from pairing_engine.kernel.graph import NO_MEMBER, Horizon
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import Bracket, BracketPairing, Edge, Route, Rule, Scope
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.language import say
from pairing_engine.systems.dutch.process import DutchMethod
from pairing_engine.systems.shared.judging import BothEdges, Compared, later_in_order, published, with_the_same_floaters


def judge(method: DutchMethod, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
    right, other = trace.pairing, published(trace.bracket.members, rounds.other.mates)
    apart = _are_apart(method, trace.bracket, other)
    if apart is not None:
        return apart
    floats = [player.tpn for player in right.floaters]
    allots_bye = len(floats) == 1 and floats[0] not in rounds.right.mates
    sides = BothEdges.of(trace.bracket._replace(bye_score=None, allots_bye=allots_bye), rounds)
    rules = with_the_same_floaters(method.system.criteria, right, other)
    return sides.judged(method.system.article, rules, lambda: _later(method, trace.bracket, right, other))


def _are_apart(method: DutchMethod, bracket: Bracket, other: BracketPairing) -> Finding | None:
    """Report that two MDPs of the bracket meet each other; None if no MDPs meet."""
    mdps = {player.tpn for player in bracket.mdps}
    words = say("two players moved down to the same bracket are not paired with each other")
    article = f"{method.system.article} {method.process.apart}"
    for upper, lower in other.pairs:
        if upper.tpn in mdps and lower.tpn in mdps:
            return Finding(Fault.ILLEGAL, article, "", words, players=(upper.tpn, lower.tpn))
    return None


def _later(method: DutchMethod, bracket: Bracket, right: BracketPairing, other: BracketPairing) -> Finding | None:
    """Compare the places of two pairings in the order of candidates [C.04.3 3.6, 3.7]."""
    chapter, orders = method.system.article, method.process.orders
    mdps = {player.tpn for player in bracket.mdps}
    if mdps:
        order = orders.mdps(len(mdps), len(bracket.members))
        found = later_in_order(chapter, order, bracket.members, right, other, len(mdps))
        if found is not None:
            return found
    opponents = {lower.tpn for upper, lower in right.pairs if upper.tpn in mdps}
    remainder = [player for player in bracket.residents if player.tpn not in opponents]
    pairs = sum(upper.tpn not in mdps for upper, _ in right.pairs)
    found = later_in_order(chapter, orders.residents(len(remainder), pairs), remainder, right, other)
    return found if found is None else found._replace(in_remainder=bool(mdps))


def judge_of_two_routes(method: DutchMethod, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
    bracket, right, other = trace.bracket, trace.pairing, published(trace.bracket.members, rounds.other.mates)
    apart = _are_apart(method, bracket, other)
    if apart is not None:
        return apart
    sides = BothEdges.of(bracket, rounds)
    rules = with_the_same_floaters(method.system.criteria, right, other)
    found = _first_difference(method, rules, sides, right, other)
    if found is None:
        return _later(method, bracket, right, other)
    if not found.is_worse:
        return None
    if sides.first_difference([found.rule]) == found:
        return sides.worse(method.system.article, found)
    return _at_best(method, found, bracket)


def _first_difference(
    method: DutchMethod, rules: tuple[Rule, ...], sides: BothEdges, right: BracketPairing, other: BracketPairing
) -> Compared | None:
    """Find the first rule under which two pairings of a bracket have different totals."""
    at_best = sides
    if any(rule.scope is Scope.BEYOND and rule.applies(sides.bracket) for rule in rules):
        both = [_completed(method, sides.bracket, pairing) for pairing in (right, other)]
        if None not in both:
            at_best = sides._replace(right=both[0] or [], other=both[1] or [])
    for rule in rules:
        found = (at_best if rule.scope is Scope.BEYOND else sides).first_difference([rule])
        if found is not None:
            return found
    return None


def _at_best(method: DutchMethod, found: Compared, bracket: Bracket) -> Finding:
    """Report that the players below cannot be paired as well; nobody is named, because neither round need be so."""
    words = say("{words} at best", words=say(found.rule.summary))
    values = found.rule.show(found.right, bracket), found.rule.show(found.other, bracket)
    return Finding(Fault.WORSE, found.rule.cited(method.system.article), found.rule.code, words, *values)


def _completed(method: DutchMethod, bracket: Bracket, pairing: BracketPairing) -> list[Edge] | None:
    """Add the best pairing of the players below to a bracket's pairing; None if that is impossible."""
    horizon = Horizon.FOLLOWING if bracket.route is Route.ORDINARY else Horizon.EVERYBODY
    graph = method.graph(bracket, horizon, only_members=False)
    number = {player.tpn: i for i, player in enumerate(graph.players)}
    decided = {number[player.tpn]: NO_MEMBER for player in pairing.floaters}
    for upper, lower in pairing.pairs:
        i, j = number[upper.tpn], number[lower.tpn]
        decided[i], decided[j] = j, i
    mates = graph.best_mates(Order(0), (), decided)
    return None if mates is None else graph.edges(mates)
