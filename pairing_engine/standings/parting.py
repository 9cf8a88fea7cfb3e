"""[C.07 4.2] Ranking by a list of tie-breaks, one after the other.

Each tie-break separates only participants who are still tied.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from pairing_engine.facts.model import Tpn
from pairing_engine.standings.case import Case
from pairing_engine.standings.catalogue import TIE_BREAKS, Needs, TieBreak
from pairing_engine.standings.encounters import Class, Split, Step, direct_encounter, extended, separating
from pairing_engine.standings.record import PRIMARY, SECONDARY
from pairing_engine.standings.values import Number, Value

NOTHING = Value(None)


class Ranking:
    """A tie-break of an event, with its values. A ranking splits tied participants into classes."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.tie_break: TieBreak = TIE_BREAKS[case.asked.name]
        self._values: dict[Tpn, Value] = {}
        self._placed: dict[Tpn, tuple[int, Class]] = {}
        self._dropped = self.tie_break.needs is Needs.RATINGS and case.is_dropped

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the tie-break without its functions, which cannot be sent to another process."""
        return Ranking, (self.case,), {"_placed": self._placed}

    def value(self, tpn: Tpn) -> Value:
        """Return a participant's value. The value of Direct Encounter is the participant's place in the tied group."""
        found = self._values.get(tpn)
        if found is None:
            compute = self.tie_break.value
            if compute is None:
                return self._among_tied(tpn)
            found = self._values[tpn] = NOTHING if self._dropped else compute(self.case, tpn)
        return found

    def _among_tied(self, tpn: Tpn) -> Value:
        """[C.07 6.1] Return the place among the tied participants. Return 0 if the tied participants stay tied."""
        return Value(self._placed.get(tpn, (0, ()))[0])

    def split(self, tied: Class) -> list[Class]:
        """Split tied participants into classes. The best class comes first."""
        if self._dropped:
            return [tied]
        if self.tie_break.value is None:
            return self._by_encounters(tied)
        if self.tie_break.code == "BC" and not _same_game_points(self.case, tied):
            # 12.1: "It can only be used when all tied teams have (scored) the same number of game points"
            return [tied]
        lower_first = self.tie_break.lower_first is not self.case.asked.reverse
        return by_key(tied, self._quick_key or self._key, lower_first=lower_first)

    @cached_property
    def _quick_key(self) -> Callable[[Tpn], Number] | None:
        key = self.tie_break.key
        return None if key is None else key(self.case)

    def _key(self, tpn: Tpn) -> Number:
        return self.value(tpn).key

    def _by_encounters(self, tied: Class) -> list[Class]:
        field = self.case.field
        code, reference = self.tie_break.code, self.case.reference
        extends = code != "DE"
        parts = extended(field, tied, self._knock_outs()) if extends else direct_encounter(field, tied, reference)
        place = 1
        for part in parts:
            for tpn in part:
                self._placed[tpn] = place if len(parts) > 1 else 0, tied
            place += len(part)
        return parts

    def _knock_outs(self) -> list[Split]:
        return [knock_out(self.case, code) for code in KNOCK_OUTS[self.tie_break.code]]

    def separating(self, one: Tpn, other: Tpn) -> Step:
        """[C.07 6, 13.3] Find the step of Direct Encounter that separates two tied participants."""
        extends = self.tie_break.code != "DE"
        references = (PRIMARY, SECONDARY) if extends else (self.case.reference,)
        tied = self._placed[one][1]
        return separating(self.case.field, tied, (one, other), references, self._knock_outs() if extends else ())


KNOCK_OUTS = {"EDE": (), "EDEBT": ("BC", "TBR"), "EDEBB": ("BC", "BBE"), "EDET": ("TBR",), "EDEB": ("BBE",)}
"""[C.07 13.3.2] The tie-breaks of Article 12 that follow each extended Direct Encounter."""


def knock_out(case: Case, code: str) -> Split:
    """[C.07 13.3.2] Return a function that separates two teams by a tie-break of Article 12."""
    tie_break = TIE_BREAKS[code]
    assert tie_break.value is not None
    value = tie_break.value
    return lambda group: by_key(group, lambda tpn: value(case, tpn).key, lower_first=tie_break.lower_first)


def _same_game_points(case: Case, tied: Class) -> bool:
    at = case.index("GP")
    return len({case.plain.scores[tpn][at] for tpn in tied}) == 1


def by_key(tied: Class, key: Callable[[Tpn], Number], *, lower_first: bool) -> list[Class]:
    classes: dict[Number, list[Tpn]] = {}
    for tpn in tied:
        classes.setdefault(key(tpn), []).append(tpn)
    if len(classes) == 1:
        return [tied]
    numbers: list[Any] = sorted(classes, reverse=not lower_first)
    return [tuple(classes[number]) for number in numbers]


def ranked(everybody: Class, rankings: Sequence[Ranking]) -> dict[Tpn, tuple[int, ...]]:
    """[C.07 4.2] Compute the ranks of each participant: after the first tie-break, after the second, and so on.

    Members of a class share a rank.
    """
    steps: dict[Tpn, tuple[int, ...]] = dict.fromkeys(everybody, ())
    tied = [(1, everybody)]
    for left, ranking in zip(range(len(rankings), 0, -1), rankings, strict=True):
        still_tied = []
        for rank, group in tied:
            for part in ranking.split(group) if len(group) > 1 else [group]:
                ranks = (rank,) if len(part) > 1 else (rank,) * left
                for tpn in part:
                    steps[tpn] += ranks
                if len(part) > 1:
                    still_tied.append((rank, part))
                rank += len(part)
        tied = still_tied
    return steps
