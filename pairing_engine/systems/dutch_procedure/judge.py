"""A comparison of two rounds. It examines the first score bracket in which their pairs differ."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.rules import Rule, Scope
from pairing_engine.kernel.trace import BracketTrace, TwoRounds
from pairing_engine.language import say, say_many
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dutch_procedure.criteria_2009 import Lowered
from pairing_engine.systems.dutch_procedure.orders import articles_of_order
from pairing_engine.systems.dutch_procedure.process import Articles
from pairing_engine.systems.dutch_procedure.score_bracket import ScoreBracket, moved_down, own
from pairing_engine.systems.shared import orders
from pairing_engine.systems.shared.judging import EARLIER, Sides, later_in_order, published
from pairing_engine.systems.system import System
from pairing_engine.values import NamedTuple


class Judge(NamedTuple):
    """The comparison of two rounds, according to the requirements and the order of candidates.

    The comparison also considers backtracking and joined brackets.
    """

    system: System
    articles: Articles

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        """Explain why the other round pairs this bracket worse than the right round."""
        bracket, right = own(trace.bracket), trace.pairing
        other = published(bracket.members, rounds.other.mates)
        sides = Sides.among(bracket, bracket.members, rounds)
        in_order = _of_mdps(bracket, right).pairs != _of_mdps(bracket, other).pairs
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
        """Report that the procedure rejects the other round because of the players below the bracket.

        If the players below are ignored, the other round pairs this bracket at least as well as the right round.
        """
        bracket, chapter = own(trace.bracket), self.system.article
        undone = [step for step in trace.steps if step.player.tpn not in bracket.lost]
        if undone:
            there = {player.tpn for player in bracket.members}
            down = [tuple(tpn for tpn in there if one.mates.get(tpn) not in there) for one in rounds]
            ours, theirs = (self._floats(bracket, tpns) for tpns in down)
            words, article = undone[0].words, undone[0].article
            return Finding(Fault.STEP, f"{chapter} {article}", "", words, ours, theirs, down[1], down[0])
        if bracket.merged:
            words = say("the brackets were joined, because the lowest could not be completed")
        else:
            words = say("the procedure reaches the other pairing first")
        return Finding(Fault.STEP, f"{chapter} {self.articles.joining}", "", words)

    @staticmethod
    def _floats(bracket: Bracket, tpns: Sequence[Tpn]) -> str:
        numbers = ", ".join(str(bracket.state.shown(tpn)) for tpn in tpns)
        return say_many("{numbers} moves down", "{numbers} move down", len(tpns), numbers=numbers or say("nobody"))

    def _later(self, bracket: ScoreBracket, right: BracketPairing, other: BracketPairing) -> Finding | None:
        """Compare the places of two pairings in the order of candidates [D]."""
        members = [player for player in bracket.members if player.tpn not in bracket.lost]
        if not bracket.heterogeneous:
            return self._in_order(members, right, other)
        mdps = [player for player in members if moved_down(player, bracket)]
        order = orders.mdps(len(mdps), len(members), articles_of_order(self.articles.sets))
        ours, theirs = _of_mdps(bracket, right), _of_mdps(bracket, other)
        found = later_in_order(self.system.article, order, members, ours, theirs, len(mdps), numbered=False)
        if found is not None:
            return found
        taken = {player.tpn for pair in ours.pairs for player in pair}
        return self._in_order([player for player in members if player.tpn not in taken], right, other)

    def _in_order(self, players: Sequence[Player], right: BracketPairing, other: BracketPairing) -> Finding | None:
        """Compare the places of two pairings in the order of a homogeneous bracket or remainder."""
        pairs = sum(upper in players for upper, _ in right.pairs)
        order = orders.residents(len(players), pairs, articles_of_order(self.articles.sets))
        return later_in_order(self.system.article, order, players, right, other, numbered=False)


def is_lowered_in_remainder(rule: Rule, bracket: ScoreBracket, right: BracketPairing) -> bool:
    """Whether a requirement is lowered only after the moved-down players have got their opponents."""
    if not isinstance(rule, Lowered) or not rule.in_remainder or not bracket.heterogeneous:
        return False
    return len(bracket.members) - len(bracket.lost) - 2 * len(_of_mdps(bracket, right).pairs) > 1


def _of_mdps(bracket: Bracket, pairing: BracketPairing) -> BracketPairing:
    pairs = tuple(p for p in pairing.pairs if moved_down(p[0], bracket) != moved_down(p[1], bracket))
    return BracketPairing(pairs, pairing.floaters)
