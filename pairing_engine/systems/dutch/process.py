"""[C.04.3 1.9, 3] The FIDE (Dutch) pairing process of all editions, which finds the first of the best candidates.

A homogeneous bracket needs one matching, a heterogeneous bracket two. Under the rules of 2017 there is a second route
[C.04.3 A.9]: each bracket is first paired without the players below the following scoregroup. If its floaters and the
players below cannot all be paired, it becomes the Penultimate Pairing Bracket (PPB), which is paired again so that the
round can be completed [C.4]. The downfloaters of the PPB and all players below form the Collapsed Last Bracket (CLB).
"""

from __future__ import annotations

from collections.abc import Iterator

from pairing_engine.facts.model import NO_WISHES, Wishing
from pairing_engine.kernel.bracket_graph import NO_MEMBER, BracketGraph, Criteria, Horizon, Profiles, graph_of
from pairing_engine.kernel.bye import can_all_be_paired, can_somebody_have_it, no_pairing
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import Bracket, BracketPairing, Edge, Route, Rule, Scope, scoregroups
from pairing_engine.kernel.trace import BracketTrace, Fault, Finding, TwoRounds
from pairing_engine.language import say
from pairing_engine.matching import Backend
from pairing_engine.matching.cover import Rest
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.shared import downward, wish_rules
from pairing_engine.systems.shared.downward import Below, BracketAnswer, BracketMethod, no_walk, walk_down
from pairing_engine.systems.shared.in_order import of_bracket
from pairing_engine.systems.shared.judging import BothEdges, Compared, later_in_order, published, with_the_same_floaters
from pairing_engine.systems.shared.orders import OrderArticles, mates_of_homogeneous
from pairing_engine.systems.shared.wish_rules import STRONG, WEAK, WishRules, apart_rules, bye_rules
from pairing_engine.systems.system import Fits, Method, Pairs, Proved, System
from pairing_engine.values import dataclass, replace


@dataclass(frozen=True)
class BracketByBracket:
    """[C.04.3 1.9] The Dutch process, from the top down; ``apart`` is the article that forbids pairs of two MDPs."""

    orders: OrderArticles
    profiles: Profiles
    apart: str
    walk: Proved

    def __call__(self, system: System) -> Method:
        return MethodByBracket(system, self)

    def granting(self, system: System, wishing: Wishing) -> System:
        rules = WishRules(
            bye_rules(wishing.strong, STRONG),
            apart_rules(wishing.strong, STRONG, "Z3"),
            apart_rules(wishing.weak, WEAK, "Z2") + bye_rules(wishing.weak, WEAK),
        )
        return wish_rules.with_rules(system, wishing, rules, self)


class MethodByBracket(Method):
    """The method of the Dutch System, bracket by bracket."""

    def __init__(self, system: System, process: BracketByBracket) -> None:
        super().__init__(system)
        self.process = process
        self.criteria = Criteria(system.criteria, system.may_meet, process.profiles)
        self.orders = process.orders
        proved = process.walk.holds_for(system.criteria, system.may_meet, process.orders)
        self.method = BracketMethod(
            system.may_meet,
            self.ask,
            process.walk.find if proved else no_walk,
            proved,
            system.completion.impossible,
            self.ask_for_rest,
            mdps_are_apart=True,
        )

    def graph(self, bracket: Bracket, horizon: Horizon) -> BracketGraph:
        """Build the graph of a bracket with players below by ``horizon``; two MDPs never meet (reading D3)."""
        apart = range(len(bracket.mdps))
        return graph_of(self.criteria, bracket, bracket.members, horizon, apart, only_members=True)

    def ask(self, bracket: Bracket, horizon: Horizon, backend: Backend) -> BracketAnswer | None:
        """Find the first of the best candidates; None if none allows a complete round.

        The search ends as soon as the opponents of the bracket's members are certain; no other pairs are final.
        """
        graph = self.graph(bracket, horizon)
        if graph.is_hopeless:
            return None
        graph.check_order()
        if bracket.mdps and horizon is Horizon.ALONE:
            return self._mdps_then_remainder(graph, backend)
        mates = self._mates(graph, backend)
        if mates is None:
            return None
        pairing = graph.pairing(mates)
        bye = None if graph.bye is None else graph.players[mates[graph.bye]]
        if not bracket.allots_bye and pairing.floaters == (bye,):
            return self.ask(replace(bracket, allots_bye=True), horizon, backend)
        return BracketAnswer(pairing, graph.unmatched(mates))

    def ask_for_rest(self, bracket: Bracket, horizon: Horizon, below: Below, rest: Rest) -> BracketPairing | None:
        """Pair a bracket so that it leaves the floaters that the players below need; None if that is impossible."""
        graph = self.graph(bracket, horizon)
        near = below.near_from(0)
        graph = graph.with_rest(rest, [near[number] for number in below.numbers(graph.players)])
        if graph.is_hopeless:
            return None
        graph.check_order()
        mates = self._mates(graph, Backend.AUTO)
        return None if mates is None else graph.pairing(mates)

    def _mates(self, graph: BracketGraph, backend: Backend) -> list[int] | None:
        """Return each vertex's partner in the first of the best candidates [3.3.2]; None if there is no candidate."""
        if graph.bracket.mdps:
            return self._mates_of_all(graph, backend)
        return mates_of_homogeneous(graph, self.orders.residents, range(len(graph.members)), {}, backend)

    def _mates_of_mdps(self, graph: BracketGraph, backend: Backend) -> list[int] | None:
        """Return the partners in one of the best candidates, final for the MDPs only [3.3.3, 4.4]."""
        size = len(graph.members)
        return graph.best_mates(self.orders.mdps(len(graph.bracket.mdps), size), range(size), {}, backend)

    def _mates_of_all(self, graph: BracketGraph, backend: Backend) -> list[int] | None:
        """Match the MDPs, and then the remainder; None if there is no complete matching."""
        mates = self._mates_of_mdps(graph, backend)
        if mates is None:
            return None
        size, mdps = len(graph.members), range(len(graph.bracket.mdps))
        decided = {i: mates[i] if 0 <= mates[i] < size else NO_MEMBER for i in mdps}
        remainder = [i for i in range(len(mdps), size) if mates[i] not in mdps]
        if len(remainder) < 3:
            return mates  # at most two players can be paired in one way only
        expected = None
        if backend is Backend.AUTO and self.method.certificates:
            # All best candidates have the same number of pairs [C6].
            expected = sum(0 <= mates[i] < size for i in remainder) // 2
        return mates_of_homogeneous(graph, self.orders.residents, remainder, decided, backend, expected)

    def _mdps_then_remainder(self, graph: BracketGraph, backend: Backend) -> BracketAnswer:
        """Pair the MDPs and then the remainder, without the players below the bracket [3.3.3]."""
        mates = self._mates_of_mdps(graph, backend)
        assert mates is not None
        bracket, members = graph.bracket, graph.members
        mdps = range(len(bracket.mdps))
        pairs = tuple((members[i], members[mates[i]]) for i in mdps if mates[i] != NO_MEMBER)
        limbo = tuple(members[i] for i in mdps if mates[i] == NO_MEMBER)
        remainder = tuple(members[i] for i in range(len(mdps), len(members)) if mates[i] not in mdps)
        if remainder:
            rest, _ = downward.alone(self.method, Bracket(bracket.state, (), remainder))
            pairs, limbo = pairs + rest.pairs, limbo + rest.floaters
        return BracketAnswer(BracketPairing(pairs, limbo), limbo)

    def pair(self, state: RoundState, backend: Backend) -> Pairs:
        """Pair the round, and choose who gets the pairing-allocated bye [1.9.3]."""
        if self.system.wishing == NO_WISHES:
            return self.brackets(state, backend)
        return wish_rules.with_bye_of_the_best(self.system, state, backend, lambda open_: self.brackets(open_, backend))

    def brackets(self, state: RoundState, backend: Backend) -> Pairs:
        """Pair the brackets from the top down."""
        return walk_down(state, state.players, self.method, backend)

    def candidates(self, trace: BracketTrace, fits: Fits, like: BracketPairing | None) -> Iterator[BracketPairing]:
        return of_bracket(trace.bracket, fits, like)

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        right, other = trace.pairing, published(trace.bracket.members, rounds.other.mates)
        apart = self._are_apart(trace.bracket, other)
        if apart is not None:
            return apart
        floats = [player.tpn for player in right.floaters]
        allots_bye = len(floats) == 1 and floats[0] not in rounds.right.mates
        sides = BothEdges.of(replace(trace.bracket, bye_score=None, allots_bye=allots_bye), rounds)
        rules = with_the_same_floaters(self.system.criteria, right, other)
        return sides.judged(self.system.article, rules, lambda: self._later(trace.bracket, right, other))

    def _are_apart(self, bracket: Bracket, other: BracketPairing) -> Finding | None:
        """Report that two MDPs of the bracket meet each other; None if no MDPs meet."""
        mdps = {player.tpn for player in bracket.mdps}
        words = say("two players moved down to the same bracket are not paired with each other")
        article = f"{self.system.article} {self.process.apart}"
        for upper, lower in other.pairs:
            if upper.tpn in mdps and lower.tpn in mdps:
                return Finding(Fault.ILLEGAL, article, "", words, players=(upper.tpn, lower.tpn))
        return None

    def _later(self, bracket: Bracket, right: BracketPairing, other: BracketPairing) -> Finding | None:
        """Compare the places of two pairings in the order of candidates [C.04.3 3.6, 3.7]."""
        chapter, orders = self.system.article, self.orders
        mdps = {player.tpn for player in bracket.mdps}
        if mdps:
            order = orders.mdps(len(mdps), len(bracket.members))
            found = later_in_order(chapter, order, bracket.members, right, other, len(mdps))
            if found is not None:
                return found
        opponents = {lower.tpn for upper, lower in right.pairs if upper.tpn in mdps}
        remainder = [player for player in bracket.residents if player.tpn not in opponents]
        pairs = sum(upper.tpn not in mdps for upper, _ in right.pairs)
        return later_in_order(chapter, orders.residents(len(remainder), pairs), remainder, right, other)


Players = tuple[Player, ...]


@dataclass(frozen=True)
class TwoRoutes(BracketByBracket):
    """[C.04.3 A.9] The pairing process of 2017, with a second route for rounds that cannot be completed otherwise."""

    def __call__(self, system: System) -> Method:
        return _Method(system, self)


class _Method(MethodByBracket):
    def brackets(self, state: RoundState, backend: Backend) -> Pairs:
        """[C.04.3 A.9] Pair the brackets from the top down, on the second route if the first one fails."""
        return Pairs.of(tuple(_RoundToPair(state, self.method, backend).brackets()))

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        bracket, right, other = trace.bracket, trace.pairing, published(trace.bracket.members, rounds.other.mates)
        apart = self._are_apart(bracket, other)
        if apart is not None:
            return apart
        sides = BothEdges.of(bracket, rounds)
        rules = with_the_same_floaters(self.system.criteria, right, other)
        found = self._first_difference(rules, sides, right, other)
        if found is None:
            return self._later(bracket, right, other)
        if not found.is_worse:
            return None
        if sides.first_difference([found.rule]) == found:
            return sides.worse(self.system.article, found)
        return self._at_best(found, bracket, right, other)

    def _first_difference(
        self, rules: tuple[Rule, ...], sides: BothEdges, right: BracketPairing, other: BracketPairing
    ) -> Compared | None:
        """Find the first rule under which two pairings of a bracket have different totals."""
        at_best = sides
        if any(rule.scope is Scope.BEYOND and rule.applies(sides.bracket) for rule in rules):
            both = [self._completed(sides.bracket, pairing) for pairing in (right, other)]
            if None not in both:
                at_best = sides._replace(right=both[0] or [], other=both[1] or [])
        for rule in rules:
            found = (at_best if rule.scope is Scope.BEYOND else sides).first_difference([rule])
            if found is not None:
                return found
        return None

    def _at_best(self, found: Compared, bracket: Bracket, right: BracketPairing, other: BracketPairing) -> Finding:
        """Report that the players below cannot be paired as well with the floaters of ``other``."""
        rule = found.rule
        words = say("{words} at best", words=say(rule.summary))
        values = rule.show(found.right, bracket), rule.show(found.other, bracket)
        players, instead = (tuple(player.tpn for player in one.floaters) for one in (other, right))
        return Finding(Fault.WORSE, rule.cited(self.system.article), rule.code, words, *values, players, instead)

    def _completed(self, bracket: Bracket, pairing: BracketPairing) -> list[Edge] | None:
        """Add the best pairing of the players below to a bracket's pairing; None if that is impossible."""
        horizon = Horizon.FOLLOWING if bracket.route is Route.ORDINARY else Horizon.EVERYBODY
        graph = self.graph(bracket, horizon)._replace(only_members=False)
        number = {player.tpn: i for i, player in enumerate(graph.players)}
        decided = {number[player.tpn]: NO_MEMBER for player in pairing.floaters}
        for upper, lower in pairing.pairs:
            i, j = number[upper.tpn], number[lower.tpn]
            decided[i], decided[j] = j, i
        mates = graph.best_mates(Order(0), (), decided, Backend.AUTO)
        return None if mates is None else graph.edges(mates)


class _RoundToPair:
    """A round to be paired: its scoregroups, and the floaters that the players below each scoregroup need."""

    def __init__(self, state: RoundState, method: BracketMethod, backend: Backend) -> None:
        self.state = state
        self.method = method
        self.backend = backend
        self.odd = len(state.players) % 2 == 1
        self.groups = scoregroups(state.players)
        self.below = Below(state, method.may_meet, self.groups, lowest_bye=False)

    def brackets(self) -> Iterator[BracketTrace]:
        """[C.04.3 A.9] Yield the paired brackets of the round from the top down."""
        if not self._is_completed((), 0):
            state = self.state
            may_meet = self.method.may_meet
            raise no_pairing(self.method.article, state.players, lambda a, b: may_meet(a, b, state), state.shown)
        floaters: Players = ()
        for index in range(len(self.groups)):
            bracket = self._bracket(floaters, index)
            if not bracket.following:
                yield self._last(bracket)
                return
            if self._has_too_few_floaters(bracket, index + 1):
                yield from self._other_route(bracket)
                return
            pairing, decided = self._ordinary(bracket, index)
            if not self._is_completed(pairing.floaters, index + 1):
                yield from self._other_route(bracket)
                return
            yield BracketTrace(bracket, pairing, decided)
            floaters = pairing.floaters

    def _bracket(self, floaters: Players, index: int) -> Bracket:
        following = self.groups[index + 1] if index + 1 < len(self.groups) else ()
        beyond = self.state.players[self.below.first[index + 1] + len(following) :]
        return Bracket(
            self.state, floaters, self.groups[index], following, beyond, self.odd, allots_bye=self.odd and not following
        )

    def _is_completed(self, floaters: Players, index: int) -> bool:
        """[C.04.3 A.9] Whether the floaters and all players from scoregroup ``index`` down can be paired."""
        below = self.below
        if self.backend is not Backend.REFERENCE and below.bye_group >= index and below.completes(floaters, index):
            return True
        state, may_meet = self.state, self.method.may_meet
        rest = floaters + tuple(player for group in self.groups[index:] for player in group)
        can = can_somebody_have_it if len(rest) % 2 else can_all_be_paired
        return can(rest, lambda a, b: may_meet(a, b, state), self.backend)

    def _has_too_few_floaters(self, bracket: Bracket, index: int) -> bool:
        """Whether the bracket, with as few floaters as possible [C.5], certainly leaves too few for those below."""
        if self.backend is not Backend.AUTO or not self.below.is_searched:
            return False
        needed = self.below.needed(index)
        return needed > 1 and needed > self.below.least_floaters(bracket)

    def _ordinary(self, bracket: Bracket, index: int) -> tuple[BracketPairing, str]:
        """[C.04.3 C.5 to C.19] Pair an ordinary bracket, and return how the pairing was found.

        The pairing without the players below and C.7 is right if nobody or everybody floats, because C.5 then leaves no
        other choice, and if the following bracket can pair all floaters and all its own players.
        """
        if self.backend is Backend.AUTO and self.method.certificates:
            pairing, how = downward.alone(self.method, bracket)
            floaters = pairing.floaters
            if not (floaters and pairing.pairs) or self._are_taken(floaters, index + 1):
                return pairing, how
        answer = self.method.ask(bracket, Horizon.FOLLOWING, self.backend)
        assert answer is not None
        return answer.pairing, Horizon.FOLLOWING.value

    def _are_taken(self, floaters: Players, index: int) -> bool:
        """Whether scoregroup ``index`` certainly has opponents for all floaters and can pair its other players.

        If their number is odd, one may remain unpaired. The result is False if the bye goes to one of them, unless the
        scoregroup is the last one.
        """
        below = self.below
        bye_is_apart = below.bye_group != index or index == len(self.groups) - 1
        return bye_is_apart and below.matchings.takes(below.numbers(floaters), index)

    def _last(self, bracket: Bracket) -> BracketTrace:
        found = self.method.walk(bracket) if self.backend is not Backend.REFERENCE else None
        if found is not None:
            return BracketTrace(bracket, found, downward.WALKED)
        return self._of_the_end(bracket)

    def _of_the_end(self, bracket: Bracket) -> BracketTrace:
        """Pair the last bracket of the round without the quick search through candidates."""
        only = self._unavoidable(bracket, len(self.groups))
        if only is not None:
            return BracketTrace(bracket, only, downward.OBVIOUS)
        return BracketTrace(bracket, downward.with_everybody(self.method, bracket, self.backend), downward.MATCHED)

    def _unavoidable(self, bracket: Bracket, index: int) -> BracketPairing | None:
        """Return the pairing of a bracket if no other pairing allows the round to be completed."""
        if self.backend is not Backend.AUTO or not self.method.certificates:
            return None
        return self.below.unavoidable(bracket, index)

    def _penultimate(self, ppb: Bracket) -> BracketPairing:
        """Pair the PPB with enough floaters for the players below and the bye, first in a graph without them."""
        below, ask = self.below, self.method.ask_for_rest
        first = len(self.groups) - len(scoregroups(ppb.following + ppb.beyond))
        only = self._unavoidable(ppb, first)
        if only is not None:
            return only
        if self.backend is Backend.AUTO and self.method.certificates and ask is not None and below.is_searched:
            pairing = ask(ppb, Horizon.ALONE, below, below.rest(first))
            if pairing is not None:
                return pairing
        return downward.with_everybody(self.method, ppb, self.backend)

    def _other_route(self, bracket: Bracket) -> Iterator[BracketTrace]:
        """[C.04.3 A.9, C.04.3 C.4] Take the second route: pair the PPB again, then the CLB."""
        ppb = replace(bracket, route=Route.PENULTIMATE)
        pairing = self._penultimate(ppb)
        yield BracketTrace(ppb, pairing, Horizon.EVERYBODY.value)
        collapsed = bracket.following + bracket.beyond
        clb = Bracket(self.state, pairing.floaters, collapsed, odd=self.odd, allots_bye=self.odd, route=Route.COLLAPSED)
        yield self._of_the_end(clb)
