"""The choice of the upfloaters for the top scoregroup.

Every player below the scoregroup is a possible upfloater. The best set of upfloaters is chosen according to the
criteria. If several sets are equally good, the first set in order is chosen. Possible upfloaters are ordered by score,
then by TPN. The order of two sets depends on the first upfloater who is not in both sets [C.04.4.1 4.1.3, C.04.5
3.5.4].
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from pairing_engine.kernel.bracket import Bracket, Edge, Region, scoregroups
from pairing_engine.kernel.bracket_graph import Criteria, Horizon, graph_of
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.rules import Rule
from pairing_engine.kernel.trace import BracketTrace, TwoRounds
from pairing_engine.kernel.weights import Weights, raised
from pairing_engine.language import say
from pairing_engine.matching import Backend, Pair, lightest
from pairing_engine.matching.cover import bits, neighbours_by
from pairing_engine.matching.rest import rest_of
from pairing_engine.state.round_state import Player, ranked
from pairing_engine.systems.shared.below import MOST_SEARCHED
from pairing_engine.systems.shared.judging import Sides
from pairing_engine.systems.shared.upfloater_sets import SetsInOrder, left_over
from pairing_engine.values import NamedTuple, replace


def upfloater_of(edge: Edge) -> Player | None:
    return edge.lower if edge.floats else None


def is_not_last_round(bracket: Bracket) -> bool:
    return not bracket.state.is_last


def gaps_below(bracket: Bracket) -> tuple[int, ...]:
    """List the score differences between residents and possible upfloaters, once each, in descending order."""
    below = bracket.following + bracket.beyond
    return tuple(sorted({bracket.score - player.score for player in below}, reverse=True))


MOST_NEAREST = 2
"""The maximum number of upfloaters for a search that considers only the nearest scoregroups."""

MOST_EDGES = 50_000
"""The maximum number of pairs to examine if a search covers several scoregroups."""


class Upfloaters:
    """A search for a bracket's upfloaters, in the smallest graph that is proved to be sufficient.

    ``in_order`` is a shortcut that tries the sets in order; None if the shortcut is not proved to be right. ``nearest``
    is true if upfloaters from nearer scoregroups are proved to take priority. Without either shortcut, the graph
    contains all players.
    """

    def __init__(
        self,
        criteria: Criteria,
        bracket: Bracket,
        backend: Backend,
        in_order: SetsInOrder | None = None,
        *,
        nearest: bool = False,
    ) -> None:
        self.criteria = criteria
        self.bracket = bracket
        self.backend = backend
        self.in_order = in_order
        self.nearest = nearest

    def choose(self) -> tuple[tuple[Player, ...], str] | None:
        """Choose the upfloaters, and return how they were found; None if the rest of the round cannot be completed."""
        if self.backend is Backend.AUTO and (self.nearest or self.in_order is not None):
            found = self._among_the_nearest() if self.in_order is None else self.in_order.first()
            if found is not None:
                return found, Horizon.FOLLOWING.value if found else Horizon.ALONE.value
        found = self._ask(Horizon.EVERYBODY, self.bracket)
        return None if found is None else (found, Horizon.EVERYBODY.value)

    def _among_the_nearest(self) -> tuple[Player, ...] | None:
        """Choose at most two upfloaters from the nearest scoregroups; None if the best choice is not certain.

        Upfloaters from lower scoregroups would have larger score differences. If the number of residents is even but
        the residents cannot all be paired with each other, at least two upfloaters are needed.
        """
        residents = self.bracket.residents
        if len(residents) % 2 == 0 and self._is_paired(residents):
            return () if self._is_completed(()) else None
        needed, in_need = self._in_need(residents)
        if needed > MOST_NEAREST:
            return None
        below = self.bracket.following + self.bracket.beyond
        pool = helpers = 0
        for group in scoregroups(below):
            pool += len(group)
            if pool > len(group) and pool * len(residents) > MOST_EDGES:
                break
            helpers += sum(any(self._may_meet(other, player) for other in in_need) for player in group)
            if helpers < needed:
                continue
            found = self._ask(Horizon.FOLLOWING, replace(self.bracket, following=below[:pool], beyond=below[pool:]))
            if found is not None and 1 <= len(found) <= MOST_NEAREST:
                return found if self._is_completed(found) else None
        return None

    def _in_need(self, residents: Sequence[Player]) -> tuple[int, list[Player]]:
        """Return the least number of upfloaters, and the residents who can be their opponents.

        If only this least number of upfloaters is used, each upfloater meets one of these residents. For a large
        scoregroup, nothing is computed: the result is 0 and an empty list.
        """
        if len(residents) > MOST_SEARCHED:
            return 0, []
        size = len(residents)
        edges = [(i, j) for i, j in combinations(range(size), 2) if self._may_meet(residents[i], residents[j])]
        rest = rest_of(neighbours_by(size, edges), (1 << size) - 1)
        return rest.needed, [residents[v] for part in rest.parts for v in bits(part)]

    def _may_meet(self, a: Player, b: Player) -> bool:
        return self.criteria.may_meet(a, b, self.bracket.state)

    def _is_paired(self, players: Sequence[Player]) -> bool:
        """Whether a quick search pairs all given players."""
        return not left_over(players, self._may_meet)

    def _is_completed(self, upfloaters: Sequence[Player]) -> bool:
        """Whether a quick search pairs all players below the bracket except the upfloaters."""
        taken = {player.tpn for player in upfloaters}
        below = self.bracket.following + self.bracket.beyond
        return self._is_paired([player for player in below if player.tpn not in taken])

    def _ask(self, horizon: Horizon, bracket: Bracket) -> tuple[Player, ...] | None:
        """Find the first of the best sets of upfloaters in a matching; None if there is no complete matching.

        The high bits of a cost stand for the criteria, and the low bits stand for the order of sets.
        """
        size, pool = len(bracket.residents), len(bracket.following)
        within = horizon is Horizon.FOLLOWING
        graph = graph_of(
            self.criteria, bracket, bracket.residents, horizon, range(size, size + pool) if within else None
        )
        pool = len(graph.players) - size
        weights = Weights()
        left_out = [0] * size + weights.add_set(pool)
        graph.check_edges(len(graph.pairs), graph.weigher.bits + weights.bits, self.backend)
        pairs: list[Pair] = [
            (i, j, (cost << weights.bits) + (left_out[i] + left_out[j] if i >= size else 0))
            for i, j, cost in graph.weighed(graph.pairs)[0]
        ]
        alone: list[int | None] = [None] * len(graph.players)
        if within:
            alone[size:] = left_out[size:]
        fields = raised(graph.weigher.fields, weights.bits) + weights.fields
        mates = lightest(pairs, alone, graph.weigher.bits + weights.bits, lambda: fields, self.backend)
        if mates is None:
            return None
        return tuple(graph.players[v] for v in range(size, len(mates)) if 0 <= mates[v] < size)


def upfloaters_in(bracket: Bracket, pairs: Iterable[tuple[Player, Player]]) -> tuple[Player, ...]:
    """Return the upfloaters in the given pairs, sorted by score, then TPN."""
    found = {player.tpn for pair in pairs for player in pair if player.score < bracket.score}
    return tuple(player for player in bracket.following + bracket.beyond if player.tpn in found)


def edges_of(bracket: Bracket, pairs: Iterable[tuple[Player, Player]]) -> list[Edge]:
    following = {player.tpn for player in bracket.following}

    def region(player: Player) -> Region:
        if player.score == bracket.score:
            return Region.BRACKET
        return Region.FOLLOWING if player.tpn in following else Region.BEYOND

    return [Edge(upper, lower, region(upper), region(lower)) for upper, lower in map(ranked, pairs)]


class SetArticles(NamedTuple):
    """The chapter of a system, and its article about the order of sets of upfloaters."""

    chapter: str
    order: str


def both_sets(trace: BracketTrace, rounds: TwoRounds) -> tuple[tuple[Player, ...], tuple[Player, ...]]:
    """Return the upfloaters of a bracket in the right round and in the compared round."""
    bracket, mates = trace.bracket, rounds.other.mates
    taken = {mates[player.tpn] for player in bracket.residents if player.tpn in mates}
    theirs = tuple(player for player in bracket.following + bracket.beyond if player.tpn in taken)
    return upfloaters_in(bracket, trace.pairing.pairs), theirs


def judge_upfloaters(
    rules: tuple[Rule, ...], articles: SetArticles, trace: BracketTrace, rounds: TwoRounds
) -> Finding | None:
    """Explain why the other set of upfloaters is worse than the right set; None if it is better."""
    sides = Sides.of(trace.bracket, rounds)
    found = sides.first_difference(rules)
    if found is not None:
        return sides.worse(articles.chapter, found) if found.is_worse else None
    return _later_set(articles, *both_sets(trace, rounds))


def _later_set(articles: SetArticles, ours: Sequence[Player], theirs: Sequence[Player]) -> Finding:
    one, another = next((a, b) for a, b in zip(ours, theirs, strict=True) if a.tpn != b.tpn)
    words = say("the first upfloater who differs between the two sets")
    article = f"{articles.chapter} {articles.order}"
    return Finding(Fault.LATER, article, "", words, players=(another.tpn,), instead=(one.tpn,))
