"""The random numbers of the tournament generator; each seed gives the same numbers on every machine.

All of it comes from `random.Random.random`, the one method whose sequence Python promises never to change, after seeds
that are texts (``seed/choice``), which give the same sequences since Python 3.2.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from pairing_engine.facts.model import Tpn
from pairing_engine.values import NamedTuple

Item = TypeVar("Item")


class Amount(NamedTuple):
    """An absolute number or, if ``percent`` is set, a percentage."""

    number: float
    percent: bool = True


PerRound = tuple[Amount, ...]
"""The amount for each round; the last one also holds for all later rounds. Empty: a random percentage."""


class Chance:
    """A source of random numbers, with a separate source for each choice.

    Each choice has a source of its own (`of`). So no other choice of the same seed changes if a value is given and not
    drawn, or drawn more often.
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)
        self.random = random.Random(self.seed).random

    def of(self, *choice: object) -> Chance:
        """The random source for a named choice; earlier draws do not affect it.

        >>> Chance(7).of("results", 3).below(1000) == Chance("7/results/3").below(1000)
        True
        """
        return Chance("/".join(map(str, (self.seed, *choice))))

    def below(self, bound: int) -> int:
        """A random number from 0 to bound - 1."""
        return int(self.random() * bound)

    def between(self, low: int, high: int) -> int:
        """A random number from low to high."""
        return low + self.below(high - low + 1)

    def happens(self, percent: float) -> bool:
        """Whether an event with this chance in percent happens, drawn by lot."""
        return self.random() * 100 < percent

    def one_of(self, items: Sequence[Item]) -> Item:
        """A random item."""
        return items[self.below(len(items))]

    def some(self, of: Sequence[Tpn], amounts: PerRound, number: int) -> list[Tpn]:
        """Draw the participants of a round at random, in the configured amount; their order is kept.

        Every TPN has its own lot, which does not depend on the other participants drawn from.
        """
        amount = amounts[min(number, len(amounts)) - 1]
        lots = [self.random() for _ in range(max(of, default=0))]
        if amount.percent:
            return [tpn for tpn in of if lots[tpn - 1] * 100 < amount.number]
        drawn = set(sorted(of, key=lambda tpn: lots[tpn - 1])[: int(amount.number)])
        return [tpn for tpn in of if tpn in drawn]
