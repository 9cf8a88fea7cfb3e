"""The set of upfloaters that joins the top scoregroup: the fewest, the best by the criteria, the first in order.

Every player below is a candidate; the candidates stand in the order of their scores, then of their TPNs. Of two sets
that are equally good the one comes first whose smallest differing place is smaller [C.04.4.1 4.1.3, C.04.5 3.5.4].
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.bracket import Bracket
from pairing_engine.matching import Backend, Field, Pair, lightest
from pairing_engine.matching.completion import pair_off
from pairing_engine.question import Criteria, Horizon, Question
from pairing_engine.state import Player


class Upfloaters:
    """Chooses the upfloaters of one bracket, by the smallest question whose answer can be proved."""

    def __init__(self, criteria: Criteria, bracket: Bracket, backend: Backend) -> None:
        self.criteria = criteria
        self.bracket = bracket
        self.backend = backend

    def choose(self) -> tuple[tuple[Player, ...], str] | None:
        """The upfloaters, and how they were found; None if the rest of the round cannot be completed."""
        residents = self.bracket.residents
        if self.backend is Backend.AUTO:
            if len(residents) % 2 == 0 and self._is_paired(residents) and self._is_completed(()):
                return (), Horizon.ALONE.value
            if len(residents) % 2 and self.bracket.following:
                found = self._ask(Horizon.FOLLOWING)
                if found is not None and len(found) == 1 and self._is_completed(found):
                    return found, Horizon.FOLLOWING.value
        found = self._ask(Horizon.EVERYBODY)
        return None if found is None else (found, Horizon.EVERYBODY.value)

    def _may_meet(self, a: Player, b: Player) -> bool:
        return self.criteria.may_meet(a, b, self.bracket.state)

    def _is_paired(self, players: Sequence[Player]) -> bool:
        """Is it found at once that these have a pairing?"""
        return not pair_off(list(range(len(players))), lambda i, j: self._may_meet(players[i], players[j]))[1]

    def _is_completed(self, upfloaters: Sequence[Player]) -> bool:
        """Is it found at once that those left below have a pairing?"""
        taken = {player.tpn for player in upfloaters}
        return self._is_paired([p for p in self.bracket.following + self.bracket.beyond if p.tpn not in taken])

    def _ask(self, horizon: Horizon) -> tuple[Player, ...] | None:
        """The first of the best sets of upfloaters from within the horizon."""
        bracket = self.bracket
        size, pool = len(bracket.residents), len(bracket.following)
        within = horizon is Horizon.FOLLOWING
        question = Question(
            self.criteria, bracket, bracket.residents, horizon, range(size, size + pool) if within else None
        )
        pool = len(question.players) - size
        left_out = [0] * size + [1 << pool - 1 - place for place in range(pool)]
        pairs: list[Pair] = [
            (i, j, (cost << pool) + (left_out[i] + left_out[j] if i >= size else 0)) for i, j, cost in question.pairs
        ]
        alone: list[int | None] = [None] * len(question.players)
        if within:
            alone[size:] = left_out[size:]
        fields = [Field(field.low + pool, field.width) for field in question.weigher.fields]
        fields += [Field(pool - 1 - place, 1, size + place) for place in range(pool)]
        mates = lightest(pairs, alone, question.weigher.bits + pool, lambda: fields, self.backend)
        if mates is None:
            return None
        return tuple(question.players[v] for v in range(size, len(mates)) if 0 <= mates[v] < size)
