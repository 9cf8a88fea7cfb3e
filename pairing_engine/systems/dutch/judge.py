"""Why the engine's pairing of a bracket is to be preferred to a published one.

Checking is forced pairing: both pairings are completed as well as they can be, and compared criterion by criterion,
then by the order of candidates.
"""

from __future__ import annotations

from dataclasses import replace

from pairing_engine.kernel.bracket import Bracket, BracketPairing, Edge, Region
from pairing_engine.kernel.bracket_graph import Horizon
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.order import mdp_order, resident_order
from pairing_engine.kernel.rules import Rule
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.systems.dutch.candidates import question_of
from pairing_engine.systems.dutch.criteria import LOOK_AHEAD, RULES
from pairing_engine.systems.shared.downfloats import completed
from pairing_engine.systems.shared.judging import (
    LARGEST_COMPLETED,
    Mates,
    first_difference,
    incomplete,
    is_better,
    later_in_order,
    own_edges,
    published,
    worse,
)

CHAPTER = "C.04.3"

BEYOND = Finding(
    Fault.WORSE,
    f"{CHAPTER} 2.2.1, 2.3.1, 2.4.3",
    "C4, C5 or C8",
    "what becomes of those who are paired further down",
)
"""What is left when a bracket is too large to look beyond it, and the other pairing is the better one within it."""


def judge(trace: BracketTrace, mates: Mates) -> Finding | None:
    """What decides for the engine's pairing of a bracket and against a legal published one that differs."""
    right, other = trace.pairing, published(trace.bracket.members, mates)
    mdps = {player.tpn for player in trace.bracket.mdps}
    for upper, lower in other.pairs:
        if upper.tpn in mdps and lower.tpn in mdps:
            words = "two players moved down to the same bracket are not paired with each other"
            return Finding(Fault.ILLEGAL, f"{CHAPTER} 3.2", "", words, players=(upper.tpn, lower.tpn))
    bracket = replace(trace.bracket, bye_score=None, allots_bye=False)
    if len(bracket.members + bracket.following + bracket.beyond) > LARGEST_COMPLETED:
        rules = [rule for rule in RULES if rule not in LOOK_AHEAD]
        return _compare(bracket, right, other, (own_edges(right), own_edges(other)), rules)
    question = question_of(bracket, Horizon.EVERYBODY)
    rights, others = completed(question, right), completed(question, other)
    assert rights is not None
    if others is None:
        return incomplete(CHAPTER, "2.2.1", "C4", other.floaters)
    bye = next((edge.upper for edge in rights if edge.lower_in is Region.BYE), None)
    bracket = replace(bracket, allots_bye=right.floaters == (bye,))
    return _compare(bracket, right, other, (rights, others), list(RULES))


def _compare(
    bracket: Bracket,
    right: BracketPairing,
    other: BracketPairing,
    edges: tuple[list[Edge], list[Edge]],
    rules: list[Rule],
) -> Finding | None:
    found = first_difference(rules, *edges, bracket)
    if found is None:
        return _later(bracket, right, other)
    rule, *totals = found
    if is_better(totals[1], totals[0]):
        assert len(rules) < len(RULES), f"{rule.code}: {totals[1]} would be better than {totals[0]}"
        return BEYOND
    return worse(CHAPTER, rule, (totals[0], totals[1]), *edges, bracket)


def _later(bracket: Bracket, right: BracketPairing, other: BracketPairing) -> Finding | None:
    """By which article the other pairing comes later in the sequence of candidates [C.04.3 3.6, 3.7]."""
    mdps = {player.tpn for player in bracket.mdps}
    if mdps:
        order = mdp_order(len(mdps), len(bracket.members))
        found = later_in_order(CHAPTER, order, bracket.members, right, other, len(mdps))
        if found is not None:
            return found
    opponents = {lower.tpn for upper, lower in right.pairs if upper.tpn in mdps}
    remainder = [player for player in bracket.residents if player.tpn not in opponents]
    pairs = sum(upper.tpn not in mdps for upper, _ in right.pairs)
    return later_in_order(CHAPTER, resident_order(len(remainder), pairs), remainder, right, other)
