"""A bracket as a matching problem: who may be matched with whom, what that costs, and what an answer means."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from pairing_engine.bracket import Bracket, BracketPairing, Edge, Region
from pairing_engine.matching import Backend, Field, Pair, lightest
from pairing_engine.order import Order, mdp_order, resident_order
from pairing_engine.rules import Weigher
from pairing_engine.state import Player
from pairing_engine.systems.dutch.criteria import CRITERIA, LOOK_AHEAD, context, may_meet, profile


class Horizon(Enum):
    """How much of the round a question about a bracket takes in. A narrow one leaves out what lies beyond it."""

    ALONE = "the bracket alone"
    FOLLOWING = "the bracket and the next scoregroup"
    EVERYBODY = "the bracket and everybody below"


NO_MEMBER = -1
"""The mate, among the members, of a member who floats."""

_weighers: dict[Hashable, Weigher] = {}
_MOST_WEIGHERS = 1000


def _weigher(bracket: Bracket, horizon: Horizon, vertices: int) -> Weigher:
    """The weigher for brackets that the criteria cannot tell from this one; it is shared by all of them."""
    size = (1 << vertices.bit_length()) - 1
    key = (horizon, size, context(bracket, ahead=horizon is not Horizon.ALONE))
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

    Vertices 0 to m - 1 are the members in the order of their BSNs; then come the others, and last the bye if there is
    one.
    """

    def __init__(self, bracket: Bracket, horizon: Horizon) -> None:
        self.bracket = bracket
        self.members = bracket.members
        self.players: tuple[Player, ...] = self.members
        self.regions = [Region.BRACKET] * len(self.members)
        if horizon is not Horizon.ALONE:
            self._add(bracket.following, Region.FOLLOWING)
        if horizon is Horizon.EVERYBODY:
            self._add(bracket.beyond, Region.BEYOND)
        self.weigher = _weigher(bracket, horizon, len(self.players))
        self.kinds = [
            self.weigher.kind((profile(player, bracket), region))
            for player, region in zip(self.players, self.regions, strict=True)
        ]
        self.alone: list[int | None]
        if horizon is Horizon.EVERYBODY:
            self.alone = [None] * len(self.players)
        else:
            outside = Region.BELOW if horizon is Horizon.ALONE else Region.BEYOND
            self.alone = [self._cost_alone(i, outside) for i in range(len(self.players))]
        self.pairs = self._legal_pairs()
        self.bye: int | None = None
        if bracket.odd and horizon is Horizon.EVERYBODY:
            self.bye = len(self.players)
            self.alone.append(None)
            self.pairs += (
                (i, self.bye, self._cost_alone(i, Region.BYE))
                for i, player in enumerate(self.players)
                if player.may_have_bye
            )

    def _add(self, players: tuple[Player, ...], region: Region) -> None:
        self.players += players
        self.regions += [region] * len(players)

    def _legal_pairs(self) -> list[Pair]:
        """Every legal edge: not between two MDPs, who had their chance to meet in a bracket above."""
        state, players, mdps = self.bracket.state, self.players, len(self.bracket.mdps)
        kinds, known = self.kinds, self.weigher.known
        found = []
        for i, upper in enumerate(players):
            costs = known[kinds[i]]
            for j in range(max(i + 1, mdps), len(players)):
                if may_meet(upper, players[j], state):
                    cost = costs.get(kinds[j])
                    found.append((i, j, self._cost(i, j) if cost is None else cost))
        return found

    def _cost(self, i: int, j: int) -> int:
        edge = Edge(self.players[i], self.players[j], self.regions[i], self.regions[j])
        cost = self.weigher.known[self.kinds[i]][self.kinds[j]] = self.weigher.weigh(edge, self.bracket)
        return cost

    def _cost_alone(self, i: int, outside: Region) -> int:
        """What it costs that a player floats, or (outside: BYE) gets the bye."""
        costs = self.weigher.known_alone[outside]
        cost = costs.get(self.kinds[i])
        if cost is None:
            edge = Edge(self.players[i], None, self.regions[i], outside)
            cost = costs[self.kinds[i]] = self.weigher.weigh(edge, self.bracket)
        return cost

    def answer(
        self, order: Order, places: Sequence[int], decided: Mapping[int, int], backend: Backend
    ) -> list[int] | None:
        """The mates of all vertices in the first candidate among the best; None if no matching is complete.

        ``places`` are the members that the order numbers, from its first on. ``decided`` gives members the only mate
        they may have among the members, `NO_MEMBER` for none.
        """
        size, bits = len(self.members), order.bits
        place = [NO_MEMBER] * len(self.alone)
        for number, vertex in enumerate(places):
            place[vertex] = number
        pairs = []
        for i, j, cost in self.pairs:
            top, bottom = place[i], place[j]
            if j < size and decided and (decided.get(i, j) != j or decided.get(j, i) != i):
                continue
            cost <<= bits
            if top >= 0:
                cost += order.pair(top, bottom) if bottom >= 0 else order.other[top]
            pairs.append((i, j, cost))
        alone = [
            None if cost is None else (cost << bits) + (order.other[at] if at >= 0 else 0)
            for cost, at in zip(self.alone, place, strict=True)
        ]
        fields = [Field(field.low + bits, field.width) for field in self.weigher.fields] + order.fields(places)
        return lightest(pairs, alone, fields, backend)


class Answer(NamedTuple):
    """The pairing of a bracket, and which players within the horizon of the question were left unmatched in it."""

    pairing: BracketPairing
    unmatched: tuple[Player, ...]


def solve(bracket: Bracket, horizon: Horizon, backend: Backend) -> Answer | None:
    """[C.04.3 3] The first of the best candidates of a bracket; None if the rest of the round cannot be completed."""
    question = Question(bracket, horizon)
    size = len(question.members)
    if bracket.mdps:
        mdps = range(len(bracket.mdps))
        mates = question.answer(mdp_order(len(mdps), size), range(size), {}, backend)
        if mates is None:
            return None
        decided = {i: mates[i] if 0 <= mates[i] < size else NO_MEMBER for i in mdps}
        remainder = [i for i in range(len(mdps), size) if i not in decided.values()]
        pairs = sum(0 <= mates[i] < size for i in remainder) // 2
    else:
        decided, remainder, pairs = {}, list(range(size)), size // 2
    mates = question.answer(resident_order(len(remainder), pairs), remainder, decided, backend)
    if mates is None:
        return None
    found = sum(0 <= mates[i] < size for i in remainder) // 2
    if found != pairs:  # BSNs are exchanged around S1, whose size [C6] had yet to tell
        mates = question.answer(resident_order(len(remainder), found), remainder, decided, backend)
        assert mates is not None
    floaters = [i for i in range(size) if not 0 <= mates[i] < size]
    if bracket.odd and not bracket.allots_bye and len(floaters) == 1 and mates[floaters[0]] == question.bye:
        return solve(replace(bracket, allots_bye=True), horizon, backend)
    pairing = BracketPairing(
        tuple((question.members[i], question.members[mates[i]]) for i in range(size) if i < mates[i] < size),
        tuple(question.members[i] for i in floaters),
    )
    return Answer(pairing, tuple(player for player, mate in zip(question.players, mates, strict=False) if mate < 0))
