"""[A.7, A.8, B, C.9 to C.11, Note] The requirements of the text of 1992 to 2009.

The numbers of pairs and x are totals, as in 2012. All others are dropped for a whole bracket or not at all: C.9 and
C.10 say nothing of a minimum. `candidates_2009` lowers them, and the rules below measure how far they are.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from pairing_engine.kernel.bracket import Bracket, Edge, Region
from pairing_engine.kernel.bracket_graph import Context, Criteria, Horizon
from pairing_engine.kernel.rules import Rule, Total, counts
from pairing_engine.state.floats import DOWN, UP
from pairing_engine.state.preference import STRONG
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dutch_procedure.criteria_2012 import c12, p1
from pairing_engine.systems.dutch_procedure.facts import may_meet_2009
from pairing_engine.systems.dutch_procedure.score_bracket import moved_down, own
from pairing_engine.systems.shared.counting import CLASH

KEPT, WITHOUT_B6, WITHOUT_B5 = range(3)
"""How far the requirements on floats are lowered: not at all; B6 is dropped; B5 is dropped as well."""


@dataclass(frozen=True, eq=False)
class Lowered(Rule):
    """A rule whose total is how far a requirement must be lowered for a pairing."""

    def total(self, edges: Iterable[Edge], bracket: Bracket) -> Total:
        """The highest cost of an edge."""
        return max((self.cost(edge, bracket) for edge in edges), default=0)


def product(one: Player, other: Player) -> int:
    """Of two colour preferences: positive if they are equal; `CLASH` if both are absolute."""
    return one.preference * other.preference


def breaks_b2(one: Player, other: Player) -> bool:
    """[B.2] Have both the same absolute preference?"""
    return product(one, other) == CLASH


def breaks_a7d(one: Player, other: Player) -> bool:
    """[A.7.d] Have both the same preference, and neither a mild one? (Two absolute ones are for B.2.)"""
    return STRONG * STRONG <= product(one, other) < CLASH


def denies(one: Player, other: Player, number: int) -> bool:
    """[A.7.e, A.8] Does a pair of these count for x? In even rounds a mild preference is for either colour."""
    return product(one, other) >= (STRONG * STRONG if number % 2 == 0 else 1)


def again(player: Player, kind: str) -> int:
    """[B.5, B.6] How far the requirements must be lowered if this player floats so."""
    if player.floated(1) == kind:
        return WITHOUT_B5
    return WITHOUT_B6 if player.floated(2) == kind else KEPT


def _is_odd_round(bracket: Bracket) -> bool:
    return bracket.state.number % 2 == 1


@counts("p", "C.14", "players moved down who are not paired", applies=lambda bracket: own(bracket).heterogeneous)
def mdps_left(edge: Edge, bracket: Bracket) -> int:
    return int(edge.floats and moved_down(edge.upper, bracket))


@counts("x", "A.8, B.4", "pairs that do not fulfil all colour preferences")
def x(edge: Edge, bracket: Bracket) -> int:
    lower = edge.lower
    return int(lower is not None and edge.pairs and denies(edge.upper, lower, bracket.state.number))


def _b2(edge: Edge, _bracket: Bracket) -> int:
    return int(edge.lower is not None and edge.pairs and breaks_b2(edge.upper, edge.lower))


def _a7d(edge: Edge, _bracket: Bracket) -> int:
    return int(edge.lower is not None and edge.pairs and breaks_a7d(edge.upper, edge.lower))


def _down(edge: Edge, bracket: Bracket) -> int:
    return again(edge.upper, DOWN) if edge.floats and not moved_down(edge.upper, bracket) else KEPT


def _up(edge: Edge, bracket: Bracket) -> int:
    upper, lower = edge.upper, edge.lower
    if lower is None or not edge.pairs or not moved_down(upper, bracket) or upper.score == lower.score:
        return KEPT
    return again(lower, UP)


def _is_heterogeneous(bracket: Bracket) -> bool:
    return own(bracket).heterogeneous


b2 = Lowered("B2", "B.2, Note", "whether two players of 50% or more have the same absolute preference", _b2)
a7d = Lowered("A7.d", "A.7.d", "whether two have the same strong preference", _a7d, _is_odd_round)
down = Lowered("B5, B6", "C.10", "how far B6 (1) and B5 (2) are dropped for downfloats", _down)
up = Lowered("B5, B6", "C.9", "how far B6 (1) and B5 (2) are dropped for upfloats", _up, _is_heterogeneous)

RULES: tuple[Rule, ...] = (mdps_left, p1, c12, b2, a7d, x, down, up)

OWN: tuple[Rule, ...] = tuple(rule for rule in RULES if rule is not c12)
"""Those that look at nothing but a bracket's own pairs and floaters."""


def profile(player: Player, bracket: Bracket, _region: Region) -> Hashable:
    """All that the summed rules read of a player, and of the bracket with it."""
    return player.preference, bracket.state.number % 2


def context(_bracket: Bracket, _horizon: Horizon) -> Context:
    """What they read of the bracket is in the profiles, and in which of them apply to it."""
    return Context((), (), ())


CRITERIA = Criteria((p1, c12, x), (c12,), may_meet_2009, profile, context)
"""The rules that are summed up."""
