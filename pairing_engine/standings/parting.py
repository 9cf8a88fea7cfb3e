"""[C.07 4.2] Ranking by a list of tie-breaks, one after the other.

Each tie-break separates only participants who are still tied.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from pairing_engine.facts.model import Tpn
from pairing_engine.standings.catalogue import TIE_BREAKS, Needs, TieBreak
from pairing_engine.standings.formulas import Case
from pairing_engine.standings.record import PRIMARY, SECONDARY, ResultsSoFar
from pairing_engine.standings.values import Number, Term, Value
from pairing_engine.values import NamedTuple, of_values

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
        return by_number(tied, self._amount or self._number, lower_first=lower_first)

    @cached_property
    def _amount(self) -> Callable[[Tpn], Number] | None:
        amount = self.tie_break.amount
        return None if amount is None else amount(self.case)

    def _number(self, tpn: Tpn) -> Number:
        return self.value(tpn).number

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

    def separating(self, one: Tpn, other: Tpn) -> Separation:
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
    return lambda group: by_number(group, lambda tpn: value(case, tpn).number, lower_first=tie_break.lower_first)


def _same_game_points(case: Case, tied: Class) -> bool:
    at = case.index("GP")
    return len({case.plain.scores[tpn][at] for tpn in tied}) == 1


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
Split = Callable[[Class], list[Class]]
"""A function that splits tied participants into classes."""


class Sum(NamedTuple):
    """The score against the others tied, with missing games as losses (``low``) and as wins (``high``)."""

    score: int | Fraction
    low: int | Fraction
    high: int | Fraction


_sum = of_values(Sum)


class Separation(NamedTuple):
    """One step in separating tied participants: the group, and the parts into which the group is split.

    A group that stays tied has only one part. ``reference`` is the index of the points that separate the group.
    ``knock_out`` is None, or the position of the tie-break of Article 12 that separates the group.
    """

    group: Class
    parts: list[Class]
    reference: int = PRIMARY
    knock_out: int | None = None


def direct_encounter(field: ResultsSoFar, tied: Class, reference: int) -> list[Class]:
    """[C.07 6] Split tied participants into classes by their games with each other."""
    return again_and_again(tied, lambda group: separation(field, group, (reference,)).parts)


def extended(field: ResultsSoFar, tied: Class, knock_outs: Sequence[Split] = ()) -> list[Class]:
    """[C.07 13.3] Split tied teams: first by score, then by the other points, then by tie-breaks of Article 12.

    Article 12 is used only for two teams with equal points. ``knock_outs`` are the tie-breaks of Article 12 that the
    competition uses [13.3.2]. Every new subset is again split by the score first [13.3.3] (reading K25).
    """
    return again_and_again(tied, lambda group: separation(field, group, (PRIMARY, SECONDARY), knock_outs).parts)


def separation(
    field: ResultsSoFar, group: Class, references: Sequence[int], knock_outs: Sequence[Split] = ()
) -> Separation:
    """[C.07 6, 13.3] Split tied participants with the first points or tie-break that separates them."""
    for reference in references:
        parts = _split(field, group, reference)
        if len(parts) > 1:
            return Separation(group, parts, reference)
    if len(group) == 2 and field.scores[group[0]] == field.scores[group[1]]:
        for place, knock_out in enumerate(knock_outs):
            parts = knock_out(group)
            if len(parts) > 1:
                return Separation(group, parts, knock_out=place)
    return Separation(group, [group])


def separating(
    field: ResultsSoFar, tied: Class, pair: Class, references: Sequence[int], knock_outs: Sequence[Split] = ()
) -> Separation:
    """Find the step that separates two tied participants."""
    step = separation(field, tied, references, knock_outs)
    while len(step.parts) > 1:
        part = next(part for part in step.parts if pair[0] in part)
        if pair[1] not in part:
            break
        step = separation(field, part, references, knock_outs)
    return step


def again_and_again(tied: Class, split: Split) -> list[Class]:
    """[C.07 6.2, 6.3, 13.3.3] Split tied participants, and split each part again, until nothing changes."""
    done: list[Class] = []
    waiting = [tied]
    while waiting:
        group = waiting.pop()
        parts = split(group) if len(group) > 1 else [group]
        if len(parts) == 1:
            done.append(group)
        else:
            waiting.extend(reversed(parts))
    return done


def terms_among(field: ResultsSoFar, tpn: Tpn, tied: Class, reference: int) -> list[Term]:
    """[C.07 6.1] List a participant's games against the other tied participants. Unplayed games do not count."""
    others = frozenset(tied)
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
        return _by_score(group, sums)
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


def _by_score(group: Class, sums: dict[Tpn, Sum]) -> list[Class]:
    scores = sorted({found.score for found in sums.values()}, reverse=True)
    return [tuple(tpn for tpn in group if sums[tpn].score == score) for score in scores]


def sums_of(field: ResultsSoFar, group: Class, reference: int) -> dict[Tpn, Sum]:
    """[C.07 6.1] Compute each participant's score within the group. Each opponent counts once [6.1.2]."""
    worth = field.worth[reference]
    others, found = frozenset(group), {}
    for tpn in group:
        games = field.games_with(tpn, others, reference)
        met = dict(games)
        score = sum(met.values()) if len(met) == len(games) else _averages(games)
        missing = len(group) - 1 - len(met)
        found[tpn] = _sum((score, score + missing * worth.loss, score + missing * worth.win))
    return found


def _averages(games: Sequence[tuple[Tpn, int]]) -> Fraction:
    """[C.07 6.1.2] Add up the average scores against each opponent."""
    met: dict[Tpn, list[int]] = {}
    for opponent, points in games:
        met.setdefault(opponent, []).append(points)
    return sum((Fraction(sum(gained), len(gained)) for gained in met.values()), Fraction(0))
