"""The graph of a bracket with costs that are computed once for all edges that the criteria cannot tell apart.

The costs of edges are numbers of a `CostBook`. The matcher in C++ takes their parts as they are; only where it is
missing, they are packed into whole numbers for networkx.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import count
from typing import Any, Final, NamedTuple

from pairing_engine.fast.matcher import Share, bytes_of_edge, for_matcher, has_matcher, lightest_by_parts
from pairing_engine.kernel.graph import CERTAINLY_ROOM, Graph, Horizon, Question, with_order
from pairing_engine.kernel.order import Order, bytes_of_order
from pairing_engine.kernel.rules import Bracket, Costs, Edge, Region, Rule, Weigher, costs_of
from pairing_engine.matching import Pair, lightest
from pairing_engine.matching.cover import UNMATCHED
from pairing_engine.state.round_state import Player

MOST_KINDS = 1 << 16
"""The maximum number of profiles in the cache; when it is full, the cache is emptied."""

_kinds: dict[Hashable, int] = {}
_numbers = count()


def kind_of(profile: Hashable) -> int:
    """Return the number of a profile (what rules read of a player), unique even after the cache is emptied."""
    found = _kinds.get(profile)
    if found is None:
        if len(_kinds) >= MOST_KINDS:
            _kinds.clear()
        found = _kinds[profile] = next(_numbers)
    return found


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
    """All different ``costs`` that occur under the ``rules`` of a system, by number, and a table for each set of them.

    ``alike`` has the numbers for edges with `Profiles.two_keys`, by the keys that suffice. ``remembered`` counts the
    cached entries, to limit the size of the caches.
    """

    def __init__(self, rules: tuple[Rule, ...], profiles: Profiles) -> None:
        self.profiles = profiles
        self.costs: list[Costs] = []
        self.remembered = 0
        self.alike: dict[Hashable, int] = {}
        self._numbers: dict[Costs, int] = {}
        self._place = {rule: place for place, rule in enumerate(reversed(rules))}
        self._tables: dict[tuple[Rule, ...], CostTable] = {}

    @property
    def is_full(self) -> bool:
        return self.remembered >= MOST_REMEMBERED

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


def same_for_all(_bracket: Bracket, _horizon: Horizon) -> Hashable:
    """Return the same key for all brackets, if the keys of players contain all facts that affect costs."""
    return None


NOTHING_ALIKE = Profiles(lambda player, _bracket, _region: player.tpn, lambda _bracket, _horizon: object(), ())


class QuickGraph(Graph):
    """A bracket as a graph whose costs are numbers (see `CostBook`), and which the matcher in C++ matches."""

    def __init__(self, question: Question, book: CostBook) -> None:
        super().__init__(question)
        self.edge_bytes = bytes_of_edge()
        self.book = book
        self.table = book.table(self.rules)

    def fill(self) -> None:
        bracket, profiles = self.bracket, self.book.profiles
        profile = profiles.of_player
        self.profiles: list[Any] = [
            profile(player, bracket, region) for player, region in zip(self.players, self.regions, strict=True)
        ]
        self.context = profiles.of_bracket(bracket, self.question.horizon)
        self.kinds = [kind_of(key) for key in zip(self.regions, self.profiles, strict=True)]
        super().fill()

    @property
    def weigher(self) -> Weigher:
        return self.table.weigher(self.bracket, len(self.players))

    def possible_pairs(self) -> list[Pair]:
        state, players, kinds = self.bracket.state, self.players, self.kinds
        may_meet, apart = self.question.may_meet, self.question.apart
        rows = self.table.pairs.setdefault(self.context, {})
        pairs: list[Pair] = []
        for i, upper in enumerate(players):
            if len(pairs) > CERTAINLY_ROOM:
                self.check_edges(len(pairs), MOST_BITS_OF_A_STAGE if has_matcher() else self.weigher.bits)
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

    def costs_to(self, region: Region) -> list[int]:
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
        if not self.book.profiles.two_keys:
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

    def _again(self) -> Graph:
        return QuickGraph(self.question, self.book)

    def weighed(self) -> tuple[list[Pair], list[int | None]]:
        return self._packed(self.pairs)

    def _packed(self, pairs: Sequence[Pair]) -> tuple[list[Pair], list[int | None]]:
        """Replace the cost numbers of pairs and of unmatched vertices by the actual costs."""
        weigher, costs = self.weigher, self.book.costs
        used = {cost for _, _, cost in pairs} | {cost for cost in self.alone if cost is not None}
        weights = {cost: weigher.pack(costs[cost]) for cost in used}
        singles = [None if cost is None else weights[cost] for cost in self.alone]
        return [(i, j, weights[cost]) for i, j, cost in pairs], singles

    def cheapest(self, order: Order, numbers: Sequence[int], pairs: Sequence[Pair]) -> list[int] | None:
        size = len(self.members)
        if not pairs:
            return None if None in self.alone else [UNMATCHED] * len(self.alone)
        beside = 2 * bytes_of_order(size) if order.bits else 0
        if has_matcher():
            self.check_edges(len(pairs), MOST_BITS_OF_A_STAGE, beside)
            ends_early = self.question.only_members
            members, bye = (size, UNMATCHED if self.bye is None else self.bye) if ends_early else (None, UNMATCHED)
            try:
                return lightest_by_parts(
                    pairs, self.alone, self.table.shares, for_matcher(order, numbers), members, bye
                )
            except OverflowError:
                pass  # a single amount is too long for the matcher
        bits = self.weigher.bits + order.bits
        self.check_edges(len(pairs), bits, beside)
        return lightest(*with_order(order, numbers, *self._packed(pairs)), bits)


MOST_BITS_OF_A_STAGE = 128
"""The number of bits of a cost in the matcher in C++, which solves longer costs in stages."""

MOST_REMEMBERED = 3 << 14
"""The number of entries at which a cache of costs, of about 15 MB, is replaced by an empty one; more saves no time."""
