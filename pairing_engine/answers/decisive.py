"""The criteria that decide the round, and the reasons why no other participant has the bye, found by pairing again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from pairing_engine.answers.comparison import (
    Explanation,
    deciding_rule,
    illegality,
    knowing_bye,
    members_of,
    of_pairing,
    of_pairs,
    pairs_in,
)
from pairing_engine.answers.contract import as_dict
from pairing_engine.answers.sentences import Reason
from pairing_engine.errors import NoPairing, PairingError
from pairing_engine.facts.model import NOBODY, Points, Tpn
from pairing_engine.kernel.engine import engine_of
from pairing_engine.kernel.findings import Fault, Finding, TwoRounds
from pairing_engine.kernel.graph import Graph, Horizon, Question
from pairing_engine.kernel.rules import Bracket, BracketPairing, Rule, Scope
from pairing_engine.kernel.trace import BracketTrace, RoundPairing
from pairing_engine.language import say
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state import demands
from pairing_engine.state.round_state import Player, RoundState, ranking
from pairing_engine.systems.shared.judging import BothEdges
from pairing_engine.systems.system import System

LARGEST = 60
"""The maximum number of participants for whom deciding criteria and rivals for the bye are computed."""

MOST_RIVALS = 12


class Decisive(NamedTuple):
    """A pairing of a bracket, as good as the right one by all higher criteria and worse by one, with the reason."""

    score: Points
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    reason: Reason

    def to_dict(self) -> dict[str, object]:
        return as_dict(self, ("score", "pairs", "floaters")) | as_dict(self.reason, KEYS_OF_REASON)


KEYS_OF_REASON = ("words", "code", "article", "right", "wrong", "players")


def less_of(
    rule: Rule, trace: BracketTrace, pairing: RoundPairing, system: System
) -> tuple[str, Finding | None] | None:
    """Find whether a bracket could satisfy a criterion better, with the upper brackets as they are; None if unknown.

    Return the total of the best legal pairing for this criterion alone, and under which higher criterion this pairing
    is worse than the right one; None if the right pairing has the least total.
    """
    bracket = knowing_bye(trace, pairing.bye).bracket
    rules = tuple(other for other in system.criteria if other.applies(bracket))
    if rule.scope is Scope.BRACKET and any(other.scope is Scope.UPFLOATERS for other in rules):
        members = sorted((player for pair in trace.pairing.pairs for player in pair), key=ranking)
        bracket = bracket._replace(residents=tuple(members), following=(), beyond=())
        rules = tuple(other for other in rules if other.scope is Scope.BRACKET)
    elif not bracket.following + bracket.beyond:  # the bracket is paired without looking below it
        below = pairing.trace[pairing.trace.index(trace) + 1 :]
        lower = {player for one in below for player in members_of(one)}.difference(bracket.members)
        bracket = bracket._replace(beyond=tuple(sorted(lower, key=ranking)))
    if _size(bracket) > LARGEST_JUDGED or not all(other.adds_up for other in rules):
        return None
    other = _lightest_first(rule, rules, bracket, system)
    if other is None:
        return None
    rounds = TwoRounds(of_pairing(pairing), of_pairs(other, bracket.state, system))
    own, whole = BothEdges.among(bracket, bracket.members, rounds), BothEdges.of(bracket, rounds)
    sides = {one: own if one.scope is Scope.BRACKET else whole for one in rules}
    least = sides[rule].first_difference((rule,))
    if least is None:
        return rule.show(rule.total(sides[rule].right, bracket), bracket), None
    first = next((one, found) for one in rules if (found := sides[one].first_difference((one,))) is not None)
    if least.is_worse or not first[1].is_worse:
        return None
    return rule.show(least.other, bracket), sides[first[0]].worse(system.article, first[1])


def _lightest_first(
    rule: Rule, rules: tuple[Rule, ...], bracket: Bracket, system: System
) -> list[tuple[Player, Player]] | None:
    """Pair a bracket and the players below it so that one criterion comes before all others."""
    criteria = (rule, *(other for other in rules if other is not rule))
    apart = range(len(bracket.mdps) if system.names.parameters else 0)  # two MDPs are no pair of S1 and S2
    free = bracket._replace(bye_score=None, odd=_size(bracket) % 2 == 1)
    graph = Graph(Question(criteria, system.may_meet, free, free.members, Horizon.EVERYBODY, apart))
    graph.fill()
    mates = engine_of(Backend.AUTO).lightest(graph.pairs, graph.alone, graph.weigher.widths)
    if mates is None:
        return None
    players = graph.players
    return [(players[i], players[j]) for i, j in enumerate(mates) if i < j < len(players)]


def decisive(pairing: RoundPairing, state: RoundState, system: System) -> tuple[Decisive, ...]:
    """Find, for each criterion, a pairing of a bracket, as good by all higher criteria and worse by this one.

    It is found by pairing the round again without the criterion.
    """
    if len(state.players) > LARGEST:
        return ()
    found = []
    for rule in system.criteria:
        other = _paired(system._replace(criteria=tuple(one for one in system.criteria if one is not rule)), state)
        why = None if other is None else against(other, pairing, state, system)
        if other is None or why is None or why.finding.code != rule.code:
            continue
        both = zip(pairing.trace, other.trace, strict=False)
        old, new = next(two for two in both if _parts(two[0].pairing) != _parts(two[1].pairing))
        mates, floaters = of_pairing(other).mates, {player.tpn for player in new.pairing.floaters}
        if any(mates.get(tpn) in floaters for tpn in floaters):  # [2009: C.13] they are paired in a joined bracket
            continue
        if why.score == old.bracket.score == new.bracket.score:
            found.append(Decisive(why.score, *_in_numbers(new.pairing, state), _wrong((), why.finding, old)))
    return tuple(found)


def _in_numbers(pairing: BracketPairing, state: RoundState) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    shown = state.shown
    pairs = tuple((shown(upper.tpn), shown(lower.tpn)) for upper, lower in pairing.pairs)
    return pairs, tuple(shown(player.tpn) for player in pairing.floaters)


def rivals(pairing: RoundPairing, state: RoundState, system: System) -> tuple[Reason, ...]:
    """Explain why certain other participants do not have the bye.

    They are the `MOST_RIVALS` lowest ranked with no more points than the player with the bye, and the lowest ranked
    with more points who may have it.
    """
    if pairing.bye is None or len(state.players) > LARGEST:
        return ()
    score = state.by_tpn[pairing.bye].score
    others = [player for player in state.players if player.tpn != pairing.bye and player.score <= score]
    above = [player for player in state.players if player.score > score and player.may_have_bye]
    asked = above[-1:] + others[-MOST_RIVALS:]
    return tuple(rival for player in asked if (rival := _rival(player, pairing, state, system)))


def _rival(player: Player, pairing: RoundPairing, state: RoundState, system: System) -> Reason | None:
    barred = illegality(state, player.tpn, NOBODY, system)
    found = against_bye(player, pairing, state, system) if barred is None else Explanation(barred)
    if found is None:
        return None
    kind = {
        Fault.WORSE: say("a pairing in which this participant has the bye is worse"),
        Fault.LATER: say("a pairing in which this participant has the bye comes later in the order of candidates"),
    }.get(found.finding.fault, "")
    reason = Reason.of((state.shown(player.tpn),), found.finding, state.called, kind=kind)
    if found.finding.fault is Fault.BYE:
        return reason._replace(sentence="")  # its words alone: who is clear
    return reason.in_bracket(found.score, scoregroup=found.in_scoregroup)


def against_bye(player: Player, pairing: RoundPairing, state: RoundState, system: System) -> Explanation | None:
    """Explain why the right round is better than the best round in which a certain player has the bye."""
    other = _paired(system, demands.must_have_bye(state, player.tpn))
    if other is None:
        words = say("with this bye the round cannot be completed")
        return Explanation(Finding(Fault.ILLEGAL, system.completion.impossible, system.completion.code, words))
    return against(other, pairing, state, system)


def against(other: RoundPairing, pairing: RoundPairing, state: RoundState, system: System) -> Explanation | None:
    """Explain why another pairing of the round is wrong; None if no rule makes that pairing worse."""
    system = system.for_round(state)
    return deciding_rule(system.with_preferences(state), pairing, other, system)


def _paired(system: System, state: RoundState) -> RoundPairing | None:
    try:
        return pair_round(system, state, Backend.AUTO)
    except PairingError:
        return None


def _parts(pairing: BracketPairing) -> set[frozenset[Tpn]]:
    parts = [*pairing.pairs, *((player,) for player in pairing.floaters)]
    return {frozenset(player.tpn for player in part) for part in parts}


MOST_SHOWN, MOST_COUNTED = 6, 150
"""The maximum numbers of legal candidates: how many are shown, and how many more are only counted."""

LARGEST_COUNTED = 40
"""The maximum number of players, in a bracket and below it, up to which further candidates are counted."""

LARGEST_SHOWN, LARGEST_JUDGED, LARGEST_ROUND = 250, 120, 2_000
"""The maximum numbers of players for which candidates are shown and judged.

For ``LARGEST_SHOWN``, only the players of the bracket are counted. For ``LARGEST_JUDGED``, the players below the
bracket are counted as well if the bracket was not paired alone, and for ``LARGEST_ROUND`` the players of the round,
because the whole round is paired again for each candidate. Otherwise only the first candidate is checked, and only for
illegal pairs.
"""


class Try(NamedTuple):
    """A candidate with the reasons against it, none for the chosen one; players appear as their numbers in the file."""

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    wrong: tuple[Reason, ...]
    taken: bool = False
    exchange: tuple[int, ...] = ()
    """[C.04.3 4.3] The players who left S1, then the players who joined S1; empty for a transposition."""
    after_others: bool = False
    """Whether there are earlier candidates that are not shown."""

    others: tuple[tuple[str, int], ...] = ()
    """The reasons against candidates that are not shown, each with the number of such candidates."""

    def to_dict(self) -> dict[str, object]:
        wrong = tuple({"pair": one.against} | as_dict(one, KEYS_OF_REASON) for one in self.wrong)
        return as_dict(self) | {"wrong": wrong}


class _Of(NamedTuple):
    pairing: RoundPairing
    trace: BracketTrace
    system: System


def tries_of(pairing: RoundPairing, trace: BracketTrace, system: System) -> tuple[Try, ...]:
    """List the first candidate, the next ones that break no absolute criterion, and the chosen one."""
    bracket, here = trace.bracket, _Of(pairing, trace, system)
    members = 2 * len(trace.pairing.pairs) + len(trace.pairing.floaters)
    if members < 2 or members > LARGEST_SHOWN:
        return ()
    first = next(system.method.candidates(trace, lambda _a, _b: True, None), None)
    if first is None:
        return ()
    found = [_tried(here, first)]
    if not found[0].taken and _is_judged(bracket):
        found += _legal_ones(here, first)
    found = [one for one in found if one.taken or one.wrong]
    taken = found.pop() if found and found[-1].taken else None
    if taken is None:
        taken = _tried(here, trace.pairing)._replace(after_others=True)
    if system.names.halves == ("S1", "S2"):
        taken = taken._replace(exchange=_exchange(first, trace))
    rest = found[MOST_SHOWN:]
    if rest:
        counted = Counter(one.wrong[0].code or one.wrong[0].article for one in rest)
        taken = taken._replace(after_others=True, others=tuple(counted.most_common()))
    return (*found[:MOST_SHOWN], taken)


def _legal_ones(here: _Of, first: BracketPairing) -> Iterator[Try]:
    """Yield the candidates with no absolute fault up to the chosen one; only the first may have more pairs."""
    _, trace, system = here
    state = trace.bracket.state
    most = MOST_SHOWN + (MOST_COUNTED if _size(trace.bracket) <= LARGEST_COUNTED else 0)
    seen = [pairs_in(first)]
    for like in (None, trace.pairing):
        candidates = system.method.candidates(trace, lambda a, b: system.may_meet(a, b, state), like)
        for candidate in islice(candidates, most):
            if pairs_in(candidate) in seen:
                continue
            seen.append(pairs_in(candidate))
            yield (found := _tried(here, candidate))
            if found.taken:
                return
            if len(candidate.pairs) > len(trace.pairing.pairs):
                break


def _size(bracket: Bracket) -> int:
    return len(bracket.members) + len(bracket.following) + len(bracket.beyond)


def _is_judged(bracket: Bracket) -> bool:
    return _size(bracket) <= LARGEST_JUDGED and len(bracket.state.players) <= LARGEST_ROUND


def _exchange(first: BracketPairing, trace: BracketTrace) -> tuple[int, ...]:
    """Return who left S1, then who joined it; empty if heterogeneous, or if the numbers of pairs differ."""
    if trace.bracket.mdps or len(first.pairs) != len(trace.pairing.pairs):
        return ()
    before, after = ({upper.tpn for upper, _ in pairing.pairs} for pairing in (first, trace.pairing))
    shown = trace.bracket.state.shown
    return tuple(shown(tpn) for tpn in (*sorted(before - after), *sorted(after - before)))


def _tried(here: _Of, candidate: BracketPairing) -> Try:
    _, trace, system = here
    wrong = _illegal_pairs(trace, system, candidate)
    taken = not wrong and pairs_in(candidate) == pairs_in(trace.pairing)
    if not wrong and not taken and _is_judged(trace.bracket):
        finding = _against(here, candidate)
        wrong = () if finding is None else (_wrong((), finding, trace),)
    return Try(*_in_numbers(candidate, trace.bracket.state), wrong, taken)


def _against(here: _Of, candidate: BracketPairing) -> Finding | None:
    """Explain why a candidate was rejected: compare the right round with the best round that contains the candidate."""
    pairing, trace, system = here
    members = frozenset(player.tpn for player in members_of(trace))
    before = pairing.trace[: pairing.trace.index(trace)]
    pairs = [pair for one in (*(one.pairing for one in before), candidate) for pair in one.pairs]
    state = demands.must_meet(trace.bracket.state, ((one.tpn, other.tpn) for one, other in pairs))
    state = demands.must_meet_others(state, members.intersection(player.tpn for player in candidate.floaters), members)
    if system.bye_steps and pairing.bye is not None:  # it was given before any bracket was paired
        state = demands.must_have_bye(state, pairing.bye)
    try:
        found = system.pair(state, Backend.AUTO)
    except NoPairing:
        _, article, code = system.completion
        words = say("the remaining players could no longer all be paired")
        left = tuple(player.tpn for player in candidate.floaters)
        return Finding(Fault.WORSE, article, code, words, players=left)
    other = of_pairs(found.pairs, trace.bracket.state, system)
    return system.method.judge(trace, TwoRounds(of_pairing(pairing), other))


def _illegal_pairs(trace: BracketTrace, system: System, candidate: BracketPairing) -> tuple[Reason, ...]:
    state = trace.bracket.state
    found = []
    for upper, lower in candidate.pairs:
        if not system.may_meet(upper, lower, state):
            finding = illegality(state, upper.tpn, lower.tpn, system)
            assert finding is not None, "the System forbids the pair"
            found.append(_wrong((state.shown(upper.tpn), state.shown(lower.tpn)), finding, trace))
    return tuple(found)


def _wrong(pair: tuple[int, ...], finding: Finding, trace: BracketTrace) -> Reason:
    shown = trace.bracket.state.shown
    return Reason.of(pair, finding, trace.bracket.state.called, () if pair else tuple(map(shown, finding.players)))
