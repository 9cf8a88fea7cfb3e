"""The parts (fields) of a cost that is too long for a single matching."""

from __future__ import annotations

from pairing_engine.values import NamedTuple


class CostField(NamedTuple):
    """A group of bits of a cost, wide enough for the total of any matching.

    The field has ``width`` bits, beginning with bit ``low``. If the field has an ``owner``, only the edges of that
    vertex can be nonzero in the field. Then the total of a matching in this field depends only on the owner's partner.
    """

    low: int
    width: int
    owner: int | None = None

    @property
    def mask(self) -> int:
        return (1 << self.width) - 1 << self.low
