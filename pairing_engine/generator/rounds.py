"""Random results for the boards of a round: for single games, and for matches of two games."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from pairing_engine.errors import refusal
from pairing_engine.facts.model import Game, Result, Tpn
from pairing_engine.facts.scoring import expected_percentage
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


Item = TypeVar("Item")


class Amount(NamedTuple):
    """A fixed number, or a percentage if ``percent`` is true."""

    number: float
    percent: bool = True


PerRound = tuple[Amount, ...]
"""The amount for each round.

If there are more rounds than amounts, the last amount applies to all remaining rounds. If no amounts are stated, the
generator chooses the amounts at random.
"""


Amounts = int | str | Amount | Sequence[int | str | Amount]
"""Amounts as people state them: 3, ``5%``, ``5%,0,2``, or a list of these."""


def per_round(stated: Amounts, where: str) -> PerRound:
    """Read the amounts of the first round, the second round, and so on.

    ``where`` is the name of the setting in messages. Raises `BadRequest` for anything that is not an amount.

    >>> per_round("2,0,5%", "--forfeits") == per_round([2, 0, "5%"], "forfeits")
    True
    """
    if isinstance(stated, str):
        return tuple(_amount(part, where) for part in stated.split(","))
    parts = stated if isinstance(stated, Sequence) and not isinstance(stated, Amount) else (stated,)
    return tuple(_amount(part, where) for part in parts)


def one_amount(stated: Amounts, where: str) -> Amount:
    """Read one amount. Raises `BadRequest` for anything else."""
    amounts = per_round(stated, where)
    if len(amounts) != 1:
        raise refusal("{where}: {text!r} is a list, expected one amount such as 3 or 5%", where=where, text=stated)
    return amounts[0]


def _amount(stated: int | str | Amount, where: str) -> Amount:
    if isinstance(stated, Amount):
        return stated
    text = "" if isinstance(stated, bool) else str(stated)
    percent = text.endswith("%")
    try:
        number = float(text.removesuffix("%")) if percent else float(int(text))
    except (ValueError, OverflowError):
        number = -1.0
    if not 0 <= number <= (100 if percent else number):
        raise refusal(
            "{where}: {text!r} is not an amount, expected a whole number such as 3 or a percentage such as 5%",
            where=where,
            text=stated,
        )
    return Amount(number, percent)


class Chance:
    """A source of random numbers, with a separate source for each choice (`of`).

    A change to one choice does not change the random numbers for the other choices.
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)
        self.random = random.Random(self.seed).random

    def of(self, *choice: object) -> Chance:
        """Return a source of random numbers for the given choice, independent of earlier draws.

        >>> Chance(7).of("results", 3).below(1000) == Chance("7/results/3").below(1000)
        True
        """
        return Chance("/".join(map(str, (self.seed, *choice))))

    def below(self, bound: int) -> int:
        """Return a random whole number from 0 to ``bound`` - 1."""
        return int(self.random() * bound)

    def between(self, low: int, high: int) -> int:
        """Return a random whole number from ``low`` to ``high``, including ``high``."""
        return low + self.below(high - low + 1)

    def happens(self, percent: float) -> bool:
        """Return True with a probability of ``percent`` percent."""
        return self.random() * 100 < percent

    def one_of(self, items: Sequence[Item]) -> Item:
        """Return a random item."""
        return items[self.below(len(items))]

    def some(self, of: Sequence[Tpn], amounts: Amounts, number: int) -> list[Tpn]:
        """Choose some participants at random for round ``number``, and keep their order.

        ``amounts`` states how many participants to choose in each round.

        Every TPN has its own random number, which does not depend on the other participants.
        """
        each = per_round(amounts, "")
        amount = each[min(number, len(each)) - 1]
        lots = [self.random() for _ in range(max(of, default=0))]
        if amount.percent:
            return [tpn for tpn in of if lots[tpn - 1] * 100 < amount.number]
        drawn = set(sorted(of, key=lambda tpn: lots[tpn - 1])[: int(amount.number)])
        return [tpn for tpn in of if tpn in drawn]


LARGEST_DIFFERENCE = 400
"""The maximum rating difference for the expected score. Larger differences count as this maximum."""

Results = tuple[Result, Result]

UNUSUAL: tuple[Results, ...] = ((Result.DRAW, Result.LOSS), (Result.LOSS, Result.DRAW), (Result.LOSS, Result.LOSS))

UNRATED = {Result.WIN: Result.UNRATED_WIN, Result.DRAW: Result.UNRATED_DRAW, Result.LOSS: Result.UNRATED_LOSS}

WON_BY_FORFEIT: Results = (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)
BOTH_FORFEITED: Results = (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)


def turned(results: Results, chance: Chance) -> Results:
    """Exchange the results of the two sides with a probability of one half."""
    return results if chance.happens(50) else results[::-1]


def drawn_by_lot(difference: int, draws: float, chance: Chance) -> Results:
    """Choose a random result of a game; the first player is rated ``difference`` points above the second player.

    Players of equal rating draw ``draws`` percent of their games. The larger the difference, the fewer games are drawn.
    """
    expected = expected_percentage(max(-LARGEST_DIFFERENCE, min(difference, LARGEST_DIFFERENCE)))
    draws = min(draws, 2 * expected, 2 * (100 - expected)) * (1 - abs(expected - 50) / 100)
    drawn = chance.random() * 100
    if drawn < draws:
        return Result.DRAW, Result.DRAW
    if drawn < draws + expected - draws / 2:
        return Result.WIN, Result.LOSS
    return Result.LOSS, Result.WIN
