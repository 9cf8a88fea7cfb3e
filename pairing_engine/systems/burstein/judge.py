"""Why the engine's pairing of a bracket is right and a published one is not."""

from __future__ import annotations

from collections.abc import Callable

from pairing_engine.kernel.bracket_graph import BracketGraph, Criteria, Horizon
from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.trace import BracketTrace, Mates
from pairing_engine.state.round_state import Player
from pairing_engine.systems.shared.downfloats import completed
from pairing_engine.systems.shared.judging import (
    LARGEST_COMPLETED,
    first_difference,
    incomplete,
    later_in_order,
    own_edges,
    published,
    worse,
)
from pairing_engine.systems.system import Completion


def judge(
    criteria: Criteria,
    order: Callable[[int], Order],
    chapter: str,
    completion: Completion,
    trace: BracketTrace,
    members: tuple[Player, ...],
    mates: Mates,
) -> Finding | None:
    """Why the engine's pairing of a bracket is right, and a legal published one that differs is not; ``members`` in the
    order of their BSNs.
    """
    bracket, right, other = trace.bracket, trace.pairing, published(trace.bracket.members, mates)
    rights, others = own_edges(right), own_edges(other)
    rules = criteria.of_pairs
    if len(members + bracket.following + bracket.beyond) <= LARGEST_COMPLETED:
        graph = BracketGraph(criteria, bracket, members, Horizon.EVERYBODY)
        completed_right, completed_other = completed(graph, right), completed(graph, other)
        assert completed_right is not None
        if completed_other is None:
            return incomplete(completion, other.floaters)
        rights, others, rules = completed_right, completed_other, criteria.rules
    found = first_difference(rules, rights, others, bracket)
    if found is not None:
        rule, totals = found
        return worse(chapter, rule, totals, rights, others, bracket)
    return later_in_order(chapter, order(len(members)), members, right, other)
