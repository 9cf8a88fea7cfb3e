"""Many numbers packed into one: each criterion, and each part of an order, is a field of a whole number.

A field is a group of bits. Two sums of such numbers compare as their fields do, the most significant first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairing_engine.matching import CostField


class Weights:
    """The layout of the fields in a whole number, the most significant first.

    Each must be wide enough for the largest sum that can occur in it, so that no field ever runs over into the
    next one.
    """

    def __init__(self) -> None:
        self.bits = 0
        self.fields: list[CostField] = []

    def add(self, width: int, owner: int | None = None) -> int:
        """Add a field that is more significant than all earlier ones, and return its lowest bit.

        ``owner``: the vertex whose mate alone decides it.
        """
        low = self.bits
        self.fields.insert(0, CostField(low, width, owner))
        self.bits += width
        return low

    def add_set(self, owners: Sequence[int]) -> list[int]:
        """Add fields that sort the sets of these vertices.

        Of two sets, the one with the first vertex in which they differ comes first. Gives, for each vertex, the amount
        to add to the cost if it is not in the set.

        >>> Weights().add_set([5, 6, 7])
        [4, 2, 1]
        """
        return [1 << self.add(1, owner) for owner in reversed(owners)][::-1]


def raised(fields: Iterable[CostField], bits: int) -> list[CostField]:
    """The same fields, shifted up by this many bits."""
    return [field._replace(low=field.low + bits) for field in fields]
