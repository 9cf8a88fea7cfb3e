"""The order of candidates: each pairing has a whole number as its sort key, and the smallest key comes first.

The sort key consists of digits, the most significant first. Every player of the pairing adds an amount to the sort key.
In a pair, the player with the smaller BSN is called the *top*. The amounts can be different for tops and for other
players. The amount for a top can depend on the opponent's BSN.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.matching import OrderOfCandidates
from pairing_engine.values import NamedTuple


class Digit(NamedTuple):
    """A digit of the sort key, with the article that defines the digit.

    The digit has ``width`` bits, beginning with bit ``low``. If the digit depends only on one player's partner,
    ``place`` is the number of that player, counted from 0. If the digit depends on all players, ``place`` is None.
    """

    low: int
    width: int
    place: int | None
    article: str
    summary: str


def bytes_of_order(size: int) -> int:
    """Estimate the maximum number of bytes that an order takes in memory; the formula comes from measurements.

    ``size`` is the number of players. An order stores three numbers for each player. Each number can be as long as the
    whole sort key.
    """
    return 27 * size * size * (size.bit_length() + 1) // 80


NO_NUMBER = -1
"""The value that means "not in the order"."""


class Order:
    """The amounts that players add to the sort key of a pairing; players are numbered from 0 (BSN minus one).

    If player i is the top of a pair, the player adds ``top[i]`` plus ``opponent[i]`` times the opponent's BSN.
    Otherwise, the player adds ``other[i]``. ``digits`` describes the digits of the sort key, the most significant
    first. ``bits`` is the number of bits of the sort key.
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
        """Add a new most significant digit, and return its lowest bit."""
        low = self.bits
        self.digits.insert(0, Digit(low, width, place, article, summary))
        self.bits += width
        return low

    def pair(self, top: int, bottom: int) -> int:
        """Compute the amount that a pair adds to the sort key; ``top`` is less than ``bottom``, from 0."""
        return self.top[top] + self.other[bottom] + (bottom + 1) * self.opponent[top]

    def split(self) -> tuple[Order, Order]:
        """Split the digits into two orders.

        The first order contains the digits that depend on all players. The second order contains the digits that depend
        on a single player's partner.
        """
        low = min((digit.low for digit in self.digits if digit.place is None), default=self.bits)
        return self._part(low, self.bits), self._part(0, low)

    def sums_and_digits(self) -> tuple[Order, list[tuple[int, int, int, int]]]:
        """Return an order that contains the digits that depend on all players, and a list of all other digits.

        The list begins with the least significant digit. Each entry contains the number of the player whose partner
        decides the digit, and the three amounts that `at` returns. The result is computed only once, so no digit may be
        added later.
        """
        if self._sums_and_digits is None:
            sums, others = self.split()
            digits = [(d.place, *others.at(d)) for d in reversed(others.digits) if d.place is not None]
            self._sums_and_digits = sums, digits
        return self._sums_and_digits

    def _part(self, low: int, high: int) -> Order:
        part = Order(0)
        part.top, part.other, part.opponent = (
            [_between(low, high, cost) for cost in costs] for costs in (self.top, self.other, self.opponent)
        )
        part.digits = [digit._replace(low=digit.low - low) for digit in self.digits if low <= digit.low < high]
        part.bits = high - low
        return part

    def at(self, digit: Digit) -> tuple[int, int, int]:
        """Return the three amounts that a player can add to a digit.

        A top adds the first amount plus the third amount times the opponent's BSN. Any other player adds the second
        amount.
        """
        assert digit.place is not None
        low, high = digit.low, digit.low + digit.width
        top, other, opponent = (
            _between(low, high, costs[digit.place]) for costs in (self.top, self.other, self.opponent)
        )
        return top, other, opponent

    def deciding(self, one: int, another: int) -> Digit:
        """Find the most significant digit in which two sort keys differ."""
        highest = (one ^ another).bit_length() - 1
        return next(digit for digit in self.digits if digit.low <= highest)

    def for_matcher(self, numbers: Sequence[int]) -> OrderOfCandidates:
        """Return the order as the matcher in C++ takes it; ``numbers[vertex]`` is a vertex's number in the order."""
        sums, digits = self.sums_and_digits()
        return OrderOfCandidates(numbers, list(zip(sums.top, sums.other, strict=True)), digits)


def _between(low: int, high: int, cost: int) -> int:
    found = abs(cost) >> low & (1 << high - low) - 1
    return found if cost >= 0 else -found


def add_opponents(order: Order, tops: range, article: str, summary: str) -> None:
    """Add one digit for each player in ``tops``, the first most significant: the BSN of the opponent."""
    width = len(order.top).bit_length()
    for i in reversed(tops):
        order.opponent[i] = 1 << order.add(width, i, article, summary)
