"""[C.4 to C.10, C.14, D] A search, with matchings, for the first of the best candidates of a score bracket.

The pairs of the moved-down players are found in one matching, and the pairs of the remainder in another matching.
"""

from __future__ import annotations

from pairing_engine.kernel.bracket import BracketPairing
from pairing_engine.kernel.bracket_graph import NO_MEMBER, BracketGraph, Criteria, Horizon, MayMeet, Profiles, graph_of
from pairing_engine.kernel.rules import Rule
from pairing_engine.matching import Backend
from pairing_engine.systems.dutch_procedure.orders import mdp_order, resident_order
from pairing_engine.systems.dutch_procedure.score_bracket import ScoreBracket
from pairing_engine.systems.shared.homogeneous import mates_of_homogeneous


class ByTotals:
    """A search for the candidates with the smallest totals; earlier rules take priority."""

    def __init__(self, rules: tuple[Rule, ...], may_meet: MayMeet, profiles: Profiles) -> None:
        self.criteria = Criteria(rules, may_meet, profiles)

    def best(self, bracket: ScoreBracket, horizon: Horizon, backend: Backend) -> BracketPairing | None:
        """Find the first of the best candidates; None if the players of the graph cannot all be paired.

        Two moved-down players do not meet, because the bracket above would have paired them if possible. In the lowest
        bracket, two moved-down players may meet in the remainder [C.14.b.2], because they may come from different
        brackets that were joined.
        """
        mdps = len(bracket.mdps) if bracket.heterogeneous else 0
        graph = graph_of(self.criteria, bracket, bracket.members, horizon, range(0 if bracket.lowest else mdps))
        mates = _mates(graph, bracket, mdps, backend)
        return None if mates is None else graph.pairing(mates)


def _mates(graph: BracketGraph, bracket: ScoreBracket, mdps: int, backend: Backend) -> list[int] | None:
    graph.check_order()
    size = len(graph.members)
    there = [i for i, player in enumerate(graph.members) if player.tpn not in bracket.lost]
    if not mdps:
        return mates_of_homogeneous(graph, resident_order, there, {}, backend)
    mates = graph.best_mates(mdp_order(mdps, size), range(size), {}, backend)
    if mates is None:
        return None
    decided = {i: mates[i] for i in range(mdps) if mdps <= mates[i] < size}
    taken = set(decided.values())
    remainder = [i for i in there if i not in taken and (i >= mdps or (bracket.lowest and i not in decided))]
    if not bracket.lowest:
        decided |= {i: NO_MEMBER for i in range(mdps) if i not in decided}
    return mates if len(remainder) < 2 else mates_of_homogeneous(graph, resident_order, remainder, decided, backend)
