"""[C.07 7 to 10, 12, 13] The arithmetic of each tie-break: one function for each article.

They are about own results (7), the scores of opponents (8, 9, 13.2, 13.4), ratings (10), and the boards of team matches
(12). The two tables of Article 10 come from the FIDE Rating Regulations (B.02 8.1.1, 8.1.2). In these tables a win is
one point and a draw half a point, whatever points the event gives (reading K15).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from pairing_engine.errors import refusal
from pairing_engine.facts.model import NOBODY, Tournament, Tpn
from pairing_engine.language import marked
from pairing_engine.scores.crosstable import Crosstable
from pairing_engine.scores.expected import UPPER_ENDS, expected_percentage
from pairing_engine.standings import record
from pairing_engine.standings.record import PRIMARY, SECONDARY, WINS, ResultsSoFar, RoundEntry, with_forfeits
from pairing_engine.standings.values import Term, TieBreakCode, Value, average, beginning_with, rounded, term_of, total

Boards = Mapping[Tpn, list[list[int]]]
"""Game points by team, round and board."""


class RankedEvent:
    """An event as it was after a round. Derived data are cached."""

    def __init__(self, tournament: Tournament, *, capped: bool, table: Crosstable | None = None) -> None:
        self.tournament = tournament
        self.plain = ResultsSoFar(tournament, capped=capped, table=table)
        predetermined = record.is_predetermined(tournament.settings)
        self.own = record.with_forfeit_wins(self.plain) if predetermined else self.plain
        """[C.07 15.2] The results of all rounds for the tie-breaks of Article 7."""
        self._main = with_forfeits(self.plain) if predetermined else self.plain
        self._fields: dict[tuple[bool, bool], ResultsSoFar] = {(False, False): self._main}

    def field(self, *, fore: bool = False, with_forfeits: bool = False) -> ResultsSoFar:
        """[C.07 8.3, 16.6] Return the results, with draws in the final round (``fore``), and forfeits as games."""
        found = self._fields.get((fore, with_forfeits))
        if found is None:
            found = record.final_round_drawn(self._main) if fore else self._main
            found = record.forfeits_played(found) if with_forfeits else found
            self._fields[fore, with_forfeits] = found
        return found

    @cached_property
    def boards(self) -> Boards:
        """[C.07 12] The points of each team on each board. Raises `BadRequest` for a match without its boards."""
        unknown = record.without_boards(self.tournament)
        if unknown is not None:
            raise refusal(
                "the match {white}-{black} has no results by board, which BC, TBR and BBE need",
                white=unknown.white,
                black=unknown.black,
            )
        return record.points_by_board(self.tournament, record.number_of_boards(self.tournament))


class Case:
    """An event and the code of a tie-break: the input of every tie-break function."""

    def __init__(self, event: RankedEvent, asked: TieBreakCode, code: str) -> None:
        self.event = event
        self.asked = asked
        self.code = code
        self.cut = asked.cut
        self.plain = event.plain
        self.own = event.own
        self.performances: dict[Tpn, int] = {}
        self.field = event.field(fore=asked.fore, with_forfeits=asked.forfeits_played)
        self.reference = self.index(asked.reference)
        """[C.07 13] The points that the tie-break counts, as the index `PRIMARY` or `SECONDARY`."""

    def index(self, points: str) -> int:
        """[C.07 13] Return the index for ``points`` such as ``MP`` or ``G``: of the score if empty or not for teams."""
        team = self.event.tournament.settings.team
        if not points or team is None:
            return PRIMARY
        return PRIMARY if (points[0] == "M") == team.primary_is_match_points else SECONDARY

    @cached_property
    def factor(self) -> int:
        """[C.07 13.4.2 b] The highest score by the best secondary one of a match (reading K14), or as the code says."""
        primary, secondary = self.field.worth[PRIMARY].win, self.field.worth[SECONDARY].win
        return self.asked.factor or max(1, primary * self.field.rounds // max(1, secondary))

    @cached_property
    def ratings(self) -> Ratings:
        """[C.07 10] The ratings. Unrated participants have the rating that the code states."""
        everybody = self.event.tournament.participants
        return {one.tpn: one.rating or self.asked.unrated for one in everybody}

    @property
    def is_dropped(self) -> bool:
        """[C.07 10] Whether rating tie-breaks cannot be used because a participant is unrated."""
        return not all(self.ratings.values())

    @cached_property
    def buchholz(self) -> dict[Tpn, int]:
        """[C.07 8.2] The Buchholz score of every participant, in tenths."""
        against = scores_against(self.field, self.reference)
        return {tpn: sum(against[tpn]) for tpn in self.field.everybody}


Formula = Callable[[Case, Tpn], Value]

BONUSES = marked("bonuses and penalties")


def points_of(field: ResultsSoFar, tpn: Tpn, reference: int) -> Value:
    """[C.07 5, 11] Return the points of the participant."""
    terms = [
        term_of((entry.number, entry.opponent, entry.points[reference], 0, False, False, False, None))
        for entry in field.entries[tpn]
    ]
    score = field.scores[tpn][reference]
    return Value(score, tuple(terms), unit=10, start=score - sum(term.amount for term in terms), start_is=BONUSES)


def wins(at: Case, tpn: Tpn) -> Value:
    """[C.07 7.1] Count the rounds in which the participant got the points of a win, even without playing.

    For teams, the match points decide. In matches of two games, every won game counts, and of an unplayed match as many
    as its points are wins (reading K10).
    """
    reference = at.index("MP")
    win = at.own.worth[reference].win

    def count(entry: RoundEntry) -> int:
        if not at.own.double:
            return int(entry.points[reference] == win)
        return counted(entry) if entry.played else min(2, 2 * entry.points[reference] // max(1, win))

    return counting(count)(at, tpn)


def counting(count: Callable[[RoundEntry], int]) -> Formula:
    """[C.07 7.2 to 7.4, 7.6] Return a tie-break that counts something in each of the participant's own rounds."""
    return lambda at, tpn: total(
        [Term(entry.number, entry.opponent, count(entry), 0) for entry in at.own.entries[tpn]], unit=1
    )


def counted(entry: RoundEntry, *, won: bool = True, colours: Sequence[str] = ("w", "b", "")) -> int:
    """[C.07 7.2 to 7.4] Count the games over the board in a round, with one of the colours, which the participant won.

    With ``won=False``, count all of them.
    """
    games = entry.games or ((entry.outcome, entry.colour),)
    return sum(entry.played and colour in colours and (result in WINS or not won) for result, colour in games)


def elected(entry: RoundEntry) -> int:
    """[C.07 7.6] Count a round, except a requested bye or a forfeit loss (reading K11)."""
    return int(entry.kind not in record.VOLUNTARY)


def progressive(at: Case, tpn: Tpn) -> Value:
    """[C.07 7.5] Add up the scores after each round. Cuts start with the first round [14.1.1 c]."""
    terms = []
    added = [gains.get(tpn, (0, 0))[at.reference] for gains in at.own.added]
    score = added[0]
    for entry in at.own.entries[tpn]:
        score += entry.points[at.reference] + added[entry.number]
        terms.append(Term(entry.number, entry.opponent, score, entry.number))
    return total(terms, cut=at.cut)


def standard_points(at: Case, tpn: Tpn) -> Value:
    """[C.07 7.7] Count one point for more points than the scheduled opponent in a round, and half a point for as many.

    Without a scheduled opponent, the points of the round are compared with the points of a draw (reading K6).
    """
    field, reference = at.own, at.reference
    terms = []
    for entry in field.entries[tpn]:
        own, other = entry.points[reference], field.worth[reference].draw
        if entry.opponent != NOBODY:
            other = field.entries[entry.opponent][entry.number - 1].points[reference]
        terms.append(Term(entry.number, entry.opponent, 10 if own > other else 5 if own == other else 0, 0))
    return total(terms)


HALF_POINT = 5

OTHER_POINTS = marked("points that are not the primary score")


def dummy_score(field: ResultsSoFar, tpn: Tpn, entry: RoundEntry, reference: int) -> int:
    """[C.07 16.4] Return the score of the dummy opponent in an unplayed round."""
    own = field.scores[tpn][reference]
    if not field.capped:
        return own
    if entry.kind in record.FORFEITS:
        return min(own, field.adjusted(reference)[entry.opponent])
    return min(own, field.worth[reference].draw * field.rounds)


def scores_against(field: ResultsSoFar, reference: int) -> Mapping[Tpn, Sequence[int]]:
    """[C.07 16.3, 16.4] Return the scores of all opponents (or dummy opponents), by participant and round."""
    found = field.known_scores_against.get(reference)
    if found is None:
        score_of = field.adjusted(reference)
        found = {
            tpn: [score_of[e.opponent] if e.played else dummy_score(field, tpn, e, reference) for e in rounds]
            for tpn, rounds in field.entries.items()
        }
        field.known_scores_against[reference] = found
    return found


def _factors(at: Case) -> tuple[int, int]:
    """[C.07 9.1, 13.2] Return the indexes of the opponent's points, and of the points scored against the opponent."""
    name, letters = at.asked.name, at.asked.reference
    if name == "SB":
        return at.reference, at.reference
    letters = letters if name == "ESB" else name[1:3]  # EMGSB is ESB:MG [13.2.1 to 13.2.4]
    return at.index(letters[:1]), at.index(letters[1:])


def buchholz(at: Case, tpn: Tpn) -> Value:
    """[C.07 8.1, 8.3] Add up the opponents' scores; for the Fore Buchholz, the field has draws in the final round."""
    return total(_buchholz_terms(at.field, tpn, at.reference), cut=at.cut)


def _buchholz_terms(field: ResultsSoFar, tpn: Tpn, reference: int) -> list[Term]:
    terms = []
    for entry, score in zip(field.entries[tpn], scores_against(field, reference)[tpn], strict=True):
        voluntary, dummy = entry.kind in record.VOLUNTARY, not entry.played
        terms.append(term_of((entry.number, entry.opponent, score, score, voluntary, dummy, False, None)))
    return terms


def average_of_buchholz(at: Case, tpn: Tpn) -> Value:
    """[C.07 8.2] Compute the average Buchholz of the opponents met over the board."""
    met = [(entry, at.buchholz[entry.opponent]) for entry in at.plain.entries[tpn] if entry.played]
    return average([Term(one.number, one.opponent, amount, amount) for one, amount in met], unit=10, cut=at.cut)


def sonneborn_berger(at: Case, tpn: Tpn) -> Value:
    """[C.07 9.1, 13.2] Add up each opponent's score times the points scored against that opponent."""
    of_opponent, scored = _factors(at)
    terms = []
    against = _buchholz_terms(at.field, tpn, of_opponent)
    for (number, opponent, score, _, voluntary, dummy, _, _), entry in zip(against, at.field.entries[tpn], strict=True):
        gained = entry.points[scored]
        terms.append(term_of((number, opponent, score * gained, score, voluntary, dummy, False, (score, gained))))
    return total(terms, 100, at.cut)


def koya(at: Case, tpn: Tpn) -> Value:
    """[C.07 9.2] Add up the points scored against opponents who have at least half of the possible points [14.5].

    Points won by forfeit count as against the scheduled opponent [15.2]; points from byes do not (reading K13).
    """
    field, reference = at.field, at.reference
    limit = field.worth[reference].win * field.games + 2 * HALF_POINT * at.asked.halves  # in twentieths of a point
    terms = [
        Term(entry.number, entry.opponent, entry.points[reference], 0)
        for entry in field.entries[tpn]
        if entry.opponent != NOBODY and 2 * field.scores[entry.opponent][reference] >= limit
    ]
    return total(terms)


def schedule_strength(at: Case, tpn: Tpn) -> Value:
    """[C.07 13.4] Divide the Buchholz of the primary scores by a factor, and add the team's secondary score."""
    terms = _buchholz_terms(at.field, tpn, PRIMARY)
    return beginning_with(at.plain.scores[tpn][SECONDARY], OTHER_POINTS, total(terms, cut=at.cut, divisor=at.factor))


RATING_DIFFERENCE = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184),
    *(193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501),
    *(538, 589, 677, 800),
)
"""[B.02 8.1.1] The rating differences for scores of 50, 51, ... 100 percent."""

FOR_THE_SCORE = marked("rating difference for the score")

Ratings = Mapping[Tpn, int]


def _opponents(at: Case, tpn: Tpn, ratings: Ratings) -> list[Term]:
    """List the rating of the opponent in each game over the board."""
    terms = []
    for entry in at.plain.entries[tpn]:
        if entry.played:
            rating = ratings[entry.opponent]
            terms += [Term(entry.number, entry.opponent, rating, rating)] * entry.over_the_board()[0]
    return terms


def _score(at: Case, tpn: Tpn) -> int:
    """Compute the score in games over the board, in tenths of a point."""
    return sum(entry.over_the_board()[1] for entry in at.plain.entries[tpn] if entry.played)


def average_rating(at: Case, tpn: Tpn) -> Value:
    """[C.07 10.1] Compute the average rating of the opponents, as a whole number."""
    return rounded(average(_opponents(at, tpn, at.ratings), cut=at.cut))


def rating_difference(tenths: int, games: int) -> int:
    """[C.07 10.2] Return the rating difference for a score. The score is rounded to whole percents (reading K15).

    >>> rating_difference(25, 4), rating_difference(0, 3), rating_difference(15, 3)
    (95, -800, 0)
    """
    percent = (20 * tenths + games) // (2 * games)
    return RATING_DIFFERENCE[percent - 50] if percent >= 50 else -RATING_DIFFERENCE[50 - percent]


def performance(at: Case, tpn: Tpn) -> Value:
    """[C.07 10.2] Add to the opponents' average rating the rating difference for the score; 0 without games."""
    found = rounded(average(_opponents(at, tpn, at.ratings)))
    if not found.terms:
        return found
    return beginning_with(rating_difference(_score(at, tpn), len(found.terms)), FOR_THE_SCORE, found)


def expected_score(rating: int, opponents: Sequence[int]) -> int:
    """[C.07 10.3] Compute the expected score, in hundredths, of a player with this rating against the opponents.

    >>> expected_score(2000, [2000, 1800, 2800])
    126
    """
    return sum(expected_percentage(rating - other) for other in opponents)


def perfect_performance(at: Case, tpn: Tpn) -> Value:
    """[C.07 10.3] Find the lowest rating whose expected score reaches the actual score; 0 without games."""
    terms = tuple(_opponents(at, tpn, at.ratings))
    if not terms:
        return Value(0)
    opponents = [term.amount for term in terms]
    target = _score(at, tpn)
    if target == 0:
        return Value(min(opponents) - 800, terms)
    candidates = range(min(opponents) - UPPER_ENDS[-1] - 1, max(opponents) + UPPER_ENDS[-1] + 1)
    place = bisect_left(candidates, 10 * target, key=lambda rating: expected_score(rating, opponents))
    return Value(candidates.start + place, terms, target=target)


def average_performance(of_opponent: Formula) -> Formula:
    """[C.07 10.4, 10.5] Return the average (perfect) performance of the opponents, as a whole number."""

    def value(at: Case, tpn: Tpn) -> Value:
        for entry in at.plain.entries[tpn]:
            if entry.played and entry.opponent not in at.performances:
                amount = of_opponent(at, entry.opponent).amount
                assert isinstance(amount, int)
                at.performances[entry.opponent] = amount
        return rounded(average(_opponents(at, tpn, at.performances), cut=at.cut))

    return value


def board_count(at: Case, tpn: Tpn) -> Value:
    """[C.07 12.1] Multiply each board's game points by the board number, and add up. The lower sum is better."""
    terms = [
        Term(entry.number, entry.opponent, sum(board * points for board, points in enumerate(row, 1)), 0)
        for entry, row in _rows(at, tpn)
    ]
    return total(terms)


def top_boards(at: Case, tpn: Tpn) -> Value:
    """[C.07 12.2] List the game points of the first board, then of the second board, and so on."""
    return _of_boards(at, tpn, [(board, board + 1) for board in range(_number(at, tpn))])


def bottom_boards(at: Case, tpn: Tpn) -> Value:
    """[C.07 12.3] List the game points without the last board, then without the last two boards, and so on."""
    return _of_boards(at, tpn, [(0, last) for last in range(_number(at, tpn) - 1, 0, -1)])


def _rows(at: Case, tpn: Tpn) -> list[tuple[RoundEntry, list[int]]]:
    return list(zip(at.plain.entries[tpn], at.event.boards[tpn], strict=True))


def _number(at: Case, tpn: Tpn) -> int:
    return max(map(len, at.event.boards[tpn]), default=0)


def _of_boards(at: Case, tpn: Tpn, columns: Sequence[tuple[int, int]]) -> Value:
    rows = _rows(at, tpn)
    parts = tuple(
        tuple(Term(entry.number, entry.opponent, sum(row[first:last]), 0) for entry, row in rows)
        for first, last in columns
    )
    return Value(tuple(sum(term.amount for term in part) for part in parts), unit=10, parts=parts)
