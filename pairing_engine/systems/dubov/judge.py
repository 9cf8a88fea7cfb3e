"""Why the engine's pairing of a bracket is right and a published one is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bracket_graph import Criteria
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.rules import Rule
from pairing_engine.kernel.trace import BracketTrace, Mates
from pairing_engine.language import say
from pairing_engine.state.round_state import Player
from pairing_engine.systems.shared.judging import is_better, worse
from pairing_engine.systems.shared.upfloaters import SetArticles, edges_of, judge_upfloaters, upfloaters_in
from pairing_engine.systems.system import System

Pairs = Sequence[tuple[Player, Player]]


class Articles(NamedTuple):
    """The articles of the text, apart from its criteria, that say why a pairing is not right.

    ``sets``: the order of the sets of upfloaters. ``shifters`` and ``transpositions``: who changes the subgroup, and
    who meets whom.
    """

    sets: str
    shifters: str
    transpositions: str


def judge(
    criteria: Criteria,
    of_pairs: tuple[Rule, ...],
    system: System,
    articles: Articles,
    trace: BracketTrace,
    mates: Mates,
    pairs_of: Callable[[Sequence[Player]], Pairs],
) -> Finding | None:
    """Why the engine's pairing of a bracket is right, and a legal published one that differs is not.

    ``of_pairs`` are rules about the pairs of the bracket, beside the ``criteria`` of the sets of upfloaters: wishes.
    ``pairs_of`` gives the pairs of the players of a bracket, those of G1 first.
    """
    chapter = system.article
    found = judge_upfloaters(criteria, SetArticles(chapter, articles.sets, system.completion), trace, mates)
    if found is not None:
        return found
    bracket = trace.bracket
    right, other = edges_of(bracket, trace.pairing.pairs), edges_of(bracket, _published_pairs(trace, mates))
    for rule in (*criteria.rules, *of_pairs):
        totals = rule.total(right, bracket), rule.total(other, bracket)
        if rule.applies(bracket) and is_better(*totals):
            return worse(chapter, rule, totals, right, other, bracket)
    players = bracket.residents + upfloaters_in(bracket, trace.pairing.pairs)
    return _later(chapter, articles, pairs_of(players), mates, bracket.state.shown)


def _published_pairs(trace: BracketTrace, mates: Mates) -> list[tuple[Player, Player]]:
    """The published pairs of those whom the engine pairs in the bracket."""
    players = {player.tpn: player for pair in trace.pairing.pairs for player in pair}
    return [(player, players[mates[tpn]]) for tpn, player in players.items() if tpn < mates[tpn]]


def _later(chapter: str, articles: Articles, pairs: Pairs, mates: Mates, shown: Callable[[Tpn], int]) -> Finding:
    """The finding that the same players are paired in another way: with other shifters, or in a later transposition."""
    g1 = {one.tpn for one, _ in pairs}
    for one, other in pairs:
        mate = mates[one.tpn]
        if mate in g1:
            return Finding(
                Fault.LATER,
                f"{chapter} {articles.shifters}",
                "",
                say("the set of shifters between G1 and G2"),
                say("G1 is {g1}", g1=", ".join(str(shown(tpn)) for tpn in sorted(g1))),
                say("{tpn} meets {mate}", tpn=shown(one.tpn), mate=shown(mate)),
                (one.tpn, mate),
            )
        if mate != other.tpn:
            words = say("the first differing player in the transposition of G2")
            return Finding(
                Fault.LATER,
                f"{chapter} {articles.transpositions}",
                "",
                words,
                str(shown(other.tpn)),
                str(shown(mate)),
                (one.tpn, other.tpn, mate),
            )
    raise AssertionError("the published pairing of the bracket does not differ")
