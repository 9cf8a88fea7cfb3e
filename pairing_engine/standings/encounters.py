"""[C.07 6, 13.3] Direct Encounter and its extension for teams, which compare games between tied participants.

Tied participants are split into classes, from the first to the last. Participants of the same class are still tied.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from pairing_engine.facts.model import Tpn
from pairing_engine.standings.record import PRIMARY, SECONDARY, Field
from pairing_engine.standings.values import Term
from pairing_engine.values import NamedTuple, of_values

Class = tuple[Tpn, ...]
Split = Callable[[Class], list[Class]]
"""A function that splits tied participants into classes."""


class Sum(NamedTuple):
    """The score against the other tied participants.

    ``low`` counts the missing games as losses. ``high`` counts the missing games as wins.
    """

    score: int | Fraction
    low: int | Fraction
    high: int | Fraction


_sum = of_values(Sum)


class Step(NamedTuple):
    """One step in separating tied participants: the group, and the parts into which the group is split.

    A group that stays tied has only one part. ``reference`` is the index of the points that separate the group.
    ``knock_out`` is None, or the position of the tie-break of Article 12 that separates the group.
    """

    group: Class
    parts: list[Class]
    reference: int = PRIMARY
    knock_out: int | None = None


def direct_encounter(field: Field, tied: Class, reference: int) -> list[Class]:
    """[C.07 6] Split tied participants into classes by their games with each other."""
    return again_and_again(tied, lambda group: separation(field, group, (reference,)).parts)


def extended(field: Field, tied: Class, knock_outs: Sequence[Split] = ()) -> list[Class]:
    """[C.07 13.3] Split tied teams: first by score, then by the other points, then by tie-breaks of Article 12.

    Article 12 is used only for two teams with equal points. ``knock_outs`` are the tie-breaks of Article 12 that the
    competition uses [13.3.2]. Every new subset is again split by the score first [13.3.3] (reading K25).
    """
    return again_and_again(tied, lambda group: separation(field, group, (PRIMARY, SECONDARY), knock_outs).parts)


def separation(field: Field, group: Class, references: Sequence[int], knock_outs: Sequence[Split] = ()) -> Step:
    """[C.07 6, 13.3] Split tied participants with the first points or tie-break that separates them."""
    for reference in references:
        parts = _split(field, group, reference)
        if len(parts) > 1:
            return Step(group, parts, reference)
    if len(group) == 2 and field.scores[group[0]] == field.scores[group[1]]:
        for place, knock_out in enumerate(knock_outs):
            parts = knock_out(group)
            if len(parts) > 1:
                return Step(group, parts, knock_out=place)
    return Step(group, [group])


def separating(
    field: Field, tied: Class, pair: Class, references: Sequence[int], knock_outs: Sequence[Split] = ()
) -> Step:
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


def terms_among(field: Field, tpn: Tpn, tied: Class, reference: int) -> list[Term]:
    """[C.07 6.1] List a participant's games against the other tied participants. Unplayed games do not count."""
    others = frozenset(tied)
    return [
        Term(entry.number, entry.opponent, entry.points[reference], 0)
        for entry in field.entries[tpn]
        if entry.played and entry.opponent in others
    ]


def _split(field: Field, group: Class, reference: int) -> list[Class]:
    """[C.07 6.2, 6.3] Split tied participants by their scores in the games with each other.

    If games are missing, only participants whose place is certain are separated.
    """
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


def sums_of(field: Field, group: Class, reference: int) -> dict[Tpn, Sum]:
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
