"""[C.07 8, 9, 13.2, 13.4] Tie-breaks from the scores of opponents, such as Buchholz and Sonneborn-Berger."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.language import marked
from pairing_engine.standings.record import FORFEITS, PRIMARY, SECONDARY, VOLUNTARY, Field, Kind
from pairing_engine.standings.values import (
    CUT_1,
    NO_CUT,
    Cut,
    Term,
    Value,
    average,
    beginning_with,
    cut_of,
    term_of,
    total,
)

HALF_POINT = 5

OTHER_POINTS = marked("points that are not the primary score")


def dummy_score(field: Field, tpn: Tpn, kind: Kind, opponent: Tpn, reference: int) -> int:
    """[C.07 16.4] The score of the dummy opponent in an unplayed round."""
    own = field.scores[tpn][reference]
    if not field.capped:
        return own
    if kind in FORFEITS:
        return min(own, field.adjusted(reference)[opponent])
    return min(own, field.worth[reference].draw * field.rounds)


def scores_against(field: Field, tpn: Tpn, reference: int) -> list[int]:
    """[C.07 16.3, 16.4] The score of the opponent, or of the dummy, in each round."""
    known = field.known_scores_against[reference]
    found = known.get(tpn)
    if found is None:
        found = known[tpn] = _scores_against(field, tpn, reference)
    return found


def _scores_against(field: Field, tpn: Tpn, reference: int) -> list[int]:
    adjusted = field.adjusted(reference)
    opponents = field.opponents(tpn)
    if tpn not in field.unplayed:
        return [adjusted[opponent] for opponent in opponents]
    return [
        adjusted[opponent] if kind is Kind.PLAYED else dummy_score(field, tpn, kind, opponent, reference)
        for opponent, kind in zip(opponents, field.kinds(tpn), strict=True)
    ]


def buchholz_key(field: Field, tpn: Tpn, reference: int, cut: Cut) -> int:
    """The sort key of `buchholz`."""
    scores = scores_against(field, tpn, reference)
    return _sum_left(field, tpn, scores, scores, cut)


def sonneborn_berger_key(field: Field, tpn: Tpn, of_opponent: int, scored: int, cut: Cut) -> int:
    """The sort key of `sonneborn_berger`."""
    scores = scores_against(field, tpn, of_opponent)
    products = [score * points for score, points in zip(scores, field.gained(tpn, scored), strict=True)]
    return _sum_left(field, tpn, scores, products, cut)


def _sum_left(field: Field, tpn: Tpn, weights: list[int], amounts: list[int], cut: Cut) -> int:
    if cut == NO_CUT:
        return sum(amounts)
    if cut == CUT_1:
        return sum(amounts) - _cut_1(weights, amounts, field.kinds(tpn) if tpn in field.unplayed else ())
    voluntary = [kind in VOLUNTARY for kind in field.kinds(tpn)]
    gone = cut_of(zip(weights, amounts, voluntary, strict=True), cut)
    return sum(amounts) - sum([amount for _, amount, _ in gone])


def _cut_1(weights: list[int], amounts: list[int], kinds: Sequence[Kind]) -> int:
    """[C.07 16.5.2] The contribution that Cut-1 removes when there are voluntary unplayed rounds.

    ``kinds`` are those of the rounds; nothing if all of them were played.
    """
    least = min(zip(weights, amounts, strict=True), default=(0, 0))[1]
    voluntary = [amount for amount, kind in zip(amounts, kinds, strict=False) if kind in VOLUNTARY]
    return max(least, min(voluntary, default=least))


def buchholz(field: Field, tpn: Tpn, reference: int, cut: Cut = NO_CUT) -> Value:
    """[C.07 8.1, 8.3] The sum of the opponents' scores; Fore Buchholz if the final round is taken as drawn."""
    return total(_buchholz_terms(field, tpn, reference), cut=cut)


def _buchholz_terms(field: Field, tpn: Tpn, reference: int) -> list[Term]:
    terms = []
    for entry, score in zip(field.entries[tpn], scores_against(field, tpn, reference), strict=True):
        voluntary, dummy = entry.kind in VOLUNTARY, not entry.played
        terms.append(term_of((entry.number, entry.opponent, score, score, voluntary, dummy, False, None)))
    return terms


def average_of_buchholz(field: Field, tpn: Tpn, buchholz_of: Callable[[Tpn], int], cut: Cut = NO_CUT) -> Value:
    """[C.07 8.2] The average Buchholz of the opponents met over the board; ``buchholz_of`` is in tenths."""
    terms = []
    for entry in field.entries[tpn]:
        if entry.played:
            amount = buchholz_of(entry.opponent)
            terms.append(Term(entry.number, entry.opponent, amount, amount))
    return average(terms, unit=10, cut=cut)


def sonneborn_berger(field: Field, tpn: Tpn, of_opponent: int, scored: int, cut: Cut = NO_CUT) -> Value:
    """[C.07 9.1, 13.2] The sum of each opponent's score times the points scored against that opponent.

    ``of_opponent`` and ``scored`` say which points are meant, so that this is all of 13.2.1 to 13.2.4, too.
    """
    terms = []
    against = _buchholz_terms(field, tpn, of_opponent)
    for (number, opponent, score, _, voluntary, dummy, _, _), entry in zip(against, field.entries[tpn], strict=True):
        gained = entry.points[scored]
        terms.append(term_of((number, opponent, score * gained, score, voluntary, dummy, False, (score, gained))))
    return total(terms, unit=100, cut=cut)


def koya_limit(field: Field, reference: int, halves: int = 0) -> int:
    """[C.07 9.2, 14.5] The score, in twentieths of a point, that an opponent needs for Koya."""
    return field.worth[reference].win * field.games + 2 * HALF_POINT * halves


def koya(field: Field, tpn: Tpn, reference: int, halves: int = 0) -> Value:
    """[C.07 9.2] The points against opponents with at least half of the possible points.

    Reading K13: points by forfeit are points against the scheduled opponent, as in 15.2; those of a bye are not.
    """
    limit = koya_limit(field, reference, halves)
    terms = [
        Term(entry.number, entry.opponent, entry.points[reference], 0)
        for entry in field.entries[tpn]
        if entry.opponent != NOBODY and 2 * field.scores[entry.opponent][reference] >= limit
    ]
    return total(terms)


def normalising_factor(field: Field) -> int:
    """[C.07 13.4.2 b] The highest possible score, divided by the highest secondary score of a match; at least 1.

    Reading K14: rounded to 0, it could not be a divisor.
    """
    most = field.worth[PRIMARY].win * field.rounds
    return max(1, most // max(1, field.worth[SECONDARY].win))


def schedule_strength(field: Field, opposition: Field, tpn: Tpn, factor: int, cut: Cut = NO_CUT) -> Value:
    """[C.07 13.4] The secondary score, plus a factor's share of the Buchholz, which counts primary scores.

    ``opposition`` is the field of the Buchholz: that of the Fore Buchholz, if the value is to be known beforehand.
    """
    terms = _buchholz_terms(opposition, tpn, PRIMARY)
    return beginning_with(field.scores[tpn][SECONDARY], OTHER_POINTS, total(terms, cut=cut, divisor=factor))
