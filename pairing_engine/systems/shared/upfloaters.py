"""The choice of the upfloaters for the top scoregroup.

Every player below the scoregroup is a possible upfloater. Of several sets that are best by the criteria, the first in
order is chosen: possible upfloaters are ordered by score, then by TPN, and the order of two sets depends on the first
upfloater who is not in both sets [C.04.4.1 4.1.3, C.04.5 3.5.4].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from pairing_engine.facts.wishes import Wishing
from pairing_engine.kernel.findings import Fault, Finding, TwoRounds
from pairing_engine.kernel.graph import Horizon, Question
from pairing_engine.kernel.rules import Bracket, Clause, Edge, Region, Rule, Scope, Weights, counts, lists
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.language import say
from pairing_engine.matching import Pair
from pairing_engine.state.round_state import Player, ranked
from pairing_engine.systems.shared.downfloats import floats
from pairing_engine.systems.shared.judging import BothEdges
from pairing_engine.systems.system import Method

if TYPE_CHECKING:
    from pairing_engine.systems.shared.wish_rules import KeptApart


def upfloater_of(edge: Edge) -> Player | None:
    return edge.lower if edge.floats else None


def is_not_last_round(bracket: Bracket) -> bool:
    return not bracket.state.is_last


def gaps_below(bracket: Bracket) -> tuple[int, ...]:
    """List the score differences between residents and possible upfloaters, once each, in descending order."""
    below = bracket.following + bracket.beyond
    return tuple(sorted({bracket.score - player.score for player in below}, reverse=True))


def _gap_of_upfloater(edge: Edge, bracket: Bracket) -> int:
    upfloater = upfloater_of(edge)
    return bracket.score - upfloater.score if upfloater else 0


NUMBER = counts("", "", "upfloaters", Clause.MORE_UP, scope=Scope.UPFLOATERS)(floats)

DIFFERENCES = lists(
    "",
    "",
    "the score difference of each pair with an upfloater",
    Clause.LOWER_UP,
    levels=gaps_below,
    scope=Scope.UPFLOATERS,
)(_gap_of_upfloater)
"""The rules that several systems share; each system adds its articles."""


def best_set(
    method: Method, criteria: tuple[Rule, ...], bracket: Bracket, horizon: Horizon = Horizon.EVERYBODY
) -> tuple[Player, ...] | None:
    """Find the first of the best sets of upfloaters in a matching of all players; None if none completes the round.

    By another ``horizon``, only players of the next scoregroup may float up, and those who do not are left alone.
    """
    size, within = len(bracket.residents), horizon is Horizon.FOLLOWING
    apart = range(size, size + len(bracket.following)) if within else range(0)
    question = Question(criteria, method.system.may_meet, bracket, bracket.residents, horizon, apart)
    graph = method.engine.graph(question)
    weights = Weights()
    left_out = [0] * size + weights.add_set(len(graph.players) - size)
    graph.check_edges(len(graph.pairs), graph.weigher.bits + weights.bits)
    pairs: list[Pair] = [
        (i, j, (cost << weights.bits) + (left_out[i] + left_out[j] if i >= size else 0))
        for i, j, cost in graph.weighed()[0]
    ]
    alone: list[int | None] = [None] * len(graph.players)
    if within:
        alone[size:] = left_out[size:]
    mates = method.engine.lightest(pairs, alone, graph.weigher.widths + weights.widths)
    if mates is None:
        return None
    return tuple(graph.players[v] for v in range(size, len(mates)) if 0 <= mates[v] < size)


def upfloaters_in(bracket: Bracket, pairs: Iterable[tuple[Player, Player]]) -> tuple[Player, ...]:
    found = {player.tpn for pair in pairs for player in pair if player.score < bracket.score}
    return tuple(player for player in bracket.following + bracket.beyond if player.tpn in found)


def edges_of(bracket: Bracket, pairs: Iterable[tuple[Player, Player]]) -> list[Edge]:
    following = {player.tpn for player in bracket.following}

    def region(player: Player) -> Region:
        if player.score == bracket.score:
            return Region.BRACKET
        return Region.FOLLOWING if player.tpn in following else Region.BEYOND

    return [Edge(upper, lower, region(upper), region(lower)) for upper, lower in map(ranked, pairs)]


def both_sets(trace: BracketTrace, rounds: TwoRounds) -> tuple[tuple[Player, ...], tuple[Player, ...]]:
    bracket, mates = trace.bracket, rounds.other.mates
    taken = {mates[player.tpn] for player in bracket.residents if player.tpn in mates}
    theirs = tuple(player for player in bracket.following + bracket.beyond if player.tpn in taken)
    return upfloaters_in(bracket, trace.pairing.pairs), theirs


def from_the_top(
    players: tuple[Player, ...], pair_top: Callable[[tuple[Player, ...]], BracketTrace]
) -> Iterator[BracketTrace]:
    """Pair the top scoregroup with its upfloaters, then that of the remaining players, and so on."""
    while players:
        trace = pair_top(players)
        yield trace
        paired = {player.tpn for pair in trace.pairing.pairs for player in pair}
        players = tuple(player for player in players if player.tpn not in paired)


def judge_upfloaters(
    rules: tuple[Rule, ...], chapter: str, article: str, trace: BracketTrace, rounds: TwoRounds
) -> Finding | None:
    """Explain by ``article`` why the other set of upfloaters is worse than the right set; None if it is better."""
    sides = BothEdges.of(trace.bracket, rounds)
    found = sides.first_difference(rules)
    if found is not None:
        return sides.worse(chapter, found) if found.is_worse else None
    ours, theirs = both_sets(trace, rounds)
    one, another = next((a, b) for a, b in zip(ours, theirs, strict=True) if a.tpn != b.tpn)
    words = say("at the first difference between the two pairings, the upfloater")
    return Finding(Fault.LATER, f"{chapter} {article}", "", words, players=(another.tpn,), instead=(one.tpn,))


def kept_apart(wishing: Wishing | None) -> KeptApart | None:
    """Return the pairs that the organiser wishes to avoid."""
    if wishing is None:
        return None
    from pairing_engine.systems.shared.wish_rules import KeptApart

    return KeptApart.of(wishing)
