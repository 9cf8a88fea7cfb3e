"""Article 4 of the systems: the order of candidates, as one whole number per pairing. The smaller number comes first.

An order is a list of digits, the most significant first, and every digit is a sum over the edges of the pairing: what a
player adds depends on the role (the *top*, that is the player with the smaller BSN of a pair; or not a top), and a top
adds one more digit, the BSN of its opponent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import NamedTuple, TypeVar, cast

from pairing_engine.language import marked
from pairing_engine.matching import Field


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

    __slots__ = ("bits", "digits", "opponent", "other", "top")

    def __init__(self, size: int) -> None:
        self.top = [0] * size
        self.other = [0] * size
        self.opponent = [0] * size
        self.bits = 0
        self.digits: list[Digit] = []

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

    def fields(self, places: Sequence[int]) -> list[Field]:
        """The digits as fields of costs, for players that are the vertices ``places`` of a graph."""
        return [
            Field(digit.low, digit.width, None if digit.place is None else places[digit.place]) for digit in self.digits
        ]


def _between(low: int, high: int, cost: int) -> int:
    """The digits of a cost between two bits; costs may be negative."""
    found = abs(cost) >> low & (1 << high - low) - 1
    return found if cost >= 0 else -found


LARGEST_REMEMBERED = 250
"""Orders of more players than that are made anew each time: some hundreds of them would take more than a GiB, and the
matchings that they are for take far longer.
"""

Make = TypeVar("Make", bound=Callable[..., Order])


def remembered(make: Make) -> Make:
    """Makes each order once, the large ones apart; it is asked with the sizes, all of them by their places."""
    known = lru_cache(maxsize=512)(make)

    @wraps(make)
    def found(*sizes: int) -> Order:
        return known(*sizes) if max(sizes) <= LARGEST_REMEMBERED else make(*sizes)

    return cast(Make, found)


TRANSPOSITIONS = "4.2.2", marked("the first differing in-bracket sequence number (BSN) in S2")


@remembered
def resident_order(size: int, pairs: int) -> Order:
    """[C.04.3 4.2, 4.3] The candidates of a homogeneous bracket or remainder of ``size`` players with ``pairs`` pairs.

    The smaller BSNs of the pairs are S1 after the exchange: any other division that yields the same pairs comes later.

    >>> order = resident_order(6, 3)
    >>> straight = order.pair(0, 3) + order.pair(1, 4) + order.pair(2, 5)
    >>> transposed = order.pair(0, 3) + order.pair(1, 5) + order.pair(2, 4)
    >>> exchanged = order.pair(0, 2) + order.pair(1, 4) + order.pair(3, 5)
    >>> straight < transposed < exchanged, order.deciding(transposed, exchanged).article
    (True, '4.3.2.1')
    """
    order = Order(size)
    _add_opponents(order, range(size), *TRANSPOSITIONS)
    for i in reversed(range(pairs, size)):
        order.other[i] += 1 << order.add(
            1, i, "4.3.2.4", "the smallest differing in-bracket sequence number (BSN) moved from S2 to S1"
        )
    for i in range(pairs):
        order.top[i] += 1 << order.add(
            1, i, "4.3.2.3", "the largest differing in-bracket sequence number (BSN) moved from S1 to S2"
        )
    exchanged = (range(pairs), order.other), (range(pairs, size), order.top)
    low = order.add(
        (size * size).bit_length(),
        None,
        "4.3.2.2",
        "the difference between the sums of the exchanged in-bracket sequence numbers (BSNs)",
    )
    for moved, costs in exchanged:
        for i in moved:
            costs[i] += abs(i + 1 - pairs) << low
    # As many are moved from S1 as from S2, so the second number always equals the first and decides nothing. But where
    # both are 0, they tell a matching in stages that every pair is one of S1 with one of S2.
    for moved, costs in exchanged:
        low = order.add(size.bit_length(), None, "4.3.2.1", "the number of exchanged players")
        for i in moved:
            costs[i] += 1 << low
    return order


@remembered
def mdp_order(mdps: int, size: int) -> Order:
    """[C.04.3 4.2, 4.4] The MDP-Pairings of a bracket of ``size`` players of whom the first ``mdps`` are moved down.

    Residents add nothing: the remainder has an order of its own, `resident_order`.
    """
    order = Order(size)
    _add_opponents(order, range(mdps), *TRANSPOSITIONS)
    for i in reversed(range(mdps)):
        order.other[i] += 1 << order.add(1, i, "4.4.2", "the set of pairable MDPs")
    return order


@remembered
def transposition_order(tops: int, size: int) -> Order:
    """[C.04.4.1 4.4] Who meets the ``tops``, the first of ``size`` players; each meets one of the others.

    >>> order = transposition_order(2, 4)
    >>> order.pair(0, 2) + order.pair(1, 3) < order.pair(0, 3) + order.pair(1, 2)
    True
    """
    order = Order(size)
    _add_opponents(order, range(tops), *TRANSPOSITIONS)
    return order


def _add_opponents(order: Order, tops: range, article: str, summary: str) -> None:
    """The opponents of the tops: that of the first is the most significant digit."""
    width = len(order.top).bit_length()
    for i in reversed(tops):
        order.opponent[i] = 1 << order.add(width, i, article, summary)


@remembered
def descending_order(size: int) -> Order:
    """[C.04.4.2 4.3] The pairings of a bracket of ``size`` players: the opponent of BSN 1 has the largest BSN, then
    that of BSN 2, and so on; who floats has an opponent with BSN 0.

    >>> order = descending_order(4)
    >>> order.pair(0, 3) + order.pair(1, 2) < order.pair(0, 2) + order.pair(1, 3) < order.pair(0, 1) + order.pair(2, 3)
    True
    """
    order = Order(size)
    width = size.bit_length()
    for i in reversed(range(size)):
        digit = 1 << order.add(
            width, i, "4.3", "the in-bracket sequence number (BSN) of the opponent of the first player with another one"
        )
        order.top[i] = order.other[i] = size * digit
        order.opponent[i] = -digit
    return order


@remembered
def identifier_order(size: int) -> Order:
    """[C.04.5 3.6, C.04.6 3.6] The pairings of a bracket whose ``size`` players are numbered by ascending TPN: first
    by the TPNs of the top members, then by those of the bottom members.

    >>> order = identifier_order(4)
    >>> order.pair(0, 2) + order.pair(1, 3) < order.pair(0, 3) + order.pair(1, 2) < order.pair(0, 1) + order.pair(2, 3)
    True
    """
    order = Order(size)
    _add_opponents(order, range(size), "3.6.2", "the first differing bottom member")
    for i in reversed(range(size)):
        order.other[i] += 1 << order.add(1, i, "3.6.2", "the first differing top member")
    return order
