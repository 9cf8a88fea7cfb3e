"""Several numbers packed into one whole number: each criterion, and each part of an order, has its own bits.

A group of bits is called a field. Sums of such numbers compare field by field, the most significant field first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairing_engine.matching import CostField


class Weights:
    """The layout of the fields in a whole number, the most significant first.

    Each field must be wide enough for the largest sum that can occur in it, so that the sum never overflows into the
    next field.
    """

    def __init__(self) -> None:
        self.bits = 0
        self.fields: list[CostField] = []

    def add(self, width: int, owner: int | None = None) -> int:
        """Add a field that is more significant than all earlier fields, and return its lowest bit.

        ``owner`` is the vertex whose partner alone decides the value of the field, if there is one.
        """
        low = self.bits
        self.fields.insert(0, CostField(low, width, owner))
        self.bits += width
        return low

    def add_set(self, owners: Sequence[int]) -> list[int]:
        """Add fields that put the sets of the given vertices in order.

        Of two sets, the one that contains the first vertex in which they differ comes first. Return, for each vertex,
        the amount to add to the cost if the vertex is not in the set.

        >>> Weights().add_set([5, 6, 7])
        [4, 2, 1]
        """
        return [1 << self.add(1, owner) for owner in reversed(owners)][::-1]


def raised(fields: Iterable[CostField], bits: int) -> list[CostField]:
    """The fields of a number, moved up by ``bits`` bits."""
    return [field._replace(low=field.low + bits) for field in fields]
