"""A bracket as a matching problem: who may be matched with whom, what that costs, and what an answer means."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from pairing_engine.bracket import Bracket, BracketPairing, Edge, Region
from pairing_engine.matching import Backend, Field, Pair, lightest
from pairing_engine.order import Order, mdp_order, resident_order
from pairing_engine.rules import Costs, Weigher, costs_of, kind_of
from pairing_engine.state import Player
from pairing_engine.systems.dutch.criteria import (
    CRITERIA,
    LOOK_AHEAD,
    Context,
    bye_score_is_open,
    context,
    may_meet,
    profile,
)


class Horizon(Enum):
    """How much of the round a question about a bracket takes in. A narrow one leaves out what lies beyond it."""

    ALONE = "the bracket alone"
    FOLLOWING = "the bracket and the next scoregroup"
    EVERYBODY = "the bracket and everybody below"


NO_MEMBER = -1
"""The mate, among the members, of a member who floats."""

_weighers: dict[Hashable, Weigher] = {}
_costs_of_pairs: dict[Hashable, Costs] = {}
_costs_alone: dict[Hashable, Costs] = {}
_MOST_WEIGHERS = 1000


def _weigher(bracket: Bracket, horizon: Horizon, context_: Context, vertices: int) -> Weigher:
    """The weigher for brackets that the criteria cannot tell from this one; it is shared by all of them."""
    size = (1 << vertices.bit_length()) - 1
    key = (size, context_)
    found = _weighers.get(key)
    if found is None:
        if len(_weighers) >= _MOST_WEIGHERS:
            _weighers.clear()
        rules = [
            rule
            for rule in CRITERIA
            if rule.applies(bracket) and (horizon is not Horizon.ALONE or rule not in LOOK_AHEAD)
        ]
        found = _weighers[key] = Weigher(rules, bracket, size)
    return found


class Question:
    """The legal edges of a bracket (and of those below it) with the costs that the criteria give them.

    Vertices 0 to m - 1 are the members in the order of their BSNs; then come the outsiders, and last the bye if there
    is one.
    """

    def __init__(self, bracket: Bracket, horizon: Horizon) -> None:
        self.bracket = bracket
        self.members = bracket.members
        self.players: tuple[Player, ...] = self.members
        self._regions = [Region.BRACKET] * len(self.members)
        if horizon is not Horizon.ALONE:
            self._add(bracket.following, Region.FOLLOWING)
        if horizon is Horizon.EVERYBODY:
            self._add(bracket.beyond, Region.BEYOND)
        self.context = context(bracket, ahead=horizon is not Horizon.ALONE)
        self.weigher = _weigher(bracket, horizon, self.context, len(self.players))
        self._kinds = [kind_of(profile(player, bracket)) for player in self.members]
        self._kinds += map(
            self._kind_of_outsider, self.players[len(self.members) :], self._regions[len(self.members) :]
        )
        self.alone: list[int | None] = [None] * len(self.players)
        if horizon is not Horizon.EVERYBODY:
            self.alone = [*self._costs_to(Region.BELOW if horizon is Horizon.ALONE else Region.BEYOND)]
        self.pairs = self._pairs_of_members()
        if len(self.players) > len(self.members):
            self.pairs += self._pairs_of_outsiders()
        self.bye: int | None = None
        if bracket.odd and horizon is Horizon.EVERYBODY:
            self.bye = len(self.players)
            self.alone.append(None)
            self.pairs += self._byes(self.bye)

    def _add(self, players: tuple[Player, ...], region: Region) -> None:
        self.players += players
        self._regions += [region] * len(players)

    def _kind_of_outsider(self, player: Player, region: Region) -> int:
        """Of those below, the criteria read no more than where they are, and the score of the one who gets the bye."""
        if not bye_score_is_open(self.bracket):
            return kind_of(region)
        return kind_of((region, player.score - self.bracket.score))

    def _pairs_of_members(self) -> list[Pair]:
        """The legal pairs of the bracket: not of two MDPs, who had their chance to meet in a bracket above."""
        state, members, mdps = self.bracket.state, self.members, len(self.bracket.mdps)
        kinds, known = self._kinds, self.weigher.known
        found = []
        for i, upper in enumerate(members):
            kind = kinds[i]
            for j in range(max(i + 1, mdps), len(members)):
                lower = members[j]
                if may_meet(upper, lower, state):
                    cost = known.get((kind, kinds[j]))
                    found.append((i, j, self._cost_of_pair(i, j) if cost is None else cost))
        return found

    def _cost_of_pair(self, i: int, j: int) -> int:
        """What a pair of members costs; what the rules say of such a pair is the same in every bracket."""
        kinds = self._kinds[i], self._kinds[j]
        key = (self.bracket.state.is_last, kinds)
        costs = _costs_of_pairs.get(key)
        if costs is None:
            edge = Edge(self.members[i], self.members[j])
            costs = _costs_of_pairs[key] = costs_of(CRITERIA, edge, self.bracket)
        cost = self.weigher.known[kinds] = self.weigher.pack(costs)
        return cost

    def _pairs_of_outsiders(self) -> list[Pair]:
        """The legal pairs that float a member, and those of two players below."""
        state, players, size = self.bracket.state, self.players, len(self.members)
        found = []
        for region in dict.fromkeys(self._regions[size:]):
            first = self._regions.index(region)
            for i, cost in enumerate(self._costs_to(region)):
                upper = players[i]
                for j in range(max(i + 1, first), first + self._regions.count(region)):
                    if may_meet(upper, players[j], state):
                        found.append((i, j, cost))  # noqa: PERF401 - reads better than one nested expression
        return found

    def _byes(self, bye: int) -> list[Pair]:
        """Who may get the bye: with the score it is known to have, if that is known."""
        score = self.bracket.bye_score
        return [
            (i, bye, cost)
            for i, cost in enumerate(self._costs_to(Region.BYE))
            if self.players[i].may_have_bye and (score is None or self.players[i].score == score)
        ]

    def _costs_to(self, region: Region) -> list[int]:
        """What it costs each player to go there: to be matched with somebody there, or to get the bye."""
        costs = self.weigher.known_alone[region]
        found = []
        for player, kind, of in zip(self.players, self._kinds, self._regions, strict=True):
            cost = costs.get(kind)
            if cost is None:
                cost = costs[kind] = self._cost_alone(player, kind, of, region)
            found.append(cost)
        return found

    def _cost_alone(self, player: Player, kind: int, of: Region, to: Region) -> int:
        key = (self.context.costs, kind, to)
        costs = _costs_alone.get(key)
        if costs is None:
            costs = _costs_alone[key] = costs_of(self.weigher.rules, Edge(player, None, of, to), self.bracket)
        return self.weigher.pack(costs)

    def answer(
        self, order: Order, places: Sequence[int], decided: Mapping[int, int], backend: Backend
    ) -> list[int] | None:
        """The mates of all vertices in the first candidate among the best; None if no matching is complete.

        ``places`` are the members that the order numbers, from its first on. ``decided`` gives members the only mate
        they may have among the members, `NO_MEMBER` for none.
        """
        size, bits = len(self.members), order.bits
        top, other, opponent = order.top, order.other, order.opponent
        place = [NO_MEMBER] * len(self.alone)
        for number, vertex in enumerate(places):
            place[vertex] = number
        pairs = []
        for i, j, cost in self.pairs:
            if j < size and decided and (decided.get(i, j) != j or decided.get(j, i) != i):
                continue
            one, two = place[i], place[j]
            cost <<= bits
            if one >= 0:
                cost += top[one] + other[two] + (two + 1) * opponent[one] if two >= 0 else other[one]
            pairs.append((i, j, cost))
        alone = [
            None if cost is None else (cost << bits) + (other[at] if at >= 0 else 0)
            for cost, at in zip(self.alone, place, strict=True)
        ]
        return lightest(pairs, alone, self.weigher.bits + bits, lambda: self._fields(order, places), backend)

    def _fields(self, order: Order, places: Sequence[int]) -> list[Field]:
        """What the costs of an answer are made of."""
        return [Field(field.low + order.bits, field.width) for field in self.weigher.fields] + order.fields(places)

    def edges(self, mates: Sequence[int]) -> list[Edge]:
        """The edges that an answer consists of."""
        found = []
        for i, (player, mate) in enumerate(zip(self.players, mates, strict=False)):
            if mate == self.bye:
                found.append(Edge(player, None, self._regions[i], Region.BYE))
            elif i < mate:
                found.append(Edge(player, self.players[mate], self._regions[i], self._regions[mate]))
        return found


class Answer(NamedTuple):
    """The pairing of a bracket, and which players within the horizon of the question were left unmatched in it."""

    pairing: BracketPairing
    unmatched: tuple[Player, ...]


def solve(bracket: Bracket, horizon: Horizon, backend: Backend) -> Answer | None:
    """[C.04.3 3] The first of the best candidates of a bracket; None if the rest of the round cannot be completed."""
    question = Question(bracket, horizon)
    size = len(question.members)
    mates = _with_mdps(question, backend) if bracket.mdps else _with_residents(question, range(size), {}, backend)
    if mates is None:
        return None
    floaters = [i for i in range(size) if not 0 <= mates[i] < size]
    if bracket.odd and not bracket.allots_bye and len(floaters) == 1 and mates[floaters[0]] == question.bye:
        return solve(replace(bracket, allots_bye=True), horizon, backend)
    members = question.members
    pairing = BracketPairing(
        tuple((members[i], members[mate]) for i, mate in enumerate(mates[:size]) if i < mate < size),
        tuple(members[i] for i in floaters),
    )
    return Answer(pairing, tuple(player for player, mate in zip(question.players, mates, strict=False) if mate < 0))


def _with_mdps(question: Question, backend: Backend) -> list[int] | None:
    """[C.04.3 3.3.3] The mates in a heterogeneous bracket: first those of the MDPs, then those of the remainder."""
    mates = _mates_for_mdps(question, backend)
    if mates is None:
        return None
    size, mdps = len(question.members), range(len(question.bracket.mdps))
    decided = {i: mates[i] if 0 <= mates[i] < size else NO_MEMBER for i in mdps}
    remainder = [i for i in range(len(mdps), size) if mates[i] not in mdps]
    if len(remainder) < 3:
        return mates  # the criteria have decided whether they are a pair, and no order is left to ask
    return _with_residents(question, remainder, decided, backend)


def _mates_for_mdps(question: Question, backend: Backend) -> list[int] | None:
    """The mates in some best candidate that has the first MDP-Pairing among the best."""
    size = len(question.members)
    return question.answer(mdp_order(len(question.bracket.mdps), size), range(size), {}, backend)


def _with_residents(
    question: Question, places: Sequence[int], decided: Mapping[int, int], backend: Backend
) -> list[int] | None:
    """[C.04.3 3.3.2] The mates in a homogeneous bracket, or in a remainder beside the MDPs already decided."""
    size, pairs = len(question.members), len(places) // 2
    mates = question.answer(resident_order(len(places), pairs), places, decided, backend)
    if mates is None:
        return None
    found = sum(0 <= mates[i] < size for i in places) // 2
    if found == pairs:
        return mates
    # BSNs are exchanged around S1, and [C6] has only now told how large it is.
    return question.answer(resident_order(len(places), found), places, decided, backend)


def mdp_pairing(bracket: Bracket) -> tuple[tuple[tuple[Player, Player], ...], tuple[Player, ...]]:
    """[C.04.3 3.3.3, 4.4] The MDP-Pairing of a bracket asked alone, and its Limbo."""
    mates = _mates_for_mdps(Question(bracket, Horizon.ALONE), Backend.AUTO)
    assert mates is not None
    members, mdps = bracket.members, range(len(bracket.mdps))
    return (
        tuple((members[i], members[mates[i]]) for i in mdps if mates[i] >= 0),
        tuple(members[i] for i in mdps if mates[i] < 0),
    )
