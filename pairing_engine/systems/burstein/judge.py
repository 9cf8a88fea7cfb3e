"""Why the engine's pairing of a bracket is to be preferred to a published one."""

from __future__ import annotations

from pairing_engine.kernel.bracket_graph import Horizon, Question
from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.order import descending_order
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.systems.burstein.criteria import CRITERIA, LOOK_AHEAD, RULES
from pairing_engine.systems.burstein.index import indices
from pairing_engine.systems.shared.downfloats import completed
from pairing_engine.systems.shared.judging import (
    LARGEST_COMPLETED,
    Mates,
    first_difference,
    incomplete,
    later_in_order,
    own_edges,
    published,
    worse,
)

CHAPTER = "C.04.4.2"


def judge(trace: BracketTrace, mates: Mates) -> Finding | None:
    """What decides for the engine's pairing of a bracket and against a legal published one that differs."""
    bracket, right, other = trace.bracket, trace.pairing, published(trace.bracket.members, mates)
    index = indices(bracket.state)
    members = tuple(sorted(bracket.members, key=lambda player: index[player.tpn]))
    rights, others = own_edges(right), own_edges(other)
    rules = [rule for rule in RULES if rule not in LOOK_AHEAD]
    if len(members + bracket.following + bracket.beyond) <= LARGEST_COMPLETED:
        question = Question(CRITERIA, bracket, members, Horizon.EVERYBODY)
        completed_right, completed_other = completed(question, right), completed(question, other)
        assert completed_right is not None
        if completed_other is None:
            return incomplete(CHAPTER, "2.2.1", "C4", other.floaters)
        rights, others, rules = completed_right, completed_other, list(RULES)
    found = first_difference(rules, rights, others, bracket)
    if found is not None:
        rule, *totals = found
        return worse(CHAPTER, rule, (totals[0], totals[1]), rights, others, bracket)
    return later_in_order(CHAPTER, descending_order(len(members)), members, right, other)
