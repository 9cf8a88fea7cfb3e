"""[C.07 7 to 10, 12, 13] The arithmetic of each tie-break: one function for each article.

The functions follow the articles: the participant's own results (7), the scores of opponents (8, 9, 13.2, 13.4),
ratings (10), and the boards of team matches (12). The two tables of Article 10 come from the FIDE Rating Regulations
(B.02 8.1.1, 8.1.2). In these tables a win is one point and a draw half a point, whatever points the event gives
(reading K15).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import mul

from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.language import marked
from pairing_engine.standings.record import (
    FORFEITS,
    PRIMARY,
    SECONDARY,
    VOLUNTARY,
    WINS,
    ResultsSoFar,
    RoundEntry,
    RoundKind,
)
from pairing_engine.standings.values import (
    NO_CUT,
    Cut,
    Term,
    Value,
    average,
    beginning_with,
    cut_of,
    left_after,
    rounded,
    term_of,
    total,
)

BONUSES = marked("bonuses and penalties")


def points(field: ResultsSoFar, tpn: Tpn, reference: int) -> Value:
    """[C.07 5, 11] Return the points of the participant."""
    terms = [
        term_of((entry.number, entry.opponent, entry.points[reference], 0, False, False, False, None))
        for entry in field.entries[tpn]
    ]
    score = field.scores[tpn][reference]
    return Value(score, tuple(terms), unit=10, start=score - sum(term.amount for term in terms), start_is=BONUSES)


def wins(field: ResultsSoFar, tpn: Tpn, reference: int) -> Value:
    """[C.07 7.1] Count the rounds in which the participant got the points of a win, even without playing.

    For teams, the match points decide whether a match is won. If matches consist of two games, every game that was won
    counts. In an unplayed match of two games, the points of one win count as one won game, and the points of two wins
    count as two won games (reading K10).
    """
    win = field.worth[reference].win

    def count(entry: RoundEntry) -> int:
        if not field.double:
            return int(entry.points[reference] == win)
        return games_won(entry) if entry.played else min(2, 2 * entry.points[reference] // max(1, win))

    return _counted(field.entries[tpn], count)


def games_won_over_the_board(field: ResultsSoFar, tpn: Tpn) -> Value:
    """[C.07 7.2] Count the games won over the board."""
    return _counted(field.entries[tpn], games_won)


def games_with_black(field: ResultsSoFar, tpn: Tpn) -> Value:
    """[C.07 7.3] Count the games played over the board with Black."""
    return _counted(field.entries[tpn], black_games)


def games_won_with_black(field: ResultsSoFar, tpn: Tpn) -> Value:
    """[C.07 7.4] Count the games won over the board with Black."""
    return _counted(field.entries[tpn], black_games_won)


def progressive(field: ResultsSoFar, tpn: Tpn, reference: int, cut: Cut = NO_CUT) -> Value:
    """[C.07 7.5] Add up the scores after each round. Cuts start with the first round [14.1.1 c]."""
    terms = []
    score = field.added[0].get(tpn, (0, 0))[reference]
    for entry in field.entries[tpn]:
        score += entry.points[reference] + field.added[entry.number].get(tpn, (0, 0))[reference]
        terms.append(Term(entry.number, entry.opponent, score, entry.number))
    return total(terms, cut=cut)


def rounds_elected(field: ResultsSoFar, tpn: Tpn) -> Value:
    """[C.07 7.6] Count the rounds so far, except requested byes and forfeit losses (reading K11)."""
    return _counted(field.entries[tpn], lambda entry: int(entry.kind not in VOLUNTARY))


def standard_points(field: ResultsSoFar, tpn: Tpn, reference: int) -> Value:
    """[C.07 7.7] Compare the participant's points in each round with the points of the scheduled opponent.

    A round with more points than the opponent counts one point, and a round with equal points counts half a point. If
    there is no scheduled opponent, the points of the round are compared with the points of a draw (reading K6).
    """
    terms = []
    for entry in field.entries[tpn]:
        own = entry.points[reference]
        other = field.worth[reference].draw
        if entry.opponent != NOBODY:
            other = field.entries[entry.opponent][entry.number - 1].points[reference]
        gained = 10 if own > other else 5 if own == other else 0
        terms.append(Term(entry.number, entry.opponent, gained, 0))
    return total(terms)


def pairing_number(field: ResultsSoFar, tpn: Tpn) -> Value:
    """[C.07 7.8] Return the tournament pairing number. The lower number is better."""
    return Value(int(tpn))


def games_won(entry: RoundEntry) -> int:
    """Count the games of a round that the participant won over the board."""
    if entry.games:
        return sum(game.result in WINS for game in entry.games) if entry.played else 0
    return int(entry.played and entry.outcome in WINS)


def black_games(entry: RoundEntry) -> int:
    if entry.games:
        return int(entry.played)
    return int(entry.played and entry.colour == "b")


def black_games_won(entry: RoundEntry) -> int:
    if entry.games:
        return sum(game.result in WINS and game.colour == "b" for game in entry.games) if entry.played else 0
    return int(entry.played and entry.colour == "b" and entry.outcome in WINS)


def _counted(entries: Iterable[RoundEntry], count: Callable[[RoundEntry], int]) -> Value:
    terms = [Term(entry.number, entry.opponent, count(entry), 0) for entry in entries]
    return total(terms, unit=1)


HALF_POINT = 5

OTHER_POINTS = marked("points that are not the primary score")


def dummy_score(field: ResultsSoFar, tpn: Tpn, kind: RoundKind, opponent: Tpn, reference: int) -> int:
    """[C.07 16.4] Return the score of the dummy opponent in an unplayed round."""
    own = field.scores[tpn][reference]
    if not field.capped:
        return own
    if kind in FORFEITS:
        return min(own, field.adjusted(reference)[opponent])
    return min(own, field.worth[reference].draw * field.rounds)


def scores_against(field: ResultsSoFar, reference: int) -> Mapping[Tpn, Sequence[int]]:
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


def buchholz_of_each(field: ResultsSoFar, reference: int, cut: Cut) -> Callable[[Tpn], int]:
    """[C.07 8.1, 8.3] Return the function that computes a participant's Buchholz, in tenths."""
    against = scores_against(field, reference)
    return lambda tpn: _left(field, tpn, against[tpn], against[tpn], cut)


def sonneborn_berger_of_each(field: ResultsSoFar, of_opponent: int, scored: int, cut: Cut) -> Callable[[Tpn], int]:
    """[C.07 9.1, 13.2] Return the function that computes a participant's Sonneborn-Berger, in hundredths."""
    against = scores_against(field, of_opponent)

    def of(tpn: Tpn) -> int:
        scores = against[tpn]
        return _left(field, tpn, scores, [*map(mul, scores, field.columns[tpn].points(scored))], cut)

    return of


def _left(field: ResultsSoFar, tpn: Tpn, weights: Sequence[int], amounts: Sequence[int], cut: Cut) -> int:
    """[C.07 14.1 to 14.4] Add up the amounts that are not cut."""
    if cut == NO_CUT:
        return sum(amounts)
    unplayed = field.unplayed.get(tpn, {})
    voluntary = [unplayed.get(at) in VOLUNTARY for at in range(len(amounts))] if unplayed else [False] * len(amounts)
    return sum(amounts) - sum([amount for _, amount, _ in cut_of(zip(weights, amounts, voluntary, strict=True), cut)])


def buchholz(field: ResultsSoFar, tpn: Tpn, reference: int, cut: Cut = NO_CUT) -> Value:
    """[C.07 8.1, 8.3] Add up the opponents' scores.

    For the Fore Buchholz, ``field`` counts all games of the final round as draws.
    """
    terms = left_after(_buchholz_terms(field, tpn, reference), cut)
    return Value(buchholz_of_each(field, reference, cut)(tpn), terms, unit=10)


def _buchholz_terms(field: ResultsSoFar, tpn: Tpn, reference: int) -> list[Term]:
    terms = []
    for entry, score in zip(field.entries[tpn], scores_against(field, reference)[tpn], strict=True):
        voluntary, dummy = entry.kind in VOLUNTARY, not entry.played
        terms.append(term_of((entry.number, entry.opponent, score, score, voluntary, dummy, False, None)))
    return terms


def average_of_buchholz(field: ResultsSoFar, tpn: Tpn, buchholz_of: Mapping[Tpn, int], cut: Cut = NO_CUT) -> Value:
    """[C.07 8.2] Compute the average Buchholz of the opponents met over the board. ``buchholz_of`` has tenths."""
    terms = []
    for entry in field.entries[tpn]:
        if entry.played:
            amount = buchholz_of[entry.opponent]
            terms.append(Term(entry.number, entry.opponent, amount, amount))
    return average(terms, unit=10, cut=cut)


def sonneborn_berger(field: ResultsSoFar, tpn: Tpn, of_opponent: int, scored: int, cut: Cut = NO_CUT) -> Value:
    """[C.07 9.1, 13.2] Add up each opponent's score times the points scored against that opponent.

    ``of_opponent`` and ``scored`` are the indexes of the two kinds of points that are multiplied [13.2.1 to 13.2.4].
    """
    terms = []
    against = _buchholz_terms(field, tpn, of_opponent)
    for (number, opponent, score, _, voluntary, dummy, _, _), entry in zip(against, field.entries[tpn], strict=True):
        gained = entry.points[scored]
        terms.append(term_of((number, opponent, score * gained, score, voluntary, dummy, False, (score, gained))))
    amount = sonneborn_berger_of_each(field, of_opponent, scored, cut)(tpn)
    return Value(amount, left_after(terms, cut), unit=100)


def koya_limit(field: ResultsSoFar, reference: int, halves: int = 0) -> int:
    """[C.07 9.2, 14.5] Return the score, in twentieths of a point, that an opponent needs for Koya."""
    return field.worth[reference].win * field.games + 2 * HALF_POINT * halves


def koya(field: ResultsSoFar, tpn: Tpn, reference: int, halves: int = 0) -> Value:
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


def normalising_factor(field: ResultsSoFar) -> int:
    """[C.07 13.4.2 b] Divide the highest possible score by the best secondary score of one match, and round down.

    The result is at least 1, because it must be a divisor (reading K14).
    """
    most = field.worth[PRIMARY].win * field.rounds
    return max(1, most // max(1, field.worth[SECONDARY].win))


def schedule_strength(field: ResultsSoFar, opposition: ResultsSoFar, tpn: Tpn, factor: int, cut: Cut = NO_CUT) -> Value:
    """[C.07 13.4] Divide the Buchholz of the primary scores by ``factor``, and add the team's secondary score.

    The Buchholz is computed from ``opposition``. For the Fore Buchholz, ``opposition`` counts all games of the final
    round as draws.
    """
    terms = _buchholz_terms(opposition, tpn, PRIMARY)
    return beginning_with(field.scores[tpn][SECONDARY], OTHER_POINTS, total(terms, cut=cut, divisor=factor))


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
Performance = Callable[[ResultsSoFar, Tpn, Ratings], Value]


def _opponents(field: ResultsSoFar, tpn: Tpn, ratings: Ratings) -> list[Term]:
    """List the rating of the opponent in each game over the board."""
    terms = []
    for entry in field.entries[tpn]:
        if entry.played:
            rating = ratings[entry.opponent]
            terms += [Term(entry.number, entry.opponent, rating, rating)] * entry.over_the_board()[0]
    return terms


def _score(field: ResultsSoFar, tpn: Tpn) -> int:
    """Compute the score in games over the board, in tenths of a point."""
    return sum(entry.over_the_board()[1] for entry in field.entries[tpn] if entry.played)


def average_rating(field: ResultsSoFar, tpn: Tpn, ratings: Ratings, cut: Cut = NO_CUT) -> Value:
    """[C.07 10.1] Compute the average rating of the opponents, as a whole number."""
    return rounded(average(_opponents(field, tpn, ratings), cut=cut))


def rating_difference(tenths: int, games: int) -> int:
    """[C.07 10.2] Return the rating difference for a score. The score is rounded to whole percents (reading K15).

    >>> rating_difference(25, 4), rating_difference(0, 3), rating_difference(15, 3)
    (95, -800, 0)
    """
    percent = (20 * tenths + games) // (2 * games)
    return RATING_DIFFERENCE[percent - 50] if percent >= 50 else -RATING_DIFFERENCE[50 - percent]


def performance(field: ResultsSoFar, tpn: Tpn, ratings: Ratings) -> Value:
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


def perfect_performance(field: ResultsSoFar, tpn: Tpn, ratings: Ratings) -> Value:
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


def average_performance(field: ResultsSoFar, tpn: Tpn, of_opponent: Callable[[Tpn], int], cut: Cut = NO_CUT) -> Value:
    """[C.07 10.4, 10.5] Compute the average (perfect) performance of the opponents, as a whole number."""
    performances = {entry.opponent: of_opponent(entry.opponent) for entry in field.entries[tpn] if entry.played}
    return rounded(average(_opponents(field, tpn, performances), cut=cut))


def rating(_: ResultsSoFar, tpn: Tpn, ratings: Ratings) -> Value:
    """[C.07 10.6] Return the participant's own rating."""
    return Value(ratings[tpn])


Boards = Mapping[Tpn, list[list[int]]]
"""Game points by team, round and board."""


def board_count(field: ResultsSoFar, boards: Boards, tpn: Tpn) -> Value:
    """[C.07 12.1] Multiply each board's game points by the board number, and add up. The lower sum is better."""
    terms = [
        Term(entry.number, entry.opponent, sum(board * points for board, points in enumerate(row, 1)), 0)
        for entry, row in zip(field.entries[tpn], boards[tpn], strict=True)
    ]
    return total(terms)


def top_boards(field: ResultsSoFar, boards: Boards, tpn: Tpn) -> Value:
    """[C.07 12.2] List the game points of the first board, then of the second board, and so on."""
    columns = [(board, board + 1) for board in range(_number(boards, tpn))]
    return Value(top_boards_points(boards, tpn), unit=10, parts=_parts(field, boards, tpn, columns))


def top_boards_points(boards: Boards, tpn: Tpn) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(*boards[tpn], strict=True))


def bottom_boards(field: ResultsSoFar, boards: Boards, tpn: Tpn) -> Value:
    """[C.07 12.3] List the game points without the last board, then without the last two boards, and so on."""
    columns = [(0, last) for last in range(_number(boards, tpn) - 1, 0, -1)]
    return Value(bottom_boards_points(boards, tpn), unit=10, parts=_parts(field, boards, tpn, columns))


def bottom_boards_points(boards: Boards, tpn: Tpn) -> tuple[int, ...]:
    points = top_boards_points(boards, tpn)
    return tuple(sum(points[:last]) for last in range(len(points) - 1, 0, -1))


def _number(boards: Boards, tpn: Tpn) -> int:
    return max(map(len, boards[tpn]), default=0)


def _parts(
    field: ResultsSoFar, boards: Boards, tpn: Tpn, columns: Sequence[tuple[int, int]]
) -> tuple[tuple[Term, ...], ...]:
    rounds = list(zip(field.entries[tpn], boards[tpn], strict=True))
    return tuple(
        tuple(Term(entry.number, entry.opponent, sum(row[first:last]), 0) for entry, row in rounds)
        for first, last in columns
    )
