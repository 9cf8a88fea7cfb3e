"""[C.07 8, 9, 13.2, 13.4] Tie-breaks from the scores of opponents, such as Buchholz and Sonneborn-Berger."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

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
    """[C.07 16.4] Return the score of the dummy opponent in an unplayed round."""
    own = field.scores[tpn][reference]
    if not field.capped:
        return own
    if kind in FORFEITS:
        return min(own, field.adjusted(reference)[opponent])
    return min(own, field.worth[reference].draw * field.rounds)


def scores_against(field: Field, reference: int) -> Mapping[Tpn, Sequence[int]]:
    """[C.07 16.3, 16.4] Return the scores of all opponents (or dummy opponents), by participant and round."""
    found = field.known_scores_against.get(reference)
    if found is None:
        score_of = {NOBODY: 0, **field.adjusted(reference)}.__getitem__
        found = {tpn: [*map(score_of, rounds.opponents)] for tpn, rounds in field.columns.items()}
        for tpn, unplayed in field.unplayed.items():
            opponents = field.columns[tpn].opponents
            for at, kind in unplayed.items():
                found[tpn][at] = dummy_score(field, tpn, kind, opponents[at], reference)
        field.known_scores_against[reference] = found
    return found


def buchholz_key(field: Field, reference: int, cut: Cut) -> Callable[[Tpn], int]:
    against, has_unplayed = scores_against(field, reference), field.unplayed
    if cut == NO_CUT:
        return lambda tpn: sum(against[tpn])
    if cut != CUT_1:
        return lambda tpn: sum(against[tpn]) - _sum_cut(field, tpn, against[tpn], against[tpn], cut)

    def key(tpn: Tpn) -> int:
        scores = against[tpn]
        least = min(scores, default=0)
        return sum(scores) - (_cut_1(field, tpn, scores, least) if tpn in has_unplayed else least)

    return key


def sonneborn_berger_key(field: Field, of_opponent: int, scored: int, cut: Cut) -> Callable[[Tpn], int]:
    against = scores_against(field, of_opponent)

    def key(tpn: Tpn) -> int:
        scores = against[tpn]
        gained = field.columns[tpn].points(scored)
        products = [score * points for score, points in zip(scores, gained, strict=True)]
        if cut == CUT_1:
            least = min(zip(scores, products, strict=True), default=(0, 0))[1]
            return sum(products) - _cut_1(field, tpn, products, least)
        return sum(products) - _sum_cut(field, tpn, scores, products, cut)

    return key


def _cut_1(field: Field, tpn: Tpn, amounts: Sequence[int], least: int) -> int:
    """[C.07 16.5.2] Find the contribution that Cut-1 removes.

    Two contributions are compared: the least significant contribution, and the lowest contribution of a voluntary
    unplayed round. Cut-1 removes the higher of these two contributions.
    """
    unplayed = field.unplayed.get(tpn)
    if unplayed is None:
        return least
    return max(least, min([amounts[at] for at, kind in unplayed.items() if kind in VOLUNTARY], default=least))


def _sum_cut(field: Field, tpn: Tpn, weights: Sequence[int], amounts: Sequence[int], cut: Cut) -> int:
    if cut == NO_CUT:
        return 0
    unplayed = field.unplayed.get(tpn, {})
    voluntary = [unplayed.get(at) in VOLUNTARY for at in range(len(amounts))]
    return sum([amount for _, amount, _ in cut_of(zip(weights, amounts, voluntary, strict=True), cut)])


def buchholz(field: Field, tpn: Tpn, reference: int, cut: Cut = NO_CUT) -> Value:
    """[C.07 8.1, 8.3] Add up the opponents' scores.

    For the Fore Buchholz, ``field`` counts all games of the final round as draws.
    """
    return total(_buchholz_terms(field, tpn, reference), cut=cut)


def _buchholz_terms(field: Field, tpn: Tpn, reference: int) -> list[Term]:
    terms = []
    for entry, score in zip(field.entries[tpn], scores_against(field, reference)[tpn], strict=True):
        voluntary, dummy = entry.kind in VOLUNTARY, not entry.played
        terms.append(term_of((entry.number, entry.opponent, score, score, voluntary, dummy, False, None)))
    return terms


def average_of_buchholz(field: Field, tpn: Tpn, buchholz_of: Callable[[Tpn], int], cut: Cut = NO_CUT) -> Value:
    """[C.07 8.2] Compute the average Buchholz of the opponents met over the board. ``buchholz_of`` returns tenths."""
    terms = []
    for entry in field.entries[tpn]:
        if entry.played:
            amount = buchholz_of(entry.opponent)
            terms.append(Term(entry.number, entry.opponent, amount, amount))
    return average(terms, unit=10, cut=cut)


def sonneborn_berger(field: Field, tpn: Tpn, of_opponent: int, scored: int, cut: Cut = NO_CUT) -> Value:
    """[C.07 9.1, 13.2] Add up each opponent's score times the points scored against that opponent.

    ``of_opponent`` and ``scored`` are the indexes of the two kinds of points that are multiplied [13.2.1 to 13.2.4].
    """
    terms = []
    against = _buchholz_terms(field, tpn, of_opponent)
    for (number, opponent, score, _, voluntary, dummy, _, _), entry in zip(against, field.entries[tpn], strict=True):
        gained = entry.points[scored]
        terms.append(term_of((number, opponent, score * gained, score, voluntary, dummy, False, (score, gained))))
    return total(terms, unit=100, cut=cut)


def koya_limit(field: Field, reference: int, halves: int = 0) -> int:
    """[C.07 9.2, 14.5] Return the score, in twentieths of a point, that an opponent needs for Koya."""
    return field.worth[reference].win * field.games + 2 * HALF_POINT * halves


def koya(field: Field, tpn: Tpn, reference: int, halves: int = 0) -> Value:
    """[C.07 9.2] Add up the points scored against opponents who have at least half of the possible points.

    Points won by forfeit count as points against the scheduled opponent, as in Article 15.2. Points from byes do not
    count (reading K13).
    """
    limit = koya_limit(field, reference, halves)
    terms = [
        Term(entry.number, entry.opponent, entry.points[reference], 0)
        for entry in field.entries[tpn]
        if entry.opponent != NOBODY and 2 * field.scores[entry.opponent][reference] >= limit
    ]
    return total(terms)


def normalising_factor(field: Field) -> int:
    """[C.07 13.4.2 b] Divide the highest possible score by the best secondary score of one match, and round down.

    The result is at least 1, because it must be a divisor (reading K14).
    """
    most = field.worth[PRIMARY].win * field.rounds
    return max(1, most // max(1, field.worth[SECONDARY].win))


def schedule_strength(field: Field, opposition: Field, tpn: Tpn, factor: int, cut: Cut = NO_CUT) -> Value:
    """[C.07 13.4] Divide the Buchholz of the primary scores by ``factor``, and add the team's secondary score.

    The Buchholz is computed from ``opposition``. For the Fore Buchholz, ``opposition`` counts all games of the final
    round as draws.
    """
    terms = _buchholz_terms(opposition, tpn, PRIMARY)
    return beginning_with(field.scores[tpn][SECONDARY], OTHER_POINTS, total(terms, cut=cut, divisor=factor))
