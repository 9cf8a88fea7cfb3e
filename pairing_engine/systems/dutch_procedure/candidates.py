"""[C.4 to C.10, C.14, D] A search, with matchings, for the first of the best candidates of a score bracket.

The pairs of the moved-down players are found in one matching, and the pairs of the remainder in another matching.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairing_engine.kernel.bracket import BracketPairing, Edge, Region
from pairing_engine.kernel.bracket_graph import NO_MEMBER, BracketGraph, Criteria, Horizon, MayMeet, Profiles, graph_of
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import Rule
from pairing_engine.matching import Backend
from pairing_engine.state.conventions import DOWN, MILD, STRONG
from pairing_engine.systems.dutch.edition_2026 import walk
from pairing_engine.systems.dutch_procedure.conventions import articles_of_order
from pairing_engine.systems.dutch_procedure.criteria_2009 import Lowered
from pairing_engine.systems.dutch_procedure.criteria_2012 import is_odd_round
from pairing_engine.systems.dutch_procedure.score_bracket import ScoreBracket
from pairing_engine.systems.shared.orders import mates_of_homogeneous
from pairing_engine.values import replace

ORDERS = articles_of_order("")


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
        return mates_of_homogeneous(graph, ORDERS.residents, there, {}, backend)
    mates = graph.best_mates(ORDERS.mdps(mdps, size), range(size), {}, backend)
    if mates is None:
        return None
    decided = {i: mates[i] for i in range(mdps) if mdps <= mates[i] < size}
    taken = set(decided.values())
    remainder = [i for i in there if i not in taken and (i >= mdps or (bracket.lowest and i not in decided))]
    if not bracket.lowest:
        decided |= {i: NO_MEMBER for i in range(mdps) if i not in decided}
    return mates if len(remainder) < 2 else mates_of_homogeneous(graph, ORDERS.residents, remainder, decided, backend)


def walked_2012(bracket: ScoreBracket) -> BracketPairing | None:
    """Find the best candidate of a bracket under the rules of 2012; None if a short search fails.

    The bracket is paired without the players below. The rules first minimise denied strong preferences, then all denied
    preferences [A.7.d before X]. The search minimises all denied preferences first, but its candidate has the smallest
    possible number of both.
    """
    if bracket.lost or bracket.merged or (bracket.mdps and not bracket.heterogeneous):
        return None
    if bracket.odd and len({player.unplayed for player in bracket.members if player.may_have_bye}) != 1:
        return None  # the search gives the bye to a player with the most games, but these rules do not
    return walk(bracket)


def walked_2009(bracket: ScoreBracket) -> BracketPairing | None:
    """Find the best candidate of a bracket under the rules of 1992 to 2009; None if a short search fails.

    The bracket is paired without the players below. Two rules differ from the rules of 2012: mild preferences do not
    count in even rounds, and a requirement is dropped for the whole bracket. If one strong preference must be denied,
    the rules allow more strong preferences to be denied. If one float must be repeated, the rules allow further
    repeated floats. Therefore the rules can require a candidate that denies more preferences or repeats more floats
    than necessary.
    """
    if not is_odd_round(bracket) and any(abs(player.preference) == MILD for player in bracket.members):
        return None
    found = walked_2012(bracket)
    if found is None or any(DOWN in player.floats[-2:] for player in found.floaters):
        return None
    return None if is_odd_round(bracket) and _has_strong_pair(found) else found


def _has_strong_pair(found: BracketPairing) -> bool:
    return any(one.preference * other.preference >= STRONG * STRONG for one, other in found.pairs)


Totals = tuple[int, ...]


class ByLowering:
    """The search for the first candidate of a bracket.

    Some rules are requirements that can be lowered (`Lowered`).
    """

    def __init__(self, rules: tuple[Rule, ...], may_meet: MayMeet, profiles: Profiles) -> None:
        self.rules = rules
        counted = tuple(rule for rule in rules if not isinstance(rule, Lowered))
        self.criteria = Criteria(counted, may_meet, profiles)

    def best(self, bracket: ScoreBracket, horizon: Horizon, backend: Backend) -> BracketPairing | None:
        """Find the first candidate. Lower the requirements as little as possible. Return None without a candidate."""
        graph = graph_of(self.criteria, bracket, bracket.members, horizon)
        there = [i for i, player in enumerate(graph.members) if player.tpn not in bracket.lost]
        for tops in self._tops(bracket, there, horizon, backend):
            mates = _Candidates(self.rules, graph, there, tops, backend).first()
            if mates is not None:
                return graph.pairing(mates)
        return None

    def _tops(
        self, bracket: ScoreBracket, there: Sequence[int], horizon: Horizon, backend: Backend
    ) -> Iterator[Sequence[int]]:
        """[C.04.1 A.6, C.4, C.14] Yield the highest p players, for each possible p in descending order (reading P6)."""
        mdps = sum(i < len(bracket.mdps) for i in there) if bracket.heterogeneous else 0
        if bracket.looks_down:  # p is the same as without the players below
            alone = graph_of(self.criteria, bracket, bracket.members, Horizon.ALONE)
            while mdps and not _Candidates(self.rules, alone, there, there[:mdps], backend).exist():
                mdps -= 1
            yield there[:mdps]
            return
        # C.13: if p becomes zero, the penultimate bracket is joined to the lowest one.
        least = 1 if mdps and horizon is Horizon.EVERYBODY and not bracket.lowest else 0
        for p in range(mdps, least - 1, -1):
            yield there[:p]


class _Candidates:
    """The candidates in which the players ``tops`` are all paired, but not with each other.

    The players ``tops`` are the first players of S1.
    """

    def __init__(
        self, rules: Sequence[Rule], graph: BracketGraph, there: Sequence[int], tops: Sequence[int], backend: Backend
    ) -> None:
        self.members = graph.members
        self.there = there
        self.tops = tops
        self.backend = backend
        assert isinstance(graph.bracket, ScoreBracket)
        self.bracket = replace(graph.bracket, tops=frozenset(self.members[i].tpn for i in tops))
        self.rules = [rule for rule in rules if rule.applies(self.bracket)]
        self.graph = self._with_tops(graph)

    def exist(self) -> bool:
        return self._mates(self.graph) is not None

    def first(self) -> list[int] | None:
        """Return the partner of each vertex in the first candidate; None if there is no candidate."""
        mates = self._mates(self.graph)
        if mates is None:
            return None
        requirements = [rule for rule in self.rules if isinstance(rule, Lowered)]
        has_remainder = bool(self.tops) and len(self.there) - 2 * len(self.tops) > 1
        in_remainder = [rule for rule in requirements if has_remainder and rule.in_remainder]
        self._lower_all([rule for rule in requirements if rule not in in_remainder])
        if in_remainder:
            self.graph = self._with_opponents(self._mates_of_tops())
            self._lower_all(in_remainder)
        return self._first()

    def _lower_all(self, requirements: Sequence[Lowered]) -> None:
        for rule in requirements:
            counted = [r for r in self.rules[: self.rules.index(rule)] if not isinstance(r, Lowered)]
            mates = self._mates(self.graph)
            assert mates is not None
            self._lower(rule, counted, mates)

    def _lower(self, rule: Lowered, counted: Sequence[Rule], mates: Sequence[int]) -> None:
        """Lower a requirement as little as possible without increasing the counts of earlier rules."""
        least = self._totals(counted, mates)
        assert rule.most is not None
        for level in range(rule.most):
            graph = self._without(rule, level)
            if graph is None:
                return
            found = self._mates(graph)
            if found is not None and self._totals(counted, found) == least:
                self.graph = graph
                return

    def _mates(self, graph: BracketGraph) -> list[int] | None:
        return graph.best_mates(Order(0), (), {}, self.backend)

    def _totals(self, rules: Sequence[Rule], mates: Sequence[int]) -> Totals:
        edges = self._edges(mates)
        return tuple(sum(rule.cost(edge, self.bracket) for edge in edges) for rule in rules)

    def _edges(self, mates: Sequence[int]) -> list[Edge]:
        graph, found = self.graph, []
        for i, (player, mate) in enumerate(zip(graph.players, mates, strict=False)):
            if mate < 0 or mate == graph.bye:
                region = Region.BYE if mate >= 0 else Region.BEYOND
                found.append(Edge(player, None, graph.regions[i], region))
            elif i < mate:
                found.append(Edge(player, graph.players[mate], graph.regions[i], graph.regions[mate]))
        return found

    def _first(self) -> list[int] | None:
        """[C.04.1 C.6 to C.9, D] Return each vertex's partner in the first of the best candidates."""
        graph, tops = self.graph, len(self.tops)
        if not tops:
            return mates_of_homogeneous(graph, ORDERS.residents, self.there, {}, self.backend)
        mates = self._mates_of_tops()
        decided = {i: mates[i] for i in self.tops}
        taken = {*decided, *decided.values()}
        remainder = [i for i in self.there if i not in taken]
        if len(remainder) < 2:
            return mates
        return mates_of_homogeneous(graph, ORDERS.residents, remainder, decided, self.backend)

    def _mates_of_tops(self) -> list[int]:
        """Return a matching in which the opponents of the moved-down players come first in the order of candidates."""
        order = ORDERS.mdps(len(self.tops), len(self.there))
        mates = self.graph.best_mates(order, self.there, {}, self.backend)
        assert mates is not None
        return mates

    def _with_opponents(self, mates: Sequence[int]) -> BracketGraph:
        """Return the graph in which the moved-down players keep their opponents."""
        kept = {i: mates[i] for i in self.tops} | {mates[i]: i for i in self.tops}
        pairs = [
            edge
            for edge in self.graph.pairs
            if kept.get(edge[0], edge[1]) == edge[1] and (edge[1] not in kept or kept[edge[1]] == edge[0])
        ]
        return self.graph.with_edges(pairs, [None if i in kept else cost for i, cost in enumerate(self.graph.alone)])

    def _with_tops(self, graph: BracketGraph) -> BracketGraph:
        """Return a graph in which each top player must meet a player outside ``tops``."""
        tops, size = set(self.tops), len(self.members)
        pairs = [(i, j, cost) for i, j, cost in graph.pairs if i not in tops or (j < size and j not in tops)]
        return graph.with_edges(pairs, [None if i in tops else cost for i, cost in enumerate(graph.alone)])

    def _without(self, rule: Rule, level: int) -> BracketGraph | None:
        """Return the graph without the edges that break a rule at a level; None if there are no such edges."""
        graph, bracket, members, size = self.graph, self.bracket, self.members, len(self.members)
        floats = [rule.cost(Edge(player, None, Region.BRACKET, Region.BELOW), bracket) <= level for player in members]
        pairs = [
            edge
            for edge in graph.pairs
            if edge[0] >= size
            or (
                rule.cost(Edge(members[edge[0]], members[edge[1]]), bracket) <= level
                if edge[1] < size
                else floats[edge[0]]
            )
        ]
        if len(pairs) == len(graph.pairs) and all(floats):
            return None
        alone = [None if i < size and not floats[i] else cost for i, cost in enumerate(graph.alone)]
        return graph.with_edges(pairs, alone)
