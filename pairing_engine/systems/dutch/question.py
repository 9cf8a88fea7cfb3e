"""A bracket as a matching problem: who may be matched with whom, what that costs, and what an answer means."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from enum import Enum

from pairing_engine.bracket import Bracket, BracketPairing, Edge, Region
from pairing_engine.matching import Backend, Pair, lightest
from pairing_engine.order import Order, mdp_order, resident_order
from pairing_engine.rules import Weigher
from pairing_engine.state import Player
from pairing_engine.systems.dutch.criteria import CRITERIA, LOOK_AHEAD, may_meet, profile


class Horizon(Enum):
    """How much of the round a question about a bracket takes in."""

    ALONE = "the bracket alone"
    EVERYBODY = "the bracket and everybody below"


class Question:
    """The legal edges of a bracket (and of those below it) with the costs that the criteria give them.

    Vertices 0 to m - 1 are the members in the order of their BSNs; then come the others, and last the bye if there is
    one.
    """

    def __init__(self, bracket: Bracket, horizon: Horizon) -> None:
        self.bracket = bracket
        self.horizon = horizon
        self.members = bracket.members
        below: tuple[Player, ...] = ()
        self.regions = [Region.BRACKET] * len(self.members)
        if horizon is Horizon.EVERYBODY:
            below = bracket.following + bracket.beyond
            self.regions += [Region.FOLLOWING] * len(bracket.following) + [Region.BEYOND] * len(bracket.beyond)
        self.players = self.members + below
        rules = [
            rule
            for rule in CRITERIA
            if rule.applies(bracket) and (horizon is Horizon.EVERYBODY or rule not in LOOK_AHEAD)
        ]
        self.weigher = Weigher(rules, bracket, len(self.players))
        self._known: dict[Hashable, int] = {}
        self._profiles = [
            (profile(player, bracket), region) for player, region in zip(self.players, self.regions, strict=True)
        ]
        self.bye = len(self.players) if bracket.odd and horizon is Horizon.EVERYBODY else None
        self.pairs = self._pairs()
        self.alone: list[int | None] = [None] * len(self.players)
        if horizon is Horizon.ALONE:
            self.alone = [self._cost(i, None, Region.BELOW) for i in range(len(self.players))]
        elif self.bye is not None:
            self.alone.append(None)

    def _pairs(self) -> list[Pair]:
        """Every legal edge: not between two MDPs, who had their chance to meet in a bracket above."""
        state, mdps = self.bracket.state, len(self.bracket.mdps)
        found = []
        for i, upper in enumerate(self.players):
            for j in range(max(i + 1, mdps), len(self.players)):
                if may_meet(upper, self.players[j], state):
                    found.append((i, j, self._cost(i, j, self.regions[j])))  # noqa: PERF401 - two sources, one list
            if self.bye is not None and upper.may_have_bye:
                found.append((i, self.bye, self._cost(i, None, Region.BYE)))
        return found

    def _cost(self, i: int, j: int | None, lower_in: Region) -> int:
        key = (self._profiles[i], None if j is None else self._profiles[j], lower_in)
        known = self._known.get(key)
        if known is None:
            lower = None if j is None else self.players[j]
            known = self.weigher.weigh(Edge(self.players[i], lower, self.regions[i], lower_in))
            self._known[key] = known
        return known

    def answer(
        self, order: Order, places: Sequence[int], decided: Mapping[int, int], backend: Backend
    ) -> list[int] | None:
        """The mates of all vertices in the first candidate among the best; None if no matching is complete.

        ``places`` are the members that the order numbers, from its first on. ``decided`` gives members the only mate
        they may have among the members, `NO_MEMBER` for none.
        """
        place = {vertex: number for number, vertex in enumerate(places)}
        size, bits = len(self.members), order.bits
        pairs = []
        for i, j, cost in self.pairs:
            cost <<= bits
            if j < size:
                if decided.get(i, j) != j or decided.get(j, i) != i:
                    continue
                if i in place and j in place:
                    cost += order.pair(place[i], place[j])
            elif i in place:
                cost += order.other[place[i]]
            pairs.append((i, j, cost))
        alone = [
            None if cost is None else (cost << bits) + (order.other[place[i]] if i in place else 0)
            for i, cost in enumerate(self.alone)
        ]
        return lightest(pairs, alone, backend)


NO_MEMBER = -1


def solve(bracket: Bracket, horizon: Horizon, backend: Backend) -> BracketPairing | None:
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
    return BracketPairing(
        tuple((question.members[i], question.members[mates[i]]) for i in range(size) if i < mates[i] < size),
        tuple(question.members[i] for i in floaters),
    )
