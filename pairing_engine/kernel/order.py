"""The order of candidates as a value: one whole number for each pairing, of which the smaller one comes first.

An order is a list of digits, the most significant first, and every digit is a sum over the edges of the pairing: what a
player adds depends on the role (the *top*, that is the player with the smaller BSN of a pair; or not a top), and a top
adds one more digit, the BSN of its opponent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pairing_engine.matching import CostField


class Digit(NamedTuple):
    """One digit of an order: the bits from ``low`` on, and the article that defines it.

    ``place`` is the player (numbered from 0) whose mate alone decides the digit, None for a sum over all players.
    """

    low: int
    width: int
    place: int | None
    article: str
    summary: str


def bytes_of_order(size: int) -> int:
    """What an order of so many players takes at most. Measured: each of them has numbers of up to as many bits as all
    digits together.
    """
    return 27 * size * size * (size.bit_length() + 1) // 80


class Order:
    """The cost that every edge adds, for players numbered from 0 (BSN minus one).

    ``top[i]`` and ``other[i]``: what player i adds as a top, and otherwise. ``opponent[i]``: by what the BSN of the
    opponent of top i is multiplied. ``digits``: what the bits mean, the most significant first; ``bits``: how many.
    """

    __slots__ = ("_parts", "bits", "digits", "opponent", "other", "top")

    def __init__(self, size: int) -> None:
        self.top = [0] * size
        self.other = [0] * size
        self.opponent = [0] * size
        self.bits = 0
        self.digits: list[Digit] = []
        self._parts: tuple[Order, list[tuple[int, int, int, int]]] | None = None

    def add(self, width: int, place: int | None, article: str, summary: str) -> int:
        """Add a digit above all others; gives its lowest bit."""
        low = self.bits
        self.digits.insert(0, Digit(low, width, place, article, summary))
        self.bits += width
        return low

    def pair(self, top: int, bottom: int) -> int:
        """What a pair adds to the number; ``top`` < ``bottom``, both counted from 0."""
        return self.top[top] + self.other[bottom] + (bottom + 1) * self.opponent[top]

    def split(self) -> tuple[Order, Order]:
        """The order in two parts: first the digits that are sums over all players, then those of single players."""
        low = min((digit.low for digit in self.digits if digit.place is None), default=self.bits)
        return self._part(low, self.bits), self._part(0, low)

    def parts(self) -> tuple[Order, list[tuple[int, int, int, int]]]:
        """The order is complete: its digits that are sums over all players, as an order; and those of single players,
        the least significant first, each as the player and what `at` says of it. Made once.
        """
        if self._parts is None:
            sums, others = self.split()
            digits = [(d.place, *others.at(d)) for d in reversed(others.digits) if d.place is not None]
            self._parts = sums, digits
        return self._parts

    def _part(self, low: int, high: int) -> Order:
        """The digits between two bits as an order of their own."""
        part = Order(0)
        part.top, part.other, part.opponent = (
            [_between(low, high, cost) for cost in costs] for costs in (self.top, self.other, self.opponent)
        )
        part.digits = [digit._replace(low=digit.low - low) for digit in self.digits if low <= digit.low < high]
        part.bits = high - low
        return part

    def at(self, digit: Digit) -> tuple[int, int, int]:
        """What the player of a digit adds to it: as a top, and otherwise; and by what the BSN of a top's opponent is
        multiplied.
        """
        assert digit.place is not None
        low, high = digit.low, digit.low + digit.width
        top, other, opponent = (
            _between(low, high, costs[digit.place]) for costs in (self.top, self.other, self.opponent)
        )
        return top, other, opponent

    def opponent_in(self, digit: Digit, value: int) -> int | None:
        """The BSN of the opponent that a digit's value speaks of, 0 if it speaks of none; None if it never does."""
        if digit.place is None:
            return None
        top, _, opponent = self.at(digit)
        return (value - top) // opponent if opponent else None

    def deciding(self, one: int, another: int) -> Digit:
        """The most significant digit in which two different totals differ."""
        highest = (one ^ another).bit_length() - 1
        return next(digit for digit in self.digits if digit.low <= highest)

    def fields(self, places: Sequence[int]) -> list[CostField]:
        """The digits as fields of costs, for players that are the vertices ``places`` of a graph."""
        return [
            CostField(digit.low, digit.width, None if digit.place is None else places[digit.place])
            for digit in self.digits
        ]


def _between(low: int, high: int, cost: int) -> int:
    """The digits of a cost between two bits; costs may be negative."""
    found = abs(cost) >> low & (1 << high - low) - 1
    return found if cost >= 0 else -found


def add_opponents(order: Order, tops: range, article: str, summary: str) -> None:
    """The opponents of the tops: that of the first is the most significant digit."""
    width = len(order.top).bit_length()
    for i in reversed(tops):
        order.opponent[i] = 1 << order.add(width, i, article, summary)
