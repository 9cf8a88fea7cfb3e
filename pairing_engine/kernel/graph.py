"""A bracket as a graph: the possible pairs, and what each pair costs under the criteria."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from pairing_engine.facts.model import show_points
from pairing_engine.kernel.order import NO_NUMBER, Order, bytes_of_order
from pairing_engine.kernel.rules import Bracket, BracketPairing, Edge, Region, Rule, Scope, Weigher, costs_of
from pairing_engine.language import marked, say
from pairing_engine.matching import Pair, lightest
from pairing_engine.matching.solvers import GRAPH, MOST_BYTES, check_edges, order_too_large
from pairing_engine.state.round_state import Player, RoundState

MayMeet = Callable[[Player, Player, RoundState], bool]
"""A function that returns whether the absolute criteria allow a pair."""


class Horizon(Enum):
    """The players whom a bracket's graph contains: only the players of the bracket, or players below it as well.

    The values appear in accounts. They are not translated in JSON.
    """

    ALONE = "the bracket"
    FOLLOWING = "the bracket and the next scoregroup"
    EVERYBODY = "the bracket and everybody below"


_IN_WORDS = {
    Horizon.ALONE: marked("the bracket of {score} points"),
    Horizon.FOLLOWING: marked("the bracket of {score} points together with the next scoregroup"),
    Horizon.EVERYBODY: marked("the bracket of {score} points together with everybody below it"),
}


class Question(NamedTuple):
    """A bracket to be paired by ``criteria``, which are in order of priority.

    ``members`` are its players in the order of their numbers, and ``horizon`` says who else is in the graph. No two of
    the vertices in ``apart`` meet. If ``only_members`` is true, only the partners of the members, and who has the bye,
    are read from the answer.
    """

    criteria: tuple[Rule, ...]
    may_meet: MayMeet
    bracket: Bracket
    members: tuple[Player, ...]
    horizon: Horizon
    apart: range = range(0)
    only_members: bool = False

    def which(self) -> str:
        return say(_IN_WORDS[self.horizon], score=show_points(self.bracket.score))


NO_MEMBER = -1
"""The value that means "no partner in the bracket"."""

CERTAINLY_ROOM = 1 << 14
"""A number of edges that always fits into memory."""


class Graph:
    """A bracket as a graph for a matching of least cost, whose costs are what the criteria give as they stand.

    ``pairs`` are the legal edges with their costs. The vertices, from 0, are the members of the bracket in the given
    order, the players below whom the graph contains (see `Horizon`), and the ``bye``, if all players are in the graph
    and one must get it. ``alone[vertex]`` is the cost of a player who floats out of the graph, or None if the vertex
    must be matched.
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        self.bracket = question.bracket
        self.members = question.members
        self.players, self.regions = question.members, [Region.BRACKET] * len(question.members)
        if question.horizon is not Horizon.ALONE:
            self.players += self.bracket.following
            self.regions += [Region.FOLLOWING] * len(self.bracket.following)
        if question.horizon is Horizon.EVERYBODY:
            self.players += self.bracket.beyond
            self.regions += [Region.BEYOND] * len(self.bracket.beyond)
        of_pairs = question.horizon is Horizon.ALONE
        self.rules = tuple(
            [r for r in question.criteria if not (of_pairs and r.scope is Scope.BEYOND) and r.applies(self.bracket)]
        )
        self.edge_bytes = GRAPH
        self._weigher: Weigher | None = None
        self.bye: int | None = None
        self.pairs: list[Pair] = []
        self.alone: list[int | None] = []

    def fill(self) -> None:
        """Compute the possible pairs and all costs. Raises `TooLarge`."""
        horizon, bracket = self.question.horizon, self.bracket
        self.alone = [None] * len(self.players)
        if horizon is not Horizon.EVERYBODY:
            self.alone = [*self.costs_to(Region.BELOW if horizon is Horizon.ALONE else Region.BEYOND)]
        self.pairs = self.possible_pairs()
        if bracket.odd and horizon is Horizon.EVERYBODY:
            self.bye = len(self.players)
            self.pairs += self._of_bye(self.bye)
            self.alone.append(None)

    def _of_bye(self, bye: int) -> Iterator[Pair]:
        """Yield an edge to the bye for each player who may get it, only with its score if that is known."""
        score = self.bracket.bye_score
        for i, (player, cost) in enumerate(zip(self.players, self.costs_to(Region.BYE), strict=True)):
            if player.may_have_bye and (score is None or player.score == score):
                yield i, bye, cost

    @property
    def weigher(self) -> Weigher:
        """The converter of costs into whole numbers."""
        if self._weigher is None:
            self._weigher = Weigher(self.rules, self.bracket, len(self.players))
        return self._weigher

    def _cost(self, i: int, j: int | None, to: Region) -> int:
        edge = Edge(self.players[i], None if j is None else self.players[j], self.regions[i], to)
        return self.weigher.pack(costs_of(self.rules, edge, self.bracket))

    def costs_to(self, region: Region) -> list[int]:
        """List the cost of each player for the destination ``region``, which can also be the bye."""
        return [self._cost(i, None, region) for i in range(len(self.players))]

    def possible_pairs(self) -> list[Pair]:
        """List all legal edges but those within `Question.apart`. Raises `TooLarge`."""
        players, may_meet, apart = self.players, self.question.may_meet, self.question.apart
        pairs: list[Pair] = []
        for i, upper in enumerate(players):
            if len(pairs) > CERTAINLY_ROOM:
                self.check_edges(len(pairs), self.weigher.bits)
            others = range(apart.stop if i in apart else i + 1, len(players))
            mates = [j for j in others if may_meet(upper, players[j], self.bracket.state)]
            pairs += [(i, j, self._cost(i, j, self.regions[j])) for j in mates]
        return pairs

    def with_edges(self, pairs: Sequence[Pair], alone: Sequence[int | None]) -> Graph:
        """Return this graph with other edges."""
        found = self._again()
        found.pairs, found.alone, found.bye = list(pairs), list(alone), self.bye
        return found

    def _again(self) -> Graph:
        return Graph(self.question)

    def weighed(self) -> tuple[list[Pair], list[int | None]]:
        """Return the edges, and the costs of vertices alone, with their costs in whole numbers."""
        return self.pairs, self.alone

    def cheapest(self, order: Order, numbers: Sequence[int], pairs: Sequence[Pair]) -> list[int] | None:
        """Find the matching of least cost with these ``pairs``, of several the first in the order.

        ``numbers[vertex]`` is the number of a vertex in the order, or `NO_NUMBER`.
        """
        bits = self.weigher.bits + order.bits
        self.check_edges(len(pairs), bits, 2 * bytes_of_order(len(self.members)) if order.bits else 0)
        return lightest(*with_order(order, numbers, pairs, self.alone), bits)

    def best_mates(
        self, order: Order, vertices: Sequence[int] = (), decided: Mapping[int, int] | None = None
    ) -> list[int] | None:
        """Find the matching of least cost, of several the first in the order; None if there is none. Raises `TooLarge`.

        The result is the partner of each vertex, -1 for an unmatched one. ``vertices[i]`` is the vertex of the member
        with number i in the order of candidates. ``decided`` maps a member to the partner that the member must get, or
        to `NO_MEMBER` if the member must float.
        """
        size = len(self.members)
        pairs = self.pairs
        if decided:
            pairs = [e for e in pairs if e[0] >= size or not _decided_otherwise(decided, e[0], e[1], size)]
        numbers = [NO_NUMBER] * len(self.alone)
        for number, vertex in enumerate(vertices):
            numbers[vertex] = number
        return self.cheapest(order, numbers, pairs)

    def check_edges(self, edges: int, bits: int, beside: int = 0) -> None:
        """Raise `TooLarge` if so many edges do not fit into memory (see `matching.solvers.check_edges`)."""
        check_edges(self.question.which, len(self.players), edges, bits, self.edge_bytes, beside)

    def check_order(self) -> None:
        size = len(self.members)
        if 2 * bytes_of_order(size) > MOST_BYTES:
            raise order_too_large(self.question.which(), size)

    @property
    def is_hopeless(self) -> bool:
        """Whether some player who must be matched has no possible partner; the costly order is not needed then."""
        if None not in self.alone:
            return False
        near = bytearray(len(self.alone))
        for i, j, _ in self.pairs:
            near[i] = near[j] = 1
        return any(cost is None and not found for cost, found in zip(self.alone, near, strict=True))

    def pairing(self, mates: Sequence[int]) -> BracketPairing:
        members, size = self.members, len(self.members)
        return BracketPairing(
            tuple((members[i], members[mate]) for i, mate in enumerate(mates[:size]) if i < mate < size),
            tuple(members[i] for i, mate in enumerate(mates[:size]) if not 0 <= mate < size),
        )

    def unmatched(self, mates: Sequence[int]) -> tuple[Player, ...]:
        return tuple(player for player, mate in zip(self.players, mates, strict=False) if mate < 0)

    def edges(self, mates: Sequence[int]) -> list[Edge]:
        """Return the pairs, the bye, and the players who float out of the graph as edges."""
        found = []
        for i, (player, mate) in enumerate(zip(self.players, mates, strict=False)):
            if mate < 0 or mate == self.bye:
                found.append(Edge(player, None, self.regions[i], Region.BEYOND if mate < 0 else Region.BYE))
            elif i < mate:
                found.append(Edge(player, self.players[mate], self.regions[i], self.regions[mate]))
        return found


def with_order(
    order: Order, numbers: Sequence[int], pairs: Sequence[Pair], alone: Sequence[int | None]
) -> tuple[list[Pair], list[int | None]]:
    """Add the amounts of the order to all costs, in bits that are less significant than the criteria."""
    bits, top, other, opponent = order.bits, order.top, order.other, order.opponent
    costs = []
    for i, j, cost in pairs:
        one, two = numbers[i], numbers[j]
        cost <<= bits
        if one >= 0:
            cost += top[one] + other[two] + (two + 1) * opponent[one] if two >= 0 else other[one]
        costs.append((i, j, cost))
    return costs, [
        None if cost is None else (cost << bits) + (other[at] if at >= 0 else 0)
        for cost, at in zip(alone, numbers, strict=True)
    ]


def _decided_otherwise(decided: Mapping[int, int], i: int, j: int, size: int) -> bool:
    if j < size:
        return decided.get(i, j) != j or decided.get(j, i) != i
    return decided.get(i, NO_MEMBER) != NO_MEMBER
