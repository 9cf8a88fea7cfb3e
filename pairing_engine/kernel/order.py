"""The order of candidates: each pairing has a whole number as its sort key, and the smallest key comes first.

The sort key consists of digits, the most significant first, to which every player of the pairing adds an amount. In a
pair, the player with the smaller BSN is called the *top*, whose amount can depend on the opponent's BSN.
"""

from __future__ import annotations

from typing import NamedTuple


class Digit(NamedTuple):
    """A digit of the sort key, of ``width`` bits from bit ``low`` on, with the article that defines the digit.

    ``place`` is the number, from 0, of the player on whose partner alone the digit depends, or None if it depends on
    all players. That player adds ``top`` plus ``opponent`` times the opponent's BSN as the top of a pair, otherwise
    ``other``.
    """

    low: int
    width: int
    place: int | None
    article: str
    summary: str
    top: int = 0
    other: int = 0
    opponent: int = 0


def bytes_of_order(size: int) -> int:
    """Estimate, after measurements, the most bytes that an order of ``size`` players takes in memory.

    An order stores three numbers for each player, each of which can be as long as the whole sort key.
    """
    return 27 * size * size * (size.bit_length() + 1) // 80


NO_NUMBER = -1
"""The value that means "not in the order"."""


class Order:
    """The amounts that players add to the sort key of a pairing; players are numbered from 0 (BSN minus one).

    Player i adds ``top[i]`` plus ``opponent[i]`` times the opponent's BSN as the top of a pair, and ``other[i]``
    otherwise. ``digits`` are those of the sort key, of ``bits`` bits, the most significant first.
    """

    __slots__ = ("bits", "digits", "opponent", "other", "top")

    def __init__(self, size: int) -> None:
        self.top = [0] * size
        self.other = [0] * size
        self.opponent = [0] * size
        self.bits = 0
        self.digits: list[Digit] = []

    def add(
        self, width: int, place: int | None, article: str, summary: str, top: int = 0, other: int = 0, opponent: int = 0
    ) -> int:
        """Add a new most significant digit, and return its lowest bit; the arguments are as in `Digit`.

        The digits that depend on all players must come last.
        """
        low = self.bits
        self.digits.insert(0, Digit(low, width, place, article, summary, top, other, opponent))
        self.bits += width
        if place is not None:
            self.top[place] += top << low
            self.other[place] += other << low
            self.opponent[place] += opponent << low
        return low

    def pair(self, top: int, bottom: int) -> int:
        """Compute the amount that a pair adds to the sort key; ``top`` is less than ``bottom``, from 0."""
        return self.top[top] + self.other[bottom] + (bottom + 1) * self.opponent[top]

    def deciding(self, one: int, another: int) -> Digit:
        """Find the most significant digit in which two sort keys differ."""
        highest = (one ^ another).bit_length() - 1
        return next(digit for digit in self.digits if digit.low <= highest)


def add_opponents(order: Order, tops: range, article: str, summary: str) -> None:
    """Add one digit for each player in ``tops``, the first most significant: the BSN of the opponent."""
    width = len(order.top).bit_length()
    for i in reversed(tops):
        order.add(width, i, article, summary, opponent=1)
