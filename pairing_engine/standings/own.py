"""[C.07 7] Tie-breaks of type B, which are computed from the participant's own results."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.language import marked
from pairing_engine.standings.record import VOLUNTARY, WINS, Field, RoundEntry
from pairing_engine.standings.values import NO_CUT, Cut, Term, Value, beginning_with, term_of, total

BONUSES = marked("bonuses and penalties")


def points(field: Field, tpn: Tpn, reference: int) -> Value:
    """[C.07 5, 11] Return the points of the participant."""
    terms = [
        term_of((entry.number, entry.opponent, entry.points[reference], 0, False, False, False, None))
        for entry in field.entries[tpn]
    ]
    bonuses = field.scores[tpn][reference] - sum(term.amount for term in terms)
    return beginning_with(bonuses, BONUSES, total(terms))


def wins(field: Field, tpn: Tpn, reference: int) -> Value:
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


def games_won_over_the_board(field: Field, tpn: Tpn) -> Value:
    """[C.07 7.2] Count the games won over the board."""
    return _counted(field.entries[tpn], games_won)


def games_with_black(field: Field, tpn: Tpn) -> Value:
    """[C.07 7.3] Count the games played over the board with Black."""
    return _counted(field.entries[tpn], black_games)


def games_won_with_black(field: Field, tpn: Tpn) -> Value:
    """[C.07 7.4] Count the games won over the board with Black."""
    return _counted(field.entries[tpn], black_games_won)


def progressive(field: Field, tpn: Tpn, reference: int, cut: Cut = NO_CUT) -> Value:
    """[C.07 7.5] Add up the scores after each round. Cuts start with the first round [14.1.1 c]."""
    terms = []
    score = field.added[0].get(tpn, (0, 0))[reference]
    for entry in field.entries[tpn]:
        score += entry.points[reference] + field.added[entry.number].get(tpn, (0, 0))[reference]
        terms.append(Term(entry.number, entry.opponent, score, entry.number))
    return total(terms, cut=cut)


def rounds_elected(field: Field, tpn: Tpn) -> Value:
    """[C.07 7.6] Count the rounds so far, except requested byes and forfeit losses (reading K11)."""
    return _counted(field.entries[tpn], lambda entry: int(entry.kind not in VOLUNTARY))


def standard_points(field: Field, tpn: Tpn, reference: int) -> Value:
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


def pairing_number(field: Field, tpn: Tpn) -> Value:
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
