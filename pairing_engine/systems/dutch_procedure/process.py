"""[C.1, C.4 to C.10, C.12 to C.14, D] The pairing of a round, one score bracket at a time, and the best candidate.

A bracket is paired again at most three times: for the next bracket [C.12], for the lowest bracket, and as the
penultimate bracket [C.13], which in the end is joined to the lowest. In a bracket, the pairs of the moved-down players
are found in one matching, and the pairs of the remainder in another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.kernel.engine import Engine
from pairing_engine.kernel.findings import Fault, Finding, TwoRounds
from pairing_engine.kernel.graph import NO_MEMBER, Graph, Horizon, Question
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import Bracket, BracketPairing, Edge, Region, Rule, Scope, scoregroups
from pairing_engine.kernel.trace import BracketTrace, Step
from pairing_engine.language import listed, marked, say, say_many
from pairing_engine.state.round_state import Player, RoundState, ranking
from pairing_engine.systems.dutch_procedure.score_bracket import (
    Lowered,
    ScoreBracket,
    articles_of_order,
    moved_down,
    own,
    score_bracket,
)
from pairing_engine.systems.shared.downward import MATCHED, Decided
from pairing_engine.systems.shared.in_order import of_bracket
from pairing_engine.systems.shared.judging import EARLIER, BothEdges, later_in_order, published
from pairing_engine.systems.shared.orders import mates_of_homogeneous
from pairing_engine.systems.system import Fits, Method, Pairs, System

Players = tuple[Player, ...]

NO_OPPONENT, BACKTRACKING, JOINING = "C.1", "C.12", "C.13"
"""The articles of all editions about the steps of the procedure.

A player without an opponent in the bracket is moved down, other players float to the next bracket instead, and the last
brackets are joined until the lowest bracket can be paired.
"""

BACKTRACKED = marked("by a matching algorithm, after backtracking from the next bracket [C.12]")
FOR_THE_LOWEST = marked("by a matching algorithm, so that the lowest bracket can be paired [C.13]")
JOINED = marked("by a matching algorithm, with the lowest brackets joined [C.13]")


def _with_lost(paired: BracketTrace) -> BracketTrace:
    """Put a step for each player without an opponent in the bracket before the other steps."""
    words = say("moves down, because there is no opponent for this player in the bracket")
    lost = own(paired.bracket).lost
    steps = [Step(player, None, NO_OPPONENT, words) for player in paired.bracket.members if player.tpn in lost]
    return paired._replace(steps=(*steps, *paired.steps))


def _mdps_paired(paired: BracketTrace) -> int:
    bracket = paired.bracket
    return len(bracket.mdps) - sum(moved_down(player, bracket) for player in paired.pairing.floaters)


class _Round:
    """A round while it is being paired; ``done`` lists the brackets that are already paired, from the top down."""

    def __init__(self, state: RoundState, method: ProcedureMethod) -> None:
        self.state = state
        self.method = method
        self.process = method.process
        self.may_meet = method.system.may_meet
        self.done: list[BracketTrace] = []

    def brackets(self) -> list[BracketTrace]:
        groups = scoregroups(self.state.players)
        for residents in groups[:-1]:
            paired = self._ordinary(residents)
            if self.done and _asks_for_others(paired):
                paired = self._backtracked(residents, paired)
            self.done.append(paired)
        self._pair_lowest(groups[-1])
        return self.done

    def _floaters(self) -> Players:
        return self.done[-1].pairing.floaters if self.done else ()

    def _ordinary(self, residents: Players) -> BracketTrace:
        """Pair the next bracket without considering the brackets below."""
        bracket = score_bracket(self.state, self._floaters(), residents, self.may_meet)
        found = self.method.first(bracket, Horizon.ALONE)
        assert found is not None
        return BracketTrace(bracket, *found)

    def _again(self, bracket: ScoreBracket, horizon: Horizon, decided: str) -> BracketTrace | None:
        """Pair a bracket again to improve the pairing of the brackets below; None if no pairing exists."""
        pairing = self.method.best(bracket, horizon)
        if pairing is None:
            return None
        return BracketTrace(bracket._replace(following=(), odd=False, looks_down=False), pairing, decided)

    def _backtracked(self, residents: Players, present: BracketTrace) -> BracketTrace:
        """[C.04.3.1 C.12] Let others float if the next bracket then gets all required pairs, or more (reading O5)."""
        last = self.done[-1]
        bracket = own(last.bracket)._replace(following=residents, looks_down=True)
        another = self._again(bracket, Horizon.FOLLOWING, BACKTRACKED)
        if another is None or not self._moves_others_down(last, another):
            return present
        words = say("moves down, so that more players can be paired below")
        self.done[-1] = _instead(last, another, BACKTRACKING, words)
        found = self._ordinary(residents)
        if _has_p0_pairs(found) or len(found.pairing.pairs) > len(present.pairing.pairs):
            return found
        self.done[-1] = last
        return present

    def _moves_others_down(self, one: BracketTrace, another: BracketTrace) -> bool:
        """[C.04.1 C.12] Whether ``another`` moves down as many players, but not the same players (reading P12)."""
        before, now = one.pairing.floaters, another.pairing.floaters
        if self.process.same_scores and sorted(p.score for p in before) != sorted(p.score for p in now):
            return False
        return len(before) == len(now) and set(before) != set(now)

    def _pair_lowest(self, low: Players) -> None:
        """[C.04.3.1 C.12, C.04.3.1 C.13] Pair the lowest bracket, joined with those above until it is complete."""
        mdps = self._floaters()
        added: Players = ()
        joined = False
        while True:
            found = self._complete((*mdps, *added), low, joined=joined)
            if not joined and (found is None or _mdps_paired(found) < len(mdps)) and self._pair_all_mdps(mdps, low):
                return
            if found is not None:
                self.done.append(found)
                return
            if not self.done:
                raise self.method.no_pairing(self.state)
            penultimate = self.done.pop()
            low = tuple(sorted((*added, *low), key=ranking))
            if self._pair_penultimate(penultimate, low, joined=joined):
                return
            mdps, added, joined = penultimate.bracket.mdps, penultimate.bracket.residents, True
            if not self.process.upper_is_s1:
                low, added = (*added, *low), ()

    def _complete(self, mdps: Players, low: Players, *, joined: bool) -> BracketTrace | None:
        """Pair the lowest bracket with the players moved down to it; None if the players cannot all be paired."""
        bracket = score_bracket(self.state, mdps, low, self.may_meet, lowest=True, merged=joined)
        found = self.method.first(bracket, Horizon.EVERYBODY)
        return None if found is None else BracketTrace(bracket, *found)

    def _pair_all_mdps(self, mdps: Players, low: Players) -> bool:
        """[C.04.3.1 C.12] Pair both brackets so that all MDPs get opponents; False, and no change, if they cannot."""
        bracket = score_bracket(self.state, mdps, low, self.may_meet, lowest=True)
        if not bracket.heterogeneous:
            return False
        last = self.done[-1]
        looking = own(last.bracket)._replace(following=low, odd=bracket.odd, looks_down=True)
        another = self._again(looking, Horizon.EVERYBODY, BACKTRACKED)
        if another is None or not self._moves_others_down(last, another):
            return False
        found = self._complete(another.pairing.floaters, low, joined=False)
        if found is None or _mdps_paired(found) < len(mdps):
            return False
        words = say("moves down, so that all players can be paired below")
        another = _instead(last, another, BACKTRACKING, words)
        self.done[-1:] = [another, found]
        return True

    def _pair_penultimate(self, penultimate: BracketTrace, low: Players, *, joined: bool) -> bool:
        """[C.04.3.1 C.13, C.04.1 C.13] Pair both; only floaters join the lowest (reading O9); False if it fails."""
        bracket = own(penultimate.bracket)
        odd = sum(len(group) for group in (bracket.members, low)) % 2 == 1
        another = self._again(bracket._replace(following=low, odd=odd), Horizon.EVERYBODY, FOR_THE_LOWEST)
        if another is None or not (_mdps_paired(another) if bracket.heterogeneous else another.pairing.pairs):
            return False
        found = self._complete(another.pairing.floaters, low, joined=joined)
        assert found is not None
        words = say("moves down, so that the lowest bracket can be completed")
        another = _instead(penultimate, another, JOINING, words)
        self.done += [another, found]
        return True


def _asks_for_others(paired: BracketTrace) -> bool:
    """[C.04.3.1 C.12, Reading O5] Whether an MDP has no possible opponent, or there are fewer than P0 pairs."""
    bracket = own(paired.bracket)
    if any(player.tpn in bracket.lost for player in bracket.mdps):
        return True
    return len(paired.pairing.pairs) < (len(bracket.members) - len(bracket.lost)) // 2


def _has_p0_pairs(paired: BracketTrace) -> bool:
    """[C.04.3.1 A.6, C.04.3.1 C.1] Whether every MDP has a possible opponent, and the bracket has P0 pairs."""
    bracket = own(paired.bracket)
    if any(player.tpn in bracket.lost for player in bracket.mdps):
        return False
    return len(paired.pairing.pairs) == len(bracket.members) // 2


def _instead(last: BracketTrace, another: BracketTrace, article: str, words: str) -> BracketTrace:
    """Add a step to the new pairing for each player who floats only in the new pairing."""
    before = set(last.pairing.floaters)
    steps = tuple(Step(player, None, article, words) for player in another.pairing.floaters if player not in before)
    return another._replace(steps=steps)


ORDERS = articles_of_order("")


class ByTotals:
    """A search for the candidates with the smallest totals; earlier rules take priority."""

    def __init__(self, method: ProcedureMethod) -> None:
        self.method = method

    def best(self, bracket: ScoreBracket, horizon: Horizon) -> BracketPairing | None:
        """Find the first of the best candidates; None if the players of the graph cannot all be paired.

        Two moved-down players do not meet, because the bracket above would have paired them if possible. They may meet
        in the remainder of the lowest bracket [C.14.b.2], into which brackets may have been joined.
        """
        mdps = len(bracket.mdps) if bracket.heterogeneous else 0
        graph = self.method.graph(self.method.counted, bracket, horizon, range(0 if bracket.lowest else mdps))
        mates = _mates(graph, bracket, mdps)
        return None if mates is None else graph.pairing(mates)


def _mates(graph: Graph, bracket: ScoreBracket, mdps: int) -> list[int] | None:
    graph.check_order()
    size = len(graph.members)
    there = [i for i, player in enumerate(graph.members) if player.tpn not in bracket.lost]
    if not mdps:
        return mates_of_homogeneous(graph, ORDERS.residents, there, {})
    mates = graph.best_mates(ORDERS.mdps(mdps, size), range(size))
    if mates is None:
        return None
    decided = {i: mates[i] for i in range(mdps) if mdps <= mates[i] < size}
    taken = set(decided.values())
    remainder = [i for i in there if i not in taken and (i >= mdps or (bracket.lowest and i not in decided))]
    if not bracket.lowest:
        decided |= {i: NO_MEMBER for i in range(mdps) if i not in decided}
    return mates if len(remainder) < 2 else mates_of_homogeneous(graph, ORDERS.residents, remainder, decided)


Totals = tuple[int, ...]


class ByLowering:
    """The search for the first candidate of a bracket. Some rules are requirements that can be lowered (`Lowered`)."""

    def __init__(self, method: ProcedureMethod) -> None:
        self.method = method

    def best(self, bracket: ScoreBracket, horizon: Horizon) -> BracketPairing | None:
        """Find the first candidate. Lower the requirements as little as possible. Return None without a candidate."""
        graph = self.method.graph(self.method.counted, bracket, horizon)
        there = [i for i, player in enumerate(graph.members) if player.tpn not in bracket.lost]
        for tops in self._tops(bracket, there, horizon):
            mates = _Candidates(self.method.system.criteria, graph, there, tops).first()
            if mates is not None:
                return graph.pairing(mates)
        return None

    def _tops(self, bracket: ScoreBracket, there: Sequence[int], horizon: Horizon) -> Iterator[Sequence[int]]:
        """[C.04.1 A.6, C.4, C.14] Yield the highest p players, for each possible p in descending order (reading P6)."""
        mdps = sum(i < len(bracket.mdps) for i in there) if bracket.heterogeneous else 0
        if bracket.looks_down:  # p is the same as without the players below
            alone = self.method.graph(self.method.counted, bracket, Horizon.ALONE)
            while mdps and not _Candidates(self.method.system.criteria, alone, there, there[:mdps]).exist():
                mdps -= 1
            yield there[:mdps]
            return
        # C.13: if p becomes zero, the penultimate bracket is joined to the lowest one.
        least = 1 if mdps and horizon is Horizon.EVERYBODY and not bracket.lowest else 0
        for p in range(mdps, least - 1, -1):
            yield there[:p]


class _Candidates:
    """The candidates in which ``tops``, the first players of S1, are all paired, but not with each other."""

    def __init__(self, rules: Sequence[Rule], graph: Graph, there: Sequence[int], tops: Sequence[int]) -> None:
        self.members = graph.members
        self.there = there
        self.tops = tops
        assert isinstance(graph.bracket, ScoreBracket)
        self.bracket = graph.bracket._replace(tops=frozenset(self.members[i].tpn for i in tops))
        self.rules = [rule for rule in rules if rule.applies(self.bracket)]
        self.graph = self._with_tops(graph)

    def exist(self) -> bool:
        return self._mates(self.graph) is not None

    def first(self) -> list[int] | None:
        """Return the partner of each vertex in the first candidate; None if there is no candidate."""
        mates = self._mates(self.graph)
        if mates is None:
            return None
        requirements = [rule for rule in self.rules if isinstance(rule, Lowered)]
        has_remainder = bool(self.tops) and len(self.there) - 2 * len(self.tops) > 1
        in_remainder = [rule for rule in requirements if has_remainder and rule.in_remainder]
        self._lower_all([rule for rule in requirements if rule not in in_remainder])
        if in_remainder:
            self.graph = self._with_opponents(self._mates_of_tops())
            self._lower_all(in_remainder)
        return self._first()

    def _lower_all(self, requirements: Sequence[Lowered]) -> None:
        for rule in requirements:
            counted = [r for r in self.rules[: self.rules.index(rule)] if not isinstance(r, Lowered)]
            mates = self._mates(self.graph)
            assert mates is not None
            self._lower(rule, counted, mates)

    def _lower(self, rule: Lowered, counted: Sequence[Rule], mates: Sequence[int]) -> None:
        """Lower a requirement as little as possible without increasing the counts of earlier rules."""
        least = self._totals(counted, mates)
        assert rule.most is not None
        for level in range(rule.most):
            graph = self._without(rule, level)
            if graph is None:
                return
            found = self._mates(graph)
            if found is not None and self._totals(counted, found) == least:
                self.graph = graph
                return

    def _mates(self, graph: Graph) -> list[int] | None:
        return graph.best_mates(Order(0))

    def _totals(self, rules: Sequence[Rule], mates: Sequence[int]) -> Totals:
        edges = self.graph.edges(mates)
        return tuple(sum(rule.cost(edge, self.bracket) for edge in edges) for rule in rules)

    def _first(self) -> list[int] | None:
        """[C.04.1 C.6 to C.9, D] Return each vertex's partner in the first of the best candidates."""
        graph, tops = self.graph, len(self.tops)
        if not tops:
            return mates_of_homogeneous(graph, ORDERS.residents, self.there, {})
        mates = self._mates_of_tops()
        decided = {i: mates[i] for i in self.tops}
        taken = {*decided, *decided.values()}
        remainder = [i for i in self.there if i not in taken]
        if len(remainder) < 2:
            return mates
        return mates_of_homogeneous(graph, ORDERS.residents, remainder, decided)

    def _mates_of_tops(self) -> list[int]:
        """Return a matching in which the opponents of the moved-down players come first in the order of candidates."""
        order = ORDERS.mdps(len(self.tops), len(self.there))
        mates = self.graph.best_mates(order, self.there)
        assert mates is not None
        return mates

    def _with_opponents(self, mates: Sequence[int]) -> Graph:
        """Return the graph in which the moved-down players keep their opponents."""
        kept = {i: mates[i] for i in self.tops} | {mates[i]: i for i in self.tops}
        pairs = [
            edge
            for edge in self.graph.pairs
            if kept.get(edge[0], edge[1]) == edge[1] and (edge[1] not in kept or kept[edge[1]] == edge[0])
        ]
        return self.graph.with_edges(pairs, [None if i in kept else cost for i, cost in enumerate(self.graph.alone)])

    def _with_tops(self, graph: Graph) -> Graph:
        """Return a graph in which each top player must meet a player outside ``tops``."""
        tops, size = set(self.tops), len(self.members)
        pairs = [(i, j, cost) for i, j, cost in graph.pairs if i not in tops or (j < size and j not in tops)]
        return graph.with_edges(pairs, [None if i in tops else cost for i, cost in enumerate(graph.alone)])

    def _without(self, rule: Rule, level: int) -> Graph | None:
        """Return the graph without the edges that break a rule at a level; None if there are no such edges."""
        graph, bracket, members, size = self.graph, self.bracket, self.members, len(self.members)
        floats = [rule.cost(Edge(player, None, Region.BRACKET, Region.BELOW), bracket) <= level for player in members]
        pairs = [
            edge
            for edge in graph.pairs
            if edge[0] >= size
            or (
                rule.cost(Edge(members[edge[0]], members[edge[1]]), bracket) <= level
                if edge[1] < size
                else floats[edge[0]]
            )
        ]
        if len(pairs) == len(graph.pairs) and all(floats):
            return None
        alone = [None if i < size and not floats[i] else cost for i, cost in enumerate(graph.alone)]
        return graph.with_edges(pairs, alone)


PROCEDURE = marked(
    (
        ("C.1", "a player without an opponent in the bracket is moved down before the bracket is paired"),
        (
            "C.12",
            (
                "by backtracking, other players with the same scores float, if more of them can be paired in the next "
                "bracket"
            ),
        ),
        ("C.13", "the penultimate bracket is paired again, or joined to the lowest, until the lowest can be paired"),
    )
)


FIXED_S1 = "C.4"
"""The article that puts the highest moved-down players in S1. Since 2012, C.8 tries other sets of them as well."""


class ProcedureMethod(Method):
    """The method of the old Dutch editions, one score bracket after another, with backtracking and joining."""

    follows_wishes = False

    process: ByProcedure

    def __init__(self, system: System, engine: Engine) -> None:
        super().__init__(system, engine)
        self.counted = tuple(rule for rule in system.criteria if not isinstance(rule, Lowered))
        self.best = self.process.candidates(self).best
        self.order = articles_of_order(self.process.sets)

    def graph(
        self, criteria: tuple[Rule, ...], bracket: ScoreBracket, horizon: Horizon, apart: range = range(0)
    ) -> Graph:
        question = Question(criteria, self.system.may_meet, bracket, bracket.members, horizon, apart)
        return self.engine.graph(question)

    def first(self, bracket: ScoreBracket, horizon: Horizon) -> Decided | None:
        """Find the first of the best candidates, and how it was found; None if the players cannot all be paired."""
        pairing = self.best(bracket, horizon)
        return None if pairing is None else (pairing, JOINED if bracket.merged else MATCHED)

    def pair(self, state: RoundState) -> Pairs:
        """Pair the round, and choose who gets the bye. Raise `NoPairing` if no pairing is possible [C.13]."""
        if not state.players:
            return Pairs((), None, ())
        return Pairs.of(tuple(map(_with_lost, _Round(state, self).brackets())))

    def candidates(self, trace: BracketTrace, fits: Fits, like: BracketPairing | None) -> Iterator[BracketPairing]:
        """Yield the first candidates, S1 with S2 [C.4 to C.7, D.1]; whom C.1 has moved down floats in each."""
        bracket = own(trace.bracket)
        there = [player for player in bracket.members if player.tpn not in bracket.lost]
        lost = tuple(player for player in bracket.members if player.tpn in bracket.lost)
        moved = tuple(player for player in there if bracket.heterogeneous and moved_down(player, bracket))
        plain = Bracket(bracket.state, moved, tuple(there[len(moved) :]))
        for found in of_bracket(plain, fits, like) if there else ():
            yield found._replace(floaters=tuple(sorted(found.floaters + lost, key=ranking)))

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        bracket, right = own(trace.bracket), trace.pairing
        other = published(bracket.members, rounds.other.mates)
        if self.process.sets == FIXED_S1 and (tops := _in_s1(bracket, right)) == _in_s1(bracket, other):
            bracket = bracket._replace(tops=tops)
        sides = BothEdges.among(bracket, bracket.members, rounds)
        in_order = _of_mdps(bracket, right).pairs != _of_mdps(bracket, other).pairs
        if self.process.sets == FIXED_S1 and len(other.pairs) >= len(right.pairs):
            first = self._later(bracket, right, other)
            if first is not None and first.article == f"{self.system.article} {FIXED_S1}":
                return first  # the number of players in S1 is lowered last [C.14]
        found = sides.first_difference(
            rule
            for rule in self.system.criteria
            if rule.scope is Scope.BRACKET and not (in_order and is_lowered_in_remainder(rule, bracket, right))
        )
        if found is not None:
            return sides.worse(self.system.article, found) if found.is_worse else self._by_procedure(trace, rounds)
        later = self._later(bracket, right, other)
        return self._by_procedure(trace, rounds) if later in (None, EARLIER) else later

    def _by_procedure(self, trace: BracketTrace, rounds: TwoRounds) -> Finding:
        """Report that only the players below the bracket make the procedure reject the other round."""
        bracket, chapter = own(trace.bracket), self.system.article
        undone = [step for step in trace.steps if step.player.tpn not in bracket.lost]
        if undone:
            there = dict.fromkeys(player.tpn for player in bracket.members)  # in their order [A.2]
            down = [tuple(tpn for tpn in there if one.mates.get(tpn) not in there) for one in rounds]
            ours, theirs = (self._floats(bracket, tpns) for tpns in down)
            words, article, player = undone[0].words, undone[0].article, undone[0].player.tpn
            served = player if player in down[0] and player not in down[1] else NOBODY
            return Finding(Fault.STEP, f"{chapter} {article}", "", words, ours, theirs, down[1], down[0], served=served)
        if bracket.merged:
            words = say("the brackets were joined, because the lowest could not be completed")
        else:
            words = say("the procedure reaches the other pairing first")
        return Finding(Fault.STEP, f"{chapter} {JOINING}", "", words)

    @staticmethod
    def _floats(bracket: Bracket, tpns: Sequence[Tpn]) -> str:
        if not tpns:
            return say("nobody moves down")
        numbers = listed(bracket.state.shown(tpn) for tpn in tpns)
        return say_many("player {numbers} moves down", "players {numbers} move down", len(tpns), numbers=numbers)

    def _later(self, bracket: ScoreBracket, right: BracketPairing, other: BracketPairing) -> Finding | None:
        """Compare the places of two pairings in the order of candidates [D]."""
        members = [player for player in bracket.members if player.tpn not in bracket.lost]
        if not bracket.heterogeneous:
            return self._in_order(members, right, other)
        mdps = [player for player in members if moved_down(player, bracket)]
        order = self.order.mdps(len(mdps), len(members))
        ours, theirs = _of_mdps(bracket, right), _of_mdps(bracket, other)
        found = later_in_order(self.system.article, order, members, ours, theirs, len(mdps), numbered=False)
        if found is not None:
            return found
        taken = {player.tpn for pair in ours.pairs for player in pair}
        return self._in_order([player for player in members if player.tpn not in taken], right, other)

    def _in_order(self, players: Sequence[Player], right: BracketPairing, other: BracketPairing) -> Finding | None:
        """Compare the places of two pairings in the order of a homogeneous bracket or remainder."""
        pairs = sum(upper in players for upper, _ in right.pairs)
        order = self.order.residents(len(players), pairs)
        return later_in_order(self.system.article, order, players, right, other, numbered=False)


class ByProcedure(NamedTuple):
    """[C] The old Dutch process, which pairs brackets from the top down, with backtracking and joining.

    ``candidates`` is the search for candidates. ``sets`` is the article about the moved-down players in S1.
    ``same_scores`` is true if, under C.12, the new floaters must have the scores of the old ones, and ``upper_is_s1``
    if the players of the upper bracket are S1 when C.13 joins two brackets.
    """

    candidates: type[ByTotals | ByLowering]
    sets: str
    same_scores: bool = True
    upper_is_s1: bool = True
    method: type[ProcedureMethod] = ProcedureMethod


def is_lowered_in_remainder(rule: Rule, bracket: ScoreBracket, right: BracketPairing) -> bool:
    """Whether a requirement is lowered only after the moved-down players have got their opponents."""
    if not isinstance(rule, Lowered) or not rule.in_remainder or not bracket.heterogeneous:
        return False
    return len(bracket.members) - len(bracket.lost) - 2 * len(_of_mdps(bracket, right).pairs) > 1


def _in_s1(bracket: ScoreBracket, pairing: BracketPairing) -> frozenset[Tpn]:
    """[C.04.1 C.4, C.14] Find the highest players moved down who all meet others than each other (reading P6)."""
    mates = {one.tpn: other.tpn for pair in pairing.pairs for one, other in (pair, pair[::-1])}
    moved = [player.tpn for player in bracket.mdps if player.tpn not in bracket.lost]
    found = takewhile(lambda n: moved[n] in mates and mates[moved[n]] not in moved[:n], range(len(moved)))
    return frozenset(moved[n] for n in found)


def _of_mdps(bracket: Bracket, pairing: BracketPairing) -> BracketPairing:
    pairs = tuple(p for p in pairing.pairs if moved_down(p[0], bracket) != moved_down(p[1], bracket))
    return BracketPairing(pairs, pairing.floaters)
