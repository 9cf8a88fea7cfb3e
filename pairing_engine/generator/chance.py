"""The random numbers of the tournament generator. The same seed gives the same numbers on every machine.

All numbers come from `random.Random.random`, because Python promises that its sequence never changes. The seed of each
choice is a text of the form ``seed/choice``. For seeds that are texts, the sequence has been the same since Python 3.2.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from pairing_engine.facts.model import Tpn
from pairing_engine.values import NamedTuple

Item = TypeVar("Item")


class Amount(NamedTuple):
    """A number or, if ``percent`` is true, a percentage."""

    number: float
    percent: bool = True


PerRound = tuple[Amount, ...]
"""The amount for each round.

If there are more rounds than amounts, the last amount applies to all remaining rounds. Without any amounts, the
generator chooses the amounts at random.
"""


class Chance:
    """A source of random numbers, with a separate source for each choice (`of`).

    If the user fixes one choice, or if one choice needs more random numbers, all other choices of the same seed stay
    the same.
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)
        self.random = random.Random(self.seed).random

    def of(self, *choice: object) -> Chance:
        """Return the source of random numbers for a named choice; it does not depend on earlier draws.

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
        """Draw the round's amount of participants by lot, and keep their order.

        Every TPN has its own random number, which does not depend on the other participants.
        """
        amount = amounts[min(number, len(amounts)) - 1]
        lots = [self.random() for _ in range(max(of, default=0))]
        if amount.percent:
            return [tpn for tpn in of if lots[tpn - 1] * 100 < amount.number]
        drawn = set(sorted(of, key=lambda tpn: lots[tpn - 1])[: int(amount.number)])
        return [tpn for tpn in of if tpn in drawn]
