"""[C.07 6, 13.3] Direct Encounter and its extension for teams: tie-breaks of type A, by games of the tied.

Each function takes the tied participants and gives them in classes, from the first to the last. Participants of the
same class are still tied.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from pairing_engine.facts.model import Tpn
from pairing_engine.standings.record import PRIMARY, SECONDARY, Field
from pairing_engine.standings.values import Term

Class = tuple[Tpn, ...]
Split = Callable[[Class], list[Class]]
"""A function that separates tied participants, once."""


class Sum(NamedTuple):
    """The score of a participant against the others, and its lowest and highest value with the missing games."""

    score: int | Fraction
    low: int | Fraction
    high: int | Fraction


def direct_encounter(field: Field, tied: Class, reference: int) -> list[Class]:
    """[C.07 6] The classes of the tied participants by their games with each other."""
    return again_and_again(tied, lambda group: _split(field, group, reference))


def again_and_again(tied: Class, split: Split) -> list[Class]:
    """[C.07 6.2, 6.3, 13.3.3] Split, and apply the same to each part, until no tie can be resolved."""
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
    """The games of a participant with the others [C.07 6.1]; unplayed ones do not count [6.1.1]."""
    others = frozenset(tied)
    return [
        Term(entry.number, entry.opponent, entry.points[reference], 0)
        for entry in field.entries[tpn]
        if entry.played and entry.opponent in others
    ]


def _split(field: Field, group: Class, reference: int) -> list[Class]:
    """[C.07 6.2, 6.3] The classes of the separate standings, or first those ahead whatever happens, then the others."""
    sums = _sums(field, group, reference)
    if all(found.low == found.high for found in sums.values()):
        return _by_score(group, sums)
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


def _sums(field: Field, group: Class, reference: int) -> dict[Tpn, Sum]:
    """[C.07 6.1] The sum of everybody's scores, each opponent counting once [6.1.2]."""
    worth = field.worth[reference]
    others, found = frozenset(group), {}
    for tpn in group:
        games = field.games_with(tpn, others, reference)
        met = dict(games)
        score = sum(met.values()) if len(met) == len(games) else _averages(games)
        missing = len(group) - 1 - len(met)
        found[tpn] = Sum(score, score + missing * worth.loss, score + missing * worth.win)
    return found


def _averages(games: Sequence[tuple[Tpn, int]]) -> Fraction:
    """[C.07 6.1.2] The sum of the average scores against each opponent."""
    met: dict[Tpn, list[int]] = {}
    for opponent, points in games:
        met.setdefault(opponent, []).append(points)
    return sum((Fraction(sum(gained), len(gained)) for gained in met.values()), Fraction(0))


def extended(field: Field, tied: Class, knock_outs: Sequence[Split] = ()) -> list[Class]:
    """[C.07 13.3] Direct Encounter by the score, then by the other points; then, for two teams, Article 12.

    ``knock_outs`` are the tie-breaks of Article 12 that the competition applies [13.3.2].
    """

    def split(group: Class) -> list[Class]:
        for reference in (PRIMARY, SECONDARY):
            parts = direct_encounter(field, group, reference)
            if len(parts) > 1:
                return parts
        if len(group) == 2 and field.scores[group[0]] == field.scores[group[1]]:
            found = (knock_out(group) for knock_out in knock_outs)
            return next((parts for parts in found if len(parts) > 1), [group])
        return [group]

    return again_and_again(tied, split)
