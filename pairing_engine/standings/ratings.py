"""[C.07 10] Tie-breaks from ratings. All games played over the board count.

The two tables come from the FIDE Rating Regulations (B.02 8.1.1, 8.1.2). In these tables a win is one point and a draw
half a point, whatever points the event gives (reading K15).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence

from pairing_engine.facts.model import Tpn
from pairing_engine.language import marked
from pairing_engine.standings.record import Field
from pairing_engine.standings.values import NO_CUT, Cut, Term, Value, average, beginning_with, rounded

RATING_DIFFERENCE = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184),
    *(193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501),
    *(538, 589, 677, 800),
)
"""[B.02 8.1.1] The rating differences for scores of 50, 51, ... 100 percent."""

UPPER_ENDS = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188),
    *(197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517),
    *(559, 619, 735),
)
"""[B.02 8.1.2] The largest rating differences for which the stronger player expects 50, 51, ... 99 percent."""

FOR_THE_SCORE = marked("rating difference for the score")

Ratings = Mapping[Tpn, int]
Performance = Callable[[Field, Tpn, Ratings], Value]


def _opponents(field: Field, tpn: Tpn, ratings: Ratings) -> list[Term]:
    """List the rating of the opponent in each game over the board."""
    terms = []
    for entry in field.entries[tpn]:
        if entry.played:
            rating = ratings[entry.opponent]
            terms += [Term(entry.number, entry.opponent, rating, rating)] * entry.over_the_board()[0]
    return terms


def _score(field: Field, tpn: Tpn) -> int:
    """Compute the score in games over the board, in tenths of a point."""
    return sum(entry.over_the_board()[1] for entry in field.entries[tpn] if entry.played)


def average_rating(field: Field, tpn: Tpn, ratings: Ratings, cut: Cut = NO_CUT) -> Value:
    """[C.07 10.1] Compute the average rating of the opponents, as a whole number."""
    return rounded(average(_opponents(field, tpn, ratings), cut=cut))


def rating_difference(tenths: int, games: int) -> int:
    """[C.07 10.2] Return the rating difference for a score. The score is rounded to whole percents (reading K15).

    >>> rating_difference(25, 4), rating_difference(0, 3), rating_difference(15, 3)
    (95, -800, 0)
    """
    percent = (20 * tenths + games) // (2 * games)
    return RATING_DIFFERENCE[percent - 50] if percent >= 50 else -RATING_DIFFERENCE[50 - percent]


def performance(field: Field, tpn: Tpn, ratings: Ratings) -> Value:
    """[C.07 10.2] Compute the performance rating.

    The performance is the opponents' average rating plus the rating difference that matches the score.

    The value is 0 for a player without games.
    """
    found = average_rating(field, tpn, ratings)
    if not found.terms:
        return found
    return beginning_with(rating_difference(_score(field, tpn), len(found.terms)), FOR_THE_SCORE, found)


def expected_score(rating: int, opponents: Sequence[int]) -> int:
    """[C.07 10.3] Compute the expected score, in hundredths, of a player with this rating against the opponents.

    >>> expected_score(2000, [2000, 1800, 2800])
    126
    """
    found = 0
    for other in opponents:
        percent = 50 + bisect_left(UPPER_ENDS, abs(rating - other))
        found += percent if rating >= other else 100 - percent
    return found


def perfect_performance(field: Field, tpn: Tpn, ratings: Ratings) -> Value:
    """[C.07 10.3] Find the lowest rating whose expected score reaches the actual score.

    The value is 0 for a player without games.
    """
    terms = _opponents(field, tpn, ratings)
    if not terms:
        return Value(0)
    opponents = [term.amount for term in terms]
    target = _score(field, tpn)
    score = 10 * target
    if score == 0:
        return Value(min(opponents) - 800, tuple(terms))
    low, high = min(opponents) - UPPER_ENDS[-1] - 1, max(opponents) + UPPER_ENDS[-1] + 1
    while low < high:
        middle = (low + high) // 2
        if expected_score(middle, opponents) >= score:
            high = middle
        else:
            low = middle + 1
    return Value(low, tuple(terms), target=target)


def average_performance(field: Field, tpn: Tpn, of_opponent: Callable[[Tpn], int], cut: Cut = NO_CUT) -> Value:
    """[C.07 10.4, 10.5] Compute the average (perfect) performance of the opponents, as a whole number."""
    performances = {entry.opponent: of_opponent(entry.opponent) for entry in field.entries[tpn] if entry.played}
    return rounded(average(_opponents(field, tpn, performances), cut=cut))


def rating(_: Field, tpn: Tpn, ratings: Ratings) -> Value:
    """[C.07 10.6] Return the participant's own rating."""
    return Value(ratings[tpn])
