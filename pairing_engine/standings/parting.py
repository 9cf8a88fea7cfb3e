"""[C.07 4.2] Ranking by a list of tie-breaks, one after the other.

Each tie-break separates only participants who are still tied.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from pairing_engine.facts.model import Tpn
from pairing_engine.standings.catalogue import TIE_BREAKS, Needs, TieBreak
from pairing_engine.standings.formulas import Case
from pairing_engine.standings.record import PRIMARY, SECONDARY, ResultsSoFar
from pairing_engine.standings.values import Number, Term, Value

NOTHING = Value(None)


class Ranking:
    """A tie-break of an event, with its values. A ranking splits tied participants into classes."""

    def __init__(self, case: Case, tie_break: TieBreak | None = None) -> None:
        self.case = case
        self.tie_break = tie_break or TIE_BREAKS[case.asked.name]
        self._values: dict[Tpn, Value] = {}
        self._placed: dict[Tpn, tuple[int, Class]] = {}
        self._dropped = self.tie_break.needs is Needs.RATINGS and case.is_dropped

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the tie-break without its functions, which cannot be sent to another process."""
        return Ranking, (self.case,), {"_placed": self._placed}

    def value(self, tpn: Tpn) -> Value:
        """Return a participant's value: for Direct Encounter the place in the tied group, or 0 if it stays tied."""
        found = self._values.get(tpn)
        if found is None:
            compute = self.tie_break.value
            if compute is None:
                return Value(self._placed.get(tpn, (0, ()))[0])
            found = self._values[tpn] = NOTHING if self._dropped else compute(self.case, tpn)
        return found

    def split(self, tied: Class) -> list[Class]:
        """Split tied participants into classes. The best class comes first."""
        if self._dropped:
            return [tied]
        if self.tie_break.value is None:
            return self._by_encounters(tied)
        scores, game_points = self.case.plain.scores, self.case.index("GP")
        if self.tie_break.code == "BC" and len({scores[tpn][game_points] for tpn in tied}) > 1:
            # 12.1: "It can only be used when all tied teams have (scored) the same number of game points"
            return [tied]
        lower_first = self.tie_break.lower_first is not self.case.asked.reverse
        return by_number(tied, lambda tpn: self.value(tpn).rank_by, lower_first=lower_first)

    def _by_encounters(self, tied: Class) -> list[Class]:
        """[C.07 6.2, 6.3, 13.3.3] Split tied participants, and split each part again, until nothing changes."""
        parts: list[Class] = []
        waiting = [tied]
        while waiting:
            group = waiting.pop()
            split = self._separation(group).parts if len(group) > 1 else [group]
            if len(split) == 1:
                parts.append(group)
            else:
                waiting.extend(reversed(split))
        place = 1
        for part in parts:
            for tpn in part:
                self._placed[tpn] = place if len(parts) > 1 else 0, tied
            place += len(part)
        return parts

    def separating(self, one: Tpn, other: Tpn) -> Separation:
        """[C.07 6, 13.3] Find the step of Direct Encounter that separates two tied participants."""
        step = self._separation(self._placed[one][1])
        while len(step.parts) > 1:
            part = next(part for part in step.parts if one in part)
            if other not in part:
                break
            step = self._separation(part)
        return step

    def _separation(self, group: Class) -> Separation:
        """[C.07 6, 13.3] Split tied participants with the first points or tie-break that separates them.

        The extended Direct Encounter splits tied teams first by score, then by the other points, then by tie-breaks of
        Article 12, which are used only for two teams with equal points [13.3.2]. Every new subset is again split by the
        score first [13.3.3] (reading K25).
        """
        field, code = self.case.field, self.tie_break.code
        for reference in (self.case.reference,) if code == "DE" else (PRIMARY, SECONDARY):
            parts = _split(field, group, reference)
            if len(parts) > 1:
                return Separation(group, parts, reference)
        if len(group) == 2 and field.scores[group[0]] == field.scores[group[1]]:
            for knock_out in KNOCK_OUTS.get(code, ()):
                parts = Ranking(self.case, TIE_BREAKS[knock_out]).split(group)
                if len(parts) > 1:
                    return Separation(group, parts, knock_out=knock_out)
        return Separation(group, [group])


KNOCK_OUTS = {"EDE": (), "EDEBT": ("BC", "TBR"), "EDEBB": ("BC", "BBE"), "EDET": ("TBR",), "EDEB": ("BBE",)}
"""[C.07 13.3.2] The tie-breaks of Article 12 that follow each extended Direct Encounter."""


def by_number(tied: Class, number_of: Callable[[Tpn], Number], *, lower_first: bool) -> list[Class]:
    classes: dict[Number, list[Tpn]] = {}
    for tpn in tied:
        classes.setdefault(number_of(tpn), []).append(tpn)
    if len(classes) == 1:
        return [tied]
    numbers: list[Any] = sorted(classes, reverse=not lower_first)
    return [tuple(classes[number]) for number in numbers]


def ranked(everybody: Class, rankings: Sequence[Ranking]) -> dict[Tpn, tuple[int, ...]]:
    """[C.07 4.2] Compute the ranks after the first tie-break, after the second, and so on; a class shares a rank."""
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


Class = tuple[Tpn, ...]


class Sum(NamedTuple):
    """The score against the others tied, with missing games as losses (``low``) and as wins (``high``)."""

    score: int | Fraction
    low: int | Fraction
    high: int | Fraction


_sum = Sum._make


class Separation(NamedTuple):
    """One step in separating tied participants: the group, and the parts into which the group is split.

    A group that stays tied has only one part. ``reference`` is the index of the points that separate the group.
    ``knock_out`` is the code of the tie-break of Article 12 that separates the group, if one does.
    """

    group: Class
    parts: list[Class]
    reference: int = PRIMARY
    knock_out: str = ""


def terms_among(field: ResultsSoFar, tpn: Tpn, others: frozenset[Tpn], reference: int) -> list[Term]:
    """[C.07 6.1] List a participant's games against the other tied participants. Unplayed games do not count."""
    return [
        Term(entry.number, entry.opponent, entry.points[reference], 0)
        for entry in field.entries[tpn]
        if entry.played and entry.opponent in others
    ]


def _split(field: ResultsSoFar, group: Class, reference: int) -> list[Class]:
    """[C.07 6.2, 6.3] Split tied participants by the scores among them; if games are missing, where it is certain."""
    if field.usual and len(group) > 2 * field.after:
        return [group]  # nobody is certain to be first, because more games are missing than played [6.3]
    sums = sums_of(field, group, reference)
    if all(found.low == found.high for found in sums.values()):
        return by_number(group, lambda tpn: sums[tpn].score, lower_first=False)
    if not field.swiss:
        return [group]  # 6.3 applies to Swiss tournaments only
    ranked: list[Class] = []
    left = list(group)
    while len(left) > 1:
        first = max(left, key=lambda tpn: sums[tpn].low)
        if sums[first].low <= max(sums[tpn].high for tpn in left if tpn != first):
            break
        ranked.append((first,))
        left.remove(first)
    return [*ranked, tuple(left)] if left else ranked


def sums_of(field: ResultsSoFar, group: Class, reference: int) -> dict[Tpn, Sum]:
    """[C.07 6.1] Compute each participant's score within the group. Each opponent counts once [6.1.2]."""
    worth = field.worth[reference]
    others, found = frozenset(group), {}
    for tpn in group:
        met: dict[Tpn, list[int]] = {}
        for term in terms_among(field, tpn, others, reference):
            met.setdefault(term.opponent, []).append(term.amount)
        score = sum([gained[0] if len(gained) == 1 else Fraction(sum(gained), len(gained)) for gained in met.values()])
        missing = len(group) - 1 - len(met)
        found[tpn] = _sum((score, score + missing * worth.loss, score + missing * worth.win))
    return found
