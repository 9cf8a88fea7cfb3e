"""The order of candidates as numbers: each pairing gets a whole number, and the smallest comes first.

The number is made of digits, the most significant first. Every digit is a sum over the players of the pairing: what a
player adds depends on whether it is a *top*, that is the one with the smaller BSN of its pair; and a top can also add a
multiple of its opponent's BSN.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.matching import CostField
from pairing_engine.values import NamedTuple


class Digit(NamedTuple):
    """One digit of an order: ``width`` bits from ``low`` on, with the article that defines it.

    ``place`` is the player (numbered from 0) whose mate alone decides the digit, None where many players add to it.
    """

    low: int
    width: int
    place: int | None
    article: str
    summary: str


def bytes_of_order(size: int) -> int:
    """The maximum size in bytes of an order of this many players, by measurement.

    Each player has three numbers, each with up to as many bits as all digits together.
    """
    return 27 * size * size * (size.bit_length() + 1) // 80


NO_NUMBER = -1
"""The number of a vertex that does not take part in an order."""


class Order:
    """The contribution of each player to the number of a pairing; players are numbered from 0 (BSN minus one).

    ``top[i]`` and ``other[i]`` are the amounts that player i adds as a top, and otherwise. A top i adds its
    opponent's BSN as well, multiplied by ``opponent[i]``. ``digits`` say what the bits of the sum mean, the most
    significant first; ``bits`` is the number of bits.
    """

    __slots__ = ("_sums_and_digits", "bits", "digits", "opponent", "other", "top")

    def __init__(self, size: int) -> None:
        self.top = [0] * size
        self.other = [0] * size
        self.opponent = [0] * size
        self.bits = 0
        self.digits: list[Digit] = []
        self._sums_and_digits: tuple[Order, list[tuple[int, int, int, int]]] | None = None

    def add(self, width: int, place: int | None, article: str, summary: str) -> int:
        """Add a digit that is more significant than all earlier ones, and return its lowest bit."""
        low = self.bits
        self.digits.insert(0, Digit(low, width, place, article, summary))
        self.bits += width
        return low

    def pair(self, top: int, bottom: int) -> int:
        """The contribution of a pair to the number; ``top`` < ``bottom``, both counted from 0."""
        return self.top[top] + self.other[bottom] + (bottom + 1) * self.opponent[top]

    def split(self) -> tuple[Order, Order]:
        """Two orders: first the digits that sum over all players, then the digits of single players."""
        low = min((digit.low for digit in self.digits if digit.place is None), default=self.bits)
        return self._part(low, self.bits), self._part(0, low)

    def sums_and_digits(self) -> tuple[Order, list[tuple[int, int, int, int]]]:
        """The digits that sum over all players, as an order, and separately the digits of single players.

        The latter come least significant first, each as the player and the values of `at`. Made once, so no digit may
        be added afterwards.
        """
        if self._sums_and_digits is None:
            sums, others = self.split()
            digits = [(d.place, *others.at(d)) for d in reversed(others.digits) if d.place is not None]
            self._sums_and_digits = sums, digits
        return self._sums_and_digits

    def _part(self, low: int, high: int) -> Order:
        """A separate order of the digits from bit ``low`` up to, but not including, bit ``high``."""
        part = Order(0)
        part.top, part.other, part.opponent = (
            [_between(low, high, cost) for cost in costs] for costs in (self.top, self.other, self.opponent)
        )
        part.digits = [digit._replace(low=digit.low - low) for digit in self.digits if low <= digit.low < high]
        part.bits = high - low
        return part

    def at(self, digit: Digit) -> tuple[int, int, int]:
        """The contributions of a digit's player to it.

        Three values: the amount as a top, the amount otherwise, and the factor by which a top multiplies its
        opponent's BSN.
        """
        assert digit.place is not None
        low, high = digit.low, digit.low + digit.width
        top, other, opponent = (
            _between(low, high, costs[digit.place]) for costs in (self.top, self.other, self.opponent)
        )
        return top, other, opponent

    def deciding(self, one: int, another: int) -> Digit:
        """The most significant digit in which two different totals differ."""
        highest = (one ^ another).bit_length() - 1
        return next(digit for digit in self.digits if digit.low <= highest)

    def fields(self, vertices: Sequence[int]) -> list[CostField]:
        """The digits as fields of costs; ``vertices[i]`` is the vertex of player i in the graph."""
        return [
            CostField(digit.low, digit.width, None if digit.place is None else vertices[digit.place])
            for digit in self.digits
        ]


def _between(low: int, high: int, cost: int) -> int:
    """The bits of a number from ``low`` up to, but not including, ``high``; a negative number keeps its sign."""
    found = abs(cost) >> low & (1 << high - low) - 1
    return found if cost >= 0 else -found


def add_opponents(order: Order, tops: range, article: str, summary: str) -> None:
    """Add a digit for the opponent's BSN of each of these top players, the first being most significant."""
    width = len(order.top).bit_length()
    for i in reversed(tops):
        order.opponent[i] = 1 << order.add(width, i, article, summary)
