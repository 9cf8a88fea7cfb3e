"""Matchings of least cost in exact whole numbers, without any knowledge of chess.

Only this package imports networkx and rustworkx.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from pairing_engine.matching.blossom import (
    MOST_BITS,
    Pair,
    has_native,
    has_rustworkx,
    has_stages,
    heaviest_by_networkx,
    heaviest_by_rustworkx,
    lightest_by,
)
from pairing_engine.matching.field import CostField
from pairing_engine.matching.packing import packed

__all__ = ["MOST_BITS", "Backend", "CostField", "Pair", "has_native", "has_rustworkx", "has_stages", "lightest"]


class Backend(Enum):
    """The choice of matching libraries: networkx alone (``REFERENCE``), or the fastest exact library (``AUTO``)."""

    REFERENCE = "reference"
    AUTO = "auto"


def lightest(
    pairs: Sequence[Pair],
    alone: Sequence[int | None],
    bits: int,
    fields: Callable[[], Sequence[CostField]],
    backend: Backend = Backend.AUTO,
) -> list[int] | None:
    """Find a matching of least total cost; return the partner of each vertex, or None if there is no matching.

    ``alone[v]`` is the cost of leaving vertex v unmatched, or None if v must be matched. Costs are nonnegative whole
    numbers, and no total has more than ``bits`` bits. ``fields()`` returns the parts of the costs, the most significant
    first. ``fields`` is called only if the costs are long. An unmatched vertex has -1 as its partner. If several
    matchings have the least cost, the result is any of these matchings.

    >>> lightest([(0, 1, 5), (1, 2, 3), (2, 3, 5), (0, 3, 1)], [None] * 4, 5, list)
    [3, 2, 1, 0]
    >>> lightest([(0, 1, 5)], [1, 1, 1], 5, list)
    [-1, -1, -1]
    >>> lightest([(0, 1, 5)], [None, 1, None], 5, list) is None
    True
    """
    if backend is Backend.REFERENCE or not has_rustworkx():
        return lightest_by(heaviest_by_networkx, pairs, alone, bits)
    if bits <= MOST_BITS:
        return lightest_by(heaviest_by_rustworkx, pairs, alone, bits)
    short = packed(pairs, alone, fields())
    if short is not None:
        return lightest_by(heaviest_by_rustworkx, *short)
    if not has_stages():
        return lightest_by(heaviest_by_networkx, pairs, alone, bits)
    from pairing_engine.matching.staged import lightest_in_stages

    return lightest_in_stages(pairs, alone, fields())
