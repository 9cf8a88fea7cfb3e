"""The Dutch pairing process of the editions before 2017."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.bracket_graph import Horizon, MayMeet, Profiles
from pairing_engine.kernel.rules import Rule, Scope
from pairing_engine.kernel.trace import BracketTrace, Fault, Finding, TwoRounds
from pairing_engine.language import marked, say, say_many
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player, RoundState, ranking
from pairing_engine.systems.dutch_procedure.conventions import articles_of_order
from pairing_engine.systems.dutch_procedure.criteria_2009 import Lowered
from pairing_engine.systems.dutch_procedure.process import ProcedureArticles, Text, pair_round
from pairing_engine.systems.dutch_procedure.score_bracket import ScoreBracket, moved_down, own
from pairing_engine.systems.shared.in_order import of_bracket
from pairing_engine.systems.shared.judging import EARLIER, BothEdges, UsualMethod, later_in_order, published
from pairing_engine.systems.system import (
    Fits,
    Method,
    Pairs,
    System,
    are_proved_for,
)
from pairing_engine.values import NamedTuple, dataclass

PROCEDURE = marked(
    (
        ("C.1", "a player without an opponent in the bracket is moved down before the bracket is paired"),
        (
            "C.12",
            "backtracking: other players with the same scores float, if more of them can be paired in the next bracket",
        ),
        ("C.13", "the penultimate bracket is paired again, or joined to the lowest, until the lowest can be paired"),
    )
)


class ProcedureCandidates(Protocol):
    """The search for the best candidate of a bracket."""

    def best(self, bracket: ScoreBracket, horizon: Horizon, backend: Backend) -> BracketPairing | None:
        """Find the first of the best candidates; None if the players of the graph cannot all be paired."""


@dataclass(frozen=True)
class ProcedureWalk:
    """A shortcut that pairs a bracket without the players below it.

    The quick search ``find`` is used only for systems with the same ``criteria`` and ``may_meet``, for which it is
    proved.
    """

    find: Callable[[ScoreBracket], BracketPairing | None]
    criteria: tuple[Rule, ...]
    may_meet: MayMeet


@dataclass(frozen=True)
class ByProcedure:
    """[C] The old Dutch process, which pairs brackets from the top down, with backtracking and joining.

    ``candidates`` creates the search for candidates from a system's rules, ``may_meet`` and profiles. ``same_scores``
    is true if, under C.12, the new floaters must have the same scores as the old floaters. ``upper_is_s1`` is true if
    the players of the upper bracket are S1 when C.13 joins two brackets.
    """

    candidates: Callable[[tuple[Rule, ...], MayMeet, Profiles], ProcedureCandidates]
    profiles: Profiles
    articles: ProcedureArticles
    walk: ProcedureWalk
    same_scores: bool = True
    upper_is_s1: bool = True

    def __call__(self, system: System) -> Method:
        return _ProcedureMethod(system, self)


def _no_walk(_bracket: ScoreBracket) -> BracketPairing | None:
    return None


class _ProcedureMethod(UsualMethod):
    def __init__(self, system: System, process: ByProcedure) -> None:
        walk = process.walk
        proved = are_proved_for((system.criteria, walk.criteria), (system.may_meet, walk.may_meet))
        super().__init__(system)
        self.judge_of = ProcedureJudge(system, process.articles)
        self.text = Text(
            system.may_meet,
            process.candidates(system.criteria, system.may_meet, process.profiles).best,
            walk.find if proved else _no_walk,
            system.completion.impossible,
            process.articles,
            process.same_scores,
            process.upper_is_s1,
        )

    def pair(self, state: RoundState, backend: Backend) -> Pairs:
        return pair_round(state, self.text, backend)

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        return self.judge_of.judge(trace, rounds)

    def candidates(self, trace: BracketTrace, fits: Fits, like: BracketPairing | None) -> Iterator[BracketPairing]:
        """Yield the first candidates of the bracket in order, pairing S1 with S2 [C.4 to C.7, D.1].

        Players whom C.1 has moved down float in every candidate.
        """
        bracket = own(trace.bracket)
        there = [player for player in bracket.members if player.tpn not in bracket.lost]
        lost = tuple(player for player in bracket.members if player.tpn in bracket.lost)
        moved = tuple(player for player in there if bracket.heterogeneous and moved_down(player, bracket))
        plain = Bracket(bracket.state, moved, tuple(there[len(moved) :]))
        for found in of_bracket(plain, fits, like) if there else ():
            yield found._replace(floaters=tuple(sorted(found.floaters + lost, key=ranking)))


class ProcedureJudge(NamedTuple):
    """The comparison of two rounds, according to the requirements and the order of candidates.

    The comparison also considers backtracking and joined brackets.
    """

    system: System
    articles: ProcedureArticles

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        """Explain why the other round pairs this bracket worse than the right round."""
        bracket, right = own(trace.bracket), trace.pairing
        other = published(bracket.members, rounds.other.mates)
        sides = BothEdges.among(bracket, bracket.members, rounds)
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
        order = articles_of_order(self.articles.sets).mdps(len(mdps), len(members))
        ours, theirs = _of_mdps(bracket, right), _of_mdps(bracket, other)
        found = later_in_order(self.system.article, order, members, ours, theirs, len(mdps), numbered=False)
        if found is not None:
            return found
        taken = {player.tpn for pair in ours.pairs for player in pair}
        return self._in_order([player for player in members if player.tpn not in taken], right, other)

    def _in_order(self, players: Sequence[Player], right: BracketPairing, other: BracketPairing) -> Finding | None:
        """Compare the places of two pairings in the order of a homogeneous bracket or remainder."""
        pairs = sum(upper in players for upper, _ in right.pairs)
        order = articles_of_order(self.articles.sets).residents(len(players), pairs)
        return later_in_order(self.system.article, order, players, right, other, numbered=False)


def is_lowered_in_remainder(rule: Rule, bracket: ScoreBracket, right: BracketPairing) -> bool:
    """Whether a requirement is lowered only after the moved-down players have got their opponents."""
    if not isinstance(rule, Lowered) or not rule.in_remainder or not bracket.heterogeneous:
        return False
    return len(bracket.members) - len(bracket.lost) - 2 * len(_of_mdps(bracket, right).pairs) > 1


def _of_mdps(bracket: Bracket, pairing: BracketPairing) -> BracketPairing:
    pairs = tuple(p for p in pairing.pairs if moved_down(p[0], bracket) != moved_down(p[1], bracket))
    return BracketPairing(pairs, pairing.floaters)
