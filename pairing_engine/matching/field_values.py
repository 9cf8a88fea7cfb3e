"""Fast access to one field (part) of many long costs.

The costs are stored as rows of bytes, so that numpy can read a field of all costs at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pairing_engine.matching.field import CostField

MOST_WIDTH = 56
"""The maximum number of bits that are read from a field.

The code reads 64 bits at once, and a field can start at any bit of the first byte.
"""

_WINDOW = 8
"""The number of bytes that are read from a cost at a time."""

_MOST_BYTES = 1 << 26
"""The maximum number of bytes of cost data in memory at once."""


class FieldValues:
    """A list of costs (nonnegative whole numbers) from which single fields can be read.

    >>> values = FieldValues([5 << 100 | 3, 2 << 100])
    >>> values.used == 7 << 100 | 3, values.of([CostField(100, 7), CostField(0, 100)]).tolist()
    (True, [[5, 3], [2, 0]])
    """

    def __init__(self, costs: Sequence[int]) -> None:
        self.costs = costs
        self.used = 0
        """The bits that are set in at least one cost."""
        for cost in costs:
            self.used |= cost
        self._size = self.used.bit_length() // 8 + 1 + _WINDOW
        self._rows = max(1, _MOST_BYTES // self._size)
        self._only: NDArray[np.uint8] | None = None

    def of(self, fields: Sequence[CostField]) -> NDArray[np.int64]:
        """Build a table with a row for each cost and a column for each field.

        Only the lowest `MOST_WIDTH` bits of a field are read.
        """
        found = np.empty((len(self.costs), len(fields)), np.int64)
        start = 0
        for block in self._blocks():
            rows = found[start : start + len(block)]
            for column, field in enumerate(fields):
                first, shift = divmod(min(field.low, self.used.bit_length()), 8)
                window = np.ascontiguousarray(block[:, first : first + _WINDOW]).view("<u8")[:, 0]
                rows[:, column] = window >> np.uint64(shift) & np.uint64((1 << min(field.width, MOST_WIDTH)) - 1)
            start += len(block)
        return found

    def _blocks(self) -> Iterator[NDArray[np.uint8]]:
        """Yield the costs as rows of bytes, the least significant byte first, in blocks that fit into memory."""
        if self._only is not None:
            yield self._only
            return
        for start in range(0, len(self.costs), self._rows):
            rows = self.costs[start : start + self._rows]
            text = b"".join([cost.to_bytes(self._size, "little") for cost in rows])
            block = np.frombuffer(text, np.uint8).reshape(len(rows), self._size)
            if len(rows) == len(self.costs):
                self._only = block
            yield block
