"""Random results of games, which depend on the ratings of the players."""

from __future__ import annotations

from bisect import bisect_left

from pairing_engine.facts.model import Result
from pairing_engine.generator.chance import Chance

WORTH = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    735,
)  # fmt: skip
"""FIDE's table that converts rating differences to expected scores.

``WORTH[k]`` is the largest rating difference for which the expected score of the stronger player is 50 + k percent.
"""

LARGEST_DIFFERENCE = 400
"""The maximum rating difference for the expected score. Larger differences count as this maximum."""


def expected_percentage(difference: int) -> int:
    """Return the expected score, in percent, of a player rated ``difference`` points above the opponent.

    >>> [expected_percentage(d) for d in (0, 100, -100, 1000)]
    [50, 64, 36, 92]
    """
    size = min(abs(difference), LARGEST_DIFFERENCE)
    percentage = 50 + bisect_left(WORTH, size)
    return percentage if difference >= 0 else 100 - percentage


Results = tuple[Result, Result]

UNUSUAL: tuple[Results, ...] = (
    (Result.DRAW, Result.LOSS),
    (Result.LOSS, Result.DRAW),
    (Result.LOSS, Result.LOSS),
)

UNRATED = {
    Result.WIN: Result.UNRATED_WIN,
    Result.DRAW: Result.UNRATED_DRAW,
    Result.LOSS: Result.UNRATED_LOSS,
}

WON_BY_FORFEIT: Results = (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)
BOTH_FORFEITED: Results = (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)


def turned(results: Results, chance: Chance) -> Results:
    """Exchange the results of the two sides with a probability of one half."""
    return results if chance.happens(50) else results[::-1]


def drawn_by_lot(difference: int, draws: float, chance: Chance) -> Results:
    """Choose a random result of a game; the first player is rated ``difference`` points above the second player.

    Players of equal rating draw ``draws`` percent of their games. The larger the difference, the fewer games are drawn.
    """
    expected = expected_percentage(difference)
    draws = min(draws, 2 * expected, 2 * (100 - expected)) * (1 - abs(expected - 50) / 100)
    drawn = chance.random() * 100
    if drawn < draws:
        return Result.DRAW, Result.DRAW
    if drawn < draws + expected - draws / 2:
        return Result.WIN, Result.LOSS
    return Result.LOSS, Result.WIN
