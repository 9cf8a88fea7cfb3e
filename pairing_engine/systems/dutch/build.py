"""The FIDE (Dutch) pairing process of all editions [C.04.3 1.9]."""

from __future__ import annotations

from collections.abc import Iterator

from pairing_engine.facts.model import Wishing
from pairing_engine.kernel.bracket import BracketPairing
from pairing_engine.kernel.bracket_graph import Criteria, Profiles
from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.trace import BracketTrace, TwoRounds
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch.candidates import Candidates, Orders, Shortcuts
from pairing_engine.systems.dutch.judge import Articles, Judge
from pairing_engine.systems.shared.downward import no_walk, walk_down
from pairing_engine.systems.shared.in_order import of_bracket
from pairing_engine.systems.shared.judging import UsualMethod
from pairing_engine.systems.system import (
    Fits,
    Method,
    Pairs,
    System,
)
from pairing_engine.values import dataclass


@dataclass(frozen=True)
class BracketByBracket:
    """[C.04.3 1.9] The Dutch process, which pairs the brackets from the top down.

    Each bracket contains the downfloaters of the bracket above.
    """

    orders: Orders
    profiles: Profiles
    articles: Articles
    shortcuts: Shortcuts

    def __call__(self, system: System) -> Method:
        return MethodByBracket(system, self)

    def granting(self, system: System, wishing: Wishing) -> System:
        from pairing_engine.systems.dutch.wishes import granting

        return granting(system, wishing, self)


class MethodByBracket(UsualMethod):
    """The pairing method of the Dutch System, which pairs bracket by bracket.

    If ``criteria`` is given, it replaces the criteria of the system.
    """

    def __init__(self, system: System, process: BracketByBracket, criteria: Criteria | None = None) -> None:
        walk, certificates = process.shortcuts
        super().__init__(system)
        self.best = Candidates(
            criteria or Criteria(system.criteria, system.may_meet, process.profiles),
            process.orders,
            no_walk if walk is None else walk.found_for(system, process.orders),
            certificates is not None and certificates.hold_for(system.criteria),
            system.completion.impossible,
        )
        self.judge_of = Judge(self.best, system, process.articles)

    def pair(self, state: RoundState, backend: Backend) -> Pairs:
        """Pair the round, and choose who gets the pairing-allocated bye [1.9.3]."""
        return walk_down(state, state.players, self.best.method, backend)

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        return self.judge_of.judge(trace, rounds)

    def candidates(self, trace: BracketTrace, fits: Fits, like: BracketPairing | None) -> Iterator[BracketPairing]:
        return of_bracket(trace.bracket, fits, like)
