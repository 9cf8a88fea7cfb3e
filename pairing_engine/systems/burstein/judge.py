"""The comparison of two rounds in the first bracket that differs: why one is right and the other is wrong."""

from __future__ import annotations

from collections.abc import Callable

from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import Rule
from pairing_engine.kernel.trace import BracketTrace, TwoRounds
from pairing_engine.state.round_state import Player
from pairing_engine.systems.shared.judging import Sides, later_in_order, published, with_the_same_floaters


def judge(
    rules: tuple[Rule, ...],
    order: Callable[[int], Order],
    chapter: str,
    trace: BracketTrace,
    members: tuple[Player, ...],
    rounds: TwoRounds,
) -> Finding | None:
    """Find the rule by which the other round is wrong, in a bracket that the two rounds pair differently.

    ``members`` are in the order of their BSNs.
    """
    bracket, right, other = trace.bracket, trace.pairing, published(trace.bracket.members, rounds.other.mates)
    sides = Sides.of(bracket, rounds)
    found = sides.first_difference(with_the_same_floaters(rules, right, other))
    if found is not None:
        return sides.worse(chapter, found) if found.is_worse else None
    return later_in_order(chapter, order(len(members)), members, right, other)
