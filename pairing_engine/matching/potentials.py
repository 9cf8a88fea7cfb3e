"""What vertices are worth in a lightest matching: potentials of the double cover, by whole-array arithmetic.

In the double cover of a graph every vertex is a row and a column. A cell (u, v) costs what the edge costs, a cell
(v, v) twice what it costs v to be alone. A matching is an assignment of it that costs twice as much; a cheapest
assignment has potentials, and ``worth``, the potentials of a vertex's row and column together, has

    worth[u] + worth[v] <= 2 cost(u, v)        worth[v] <= 2 cost(v alone)

What an edge costs more than that is its *slack*. The slacks of a lightest matching add up to the *gap*, by which a
cheapest assignment is cheaper than the matching. Where there is no gap, the lightest matchings are therefore exactly
the matchings of edges without slack, whether the graph has odd cycles or not; and in a graph with two sides there never
is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = "NDArray[np.int64]"

MOST_COST_BITS = 54
"""How long a total may be: way lengths are sums of several such totals in 64 bits."""

_LOWEST = -(1 << 60)
_LOOK_FOR_CIRCLES = 8
"""After how many steps it is looked whether the ways run in circles."""


class Cells:
    """The cells of the double cover of a graph, row by row. ``one[e]`` and ``other[e]`` are the ends of edge e, equal
    for a vertex that is alone. Every vertex must have an edge.
    """

    def __init__(self, one: Numbers, other: Numbers, vertices: int) -> None:
        self.single = one == other
        mirrored = np.flatnonzero(~self.single)
        rows = np.concatenate((one, other[mirrored]))
        order = np.argsort(rows, kind="stable")
        self.row = rows[order]
        self.column = np.concatenate((other, one[mirrored]))[order]
        self.edge = np.concatenate((np.arange(len(one)), mirrored))[order]
        self.start = np.searchsorted(self.row, np.arange(vertices))
        self.one, self.other, self.vertices = one, other, vertices

    def greatest(self, costs: Numbers) -> Numbers:
        """The greatest cost of a cell in every row."""
        return np.maximum.reduceat(self._cell_costs(costs), self.start)

    def least(self, costs: Numbers) -> Numbers:
        """The least cost of a cell in every row."""
        return np.minimum.reduceat(self._cell_costs(costs), self.start)

    def _cell_costs(self, costs: Numbers) -> Numbers:
        doubled: Numbers = np.where(self.single, 2 * costs, costs)[self.edge]
        return doubled

    def slacks(self, costs: Numbers, mates: Sequence[int]) -> Numbers:
        """The slack of every edge; ``mates`` is a lightest matching, whose totals have `MOST_COST_BITS` at most."""
        worth = _Assignment(self, self._cell_costs(costs), mates).worth()
        slacks: Numbers = 2 * costs - worth[self.one] - np.where(self.single, 0, worth[self.other])
        return slacks


class _Assignment:
    """An assignment of rows to columns, made cheaper until it is cheapest.

    A row could move to another column if the row there moves on: the lengths of the shortest such ways [Bellman and
    Ford] are the potentials of the rows. A way that runs in a circle makes the assignment cheaper.
    """

    def __init__(self, cells: Cells, costs: Numbers, mates: Sequence[int]) -> None:
        self.cells = cells
        self.costs = costs
        self.holder = np.array([v if mate < 0 else mate for v, mate in enumerate(mates)])
        """The row that holds each column."""
        held = np.flatnonzero(cells.row == self.holder[cells.column])
        self.price = np.empty(cells.vertices, np.int64)
        """What each column costs its holder."""
        self.price[cells.column[held]] = costs[held]

    def worth(self) -> Numbers:
        """The potentials of every vertex's row and column together."""
        potential = np.zeros(self.cells.vertices, np.int64)
        while not self._find_ways(potential):
            if potential.min() < _LOWEST:
                potential[:] = 0
        worth: Numbers = potential + self.price - potential[self.holder]
        return worth

    def _find_ways(self, potential: Numbers) -> bool:
        """Lower the potentials until they are those of an assignment; False if it was made cheaper meanwhile."""
        cells = self.cells
        next_row = self.holder[cells.column]
        lengths = self.costs - self.price[cells.column]
        first = np.full(cells.vertices, -1)
        steps = 0
        while True:
            ways = lengths + potential[next_row]
            shortest = np.minimum.reduceat(ways, cells.start)
            changed = shortest < potential
            if not changed.any():
                return True
            best = np.flatnonzero((ways == shortest[cells.row]) & changed[cells.row])
            first[cells.row[best]] = best
            potential[:] = shortest
            steps += 1
            if steps % _LOOK_FOR_CIRCLES == 0 and self._shift_circles(first, next_row):
                return False

    def _shift_circles(self, first: Numbers, next_row: Numbers) -> bool:
        """Where ways run in circles, move every row to its next column. ``first`` is the cell of every row's way."""
        found = False
        for circle in _circles(np.where(first < 0, -1, next_row[first]).tolist()):
            found = True
            for row in circle:
                cell = first[row]
                self.holder[self.cells.column[cell]] = row
                self.price[self.cells.column[cell]] = self.costs[cell]
        return found


def _circles(successor: Sequence[int]) -> Iterator[list[int]]:
    """The circles in which successors run; -1 is no successor.

    >>> list(_circles([1, 2, 1, 0, -1]))
    [[1, 2]]
    """
    seen = [-1] * len(successor)
    for start in range(len(successor)):
        at = start
        while at >= 0 and seen[at] < 0:
            seen[at] = start
            at = successor[at]
        if at >= 0 and seen[at] == start:
            circle = [at]
            while successor[circle[-1]] != at:
                circle.append(successor[circle[-1]])
            yield circle
