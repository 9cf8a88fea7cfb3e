"""The parts (fields) of a cost that is too long for a single matching."""

from __future__ import annotations

from pairing_engine.values import NamedTuple


class CostField(NamedTuple):
    """A group of bits in a cost, with room for the total of any matching.

    The field has ``width`` bits, beginning with bit ``low``. If the field has an ``owner``, the field is 0 for all
    edges except the owner's, so that its total depends only on the owner's partner.
    """

    low: int
    width: int
    owner: int | None = None

    @property
    def mask(self) -> int:
        return (1 << self.width) - 1 << self.low
