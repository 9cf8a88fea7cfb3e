"""A bracket as a matching problem: who may be matched with whom, and what the criteria say that it costs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from pairing_engine.errors import TooLarge
from pairing_engine.facts.model import show_points
from pairing_engine.kernel import cost_book
from pairing_engine.kernel.bracket import Bracket, BracketPairing, Edge, Region
from pairing_engine.kernel.cost_book import CostBook
from pairing_engine.kernel.long_costs import UNMATCHED, best_mates_by_parts, best_mates_in_stages
from pairing_engine.kernel.order import Order, bytes_of_order
from pairing_engine.kernel.order_costs import with_order, with_short_costs
from pairing_engine.kernel.rules import Rule, Scope, Weigher, costs_of, kind_of
from pairing_engine.kernel.weights import raised
from pairing_engine.language import marked, say
from pairing_engine.matching import MOST_BITS, Backend, CostField, Pair, lightest
from pairing_engine.matching.rest import Rest
from pairing_engine.matching.size import MOST_BYTES, most_edges, too_large
from pairing_engine.state.round_state import Player, RoundState

MayMeet = Callable[[Player, Player, RoundState], bool]
"""Do the absolute criteria allow this pair?"""


class Horizon(Enum):
    """How much of the round a bracket's graph takes in. A narrow one leaves out the players beyond it. The values are
    what an account says of how a bracket was decided, in JSON, which is not translated.
    """

    ALONE = "the bracket"
    FOLLOWING = "the bracket and the next scoregroup"
    EVERYBODY = "the bracket and everybody below"


_IN_WORDS = {
    Horizon.ALONE: marked("the bracket of {score} points"),
    Horizon.FOLLOWING: marked("the bracket of {score} points with the next scoregroup"),
    Horizon.EVERYBODY: marked("the bracket of {score} points with everybody below"),
}


class Context(NamedTuple):
    """What the criteria read of a bracket apart from its players: what the cost of a pair of members depends on, and
    what that of any other edge depends on.
    """

    pairs: Hashable
    others: Hashable


class Profiles(NamedTuple):
    """The keys under which costs are remembered: players whom the rules cannot tell apart cost the same, in brackets
    that the rules cannot tell apart.

    ``of_player`` gives all that the rules read of a player who lies in a region, seen from the bracket; ``of_bracket``
    what they read of the bracket itself. ``serves`` are the rules of which this is true. With any other rule among
    them nothing is remembered from one bracket to the next, which is slower, and never wrong.
    """

    of_player: Callable[[Player, Bracket, Region], Hashable]
    of_bracket: Callable[[Bracket, Horizon], Context]
    serves: tuple[Rule, ...]


class Criteria:
    """The criteria of a system, ready to weigh the edges of bracket graphs.

    ``rules`` in the order of their priority; a graph of the bracket alone leaves out those that look beyond it.
    ``may_meet`` is what the absolute criteria allow.
    """

    def __init__(self, rules: tuple[Rule, ...], may_meet: MayMeet, profiles: Profiles) -> None:
        self.rules = rules
        self.of_pairs = tuple(rule for rule in rules if rule.scope is not Scope.BEYOND)
        self.may_meet = may_meet
        self.profiles = profiles if set(rules) <= set(profiles.serves) else _NOTHING_ALIKE
        self._book = CostBook(rules)

    def book(self) -> CostBook:
        """What is remembered of costs; a new one when it is full."""
        if self._book.remembered >= cost_book.MOST_REMEMBERED:
            self._book = CostBook(self.rules)
        return self._book

    def asked(self, bracket: Bracket, horizon: Horizon) -> tuple[Rule, ...]:
        """The rules that can make a difference in a bracket, seen within a horizon."""
        rules = self.of_pairs if horizon is Horizon.ALONE else self.rules
        return tuple([rule for rule in rules if rule.applies(bracket)])


def _nobody_alike(player: Player, _bracket: Bracket, _region: Region) -> Hashable:
    return player.tpn


def _no_bracket_alike(_bracket: Bracket, _horizon: Horizon) -> Context:
    this_one = object()
    return Context(this_one, this_one)


_NOTHING_ALIKE = Profiles(_nobody_alike, _no_bracket_alike, ())


class BracketGraph:
    """A bracket as a graph for the matcher: the legal edges between its players, and between them and others within a
    horizon, each with the number of its cost by the criteria (see `CostBook`).

    Vertices are numbered from 0: the members of the bracket, in the order given; then those below them; and last the
    bye, where somebody must get it. ``alone`` has the numbers of what it costs each to float out of the horizon, None
    for those who may not.
    """

    def __init__(
        self,
        criteria: Criteria,
        bracket: Bracket,
        members: tuple[Player, ...],
        horizon: Horizon,
        apart: range | None = None,
    ) -> None:
        """``apart``: vertices of which no two are matched with each other."""
        self.criteria = criteria
        self.bracket = bracket
        self.horizon = horizon
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
        self.chapter = self.book.chapter(criteria.asked(bracket, horizon))
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
        """Add the bye as a vertex, with edges to those who may have it: only to those with the score of whoever will
        get it, if that is known.
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
        """Add what those beyond the horizon need: players who would float out of it must meet a part of the rest.
        ``near`` are the vertices of the rest that each player may meet, as bits.
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

    @property
    def weigher(self) -> Weigher:
        """Who makes the costs of the graph whole numbers."""
        return self.chapter.weigher(self.bracket, len(self.players))

    def weighed(
        self, pairs: Sequence[Pair], alone: Sequence[int | None] | None = None
    ) -> tuple[list[Pair], list[int | None]]:
        """Some of the pairs, and what it costs to be alone, with the costs themselves in place of their numbers."""
        alone = self.alone if alone is None else alone
        weigher, costs = self.weigher, self.book.costs
        used = {cost for _, _, cost in pairs} | {cost for cost in alone if cost is not None}
        weights = {cost: weigher.pack(costs[cost]) for cost in used}
        singles = [None if cost is None else weights[cost] for cost in alone]
        return [(i, j, weights[cost]) for i, j, cost in pairs], singles

    def _pairs(self, apart: range) -> list[Pair]:
        """Every legal edge with the number of its cost."""
        state, players, kinds, size = self.bracket.state, self.players, self.kinds, len(self.members)
        may_meet = self.criteria.may_meet
        inside = self.book.pairs.setdefault(self.context.pairs, {})
        others = self.chapter.others.setdefault(self.context.others, {})
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
        """The refusal of what there is no room for, in words that say which bracket it is."""
        return too_large(self._which(), len(self.players), most, bits)

    def _which(self) -> str:
        return say(_IN_WORDS[self.horizon], score=show_points(self.bracket.score))

    def check_order(self) -> None:
        """Raise `TooLarge` where there is no room for an order of the candidates, which is to be made once and split
        once.
        """
        size = len(self.members)
        if 2 * bytes_of_order(size) > MOST_BYTES:
            raise TooLarge(
                say(
                    "{bracket} is too large: the order of the candidates of its {size:,} members takes more than "
                    "{most_bytes} MiB of memory",
                    bracket=self._which(),
                    size=size,
                    most_bytes=MOST_BYTES >> 20,
                )
            )

    def check_room(self, order: Order, pairs: Sequence[Pair], backend: Backend = Backend.AUTO) -> None:
        """Raise `TooLarge` where there is no room for these edges with the digits of an order in their costs."""
        bits = self.weigher.bits + order.bits
        beside = 2 * bytes_of_order(len(self.members)) if order.bits else 0
        most = most_edges(bits, networkx=backend is Backend.REFERENCE, beside=beside)
        if len(pairs) > most:
            raise self._too_large(most, bits)

    def _cost(self, i: int, j: int, row: dict[int, int]) -> int:
        """The number of what an edge costs, put into the row of its first end."""
        edge = Edge(self.players[i], self.players[j], self.regions[i], self.regions[j])
        rules = self.criteria.of_pairs if edge.pairs else self.chapter.rules
        found = row[self.kinds[j]] = self.book.number(costs_of(rules, edge, self.bracket))
        return found

    def _costs_to(self, region: Region) -> list[int]:
        """The numbers of what it costs each player to go to this region without a partner: to float, or to get the
        bye.
        """
        known = self.chapter.alone.setdefault((self.context.others, region), {})
        found = []
        for player, kind, of in zip(self.players, self.kinds, self.regions, strict=True):
            cost = known.get(kind)
            if cost is None:
                edge = Edge(player, None, of, region)
                cost = known[kind] = self.book.number(costs_of(self.chapter.rules, edge, self.bracket))
            found.append(cost)
        return found

    def best_mates(
        self, order: Order, places: Sequence[int], decided: Mapping[int, int], backend: Backend
    ) -> list[int] | None:
        """The mates of all vertices in the candidate that comes first among the best; None if no matching is complete.

        ``places`` are the members that the order numbers, from its first on. ``decided`` gives members the only mate
        they may have, `NO_MEMBER` for anybody but a member.
        """
        size = len(self.members)
        pairs = self.pairs
        if decided:
            pairs = [e for e in pairs if e[0] >= size or not _decided_otherwise(decided, e[0], e[1], size)]
        if not pairs and backend is Backend.AUTO:
            return None if None in self.alone else [UNMATCHED] * len(self.alone)
        place = [NO_MEMBER] * len(self.alone)
        for number, vertex in enumerate(places):
            place[vertex] = number
        if backend is Backend.AUTO and len(pairs) <= MOST_PACKED:
            short = with_short_costs(order, places, place, pairs, self.alone, self.chapter.parts)
            if short is not None:
                return lightest(*short, list)
            if self.alone.count(None) == len(self.alone) and len(pairs) <= MOST_EDGES_EACH * len(self.alone):
                return best_mates_by_parts(self, order, places, place, pairs)
        if backend is Backend.AUTO and self.weigher.bits + order.bits > MOST_BITS:
            return best_mates_in_stages(self, order, places, place, pairs, self.alone)
        self.check_room(order, pairs, backend)
        pairs, alone = with_order(order, place, *self.weighed(pairs))
        return lightest(pairs, alone, self.weigher.bits + order.bits, lambda: self._fields(order, places), backend)

    def _fields(self, order: Order, places: Sequence[int]) -> list[CostField]:
        """The fields of the costs: those of the criteria, above those of the order."""
        return raised(self.weigher.fields, order.bits) + order.fields(places)

    @property
    def is_hopeless(self) -> bool:
        """Is there somebody who must be matched, and can be with nobody? Then no order of candidates need be made,
        which for thousands of players takes more memory than anything else.
        """
        near = bytearray(len(self.alone))
        for i, j, _ in self.pairs:
            near[i] = near[j] = 1
        return any(cost is None and not found for cost, found in zip(self.alone, near, strict=True))

    def pairing(self, mates: Sequence[int]) -> BracketPairing:
        """The pairing of the bracket by these mates."""
        members, size = self.members, len(self.members)
        return BracketPairing(
            tuple((members[i], members[mate]) for i, mate in enumerate(mates[:size]) if i < mate < size),
            tuple(members[i] for i, mate in enumerate(mates[:size]) if not 0 <= mate < size),
        )

    def unmatched(self, mates: Sequence[int]) -> tuple[Player, ...]:
        """Who floats out of the horizon by these mates."""
        return tuple(player for player, mate in zip(self.players, mates, strict=False) if mate < 0)

    def edges(self, mates: Sequence[int]) -> list[Edge]:
        """The edges between these mates."""
        found = []
        for i, (player, mate) in enumerate(zip(self.players, mates, strict=False)):
            if mate == self.bye:
                found.append(Edge(player, None, self.regions[i], Region.BYE))
            elif i < mate:
                found.append(Edge(player, self.players[mate], self.regions[i], self.regions[mate]))
        return found


NO_MEMBER = -1
"""The mate, among the members, of a member who floats."""

CERTAINLY_ROOM = 1 << 14
"""Up to so many edges fit into memory, whatever their costs are."""

MOST_EDGES_EACH = 6
"""With more edges than so many for each vertex, hardly any graph falls into parts by those that complete matchings can
have: to look for them would be in vain.
"""

MOST_PACKED = 400
"""Up to so many edges, long costs are solved as one matching; with more, in stages."""


def _decided_otherwise(decided: Mapping[int, int], i: int, j: int, size: int) -> bool:
    """Is this edge ruled out because one of its ends has another mate already decided?"""
    if j < size:
        return decided.get(i, j) != j or decided.get(j, i) != i
    return decided.get(i, NO_MEMBER) != NO_MEMBER
