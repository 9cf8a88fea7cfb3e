"""Random results for the boards of a round: for single games, and for matches of two games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from pairing_engine.facts.model import Game, Tpn
from pairing_engine.generator.chance import Chance
from pairing_engine.generator.results import (
    BOTH_FORFEITED,
    UNRATED,
    UNUSUAL,
    WON_BY_FORFEIT,
    Results,
    drawn_by_lot,
    turned,
)
from pairing_engine.kernel.trace import Board
from pairing_engine.values import NamedTuple


class Habits(NamedTuple):
    """Settings for the random results of a round.

    ``draws`` is the percentage of draws between players of equal rating. Every other field lists pairings. The TPN of
    White represents a pairing. One side forfeits each pairing in ``forfeits``. Both sides forfeit each pairing in
    ``double_forfeits``. Pairings in ``unusual`` get an unusual result, such as a draw against a loss. Pairings in
    ``unrated`` get a result that does not count for ratings.
    """

    draws: float
    double_forfeits: Collection[Tpn]
    forfeits: Collection[Tpn]
    unusual: Collection[Tpn]
    unrated: Collection[Tpn]

    def result(self, white: Tpn, difference: int, chance: Chance) -> Results:
        """Choose the result of a game at random; ``white`` has White."""
        results = drawn_by_lot(difference, self.draws, chance)
        if white in self.unusual:
            return chance.of("unusual", white).one_of(UNUSUAL)
        return (UNRATED[results[0]], UNRATED[results[1]]) if white in self.unrated else results


def single_games(boards: Iterable[Board], ratings: Mapping[Tpn, int], habits: Habits, chance: Chance) -> list[Game]:
    """Create a game with a random result on every board.

    A random result is also chosen for a forfeited game, so that a forfeit does not change the results of the other
    boards.
    """
    games = []
    for white, black, _ in boards:
        results = habits.result(white, ratings[white] - ratings[black], chance)
        if white in habits.double_forfeits:
            results = BOTH_FORFEITED
        elif white in habits.forfeits:
            results = turned(WON_BY_FORFEIT, chance.of("forfeit", white))
        games.append(Game(white, black, *results))
    return games


def double_games(boards: Iterable[Board], ratings: Mapping[Tpn, int], habits: Habits, chance: Chance) -> list[Game]:
    """[C.04.5] Create a match of two games on every board, with random results and forfeits."""
    games = []
    for white, black, _ in boards:
        difference = ratings[white] - ratings[black]
        results = [habits.result(white, difference, chance)]
        results.append(drawn_by_lot(difference, habits.draws, chance))
        lots = chance.of("forfeit", white)
        if white in habits.double_forfeits:
            # If each side forfeits one of the two games, the players never meet.
            one = turned(WON_BY_FORFEIT, lots)
            results = [one, one[::-1]] if lots.happens(30) else [BOTH_FORFEITED] * 2
        elif white in habits.forfeits:
            forfeit = turned(WON_BY_FORFEIT, lots)
            if lots.happens(50):
                results = [forfeit, forfeit]
            else:
                results[lots.below(2)] = forfeit
        games.append(Game(white, black, *results[0], second=results[1]))
    return games
