"""Matchings of least cost, in exact whole numbers. Knows vertices and costs, and nothing of chess.

The only package that imports networkx and rustworkx.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

Pair = tuple[int, int, int]
"""Two vertices and what it costs to match them."""


class Backend(Enum):
    """Who solves a matching: networkx alone, or the fastest that can answer exactly."""

    REFERENCE = "reference"
    AUTO = "auto"


def lightest(pairs: Sequence[Pair], alone: Sequence[int | None], backend: Backend = Backend.AUTO) -> list[int] | None:
    """The matching with the least total cost; None if there is none.

    ``alone[v]`` is the cost of leaving vertex v unmatched, None if it must be matched. All costs are whole numbers
    from 0. Gives the mate of every vertex, -1 for those left alone. Which of several lightest matchings it is, is not
    said.

    >>> lightest([(0, 1, 5), (1, 2, 3), (2, 3, 5), (0, 3, 1)], [None] * 4)
    [3, 2, 1, 0]
    >>> lightest([(0, 1, 5)], [1, 1, 1])
    [-1, -1, -1]
    >>> lightest([(0, 1, 5)], [None, 1, None]) is None
    True
    """
    from pairing_engine.matching.blossom import heaviest_by_networkx

    most = max((cost for _, _, cost in pairs), default=0)
    most = max(most, max((cost for cost in alone if cost is not None), default=0))
    must = (most + 1) * (len(alone) + 1)  # no saving elsewhere makes up for a vertex that must be matched and is not
    value = [must if cost is None else cost for cost in alone]
    edges = [(u, v, value[u] + value[v] - cost) for u, v, cost in pairs]
    mates = heaviest_by_networkx(len(alone), [edge for edge in edges if edge[2] > 0])
    if any(mate < 0 and cost is None for mate, cost in zip(mates, alone, strict=True)):
        return None
    return mates
