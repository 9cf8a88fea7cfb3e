"""Why the engine's pairing of a score bracket is right and a published one is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.rules import Scope
from pairing_engine.kernel.trace import BracketTrace, Mates
from pairing_engine.language import say
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dutch_procedure.orders import articles_of_order
from pairing_engine.systems.dutch_procedure.process import Articles
from pairing_engine.systems.dutch_procedure.score_bracket import ScoreBracket, moved_down, own
from pairing_engine.systems.shared import orders
from pairing_engine.systems.shared.judging import (
    first_difference,
    is_better,
    later_in_order,
    own_edges,
    published,
    worse,
)
from pairing_engine.systems.system import System


class Judge(NamedTuple):
    """Compares the pairing of a bracket with a published one."""

    system: System
    articles: Articles

    def judge(self, trace: BracketTrace, mates: Mates) -> Finding | None:
        """What decides for the engine's pairing of a bracket and against a published one; None if nothing is found."""
        bracket, right, completion = own(trace.bracket), trace.pairing, self.system.completion
        other = published(bracket.members, mates)
        if bracket.lowest and len(other.floaters) > bracket.odd:
            words = say(
                "the lowest bracket is not completed: more players are left over than one, who may have the bye"
            )
            players = tuple(player.tpn for player in other.floaters)
            return Finding(Fault.WORSE, completion.article, completion.code, words, players=players)
        edges = own_edges(right), own_edges(other)
        found = first_difference(
            [rule for rule in self.system.criteria if rule.scope is Scope.BRACKET], *edges, bracket
        )
        if found is None:
            return self._later(bracket, right, other)
        rule, totals = found
        if is_better(totals[1], totals[0]):
            words = say("what becomes of those who are moved down")
            beyond = f"{self.articles.backtracking}, {self.articles.joining}"
            return Finding(Fault.WORSE, f"{self.system.article} {beyond}", "", words)
        return worse(self.system.article, rule, totals, *edges, bracket)

    def _later(self, bracket: ScoreBracket, right: BracketPairing, other: BracketPairing) -> Finding | None:
        """By which article the other pairing comes later in the order of candidates [D]."""
        members = [player for player in bracket.members if player.tpn not in bracket.lost]
        if not bracket.heterogeneous:
            return self._in_order(members, right, other)
        mdps = [player for player in members if moved_down(player, bracket)]
        order = orders.mdps(len(mdps), len(members), articles_of_order(self.articles.sets))
        ours, theirs = _of_mdps(bracket, right), _of_mdps(bracket, other)
        found = later_in_order(self.system.article, order, members, ours, theirs, len(mdps))
        if found is not None:
            return found
        taken = {player.tpn for pair in ours.pairs for player in pair}
        return self._in_order([player for player in members if player.tpn not in taken], right, other)

    def _in_order(self, players: Sequence[Player], right: BracketPairing, other: BracketPairing) -> Finding | None:
        """The same in a homogeneous bracket or a remainder."""
        pairs = sum(upper in players for upper, _ in right.pairs)
        order = orders.residents(len(players), pairs, articles_of_order(self.articles.sets))
        return later_in_order(self.system.article, order, players, right, other)


def _of_mdps(bracket: Bracket, pairing: BracketPairing) -> BracketPairing:
    """The pairs of those moved down with the others."""
    pairs = tuple(p for p in pairing.pairs if moved_down(p[0], bracket) != moved_down(p[1], bracket))
    return BracketPairing(pairs, pairing.floaters)
