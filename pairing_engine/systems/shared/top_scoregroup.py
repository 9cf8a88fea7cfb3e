"""[C.04.5, C.04.6: 2, 3.3-3.6] The pairing of the top scoregroup with its upfloaters.

The Double-Swiss System and the Team System use this process. In both systems, colours never forbid a pair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pairing_engine.facts.basic_rules import ByeBar, Outcome
from pairing_engine.facts.model import ByeKind, Colour, Points, Result, Scoring
from pairing_engine.kernel.bye import LARGEST_TPN, LOWEST_SCORE, MOST_PLAYED
from pairing_engine.kernel.engine import Engine
from pairing_engine.kernel.findings import Finding, TwoRounds, own_totals
from pairing_engine.kernel.graph import Horizon, Question
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import (
    Bracket,
    BracketPairing,
    Clause,
    Edge,
    Region,
    Rule,
    Scope,
    Total,
    White,
    counts,
    top_scoregroup,
)
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.language import marked
from pairing_engine.state.round_state import INDIVIDUAL, NO_FLOAT, Player, RoundState, by_tpn, ranked, ranking
from pairing_engine.systems.shared.in_order import halves
from pairing_engine.systems.shared.judging import BothEdges, later_in_order, published
from pairing_engine.systems.shared.orders import identifier_order
from pairing_engine.systems.shared.upfloaters import (
    DIFFERENCES,
    NUMBER,
    best_set,
    both_sets,
    edges_of,
    from_the_top,
    judge_upfloaters,
    upfloater_of,
    upfloaters_in,
)
from pairing_engine.systems.system import EACH_HAD_IT, ByeRule, Fits, Method, Names, Pairs, System


def _no_float(_outcome: Outcome, _gained: Points, _scoring: Scoring) -> str:
    """[C.04.5 1.5, C.04.6 1.5] Return no float: an unplayed round does not count as a float (reading W2)."""
    return NO_FLOAT


BYE_BAR = ByeBar(frozenset({ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT, Result.FORFEIT_WIN}), win_points=False)
"""[C.04.5 2.1.2, C.04.6 2.1.2] Nobody gets the bye after such an outcome, whatever its points were (reading W5)."""

NAMES = Names(colour_clash=None, halves=marked(("top", "bottom")))

CONVENTIONS = INDIVIDUAL._replace(float_of_unplayed=_no_float, bye_bar=BYE_BAR)


def bye_again(chapter: str) -> ByeRule:
    """[C.04.5 2.1.2, C.04.6 2.1.2] Return the rule that bars some participants from the bye [C2]."""
    words = marked("this participant already had a pairing-allocated or full-point bye, or won a match by forfeit")
    return ByeRule(f"{chapter} 2.1.2", "C2", words, EACH_HAD_IT)


def may_meet(a: Player, b: Player, _state: RoundState) -> bool:
    """[C.04.5 2.1.1, C.04.6 2.1.1] Whether [C1] allows a pair; prohibited players count as having met (reading W13)."""
    return b.tpn not in a.barred


def alternate_higher_ranked(higher: Player, _lower: Player, _state: RoundState) -> Colour | None:
    """[C.04.5 4.3.4, C.04.6 4.3.8] Give the higher ranked the opposite of the last colour."""
    if not higher.colours:
        return None
    return Colour.BLACK if higher.colours[-1] == "w" else Colour.WHITE


def alternate_lower_ranked(_higher: Player, lower: Player, _state: RoundState) -> Colour | None:
    """[C.04.5 4.3.5, C.04.6 4.3.9] Give the other participant the opposite of the last colour."""
    if not lower.colours:
        return None
    return Colour.WHITE if lower.colours[-1] == "w" else Colour.BLACK


def was_floater(player: Player) -> bool:
    """[C.04.5 1.5, C.04.6 1.5] Whether the participant's opponent in the previous round had a different score."""
    return player.floated(1) != NO_FLOAT


# --- the criteria for the set of upfloaters ---------------------------------------------------------------------------


SET = Scope.UPFLOATERS
"""The scope of the criteria for choosing upfloaters."""


c4 = NUMBER.at("C4", "2.3.1")  # C.04.5 2.3.1, C.04.6 2.3.1
c5 = DIFFERENCES.at("C5", "2.3.2")  # C.04.5 2.3.2, C.04.6 2.3.2


def next_is_following(bracket: Bracket) -> bool:
    """Whether the next lower score is that of the following scoregroup, so that [C6] applies (reading W9)."""
    lower = [player.score for player in bracket.state.players if player.score < bracket.score]
    return bool(bracket.following) and max(lower) == bracket.following[0].score


# C.04.5 2.3.3, C.04.6 2.3.3
@counts(
    "C6",
    "2.3.3",
    "upfloaters needed by the following scoregroup",
    Clause.MORE_UP_NEXT,
    applies=next_is_following,
    scope=SET,
)
def c6(edge: Edge, _bracket: Bracket) -> int:
    return int(edge.upper_in is Region.FOLLOWING and edge.lower_in is Region.BEYOND)


# C.04.5 2.3.4, C.04.6 2.3.4
@counts("C7", "2.3.4", "upfloaters who were floaters in the previous round", Clause.FLOATERS_UP, scope=SET)
def c7(edge: Edge, _bracket: Bracket) -> int:
    upfloater = upfloater_of(edge)
    return int(upfloater is not None and was_floater(upfloater))


def _opponent_of_upfloater(edge: Edge, _bracket: Bracket, _white: White) -> Iterable[Player]:
    return (min(edge.players, key=ranking),)


def has_upfloater(edge: Edge) -> bool:
    """Whether the edge is a pair within the bracket whose players have different scores."""
    return edge.pairs and edge.lower is not None and edge.upper.score != edge.lower.score


def _opponent_floated(edge: Edge, _bracket: Bracket) -> int:
    """[C.04.5 2.3.5, C.04.6 2.3.7] Return 1 if the opponent of the pair's upfloater has just floated, else 0."""
    return int(has_upfloater(edge) and was_floater(min(edge.players, key=ranking)))


OPPONENTS_WHO_FLOATED = counts(
    "",
    "",
    "players who floated in the previous round and now meet upfloaters",
    Clause.FLOATERS_MEET_UPFLOATER,
    who=_opponent_of_upfloater,
)(_opponent_floated)


# --- the process ------------------------------------------------------------------------------------------------------


BYE_STEPS = (
    LOWEST_SCORE._replace(article="3.4.2"),
    MOST_PLAYED._replace(article="3.4.3", summary=marked("a team with the highest number of matches played")),
    LARGEST_TPN._replace(article="3.4.4"),
)


class TopScoregroupMethod(Method):
    """The method of the Double-Swiss System and of the Team System."""

    def __init__(self, system: System, engine: Engine) -> None:
        super().__init__(system, engine)
        usual = (system.wishless or system).criteria
        self.of_sets = tuple(rule for rule in system.criteria if rule.scope is SET)
        strong = tuple(rule for rule in self.of_sets if rule not in usual)
        self.of_pairing = strong + tuple(rule for rule in system.criteria if rule.scope is not SET)

    process: TopScoregroups

    def pair(self, state: RoundState) -> Pairs:
        """Pair the round, and choose who gets the bye. Raises `NoPairing` if no complete pairing exists [3.3.3]."""
        bye, players = self.bye_first(state)
        state = state._replace(players=players)
        traces = tuple(from_the_top(players, lambda left: self._pair_top(state, left)))
        pairs = (
            sorted(pair, key=lambda player: self.process.first(player, state))
            for trace in traces
            for pair in trace.pairing.pairs
        )
        return Pairs(tuple((higher, lower) for higher, lower in pairs), bye, traces)

    def _pair_top(self, state: RoundState, players: tuple[Player, ...]) -> BracketTrace:
        """[C.04.5 3.3.2, C.04.6 3.3.2] Pair the top scoregroup with the upfloaters that it needs."""
        bracket = top_scoregroup(state, players)
        found = self.upfloaters(bracket)
        if found is None:
            raise self.no_pairing(state._replace(players=players))
        chosen, decided = found
        pairs = tuple(map(ranked, self.pairs_of_bracket(bracket, members_of(bracket, chosen))))
        return BracketTrace(bracket, BracketPairing(pairs, ()), decided)

    def upfloaters(self, bracket: Bracket) -> tuple[tuple[Player, ...], str] | None:
        """Find the best set of upfloaters, and how it was found; None if the round cannot be completed."""
        found = best_set(self, self.of_sets, bracket)
        return None if found is None else (found, Horizon.EVERYBODY.value)

    def pairs_of_bracket(self, bracket: Bracket, members: tuple[Player, ...]) -> tuple[tuple[Player, Player], ...]:
        """[C.04.5 3.6, C.04.6 3.6] Return the best pairing with the smallest identifier."""
        question = Question(self.of_pairing, self.system.may_meet, bracket, members, Horizon.ALONE)
        graph = self.engine.graph(question)
        graph = graph.with_edges(graph.pairs, [None] * len(members))  # every member must have a partner
        graph.check_order()
        mates = graph.best_mates(self.process.order(len(members)), range(len(members)))
        assert mates is not None
        return graph.pairing(mates).pairs

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        bracket, chapter = trace.bracket, self.system.article
        ours, theirs = both_sets(trace, rounds)
        if ours != theirs:
            return judge_upfloaters(self.of_sets, chapter, self.process.sets, trace, rounds)
        members = members_of(bracket, ours)
        sides = BothEdges.among(bracket, members, rounds)
        order, other = self.process.order(len(members)), published(members, rounds.other.mates)
        return sides.judged(
            chapter,
            self.of_pairing,
            lambda: later_in_order(chapter, order, members, trace.pairing, other, numbered=False),
        )

    def totals(self, trace: BracketTrace) -> list[tuple[Rule, Total]]:
        """Compute the bracket's total for each criterion except [C6], which depends on the players below."""
        bracket, edges = trace.bracket, edges_of(trace.bracket, trace.pairing.pairs)
        of_sets = (rule for rule in self.of_sets if rule.cost is not c6.cost and rule.applies(bracket))
        return [(rule, rule.total(edges, bracket)) for rule in of_sets] + own_totals(self.of_pairing, trace)

    def columns(self, trace: BracketTrace) -> Sequence[tuple[Player, Player]]:
        pairs = (sorted(pair, key=by_tpn) for pair in trace.pairing.pairs)
        return sorted(((top, bottom) for top, bottom in pairs), key=lambda pair: pair[0].tpn)

    def candidates(self, trace: BracketTrace, fits: Fits, _like: BracketPairing | None) -> Iterator[BracketPairing]:
        """Yield the candidates that pair the bracket's first half with its second half [3.6.2]."""
        bracket = trace.bracket
        return halves(members_of(bracket, upfloaters_in(bracket, trace.pairing.pairs)), fits)


class TopScoregroups(NamedTuple):
    """[C.04.5 3.3, C.04.6 3.3] The process that pairs the top scoregroup, then that of the others, and so on.

    After the bye, each scoregroup is paired together with the upfloaters that it needs. They are chosen by the criteria
    about the set of upfloaters (reading W11), and the pairs by all others (reading W12). The rule for a strong wish
    applies to both choices, and takes priority over all other rules for the pairs (reading Z8).

    ``first`` is a sort key for the player of a pair who comes first when colours are allocated. ``order`` returns the
    order of pairings for a number of players [3.6]. ``sets`` is the article about the order of sets of upfloaters.
    """

    first: Callable[[Player, RoundState], tuple[int, ...]]
    order: Callable[[int], Order] = identifier_order
    sets: str = "3.5.4"
    method: type[TopScoregroupMethod] = TopScoregroupMethod


def members_of(bracket: Bracket, upfloaters: tuple[Player, ...]) -> tuple[Player, ...]:
    """[C.04.5 3.6.1, C.04.6 3.6.1] Return the players of the bracket and its upfloaters, sorted by TPN."""
    return tuple(sorted(bracket.residents + upfloaters, key=by_tpn))
