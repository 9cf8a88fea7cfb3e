"""A bracket as a matching problem: the possible pairs, and what each pair costs under the criteria."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final

from pairing_engine.facts.model import show_points
from pairing_engine.kernel.order import NO_NUMBER, Order, bytes_of_order
from pairing_engine.kernel.rules import (
    Bracket,
    BracketPairing,
    Costs,
    Edge,
    Region,
    Rule,
    Scope,
    Weigher,
    costs_of,
    kind_of,
)
from pairing_engine.language import marked, say
from pairing_engine.matching import Backend, Pair, Share, has_matcher, lightest, lightest_by_parts
from pairing_engine.matching.cover import UNMATCHED, Rest
from pairing_engine.matching.solvers import MOST_BYTES, check_edges, order_too_large
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.values import NamedTuple

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


class Profiles(NamedTuple):
    """The functions that compute the keys for the cache of costs: edges with the same key have the same cost.

    ``of_player`` returns every fact about a player in a region that can affect a cost. ``of_bracket`` returns the key
    of a bracket: two may share it only if the rules cannot tell them apart, except by their players. ``serves`` lists
    the rules for which the keys suffice. A system with other rules shares no costs between brackets.

    Where ``of_player`` returns two keys (``two_keys``), the second, about colours, suffices for a pair of players with
    equal scores, and both for any pair in the bracket, whatever the bracket. The first suffices for all other edges.
    """

    of_player: Callable[[Player, Bracket, Region], Hashable]
    of_bracket: Callable[[Bracket, Horizon], Hashable]
    serves: tuple[Rule, ...]
    two_keys: bool = False


# A compiled module needs these classes before those whose fields name them.
LEVEL_BITS: Final = 20
"""The maximum number of bits of a level, which is a score or a score difference in tenths of a point."""

Rows = dict[int, dict[int, int]]
"""``rows[one][other]`` is the cost number of an edge; ``one`` and ``other`` are players' kinds (`rules.kind_of`)."""


class Shares(dict[int, list[Share]]):
    """A table of the parts of each cost; ``shares_of`` computes an entry when the entry is first needed."""

    def __init__(self, shares_of: Callable[[int], list[Share]]) -> None:
        super().__init__()
        self.shares_of = shares_of

    def __missing__(self, cost: int) -> list[Share]:
        parts = self[cost] = self.shares_of(cost)
        return parts


class CostBook:
    """All different ``costs`` that occur in a system, by number, and a table for each set of rules.

    ``alike`` has the numbers for edges with `Profiles.two_keys`, by the keys that suffice. ``remembered`` counts the
    cached entries, to limit the size of the caches.
    """

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.costs: list[Costs] = []
        self.remembered = 0
        self.alike: dict[Hashable, int] = {}
        self._numbers: dict[Costs, int] = {}
        self._place = {rule: place for place, rule in enumerate(reversed(rules))}
        self._tables: dict[tuple[Rule, ...], CostTable] = {}

    def number(self, costs: Costs) -> int:
        """Return the number of a cost; a new cost gets the next free number."""
        self.remembered += 1
        found = self._numbers.get(costs)
        if found is None:
            found = self._numbers[costs] = len(self.costs)
            self.costs.append(costs)
        return found

    def table(self, rules: tuple[Rule, ...]) -> CostTable:
        found = self._tables.get(rules)
        if found is None:
            found = self._tables[rules] = CostTable(self, rules, self._place)
        return found


class CostTable:
    """A cache of cost numbers for the rules that apply to a bracket's graph.

    ``pairs[key][one][other]`` is the cost number of an edge between two kinds of players, for a bracket's ``key``, and
    ``alone[key, destination][kind]`` that of a player without a partner. ``shares`` has the parts of each cost.
    """

    def __init__(self, book: CostBook, rules: tuple[Rule, ...], place: dict[Rule, int]) -> None:
        self.book = book
        self.rules = rules
        self.pairs: dict[Hashable, Rows] = {}
        self.alone: dict[Hashable, dict[int, int]] = {}
        self.shares = Shares(self._shares_of)
        self._place = {rule: place[rule] << LEVEL_BITS for rule in rules}
        self._weighers: dict[Hashable, Weigher] = {}

    def _shares_of(self, number: int) -> list[tuple[int, int]]:
        """Split a cost into parts; a rule with levels has a separate part for each level."""
        found = []
        for rule, cost in self.book.costs[number]:
            place = self._place.get(rule)
            if place is not None:
                found.append((place, cost) if rule.levels is None else (place + cost, 1))
        return found

    def weigher(self, bracket: Bracket, vertices: int) -> Weigher:
        """Return the converter of costs into whole numbers, shared by graphs of similar size with the same levels."""
        size = (1 << vertices.bit_length()) - 1
        key = (size, tuple([rule.levels(bracket) for rule in self.rules if rule.levels is not None]))
        found = self._weighers.get(key)
        if found is None:
            self.book.remembered += 1
            found = self._weighers[key] = Weigher(self.rules, bracket, size)
        return found


class Criteria:
    """The criteria of a system, with a cache for the costs of edges.

    ``rules`` are in order of priority. ``may_meet`` returns whether the absolute criteria allow a pair.
    """

    def __init__(self, rules: tuple[Rule, ...], may_meet: MayMeet, profiles: Profiles) -> None:
        self.rules = rules
        self.may_meet = may_meet
        self.profiles = profiles if set(rules) <= set(profiles.serves) else _NOTHING_ALIKE
        self._book = CostBook(rules)

    def book(self) -> CostBook:
        """Return the cache of costs; a new cache replaces a full cache."""
        if self._book.remembered >= MOST_REMEMBERED:
            self._book = CostBook(self.rules)
        return self._book

    def asked(self, bracket: Bracket, horizon: Horizon) -> tuple[Rule, ...]:
        """Return the rules that can give a cost to an edge of this bracket's graph."""
        of_pairs = horizon is Horizon.ALONE
        rules = self.rules
        return tuple([r for r in rules if not (of_pairs and r.scope is Scope.BEYOND) and r.applies(bracket)])


def same_for_all(_bracket: Bracket, _horizon: Horizon) -> Hashable:
    """Return the same key for all brackets, if the keys of players contain all facts that affect costs."""
    return None


_NOTHING_ALIKE = Profiles(lambda player, _bracket, _region: player.tpn, lambda _bracket, _horizon: object(), ())


class BracketGraph(NamedTuple):
    """A bracket as a graph for the matching algorithm; `graph_of` creates it.

    ``pairs`` are the legal edges, each with the number of its cost (see `CostBook`). The vertices, from 0, are the
    members of the bracket in the given order, the players below whom the graph contains (see `Horizon`), and the
    ``bye``, if all players are in the graph and one must get it. ``alone[vertex]`` is the cost number of a player who
    floats out of the graph, or None if the vertex must be matched. If ``only_members`` is true, only the partners of
    the members are needed, so that a search may end early.
    """

    criteria: Criteria
    bracket: Bracket
    horizon: Horizon
    members: tuple[Player, ...]
    players: tuple[Player, ...]
    regions: Sequence[Region]
    book: CostBook
    table: CostTable
    pairs: Sequence[Pair]
    alone: Sequence[int | None]
    bye: int | None = None
    only_members: bool = False

    def with_edges(self, pairs: Sequence[Pair], alone: Sequence[int | None]) -> BracketGraph:
        return self._replace(pairs=pairs, alone=alone)

    def with_rest(self, rest: Rest, near: Sequence[int]) -> BracketGraph:
        """Return a graph in which players float only where the players below the graph (``rest``) need partners.

        The graph gets a new vertex for each part and each inner vertex of ``rest``. A player who floats must be matched
        with a part that contains one of the possible opponents, which ``near`` lists as bits, numbered as in ``rest``.
        """
        size, pairs = len(self.players), list(self.pairs)
        parts = range(size, size + len(rest.parts))
        for i, (row, cost) in enumerate(zip(near, self.alone, strict=True)):
            if cost is not None:
                pairs += [(i, j, cost) for j, part in zip(parts, rest.parts, strict=True) if row & part]
        nothing = self.book.number(())
        for vertex, mates in enumerate(rest.inner, parts.stop):
            pairs += [(parts[number], vertex, nothing) for number in mates]
        return self.with_edges(pairs, [None] * (parts.stop + len(rest.inner)))

    @property
    def weigher(self) -> Weigher:
        return self.table.weigher(self.bracket, len(self.players))

    def weighed(self, pairs: Sequence[Pair]) -> tuple[list[Pair], list[int | None]]:
        """Replace the cost numbers of pairs and of unmatched vertices by the actual costs."""
        weigher, costs = self.weigher, self.book.costs
        used = {cost for _, _, cost in pairs} | {cost for cost in self.alone if cost is not None}
        weights = {cost: weigher.pack(costs[cost]) for cost in used}
        singles = [None if cost is None else weights[cost] for cost in self.alone]
        return [(i, j, weights[cost]) for i, j, cost in pairs], singles

    def check_edges(self, edges: int, bits: int, backend: Backend = Backend.AUTO, beside: int = 0) -> None:
        """Raise `TooLarge` if so many edges do not fit into memory (see `matching.solvers.check_edges`)."""
        networkx = backend is Backend.REFERENCE
        check_edges(self._which, len(self.players), edges, bits, networkx=networkx, beside=beside)

    def _which(self) -> str:
        return say(_IN_WORDS[self.horizon], score=show_points(self.bracket.score))

    def check_order(self) -> None:
        size = len(self.members)
        if 2 * bytes_of_order(size) > MOST_BYTES:
            raise order_too_large(self._which(), size)

    def best_mates(
        self, order: Order, vertices: Sequence[int], decided: Mapping[int, int], backend: Backend
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
        if not pairs and backend is Backend.AUTO:
            return None if None in self.alone else [UNMATCHED] * len(self.alone)
        numbers = [NO_NUMBER] * len(self.alone)
        for number, vertex in enumerate(vertices):
            numbers[vertex] = number
        beside = 2 * bytes_of_order(size) if order.bits else 0
        if backend is Backend.AUTO and has_matcher():
            self.check_edges(len(pairs), MOST_BITS_OF_A_STAGE, backend, beside)
            members, bye = (size, UNMATCHED if self.bye is None else self.bye) if self.only_members else (None, -1)
            try:
                return lightest_by_parts(pairs, self.alone, self.table.shares, order.for_matcher(numbers), members, bye)
            except OverflowError:
                pass  # a single amount is too long for the matcher
        bits = self.weigher.bits + order.bits
        self.check_edges(len(pairs), bits, Backend.REFERENCE, beside)
        return lightest(*_with_order(order, numbers, *self.weighed(pairs)), bits, Backend.REFERENCE)

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


class _Edges:
    """The edges of a bracket's graph, with the numbers of their costs, which the cache of costs often knows."""

    def __init__(
        self, criteria: Criteria, bracket: Bracket, members: tuple[Player, ...], horizon: Horizon, only_members: bool
    ) -> None:
        self.criteria = criteria
        self.bracket = bracket
        self.members = self.players = members
        self.horizon = horizon
        self.only_members = only_members
        self.regions = [Region.BRACKET] * len(members)
        if horizon is not Horizon.ALONE:
            self._add(bracket.following, Region.FOLLOWING)
        if horizon is Horizon.EVERYBODY:
            self._add(bracket.beyond, Region.BEYOND)
        profile = criteria.profiles.of_player
        self.profiles: list[Any] = [
            profile(player, bracket, region) for player, region in zip(self.players, self.regions, strict=True)
        ]
        self.context = criteria.profiles.of_bracket(bracket, horizon)
        self.book = criteria.book()
        self.table = self.book.table(criteria.asked(bracket, horizon))
        self.kinds = [kind_of(key) for key in zip(self.regions, self.profiles, strict=True)]

    def _add(self, players: Sequence[Player], region: Region) -> None:
        self.players += tuple(players)
        self.regions += [region] * len(players)

    def graph(self, pairs: Sequence[Pair], alone: Sequence[int | None], bye: int | None = None) -> BracketGraph:
        known = (self.criteria, self.bracket, self.horizon, self.members, self.players, self.regions)
        return BracketGraph(*known, self.book, self.table, pairs, alone, bye, self.only_members)

    def pairs(self, apart: range) -> list[Pair]:
        """List all legal edges but those within ``apart``. Raises `TooLarge`."""
        state, players, kinds = self.bracket.state, self.players, self.kinds
        may_meet = self.criteria.may_meet
        rows = self.table.pairs.setdefault(self.context, {})
        pairs: list[Pair] = []
        for i, upper in enumerate(players):
            if len(pairs) > CERTAINLY_ROOM:
                graph = self.graph((), ())
                graph.check_edges(len(pairs), MOST_BITS_OF_A_STAGE if has_matcher() else graph.weigher.bits)
            row = rows.get(kinds[i])
            if row is None:
                row = rows[kinds[i]] = {}
            for j in range(apart.stop if i in apart else i + 1, len(players)):
                if may_meet(upper, players[j], state):
                    cost = row.get(kinds[j])
                    if cost is None:
                        cost = row[kinds[j]] = self._number(i, j, self.regions[j])
                    pairs.append((i, j, cost))
        return pairs

    def of_bye(self, bye: int) -> Iterator[Pair]:
        """Yield an edge to the bye for each player who may get it, only with its score if that is known."""
        score = self.bracket.bye_score
        for i, (player, cost) in enumerate(zip(self.players, self.costs_to(Region.BYE), strict=True)):
            if player.may_have_bye and (score is None or player.score == score):
                yield i, bye, cost

    def costs_to(self, region: Region) -> list[int]:
        """List the cost number of each player for the destination ``region``, which can also be the bye."""
        known = self.table.alone.setdefault((self.context, region), {})
        costs = []
        for i, kind in enumerate(self.kinds):
            cost = known.get(kind)
            if cost is None:
                cost = known[kind] = self._number(i, None, region)
            costs.append(cost)
        return costs

    def _number(self, i: int, j: int | None, to: Region) -> int:
        """Return the cost number of an edge from one player to another, or to a destination; few are computed."""
        edge = Edge(self.players[i], None if j is None else self.players[j], self.regions[i], to)
        if not self.criteria.profiles.two_keys:
            return self.book.number(costs_of(self.table.rules, edge, self.bracket))
        self.book.remembered += 1
        key: Hashable
        one = self.profiles[i]
        if j is None or not edge.pairs:
            key = self.table, self.context, self.regions[i], to, one[0]
        else:
            other = self.profiles[j]
            key = (one[1], other[1]) if self.players[i].score == self.players[j].score else (one, other)
        found = self.book.alike.get(key)
        if found is None:
            found = self.book.alike[key] = self.book.number(costs_of(self.table.rules, edge, self.bracket))
        return found


def graph_of(
    criteria: Criteria,
    bracket: Bracket,
    members: tuple[Player, ...],
    horizon: Horizon,
    apart: range | None = None,
    *,
    only_members: bool = False,
) -> BracketGraph:
    """Create the graph of a bracket, without any edge between two vertices in ``apart``. Raises `TooLarge`."""
    edges = _Edges(criteria, bracket, members, horizon, only_members)
    alone: list[int | None] = [None] * len(edges.players)
    if horizon is not Horizon.EVERYBODY:
        alone = [*edges.costs_to(Region.BELOW if horizon is Horizon.ALONE else Region.BEYOND)]
    pairs = edges.pairs(apart or range(0))
    if not (bracket.odd and horizon is Horizon.EVERYBODY):
        return edges.graph(pairs, alone)
    bye = len(edges.players)
    return edges.graph([*pairs, *edges.of_bye(bye)], [*alone, None], bye)


def _with_order(
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


NO_MEMBER = -1
"""The value that means "no partner in the bracket"."""

CERTAINLY_ROOM = 1 << 14
"""A number of edges that always fits into memory."""

MOST_BITS_OF_A_STAGE = 128
"""The number of bits of a cost in the matcher in C++, which solves longer costs in stages."""


def _decided_otherwise(decided: Mapping[int, int], i: int, j: int, size: int) -> bool:
    if j < size:
        return decided.get(i, j) != j or decided.get(j, i) != i
    return decided.get(i, NO_MEMBER) != NO_MEMBER


MOST_REMEMBERED = 3 << 14
"""The number of entries at which a cache of costs, of about 15 MB, is replaced by an empty one; more saves no time."""
