"""The Dutch pairing process of the editions before 2017."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.bracket_graph import Horizon, MayMeet, Profiles
from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.rules import Rule
from pairing_engine.kernel.trace import BracketTrace, TwoRounds
from pairing_engine.language import marked
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import RoundState, ranking
from pairing_engine.systems.dutch_procedure.judge import Judge
from pairing_engine.systems.dutch_procedure.process import Articles, Text, pair_round
from pairing_engine.systems.dutch_procedure.score_bracket import ScoreBracket, moved_down, own
from pairing_engine.systems.shared.in_order import of_bracket
from pairing_engine.systems.shared.judging import UsualMethod
from pairing_engine.systems.system import (
    Fits,
    Method,
    Pairs,
    System,
    are_proved_for,
)
from pairing_engine.values import dataclass

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


class Candidates(Protocol):
    """The search for the best candidate of a bracket."""

    def best(self, bracket: ScoreBracket, horizon: Horizon, backend: Backend) -> BracketPairing | None:
        """Find the first of the best candidates; None if the players of the graph cannot all be paired."""


@dataclass(frozen=True)
class Walk:
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

    candidates: Callable[[tuple[Rule, ...], MayMeet, Profiles], Candidates]
    profiles: Profiles
    articles: Articles
    walk: Walk
    same_scores: bool = True
    upper_is_s1: bool = True

    def __call__(self, system: System) -> Method:
        return _Method(system, self)


def _no_walk(_bracket: ScoreBracket) -> BracketPairing | None:
    return None


class _Method(UsualMethod):
    def __init__(self, system: System, process: ByProcedure) -> None:
        walk = process.walk
        proved = are_proved_for((system.criteria, walk.criteria), (system.may_meet, walk.may_meet))
        super().__init__(system)
        self.judge_of = Judge(system, process.articles)
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
