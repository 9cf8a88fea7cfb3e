"""Chance, as the generator of tournaments draws it: the same for the same seed on every machine.

All of it comes from `random.Random.random`, the one method whose sequence Python promises never to change.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

Item = TypeVar("Item")


class Amount(NamedTuple):
    """How many: so many, or so many in a hundred (``percent``, then ``number`` may be a fraction)."""

    number: float
    percent: bool = True


PerRound = tuple[Amount, ...]
"""An amount for every round; the last one holds for all rounds after it. Empty: a sensible random percentage."""


class Chance:
    """A source of chance."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        return int(self.random() * bound)

    def between(self, low: int, high: int) -> int:
        """A number from low to high."""
        return low + self.below(high - low + 1)

    def happens(self, percent: float) -> bool:
        """Yes in so many cases of a hundred."""
        return self.random() * 100 < percent

    def one_of(self, items: Sequence[Item]) -> Item:
        """One of them."""
        return items[self.below(len(items))]

    def some(self, of: Sequence[Item], amounts: PerRound, number: int) -> list[Item]:
        """So many of them, by lot, as the amount for this round says; in their order."""
        amount = amounts[min(number, len(amounts)) - 1]
        if amount.percent:
            return [item for item in of if self.happens(amount.number)]
        places = list(range(len(of)))
        drawn = [places.pop(self.below(len(places))) for _ in range(min(int(amount.number), len(places)))]
        return [of[place] for place in sorted(drawn)]
