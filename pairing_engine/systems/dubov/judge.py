"""Explanations of why a round is wrong according to the Dubov System.

Each explanation concerns the first bracket that is paired differently.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.rules import Rule
from pairing_engine.kernel.trace import BracketTrace, Mates, TwoRounds
from pairing_engine.language import say
from pairing_engine.state.round_state import Player
from pairing_engine.systems.shared.judging import Sides
from pairing_engine.systems.shared.upfloaters import SetArticles, both_sets, judge_upfloaters
from pairing_engine.systems.system import System
from pairing_engine.values import NamedTuple

Pairs = Sequence[tuple[Player, Player]]


class Articles(NamedTuple):
    """The articles that a wrong pairing can break, in addition to the criteria.

    ``sets`` is the article on the order of the sets of upfloaters. ``shifters`` is the article on the players who
    change subgroup. ``transpositions`` is the article on who meets whom.
    """

    sets: str
    shifters: str
    transpositions: str


def judge(
    rules: tuple[Rule, ...],
    of_pairs: tuple[Rule, ...],
    system: System,
    articles: Articles,
    trace: BracketTrace,
    rounds: TwoRounds,
    pairs_of: Callable[[Sequence[Player]], Pairs],
) -> Finding | None:
    """Explain why another round is worse than the correct round in a bracket, or return None.

    ``rules`` are the criteria for the set of upfloaters. ``of_pairs`` are the rules about pairs that follow from the
    wishes. ``pairs_of`` returns the pairs of a bracket, with the player of G1 first.
    """
    chapter, bracket = system.article, trace.bracket
    ours, theirs = both_sets(trace, rounds)
    if ours != theirs:
        return judge_upfloaters(rules, SetArticles(chapter, articles.sets), trace, rounds)
    sides = Sides.of(bracket, rounds)
    found = sides.first_difference((*rules, *of_pairs))
    if found is not None:
        return sides.worse(chapter, found) if found.is_worse else None
    return _later(chapter, articles, pairs_of(bracket.residents + ours), rounds.other.mates, bracket.state.shown)


def _later(chapter: str, articles: Articles, pairs: Pairs, mates: Mates, shown: Callable[[Tpn], int]) -> Finding:
    """Find the first pair with a wrong shifter or a wrong opponent."""
    g1 = {one.tpn for one, _ in pairs}
    for one, other in pairs:
        mate = mates[one.tpn]
        if mate in g1:
            article = f"{chapter} {articles.shifters}"
            right = say("G1 is {g1}", g1=", ".join(str(shown(tpn)) for tpn in sorted(g1)))
            wrong = say("{tpn} meets {mate}", tpn=shown(one.tpn), mate=shown(mate))
            words = say("the set of shifters between G1 and G2")
            return Finding(Fault.LATER, article, "", words, right, wrong, (one.tpn, mate))
        if mate != other.tpn:
            words = say("the first player who differs in the transposition of G2")
            article = f"{chapter} {articles.transpositions}"
            return Finding(Fault.LATER, article, "", words, players=(mate,), instead=(other.tpn,), of=one.tpn)
    raise AssertionError("the other pairing of the bracket does not differ")
