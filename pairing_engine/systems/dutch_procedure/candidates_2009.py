"""[C.3 to C.11, C.14] The first candidate that meets the requirements, lowered no further than they must be, by
matchings: the text of 1992 to 2009.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import product
from typing import NamedTuple

from pairing_engine.kernel.bracket import BracketPairing
from pairing_engine.kernel.bracket_graph import Horizon, Question
from pairing_engine.kernel.order import Order, mdp_order
from pairing_engine.matching import Backend
from pairing_engine.state.floats import DOWN, UP
from pairing_engine.systems.dutch_procedure.candidates import mates_of_homogeneous
from pairing_engine.systems.dutch_procedure.criteria_2009 import (
    CRITERIA,
    KEPT,
    WITHOUT_B5,
    WITHOUT_B6,
    again,
    breaks_a7d,
    breaks_b2,
    denies,
)
from pairing_engine.systems.dutch_procedure.score_bracket import ScoreBracket, moved_down


class Requirements(NamedTuple):
    """What is required of a candidate beside the numbers of pairs and x.

    ``b2``: B.2 of everybody; ``a7d``: strong preferences are treated as absolute; ``down`` and ``up``: how far B5 and
    B6 are dropped.
    """

    b2: bool
    a7d: bool
    down: int = WITHOUT_B5
    up: int = WITHOUT_B5


NOTHING = Requirements(b2=False, a7d=False)

Totals = tuple[int, int, int]
"""Who floats, who of them cannot be paired in the next bracket, and x."""


def best(bracket: ScoreBracket, horizon: Horizon, backend: Backend) -> BracketPairing | None:
    """The first candidate that meets what can be met; None if those within the horizon cannot be completed."""
    question = Question(CRITERIA, bracket, bracket.members, horizon)
    there = [i for i, player in enumerate(question.members) if player.tpn not in bracket.lost]
    for tops in _tops(bracket, there, horizon, backend):
        mates = _Candidates(question, bracket, there, tops, backend).first()
        if mates is not None:
            return question.pairing(mates)
    return None


def _tops(bracket: ScoreBracket, there: Sequence[int], horizon: Horizon, backend: Backend) -> Iterator[Sequence[int]]:
    """[A.6, C.4, C.14] The highest p players, with p from the number of those moved down on downwards (reading P6)."""
    mdps = sum(i < len(bracket.mdps) for i in there) if bracket.heterogeneous else 0
    if bracket.looks_down:  # p is what it was
        alone = Question(CRITERIA, bracket, bracket.members, Horizon.ALONE)
        while mdps and _Candidates(alone, bracket, there, there[:mdps], backend).totals(NOTHING) is None:
            mdps -= 1
        yield there[:mdps]
        return
    # C.13: the penultimate bracket is given up when its p becomes zero.
    least = 1 if mdps and horizon is Horizon.EVERYBODY and not bracket.lowest else 0
    for p in range(mdps, least - 1, -1):
        yield there[:p]


class _Candidates:
    """The candidates whose S1 begins with certain players, all of whom must be paired."""

    def __init__(
        self, question: Question, bracket: ScoreBracket, there: Sequence[int], tops: Sequence[int], backend: Backend
    ) -> None:
        self.question = question
        self.bracket = bracket
        self.there = there
        self.tops = tops
        self.backend = backend

    def first(self) -> list[int] | None:
        """The mates in the first candidate; None if there is none."""
        best_of_all = self.totals(NOTHING)
        if best_of_all is None:
            return None
        odd = self.bracket.state.number % 2 == 1
        for b2, a7d in product((True, False), (True, False) if odd else (False,)):
            least = self.totals(Requirements(b2, a7d))
            if least is not None and least[:2] == best_of_all[:2]:
                break
        for down, up in product((KEPT, WITHOUT_B6, WITHOUT_B5), repeat=2):
            required = Requirements(b2, a7d, down, up)
            if self.totals(required) == least:
                return self._first(required)
        raise AssertionError("without any requirement on floats there is a candidate")

    def totals(self, required: Requirements) -> Totals | None:
        """The least totals that can be had; None if those within the horizon cannot be completed."""
        question = self._restricted(required)
        mates = question.answer(Order(0), (), {}, self.backend)
        if mates is None:
            return None
        members, size, number = question.members, len(question.members), self.bracket.state.number
        floating = [mate for mate in mates[:size] if not 0 <= mate < size]
        lost_again = sum(mate < 0 or mate == question.bye for mate in floating) if self.bracket.looks_down else 0
        denied = sum(
            denies(members[i], members[mate], number) for i, mate in enumerate(mates[:size]) if i < mate < size
        )
        return len(floating), lost_again, denied

    def _first(self, required: Requirements) -> list[int] | None:
        """The mates in the first candidate with the least totals [C.6 to C.9, D]."""
        question = self._restricted(required)
        tops = len(self.tops)
        if not tops:
            return mates_of_homogeneous(question, self.there, {}, self.backend)
        mates = question.answer(mdp_order(tops, len(self.there)), self.there, {}, self.backend)
        assert mates is not None
        decided = {i: mates[i] for i in self.tops}
        taken = {*decided, *decided.values()}
        remainder = [i for i in self.there if i not in taken]
        return mates if len(remainder) < 2 else mates_of_homogeneous(question, remainder, decided, self.backend)

    def _restricted(self, required: Requirements) -> Question:
        """The question without what breaks the requirements."""
        question = copy(self.question)
        size = len(question.members)
        may_float = [self._may_float(i, required) for i in range(size)]
        question.pairs = [
            edge
            for edge in question.pairs
            if edge[0] >= size or (self._may_pair(edge[0], edge[1], required) if edge[1] < size else may_float[edge[0]])
        ]
        question.alone = [None if i < size and not may_float[i] else cost for i, cost in enumerate(question.alone)]
        return question

    def _may_float(self, i: int, required: Requirements) -> bool:
        if i in self.tops:
            return False
        player = self.question.members[i]
        return moved_down(player, self.bracket) or again(player, DOWN) <= required.down

    def _may_pair(self, i: int, j: int, required: Requirements) -> bool:
        one, other = self.question.members[i], self.question.members[j]
        if (required.b2 and breaks_b2(one, other)) or (required.a7d and breaks_a7d(one, other)):
            return False
        if i not in self.tops:
            return True
        return j not in self.tops and (one.score == other.score or again(other, UP) <= required.up)
