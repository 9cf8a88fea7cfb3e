"""A bracket as a matching problem: possible pairs, and their costs by the criteria."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from enum import Enum

from pairing_engine.errors import TooLarge
from pairing_engine.facts.model import show_points
from pairing_engine.kernel import cost_book
from pairing_engine.kernel.bracket import Bracket, BracketPairing, Edge, Region
from pairing_engine.kernel.cost_book import CostBook
from pairing_engine.kernel.order import NO_NUMBER, Order, bytes_of_order
from pairing_engine.kernel.order_costs import lightest_by_native, with_order, with_short_costs
from pairing_engine.kernel.rules import Rule, Scope, Weigher, costs_of, kind_of
from pairing_engine.kernel.weights import raised
from pairing_engine.language import marked, say
from pairing_engine.matching import MOST_BITS, Backend, CostField, Pair, has_native, lightest
from pairing_engine.matching.cover import UNMATCHED
from pairing_engine.matching.packing import Short
from pairing_engine.matching.rest import Rest
from pairing_engine.matching.size import MOST_BYTES, most_edges, too_large
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.values import NamedTuple

MayMeet = Callable[[Player, Player, RoundState], bool]
"""Whether the absolute criteria allow this pair."""


class Horizon(Enum):
    """The depth of the bracket's graph; players beyond this horizon are left out.

    An account in JSON, which is not translated, uses the values to say how a bracket was decided.
    """

    ALONE = "the bracket"
    FOLLOWING = "the bracket and the next scoregroup"
    EVERYBODY = "the bracket and everybody below"


_IN_WORDS = {
    Horizon.ALONE: marked("the bracket of {score} points"),
    Horizon.FOLLOWING: marked("the bracket of {score} points together with the next scoregroup"),
    Horizon.EVERYBODY: marked("the bracket of {score} points together with everybody below it"),
}


class Context(NamedTuple):
    """The facts about a bracket, beyond its players, that the criteria use.

    The cost of a pair of members depends only on ``pairs``, the cost of any other edge only on ``others``.
    """

    pairs: Hashable
    others: Hashable


class Profiles(NamedTuple):
    """The keys under which edge costs are cached.

    Two edges cost the same if the rules can tell apart neither their players nor their brackets.

    ``of_player`` gives all facts that the rules read of a player in a region of the round, seen from the bracket;
    ``of_bracket`` gives the facts that they read of the bracket itself. ``serves`` are the rules of which this is
    true. If a system has any other rule, nothing is remembered from one bracket to the next. That is slower, but
    never wrong.

    ``of_edge``, if given, tells apart fewer edges than the profiles of their two players, since rules read other
    facts of the players of a pair than of one who floats. It is asked of edges whose players were not met together
    before.
    """

    of_player: Callable[[Player, Bracket, Region], Hashable]
    of_bracket: Callable[[Bracket, Horizon], Context]
    serves: tuple[Rule, ...]
    of_edge: Callable[[Edge, Bracket], Hashable] | None = None


class Criteria:
    """The criteria of a system, with a cache for the costs of edges.

    ``rules`` stand in the order of their priority. ``of_pairs`` are those that can give a pair of members a cost: all
    that do not look beyond the bracket. ``may_meet`` says which pairs the absolute criteria allow.
    """

    def __init__(self, rules: tuple[Rule, ...], may_meet: MayMeet, profiles: Profiles) -> None:
        self.rules = rules
        self.of_pairs = tuple(rule for rule in rules if rule.scope is not Scope.BEYOND)
        self.may_meet = may_meet
        self.profiles = profiles if set(rules) <= set(profiles.serves) else _NOTHING_ALIKE
        self._book = CostBook(rules)

    def book(self) -> CostBook:
        """The cached costs; a full cache is replaced by an empty one."""
        if self._book.remembered >= cost_book.MOST_REMEMBERED:
            self._book = CostBook(self.rules)
        return self._book

    def asked(self, bracket: Bracket, horizon: Horizon) -> tuple[Rule, ...]:
        """The rules that can make a difference in this bracket's graph with this horizon."""
        rules = self.of_pairs if horizon is Horizon.ALONE else self.rules
        return tuple([rule for rule in rules if rule.applies(bracket)])


def _nobody_alike(player: Player, _bracket: Bracket, _region: Region) -> Hashable:
    return player.tpn


def _no_bracket_alike(_bracket: Bracket, _horizon: Horizon) -> Context:
    this_one = object()
    return Context(this_one, this_one)


_NOTHING_ALIKE = Profiles(_nobody_alike, _no_bracket_alike, ())


class BracketGraph:
    """A bracket as a graph for the matcher.

    ``pairs`` are the legal edges between all players within the horizon, each with the number of its cost by the
    criteria (see `CostBook`).

    Vertices are numbered from 0: the members of the bracket, in the order given; then the players below it, as far
    as the horizon reaches; last the bye, if everybody is within the horizon and somebody must get it. ``alone``
    has, for each vertex, the number of the cost of floating out of the horizon; None for a vertex that must not
    float out.
    """

    def __init__(
        self,
        criteria: Criteria,
        bracket: Bracket,
        members: tuple[Player, ...],
        horizon: Horizon,
        apart: range | None = None,
    ) -> None:
        """Create the graph, without edges between the vertices ``apart``."""
        self.criteria = criteria
        self.bracket = bracket
        self.horizon = horizon
        self._weigher: Weigher | None = None
        self._short: Short | None = None
        self.members = members
        self.players = members
        self.regions = [Region.BRACKET] * len(members)
        if horizon is not Horizon.ALONE:
            self._add(bracket.following, Region.FOLLOWING)
        if horizon is Horizon.EVERYBODY:
            self._add(bracket.beyond, Region.BEYOND)
        profile, context = criteria.profiles.of_player, criteria.profiles.of_bracket
        self.context = context(bracket, horizon)
        self.book = criteria.book()
        self.table = self.book.table(criteria.asked(bracket, horizon))
        self.kinds = [
            kind_of((region, profile(player, bracket, region)))
            for player, region in zip(self.players, self.regions, strict=True)
        ]
        self.alone: list[int | None] = [None] * len(self.players)
        if horizon is not Horizon.EVERYBODY:
            self.alone = [*self._costs_to(Region.BELOW if horizon is Horizon.ALONE else Region.BEYOND)]
        self.pairs = self._pairs(apart or range(0))
        self.bye: int | None = None
        if bracket.odd and horizon is Horizon.EVERYBODY:
            self._add_bye()

    def _add(self, players: Sequence[Player], region: Region) -> None:
        self.players += tuple(players)
        self.regions += [region] * len(players)

    def _add_bye(self) -> None:
        """Add the bye as a vertex, with edges to the players who may have it.

        If it is known at which score the bye will be given, only players with that score get an edge.
        """
        self.bye = len(self.players)
        self.alone.append(None)
        score = self.bracket.bye_score
        self.pairs += [
            (i, self.bye, cost)
            for i, (player, cost) in enumerate(zip(self.players, self._costs_to(Region.BYE), strict=True))
            if player.may_have_bye and (score is None or player.score == score)
        ]

    def add_rest(self, rest: Rest, near: Sequence[int]) -> None:
        """Add the needs of the players beyond the horizon (see `Rest`).

        From now on, players can float out of the horizon only to one of the parts of the rest, which become vertices.
        ``near`` has, for every player, the vertices of the rest whom that player may meet, as bits.
        """
        size = len(self.players)
        parts = range(size, size + len(rest.parts))
        for i, (row, cost) in enumerate(zip(near, self.alone, strict=True)):
            if cost is not None:
                self.pairs += [(i, j, cost) for j, part in zip(parts, rest.parts, strict=True) if row & part]
        nothing = self.book.number(())
        for vertex, mates in enumerate(rest.inner, parts.stop):
            self.pairs += [(parts[number], vertex, nothing) for number in mates]
        self.alone = [None] * (parts.stop + len(rest.inner))
        self._short = None

    @property
    def weigher(self) -> Weigher:
        """The weigher that turns costs into whole numbers, made on first use."""
        if self._weigher is None:
            self._weigher = self.table.weigher(self.bracket, len(self.players))
        return self._weigher

    def with_edges(self, pairs: list[Pair], alone: list[int | None]) -> BracketGraph:
        """A copy of the graph with other edges, and other costs of staying unmatched."""
        found = BracketGraph(self.criteria, self.bracket, (), Horizon.ALONE)
        found.horizon, found.context, found.bye = self.horizon, self.context, self.bye
        found.members, found.players, found.regions, found.kinds = self.members, self.players, self.regions, self.kinds
        found.book, found.table, found._weigher = self.book, self.table, self._weigher
        found.pairs, found.alone = pairs, alone
        return found

    def weighed(
        self, pairs: Sequence[Pair], alone: Sequence[int | None] | None = None
    ) -> tuple[list[Pair], list[int | None]]:
        """Some of the pairs and unmatched vertices, with actual costs in place of cost numbers."""
        alone = self.alone if alone is None else alone
        weigher, costs = self.weigher, self.book.costs
        used = {cost for _, _, cost in pairs} | {cost for cost in alone if cost is not None}
        weights = {cost: weigher.pack(costs[cost]) for cost in used}
        singles = [None if cost is None else weights[cost] for cost in alone]
        return [(i, j, weights[cost]) for i, j, cost in pairs], singles

    def _pairs(self, apart: range) -> list[Pair]:
        """Every legal edge with its cost number."""
        state, players, kinds, size = self.bracket.state, self.players, self.kinds, len(self.members)
        may_meet = self.criteria.may_meet
        inside = self.book.pairs.setdefault(self.context.pairs, {})
        others = self.table.others.setdefault(self.context.others, {})
        found: list[Pair] = []
        for i, upper in enumerate(players):
            if len(found) > CERTAINLY_ROOM and len(found) > (most := most_edges(self.weigher.bits)):
                raise self._too_large(most, self.weigher.bits)
            kind = kinds[i]
            start = apart.stop if i in apart else i + 1
            if start < size:
                row = inside.get(kind)
                if row is None:
                    row = inside[kind] = {}
                for j in range(start, size):
                    if may_meet(upper, players[j], state):
                        cost = row.get(kinds[j])
                        found.append((i, j, self._cost(i, j, row) if cost is None else cost))
                start = size
            if start < len(players):
                row = others.get(kind)
                if row is None:
                    row = others[kind] = {}
                for j in range(start, len(players)):
                    if may_meet(upper, players[j], state):
                        cost = row.get(kinds[j])
                        found.append((i, j, self._cost(i, j, row) if cost is None else cost))
        return found

    def _too_large(self, most: int, bits: int) -> TooLarge:
        """The error for a bracket whose graph has more edges than fit into memory."""
        return too_large(self._which(), len(self.players), most, bits)

    def _which(self) -> str:
        """The names of the bracket and the horizon in messages."""
        return say(_IN_WORDS[self.horizon], score=show_points(self.bracket.score))

    def check_order(self) -> None:
        """Raise `TooLarge` if the order of candidates and a copy do not fit into memory."""
        size = len(self.members)
        if 2 * bytes_of_order(size) > MOST_BYTES:
            raise TooLarge(
                say(
                    "{bracket} is too large: ordering the candidates of its {size:,} members takes more than "
                    "{most_bytes} MiB of memory",
                    bracket=self._which(),
                    size=size,
                    most_bytes=MOST_BYTES >> 20,
                )
            )

    def check_room(self, order: Order, pairs: Sequence[Pair], backend: Backend = Backend.AUTO) -> None:
        """Raise `TooLarge` if these edges, with an order's digits in their costs, do not fit into memory."""
        bits = self.weigher.bits + order.bits
        beside = 2 * bytes_of_order(len(self.members)) if order.bits else 0
        most = most_edges(bits, networkx=backend is Backend.REFERENCE, beside=beside)
        if len(pairs) > most:
            raise self._too_large(most, bits)

    def _cost(self, i: int, j: int, row: dict[int, int]) -> int:
        """Find the cost of an edge, and store its number in the row of the first end."""
        edge = Edge(self.players[i], self.players[j], self.regions[i], self.regions[j])
        found = row[self.kinds[j]] = self._number(edge)
        return found

    def _number(self, edge: Edge) -> int:
        """The cost number of an edge, cached for all edges that the rules cannot tell apart."""
        rules, context, alike = self.table.rules, self.context.others, self.table.alike
        if edge.pairs:
            rules, context, alike = self.criteria.of_pairs, self.context.pairs, self.book.alike
        profile = self.criteria.profiles.of_edge
        if profile is None:
            return self.book.number(costs_of(rules, edge, self.bracket))
        self.book.remembered += 1
        key = context, profile(edge, self.bracket)
        found = alike.get(key)
        if found is None:
            found = alike[key] = self.book.number(costs_of(rules, edge, self.bracket))
        return found

    def _costs_to(self, region: Region) -> list[int]:
        """The cost number, for each player, of leaving for this region without a partner.

        The player floats there, or gets the bye.
        """
        known = self.table.alone.setdefault((self.context.others, region), {})
        found = []
        for player, kind, of in zip(self.players, self.kinds, self.regions, strict=True):
            cost = known.get(kind)
            if cost is None:
                cost = known[kind] = self._number(Edge(player, None, of, region))
            found.append(cost)
        return found

    def best_mates(
        self, order: Order, vertices: Sequence[int], decided: Mapping[int, int], backend: Backend
    ) -> list[int] | None:
        """The mates of all vertices in the first of the best candidates; None if there is no complete matching.

        A vertex without a mate has -1. The order numbers the members ``vertices``, in this sequence. ``decided`` gives
        some members the only mate they may have; `NO_MEMBER` means nobody of the bracket. Raises `TooLarge`.
        """
        size = len(self.members)
        pairs = self.pairs
        if decided:
            pairs = [e for e in pairs if e[0] >= size or not _decided_otherwise(decided, e[0], e[1], size)]
        if not pairs and backend is Backend.AUTO:
            return None if None in self.alone else [UNMATCHED] * len(self.alone)
        numbers = [NO_NUMBER] * len(self.alone)
        for number, vertex in enumerate(vertices):
            numbers[vertex] = number
        if backend is Backend.AUTO and len(self.alone) <= MOST_NATIVE and has_native():
            try:
                return lightest_by_native(order, numbers, pairs, self.alone, self.table.shares)
            except OverflowError:
                pass  # raised for costs of more than 2,500 bits
        if backend is Backend.AUTO and len(pairs) <= MOST_PACKED:
            found = with_short_costs(order, vertices, numbers, pairs, self.alone, self.table.shares, self._short)
            if found is not None:
                question, short = found
                if not decided:
                    self._short = short  # for questions with some of these pairs, see there
                return lightest(*question, list)
        if backend is Backend.AUTO and self.weigher.bits + order.bits > MOST_BITS:
            from pairing_engine.kernel.long_costs import best_mates_in_stages

            return best_mates_in_stages(self, order, vertices, numbers, pairs, self.alone)
        self.check_room(order, pairs, backend)
        pairs, alone = with_order(order, numbers, *self.weighed(pairs))
        return lightest(pairs, alone, self.weigher.bits + order.bits, lambda: self._fields(order, vertices), backend)

    def _fields(self, order: Order, vertices: Sequence[int]) -> list[CostField]:
        """The fields of the costs: first the criteria, then the order of candidates."""
        return raised(self.weigher.fields, order.bits) + order.fields(vertices)

    @property
    def is_hopeless(self) -> bool:
        """Whether some player who must be matched has no possible partner.

        Then the order of candidates need not be made. For thousands of players, that order takes more memory than
        anything else.
        """
        if None not in self.alone:
            return False
        near = bytearray(len(self.alone))
        for i, j, _ in self.pairs:
            near[i] = near[j] = 1
        return any(cost is None and not found for cost, found in zip(self.alone, near, strict=True))

    def pairing(self, mates: Sequence[int]) -> BracketPairing:
        """The pairing of the bracket that these mates define."""
        members, size = self.members, len(self.members)
        return BracketPairing(
            tuple((members[i], members[mate]) for i, mate in enumerate(mates[:size]) if i < mate < size),
            tuple(members[i] for i, mate in enumerate(mates[:size]) if not 0 <= mate < size),
        )

    def unmatched(self, mates: Sequence[int]) -> tuple[Player, ...]:
        """The players whom these mates leave without a partner within the horizon."""
        return tuple(player for player, mate in zip(self.players, mates, strict=False) if mate < 0)

    def edges(self, mates: Sequence[int]) -> list[Edge]:
        """The edges that these mates define, except players who float out of the horizon."""
        found = []
        for i, (player, mate) in enumerate(zip(self.players, mates, strict=False)):
            if mate == self.bye:
                found.append(Edge(player, None, self.regions[i], Region.BYE))
            elif i < mate:
                found.append(Edge(player, self.players[mate], self.regions[i], self.regions[mate]))
        return found


NO_MEMBER = -1
"""The value in place of a mate for a member who floats."""

CERTAINLY_ROOM = 1 << 14
"""The number of edges that always fits into memory, whatever their costs."""

MOST_NATIVE = 256
"""The maximum number of vertices for which the C++ matcher is used; larger graphs are solved faster in stages."""

MOST_PACKED = 400
"""The maximum number of edges for which long costs are compressed; larger graphs are solved faster in stages."""


def _decided_otherwise(decided: Mapping[int, int], i: int, j: int, size: int) -> bool:
    """Whether this edge contradicts a mate that is already decided for one of its ends."""
    if j < size:
        return decided.get(i, j) != j or decided.get(j, i) != i
    return decided.get(i, NO_MEMBER) != NO_MEMBER
