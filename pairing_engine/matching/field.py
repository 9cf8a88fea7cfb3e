"""Fields: parts of costs that are too long for a single matching."""

from __future__ import annotations

from pairing_engine.values import NamedTuple


class CostField(NamedTuple):
    """A group of bits of a cost: ``width`` bits from ``low`` on, wide enough for any matching's total.

    With an ``owner``, only the edges of that vertex have anything in the field: the owner's mate alone decides what a
    matching has there.
    """

    low: int
    width: int
    owner: int | None = None

    @property
    def mask(self) -> int:
        """The bit mask of the field."""
        return (1 << self.width) - 1 << self.low
