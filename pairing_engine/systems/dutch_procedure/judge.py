"""Why the engine's pairing of a score bracket is to be preferred to a published one."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.order import mdp_order, resident_order
from pairing_engine.kernel.rules import Rule, Scope
from pairing_engine.kernel.trace import BracketTrace, Mates
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dutch_procedure.score_bracket import ScoreBracket, moved_down, own
from pairing_engine.systems.shared.judging import (
    first_difference,
    is_better,
    later_in_order,
    own_edges,
    published,
    worse,
)

ARTICLES = {
    "4.2.2": "D.1", "4.3.2.1": "D.2", "4.3.2.2": "D.2", "4.3.2.3": "D.2", "4.3.2.4": "D.2", "4.4.2": "D.3",
}  # fmt: skip
"""Where these texts have what the orders of candidates name by the articles of 2026."""


def judge(trace: BracketTrace, mates: Mates, chapter: str, rules: Sequence[Rule]) -> Finding | None:
    """What decides for the engine's pairing of a bracket, and against a published round."""
    bracket, right = own(trace.bracket), trace.pairing
    other = published(bracket.members, mates)
    if bracket.lowest and _leaves_over(bracket, other):
        words = "the lowest bracket is not completed: more players are left over than one, who may have the bye"
        return Finding(Fault.WORSE, f"{chapter} C.13", "", words, players=tuple(p.tpn for p in other.floaters))
    edges = own_edges(right), own_edges(other)
    found = first_difference([rule for rule in rules if rule.scope is Scope.BRACKET], *edges, bracket)
    if found is None:
        return _later(chapter, bracket, right, other)
    rule, *totals = found
    if is_better(totals[1], totals[0]):
        return Finding(Fault.WORSE, f"{chapter} C.12, C.13", "", "what becomes of those who are moved down")
    return worse(chapter, rule, (totals[0], totals[1]), *edges, bracket)


def _leaves_over(bracket: ScoreBracket, other: BracketPairing) -> bool:
    return len(other.floaters) > bracket.odd


def _later(chapter: str, bracket: ScoreBracket, right: BracketPairing, other: BracketPairing) -> Finding | None:
    """By which article the other pairing comes later in the order of candidates [D]."""
    members = [player for player in bracket.members if player.tpn not in bracket.lost]
    if not bracket.heterogeneous:
        return _in_order(chapter, members, right, other, _pairs_among(right, members))
    mdps = [player for player in members if moved_down(player, bracket)]
    order = mdp_order(len(mdps), len(members))
    found = later_in_order(chapter, order, members, _of_mdps(bracket, right), _of_mdps(bracket, other), len(mdps))
    if found is not None:
        return _cited(chapter, found)
    taken = {player.tpn for pair in _of_mdps(bracket, right).pairs for player in pair}
    remainder = [player for player in members if player.tpn not in taken]
    return _in_order(chapter, remainder, right, other, _pairs_among(right, remainder))


def _of_mdps(bracket: Bracket, pairing: BracketPairing) -> BracketPairing:
    """The pairs of those moved down with the others."""
    pairs = tuple(p for p in pairing.pairs if moved_down(p[0], bracket) != moved_down(p[1], bracket))
    return BracketPairing(pairs, pairing.floaters)


def _pairs_among(pairing: BracketPairing, players: Sequence[Player]) -> int:
    return sum(upper in players for upper, _ in pairing.pairs)


def _in_order(
    chapter: str, players: Sequence[Player], right: BracketPairing, other: BracketPairing, pairs: int
) -> Finding | None:
    found = later_in_order(chapter, resident_order(len(players), pairs), players, right, other)
    return None if found is None else _cited(chapter, found)


def _cited(chapter: str, found: Finding) -> Finding:
    """The finding with the article of these texts."""
    article = found.article.removeprefix(f"{chapter} ")
    return found._replace(article=f"{chapter} {ARTICLES[article]}")
