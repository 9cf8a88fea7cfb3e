"""Article 4 of the systems: the order of candidates, as one whole number per pairing. The smaller number comes first.

An order is a list of digits, the most significant first, and every digit is a sum over the edges of the pairing: what a
player adds depends on the role (the *top*, that is the player with the smaller BSN of a pair; or not a top), and a top
adds one more digit, the BSN of its opponent.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class Digits(NamedTuple):
    """The digits of an order that one article defines: the bits from ``low`` upwards, to the next entry's."""

    article: str
    summary: str
    low: int


class Order:
    """The cost that every edge adds, for players numbered from 0 (BSN minus one).

    ``top[i]`` and ``other[i]``: what player i adds as a top, and otherwise. ``opponent[i]``: by what the BSN of the
    opponent of top i is multiplied. ``bits``: how long a total can get. ``digits``: what the bits mean, most
    significant first.
    """

    __slots__ = ("bits", "digits", "opponent", "other", "top")

    def __init__(
        self, top: list[int], other: list[int], opponent: list[int], bits: int, digits: tuple[Digits, ...]
    ) -> None:
        self.top, self.other, self.opponent, self.bits, self.digits = top, other, opponent, bits, digits

    def pair(self, top: int, bottom: int) -> int:
        """What a pair adds; ``top`` < ``bottom``, both counted from 0."""
        return self.top[top] + self.other[bottom] + (bottom + 1) * self.opponent[top]

    def deciding(self, one: int, another: int) -> Digits:
        """The article that sets two different totals apart."""
        highest = (one ^ another).bit_length() - 1
        return next(digits for digits in self.digits if digits.low <= highest)


@lru_cache(maxsize=512)
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
    width = size.bit_length()
    top, other, opponent = [0] * size, [0] * size, [0] * size
    low = 0
    for i in reversed(range(size)):  # 4.2.2: the opponent of the first top is the most significant digit
        opponent[i] = 1 << low
        low += width
    digits = [Digits("4.2.2", "the first differing BSN in S2", 0)]
    digits.append(Digits("4.3.2.4", "the smallest differing BSN moved from S2 to S1", low))
    for i in reversed(range(pairs, size)):
        other[i] += 1 << low
        low += 1
    digits.append(Digits("4.3.2.3", "the largest differing BSN moved from S1 to S2", low))
    for i in range(pairs):
        top[i] += 1 << low
        low += 1
    digits.append(Digits("4.3.2.2", "the difference between the sums of the exchanged BSNs", low))
    for i in range(size):
        top[i] += i + 1 << low
    low += (size * (size + 1) // 2).bit_length()
    digits.append(Digits("4.3.2.1", "the number of exchanged BSNs", low))
    for i in range(pairs, size):
        top[i] += 1 << low
    low += width
    return Order(top, other, opponent, low, tuple(reversed(digits)))


@lru_cache(maxsize=512)
def mdp_order(mdps: int, size: int) -> Order:
    """[C.04.3 4.2, 4.4] The MDP-Pairings of a bracket of ``size`` players of whom the first ``mdps`` are moved down.

    Residents add nothing: the remainder has an order of its own, `resident_order`.
    """
    width = size.bit_length()
    top, other, opponent = [0] * size, [0] * size, [0] * size
    low = 0
    for i in reversed(range(mdps)):
        opponent[i] = 1 << low
        low += width
    digits = [Digits("4.2.2", "the first differing BSN in S2", 0), Digits("4.4.2", "the set of pairable MDPs", low)]
    for i in reversed(range(mdps)):
        other[i] += 1 << low
        low += 1
    return Order(top, other, opponent, low, tuple(reversed(digits)))
