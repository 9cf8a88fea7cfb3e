"""The random numbers of the tournament generator. The same seed gives the same numbers on every machine.

All numbers come from `random.Random.random`, because Python promises that its sequence never changes. The seed for each
choice is the text ``seed/choice``. For seeds that are texts, the sequence has been the same since Python 3.2.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from pairing_engine.facts.model import Tpn
from pairing_engine.values import NamedTuple

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
        return items[self.below(len(items))]

    def some(self, of: Sequence[Tpn], amounts: PerRound, number: int) -> list[Tpn]:
        """Choose some participants at random for round ``number``, and keep their order.

        ``amounts`` states how many participants to choose in each round.

        Every TPN has its own random number, which does not depend on the other participants.
        """
        amount = amounts[min(number, len(amounts)) - 1]
        lots = [self.random() for _ in range(max(of, default=0))]
        if amount.percent:
            return [tpn for tpn in of if lots[tpn - 1] * 100 < amount.number]
        drawn = set(sorted(of, key=lambda tpn: lots[tpn - 1])[: int(amount.number)])
        return [tpn for tpn in of if tpn in drawn]
