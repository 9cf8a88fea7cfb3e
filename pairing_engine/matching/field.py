"""The parts (fields) of a cost that is too long for a single matching."""

from __future__ import annotations

from pairing_engine.values import NamedTuple


class CostField(NamedTuple):
    """A group of bits of a cost: ``width`` bits from ``low`` on, wide enough for the total of any matching.

    If a field has an ``owner``, only the edges of that vertex can be nonzero in it. So the total of a matching in this
    field depends only on the owner's partner.
    """

    low: int
    width: int
    owner: int | None = None

    @property
    def mask(self) -> int:
        """The bit mask of the field."""
        return (1 << self.width) - 1 << self.low
