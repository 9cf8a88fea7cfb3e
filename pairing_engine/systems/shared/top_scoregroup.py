"""[C.04.5, C.04.6: 2, 3.3-3.6] Pairing the top scoregroup with its upfloaters: the same in Double-Swiss and for teams.

Nobody's colours bar a pair here: only who met whom does.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import NamedTuple

from pairing_engine.facts.model import ByeKind, Points, Result, Scoring
from pairing_engine.kernel.bracket import Bracket, BracketPairing, Edge, Region, top_scoregroup
from pairing_engine.kernel.bracket_graph import Context, Criteria, Horizon, Question
from pairing_engine.kernel.bye import ByeStep, first, largest_tpn, lowest_score, most_played, order_by
from pairing_engine.kernel.deadlock import no_pairing
from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.order import identifier_order
from pairing_engine.kernel.rules import Rule, counts, lists
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.matching import Backend
from pairing_engine.state.floats import NO_FLOAT
from pairing_engine.state.round_state import Player, RoundState, by_tpn, ranked, ranking
from pairing_engine.state.scorer import Conventions, Outcome
from pairing_engine.systems.shared.counting import count, least_denied
from pairing_engine.systems.shared.greedy_transposition import Strides
from pairing_engine.systems.shared.judging import Mates, first_difference, later_in_order, own_edges, published, worse
from pairing_engine.systems.shared.upfloater_sets import SetsInOrder
from pairing_engine.systems.shared.upfloaters import (
    Articles,
    Upfloaters,
    judge_upfloaters,
    steps,
    upfloater_of,
    upfloaters_in,
)
from pairing_engine.systems.system import ByeRule, Pairs


def _no_float(_outcome: Outcome, _gained: Points, _scoring: Scoring) -> str:
    """[1.5] Who does not play against an opponent is no floater (reading W2)."""
    return NO_FLOAT


def _bars_from_bye(outcome: Outcome, _gained: Points, _scoring: Scoring) -> bool:
    """[2.1.2] The pairing-allocated bye, a match won by forfeit, a full-point bye; whatever they gave (reading W5)."""
    return outcome in (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT, Result.FORFEIT_WIN)


CONVENTIONS = Conventions(_no_float, _bars_from_bye)


def bye_again(chapter: str) -> ByeRule:
    """[2.1.2] [C2] in words."""
    words = "a participant who had the pairing-allocated bye, a match won by forfeit or a full-point bye got it"
    return ByeRule(f"{chapter} 2.1.2", words)


def may_meet(a: Player, b: Player, _state: RoundState) -> bool:
    """[2.1.1] Does [C1] allow this pair? Prohibited pairs count as met (reading W13)."""
    return b.tpn not in a.barred


def was_floater(player: Player) -> bool:
    """[1.5] Did the participant play against an opponent with a different score in the previous round?"""
    return player.floated(1) != NO_FLOAT


# --- the criteria for the set of upfloaters ---------------------------------------------------------------------------


@counts("C4", "2.3.1", "upfloaters")
def c4(edge: Edge, _bracket: Bracket) -> int:
    return int(edge.floats)


@lists("C5", "2.3.2", "the score differences in the pairs of upfloaters", levels=steps)
def c5(edge: Edge, bracket: Bracket) -> int:
    upfloater = upfloater_of(edge)
    return bracket.score - upfloater.score if upfloater else 0


def next_is_following(bracket: Bracket) -> bool:
    """Is the next lower score of the round that of the following scoregroup? Otherwise all who had it have become
    upfloaters already, and [C6] has nothing to say (reading W9).
    """
    lower = [player.score for player in bracket.state.players if player.score < bracket.score]
    return bool(bracket.following) and max(lower) == bracket.following[0].score


@counts("C6", "2.3.3", "upfloaters that the following scoregroup will need", applies=next_is_following)
def c6(edge: Edge, _bracket: Bracket) -> int:
    return int(edge.upper_in is Region.FOLLOWING and edge.lower_in is Region.BEYOND)


@counts("C7", "2.3.4", "upfloaters who were floaters in the previous round")
def c7(edge: Edge, _bracket: Bracket) -> int:
    upfloater = upfloater_of(edge)
    return int(upfloater is not None and was_floater(upfloater))


def opponents_who_floated(edge: Edge) -> int:
    """Upfloaters' opponents who were floaters in the previous round [C.04.5 2.3.5, C.04.6 2.3.7].

    Members of a bracket stand in the order of their TPNs, so either of the two may be the upfloater.
    """
    if not edge.pairs or edge.lower is None or edge.upper.score == edge.lower.score:
        return 0
    return int(was_floater(min(edge.players, key=ranking)))


# --- the system -------------------------------------------------------------------------------------------------------


class Method(NamedTuple):
    """What distinguishes the two systems: their rules and when the rules about floaters are asked.

    ``sets`` are the criteria for sets of upfloaters (reading W11), ``pairing`` those for the pairing of the bracket
    (reading W12). ``seen`` gives the state with the colour preferences that the system's rules define, and ``article``
    what says that a round may be impossible to complete. ``order`` sorts the two of a pair for the allocation of
    colours. ``spares_floaters`` is true in rounds in which floaters are spared [C7, and the like for opponents].
    """

    sets: tuple[Rule, ...]
    pairing: tuple[Rule, ...]
    seen: Callable[[RoundState], RoundState]
    order: Callable[[RoundState, Player], tuple[int, ...]]
    spares_floaters: Callable[[RoundState], bool]
    article: str
    criteria_of_sets: Criteria
    criteria_of_pairing: Criteria


def method(
    sets: tuple[Rule, ...],
    pairing: tuple[Rule, ...],
    seen: Callable[[RoundState], RoundState],
    order: Callable[[RoundState, Player], tuple[int, ...]],
    spares_floaters: Callable[[RoundState], bool],
    article: str,
) -> Method:
    """A method, with its rules as criteria."""
    of_sets = Criteria(sets, (), may_meet, _profile_in_set, _context_of_sets)
    of_pairing = Criteria(pairing, (), may_meet, _profile_in_pairing, _context_of_pairing)
    return Method(sets, pairing, seen, order, spares_floaters, article, of_sets, of_pairing)


def _profile_in_set(player: Player, bracket: Bracket, region: Region) -> Hashable:
    return None if region is Region.BRACKET else (bracket.score - player.score, was_floater(player))


def _context_of_sets(bracket: Bracket, horizon: Horizon) -> Context:
    return Context(None, None, () if horizon is Horizon.ALONE else steps(bracket))


def _profile_in_pairing(player: Player, bracket: Bracket, _region: Region) -> Hashable:
    return player.preference, player.score - bracket.score, was_floater(player)


def _context_of_pairing(_bracket: Bracket, _horizon: Horizon) -> Context:
    return Context(None, None, None)


def pair_round(state: RoundState, backend: Backend, method: Method) -> Pairs:
    """All pairs of the round, and who gets the pairing-allocated bye.

    Raises `NoPairing` where no complete round-pairing exists [3.3.3].
    """
    state = method.seen(state)
    bye = None
    if len(state.players) % 2:
        bye = first(state, order_by(BYE_STEPS, state), lambda a, b: may_meet(a, b, state), method.article, backend)
        state = replace(state, players=tuple(player for player in state.players if player is not bye))
    players = state.players
    traces = []
    while players:
        traces.append(_pair_top(state, players, method, backend))
        paired = {player.tpn for pair in traces[-1].pairing.pairs for player in pair}
        players = tuple(player for player in players if player.tpn not in paired)
    pairs = (
        sorted(pair, key=lambda player: method.order(state, player)) for trace in traces for pair in trace.pairing.pairs
    )
    return Pairs(tuple((higher, lower) for higher, lower in pairs), bye, tuple(traces))


BYE_STEPS = (
    ByeStep("3.4.2", "the lowest score", lowest_score),
    ByeStep("3.4.3", "the highest number of matches played", most_played),
    ByeStep("3.4.4", "the largest TPN", largest_tpn),
)


def _pair_top(state: RoundState, players: tuple[Player, ...], method: Method, backend: Backend) -> BracketTrace:
    """[3.3.2] Pair the top scoregroup of these players with the upfloaters that it needs."""
    bracket = top_scoregroup(state, players)
    upfloaters = Upfloaters(method.criteria_of_sets, bracket, backend, _sets_in_order(bracket, method))
    found = upfloaters.choose()
    if found is None:
        raise no_pairing(method.article, players, lambda a, b: may_meet(a, b, state), state.shown)
    chosen, decided = found
    pairs = pairs_of_bracket(bracket, chosen, method, backend)
    return BracketTrace(bracket, BracketPairing(pairs, ()), decided)


def _sets_in_order(bracket: Bracket, method: Method) -> SetsInOrder:
    """The sets of upfloaters that the bracket may have."""
    state = bracket.state
    spares = method.spares_floaters(state)
    return SetsInOrder(
        bracket,
        lambda a, b: may_meet(a, b, state),
        lambda player: spares and was_floater(player),
        heeds_following=next_is_following(bracket),
    )


def members_of(bracket: Bracket, upfloaters: tuple[Player, ...]) -> tuple[Player, ...]:
    """[3.6.1] The players of the bracket that is to be paired, by TPN."""
    return tuple(sorted(bracket.residents + upfloaters, key=by_tpn))


def pairs_of_bracket(
    bracket: Bracket, upfloaters: tuple[Player, ...], method: Method, backend: Backend
) -> tuple[tuple[Player, Player], ...]:
    """[3.6] The pairing with the smallest identifier among the best; the higher ranked of each pair comes first."""
    members = members_of(bracket, upfloaters)
    pairs = _walked(bracket, members, method) if backend is Backend.AUTO else None
    if pairs is None:
        question = question_of_pairing(bracket, members, method)
        mates = question.answer(identifier_order(len(members)), range(len(members)), {}, backend)
        assert mates is not None
        pairs = question.pairing(mates).pairs
    return tuple(map(ranked, pairs))


def question_of_pairing(bracket: Bracket, members: tuple[Player, ...], method: Method) -> Question:
    """The bracket as a matching problem in which everybody has a mate."""
    question = Question(method.criteria_of_pairing, bracket, members, Horizon.ALONE)
    question.alone = [None] * len(members)
    return question


def _walked(bracket: Bracket, members: tuple[Player, ...], method: Method) -> tuple[tuple[Player, Player], ...] | None:
    """The pairing whose top members are the first half, if it is as good as counting says any could be, and soon
    found.
    """
    spares = method.spares_floaters(bracket.state)

    def suits(one: Player, other: Player) -> bool:
        higher = one if one.score > other.score else other
        return not spares or one.score == other.score or not was_floater(higher)

    counts = count(members)
    half = len(members) // 2
    found = Strides(counts, *least_denied(counts), None).through(members[:half], members[half:], suits)
    return None if found is None else tuple(found)


def judge_with(method: Method, chapter: str, trace: BracketTrace, mates: Mates) -> Finding | None:
    """What decides for the engine's pairing of a bracket and against a legal published one that differs."""
    bracket = trace.bracket
    articles = Articles(chapter, "3.5.4", "2.2.1", "C3")
    found = judge_upfloaters(method.criteria_of_sets, articles, trace, mates, _sets_in_order(bracket, method))
    if found is not None:
        return found
    members = members_of(bracket, upfloaters_in(bracket, trace.pairing.pairs))
    right, other = trace.pairing, published(members, mates)
    edges = own_edges(right), own_edges(other._replace(pairs=tuple(map(ranked, other.pairs))))
    difference = first_difference(method.pairing, *edges, bracket)
    if difference is not None:
        rule, *totals = difference
        return worse(chapter, rule, (totals[0], totals[1]), *edges, bracket)
    return later_in_order(chapter, identifier_order(len(members)), members, right, other)
