"""[C.04.5, C.04.6: 2, 3.3-3.6] The pairing of the top scoregroup with its upfloaters.

The Double-Swiss System and the Team System use this process. In both systems, colours never forbid a pair.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from pairing_engine.facts.basic_rules import ByeBar, Outcome
from pairing_engine.facts.model import ByeKind, Points, Result, Scoring, Wishing
from pairing_engine.kernel.bracket_graph import Criteria, Horizon, Profiles, graph_of, same_for_all
from pairing_engine.kernel.bye import LARGEST_TPN, LOWEST_SCORE, MOST_PLAYED, can_all_be_paired, no_pairing
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
from pairing_engine.kernel.trace import BracketTrace, Finding, TwoRounds, own_totals
from pairing_engine.language import marked
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import INDIVIDUAL, NO_FLOAT, Player, RoundState, by_tpn, ranked, ranking
from pairing_engine.systems.shared.greedy_transposition import ColourTally, count, least_denied
from pairing_engine.systems.shared.in_order import halves
from pairing_engine.systems.shared.judging import BothEdges, later_in_order, published
from pairing_engine.systems.shared.orders import identifier_order
from pairing_engine.systems.shared.upfloaters import (
    DIFFERENCES,
    NUMBER,
    SetsInOrder,
    Upfloaters,
    both_sets,
    edges_of,
    from_the_top,
    judge_upfloaters,
    upfloater_of,
    upfloaters_in,
)
from pairing_engine.systems.shared.wish_rules import KeptApart, WishRules, granted, profiles_with, rules_with_upfloaters
from pairing_engine.systems.system import EACH_HAD_IT, ByeRule, Fits, Method, Names, Pairs, Proved, System
from pairing_engine.values import dataclass, replace


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


def _opponent_floated(edge: Edge, _bracket: Bracket) -> int:
    """[C.04.5 2.3.5, C.04.6 2.3.7] Return 1 if the opponent of the pair's upfloater has just floated, else 0."""
    if not edge.pairs or edge.lower is None or edge.upper.score == edge.lower.score:
        return 0
    return int(was_floater(min(edge.players, key=ranking)))


OPPONENTS_WHO_FLOATED = counts(
    "",
    "",
    "players who floated in the previous round and now meet upfloaters",
    Clause.FLOATERS_MEET_UPFLOATER,
    who=_opponent_of_upfloater,
)(_opponent_floated)


# --- the process ------------------------------------------------------------------------------------------------------


def _profile_in_set(player: Player, bracket: Bracket, region: Region) -> Hashable:
    return None if region is Region.BRACKET else (bracket.score - player.score, was_floater(player))


def _profile_in_pairing(player: Player, bracket: Bracket, _region: Region) -> Hashable:
    return player.preference, player.score - bracket.score, was_floater(player)


BYE_STEPS = (
    LOWEST_SCORE._replace(article="3.4.2"),
    MOST_PLAYED._replace(article="3.4.3", summary=marked("a team with the highest number of matches played")),
    LARGEST_TPN._replace(article="3.4.4"),
)


@dataclass(frozen=True)
class TopScoregroups:
    """[C.04.5 3.3, C.04.6 3.3] The process that pairs the top scoregroup, then that of the others, and so on.

    After the bye, each scoregroup is paired together with the upfloaters that it needs. They are chosen by the criteria
    about the set of upfloaters (reading W11), and the pairs by all others (reading W12). The rule for a strong wish
    applies to both choices, and takes priority over all other rules for the pairs (reading Z8). A set that is best
    without the wish is right if the wish can be granted in its bracket.

    ``first`` is a sort key for the player of a pair who comes first when colours are allocated. ``serves`` lists the
    criteria for which the cache keys suffice: scores, earlier floats and, for pairs, colour preferences. ``order``
    returns the order of pairings for a number of players [3.6]. ``sets`` is the article about the order of sets of
    upfloaters. ``spares_floaters`` returns whether the criteria about former floaters apply [C7]: where it is proved,
    the sets are tried in order, and then pairs of the halves. ``wishes`` and ``apart`` are the organiser's wishes.
    """

    first: Callable[[Player, RoundState], tuple[int, ...]]
    serves: tuple[Rule, ...]
    order: Callable[[int], Order] = identifier_order
    sets: str = "3.5.4"
    spares_floaters: Proved | None = None
    wishes: WishRules = WishRules((), (), ())
    apart: KeptApart | None = None

    def __call__(self, system: System) -> Method:
        return _TopScoregroupMethod(system, self)

    def granting(self, system: System, wishing: Wishing) -> System:
        rules, proved = rules_with_upfloaters(wishing, "Z8"), self.spares_floaters
        if proved is not None and proved.criteria == system.criteria:
            proved = proved._replace(criteria=rules.among(system.criteria, system.number_of_pairs))
        changed = replace(self, spares_floaters=proved, wishes=rules, apart=KeptApart.of(wishing))
        return granted(system, wishing, rules, changed)


class _TopScoregroupMethod(Method):
    def __init__(self, system: System, process: TopScoregroups) -> None:
        super().__init__(system)
        self.process = process
        sets = tuple(rule for rule in system.criteria if rule.scope is SET)
        pairing = tuple(rule for rule in sets if rule in process.wishes.strong)
        pairing += tuple(rule for rule in system.criteria if rule.scope is not SET)
        of_sets, of_pairing = (
            Profiles(profile, same_for_all, process.serves) for profile in (_profile_in_set, _profile_in_pairing)
        )
        self.of_sets = Criteria(sets, system.may_meet, profiles_with(of_sets, system.wishing, process.wishes.strong))
        self.of_pairing = Criteria(
            pairing, system.may_meet, profiles_with(of_pairing, system.wishing, process.wishes.all)
        )
        self.article = system.completion.impossible
        proved = process.spares_floaters
        self.strong = process.apart.strong if process.apart is not None and process.wishes.strong else None
        self.spares_floaters: Callable[[Bracket], bool] | None = None
        if proved is not None and proved.holds_for(system.criteria, system.may_meet, process.order):
            self.spares_floaters = proved.find

    def pair(self, state: RoundState, backend: Backend) -> Pairs:
        """Pair the round, and choose who gets the bye. Raises `NoPairing` if no complete pairing exists [3.3.3]."""
        bye, players = self.bye_first(state, self.article, backend)
        state = replace(state, players=players)
        traces = tuple(from_the_top(players, lambda left: self._pair_top(state, left, backend)))
        pairs = (
            sorted(pair, key=lambda player: self.process.first(player, state))
            for trace in traces
            for pair in trace.pairing.pairs
        )
        return Pairs(tuple((higher, lower) for higher, lower in pairs), bye, traces)

    def _pair_top(self, state: RoundState, players: tuple[Player, ...], backend: Backend) -> BracketTrace:
        """[C.04.5 3.3.2, C.04.6 3.3.2] Pair the top scoregroup with the upfloaters that it needs."""
        bracket = top_scoregroup(state, players)
        in_order = None if self.strong is not None else self._sets_in_order(bracket)
        found = self._granting_at_once(bracket) if backend is Backend.AUTO else None
        found = found or Upfloaters(self.of_sets, bracket, backend, in_order).choose()
        if found is None:
            raise no_pairing(self.article, players, self.allowed(state), state.shown)
        chosen, decided = found
        pairs = self._pairs_of_bracket(bracket, chosen, backend)
        return BracketTrace(bracket, BracketPairing(pairs, ()), decided)

    def _granting_at_once(self, bracket: Bracket) -> tuple[tuple[Player, ...], str] | None:
        """Choose the upfloaters without the strong wish; None without one, or if it cannot be granted then."""
        strong, in_order, allowed = self.strong, self._sets_in_order(bracket), self.allowed(bracket.state)
        chosen = None if strong is None or in_order is None else in_order.first()
        if strong is None or chosen is None:
            return None
        members = members_of(bracket, chosen)
        if not can_all_be_paired(members, lambda a, b: allowed(a, b) and not strong(a, b), Backend.AUTO):
            return None
        return chosen, Horizon.FOLLOWING.value if chosen else Horizon.ALONE.value

    def _sets_in_order(self, bracket: Bracket) -> SetsInOrder | None:
        """Return the sets of upfloaters in order; None if this shortcut is not proved for the system."""
        if self.spares_floaters is None:
            return None
        spares = self.spares_floaters(bracket)
        return SetsInOrder(
            bracket,
            self.allowed(bracket.state),
            lambda player: spares and was_floater(player),
            heeds_following=next_is_following(bracket),
        )

    def _pairs_of_bracket(
        self, bracket: Bracket, upfloaters: tuple[Player, ...], backend: Backend
    ) -> tuple[tuple[Player, Player], ...]:
        """[C.04.5 3.6, C.04.6 3.6] Return the best pairing with the smallest identifier, in ranked pairs."""
        members = members_of(bracket, upfloaters)
        pairs = self._walked(bracket, members) if backend is Backend.AUTO else None
        if pairs is None:
            graph = graph_of(self.of_pairing, bracket, members, Horizon.ALONE)
            graph = graph.with_edges(graph.pairs, [None] * len(members))  # every member must have a partner
            graph.check_order()
            mates = graph.best_mates(self.process.order(len(members)), range(len(members)), {}, backend)
            assert mates is not None
            pairs = graph.pairing(mates).pairs
        return tuple(map(ranked, pairs))

    def _walked(self, bracket: Bracket, members: tuple[Player, ...]) -> tuple[tuple[Player, Player], ...] | None:
        """Find the first pairing of the halves with all rules satisfied; None if a short search fails."""
        if self.spares_floaters is None:
            return None
        spares, apart = self.spares_floaters(bracket), self.process.apart

        def suits(one: Player, other: Player) -> bool:
            if apart is not None and apart.cost(one, other):
                return False
            higher = one if one.score > other.score else other
            return not spares or one.score == other.score or not was_floater(higher)

        counts = count(members)
        half = len(members) // 2
        found = ColourTally(counts, *least_denied(counts), None).first_transposition(
            members[:half], members[half:], suits
        )
        return None if found is None else tuple(found)

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        bracket, chapter = trace.bracket, self.system.article
        ours, theirs = both_sets(trace, rounds)
        if ours != theirs:
            return judge_upfloaters(self.of_sets.rules, chapter, self.process.sets, trace, rounds)
        members = members_of(bracket, ours)
        sides = BothEdges.among(bracket, members, rounds)
        order, other = self.process.order(len(members)), published(members, rounds.other.mates)
        return sides.judged(
            chapter,
            self.of_pairing.rules,
            lambda: later_in_order(chapter, order, members, trace.pairing, other, numbered=False),
        )

    def totals(self, trace: BracketTrace) -> list[tuple[Rule, Total]]:
        """Compute the bracket's total for each criterion except [C6], which depends on the players below."""
        bracket, edges = trace.bracket, edges_of(trace.bracket, trace.pairing.pairs)
        of_sets = (rule for rule in self.of_sets.rules if rule.cost is not c6.cost and rule.applies(bracket))
        return [(rule, rule.total(edges, bracket)) for rule in of_sets] + own_totals(self.of_pairing.rules, trace)

    def columns(self, trace: BracketTrace) -> Sequence[tuple[Player, Player]]:
        pairs = (sorted(pair, key=by_tpn) for pair in trace.pairing.pairs)
        return sorted(((top, bottom) for top, bottom in pairs), key=lambda pair: pair[0].tpn)

    def candidates(self, trace: BracketTrace, fits: Fits, _like: BracketPairing | None) -> Iterator[BracketPairing]:
        """Yield the candidates that pair the bracket's first half with its second half [3.6.2]."""
        bracket = trace.bracket
        return halves(members_of(bracket, upfloaters_in(bracket, trace.pairing.pairs)), fits)


def members_of(bracket: Bracket, upfloaters: tuple[Player, ...]) -> tuple[Player, ...]:
    """[C.04.5 3.6.1, C.04.6 3.6.1] Return the players of the bracket and its upfloaters, sorted by TPN."""
    return tuple(sorted(bracket.residents + upfloaters, key=by_tpn))
