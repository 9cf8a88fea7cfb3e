"""What long costs are made of."""

from __future__ import annotations

from typing import NamedTuple


class CostField(NamedTuple):
    """Some bits of a cost that no total overflows.

    With an ``owner``, only edges at that vertex have anything in the field: what a matching has there is decided by the
    owner's mate alone.
    """

    low: int
    width: int
    owner: int | None = None

    @property
    def mask(self) -> int:
        """Its bits."""
        return (1 << self.width) - 1 << self.low
