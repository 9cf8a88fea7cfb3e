"""What criteria and orders become: whole numbers made of fields, whose sums compare as the fields do, one after the
other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairing_engine.matching import Field


class Weights:
    """The fields of a whole number, the most significant first. Each must be wide enough for any sum of what is added
    up in it, so that it never reaches into the next one.
    """

    def __init__(self) -> None:
        self.bits = 0
        self.fields: list[Field] = []

    def add(self, width: int, owner: int | None = None) -> int:
        """Add a field above all others; gives its lowest bit. ``owner``: the vertex whose mate alone decides it."""
        low = self.bits
        self.fields.insert(0, Field(low, width, owner))
        self.bits += width
        return low

    def add_set(self, owners: Sequence[int]) -> list[int]:
        """Add fields that say which of two sets of these vertices comes first: the one whose smallest differing place
        is smaller. Gives what each of them adds by not being in the set.

        >>> Weights().add_set([5, 6, 7])
        [4, 2, 1]
        """
        return [1 << self.add(1, owner) for owner in reversed(owners)][::-1]


def raised(fields: Iterable[Field], bits: int) -> list[Field]:
    """The same fields above so many bits."""
    return [field._replace(low=field.low + bits) for field in fields]
