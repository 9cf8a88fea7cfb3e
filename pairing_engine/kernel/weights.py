"""Several costs, packed into one whole number.

Each cost occupies its own group of bits, called a field. Two sums are compared field by field, beginning with the most
significant field.
"""

from __future__ import annotations

from collections.abc import Iterable

from pairing_engine.matching import CostField


class Weights:
    """The layout of the fields in a whole number, the most significant first.

    Each field must be wide enough for its largest possible sum; otherwise the sum would overflow into the next field.
    """

    def __init__(self) -> None:
        self.bits = 0
        self.fields: list[CostField] = []

    def add(self, width: int) -> int:
        """Add a new most significant field, and return its lowest bit."""
        low = self.bits
        self.fields.insert(0, CostField(low, width))
        self.bits += width
        return low

    def add_set(self, size: int) -> list[int]:
        """Add one field of one bit for each of ``size`` vertices, to compare sets of these vertices.

        To compare two sets, find the first vertex in only one of the sets: the set with this vertex is better. Return
        one amount for each vertex. The cost of a set is the sum of the amounts of all vertices that are not in the set.

        >>> Weights().add_set(3)
        [4, 2, 1]
        """
        return [1 << self.add(1) for _ in range(size)][::-1]


def raised(fields: Iterable[CostField], bits: int) -> list[CostField]:
    """Move all fields up by ``bits`` bits, to make room for less significant fields."""
    return [field._replace(low=field.low + bits) for field in fields]
