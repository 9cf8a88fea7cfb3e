"""The edges that occur in the lightest matchings of a graph, found from one such matching.

The means are potentials of the graph's double cover, with whole-array arithmetic.

The double cover is a table in which every vertex has a row and a column. A cell (u, v) has the cost of the
edge, a cell (v, v) has twice the cost of v being alone. An assignment gives every row a column of its own. Any
matching is an assignment: u has the column of v, and v that of u; it costs twice as much as the matching. A
cheapest assignment has potentials, and ``worth``, the potentials of a vertex's row and column together, has

    worth[u] + worth[v] <= 2 cost(u, v)        worth[v] <= 2 cost(v alone)

The excess of the right side over the left is the *slack* of the edge. The slacks of a lightest matching add up
to the *gap*: the amount by which a cheapest assignment is cheaper than the matching. Where there is no gap,
the lightest matchings are therefore exactly the matchings of edges without slack, whether the graph has odd
circles or not. In a graph with two sides there never is a gap.

Where there is a gap, the edges without slack have no matching: some odd sets of vertices stand in its way
[Gallai and Edmonds]. Any matching has at least one edge that leaves such a set. Each set is *contracted* to
one vertex, and the potentials are found again; the worth of such a vertex is the worth of leaving the set.
Once no gap is left, and no worth of a set is negative, the lightest matchings are those of edges without slack
that leave every set of positive worth by exactly one edge [Edmonds].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pairing_engine.matching.cover import bits, bits_of, neighbours_by
from pairing_engine.matching.rest import sets_in_the_way
from pairing_engine.values import NamedTuple

Numbers: TypeAlias = "NDArray[np.int64]"

MOST_COST_BITS = 46
"""The maximum number of bits of a total cost.

The length of a way is a sum of several such totals, in 64 bits, and contractions double the costs.
"""

MOST_CONTRACTED_BITS = 54
"""The maximum number of bits of a cost after contractions; beyond that, this part of the graph is given up."""

_LOWEST = -(1 << 60)
"""The limit below which potentials restart at 0, so that they stay within 64 bits."""

_LOOK_FOR_CIRCLES = 8
"""The number of steps between two searches for cycles."""


class Edges(NamedTuple):
    """The edges of a graph by their ends; an edge from a vertex to itself stands for being unmatched."""

    one: Numbers
    other: Numbers
    vertices: int

    def are_in(self, mates: Numbers) -> NDArray[np.bool_]:
        """Whether each edge is in a matching; an unmatched vertex is its own mate."""
        found: NDArray[np.bool_] = mates[self.one] == self.other
        return found


class Cells:
    """The cells of the double cover that have a cost, with their rows, columns and edges.

    ``start`` has the place of each row's first cell.
    """

    def __init__(self, edges: Edges) -> None:
        one, other, vertices = edges
        self.single = one == other
        mirrored = np.flatnonzero(~self.single)
        rows = np.concatenate((one, other[mirrored]))
        order = np.argsort(rows, kind="stable")
        self.row = rows[order]
        self.column = np.concatenate((other, one[mirrored]))[order]
        self.edge = np.concatenate((np.arange(len(one)), mirrored))[order]
        self.start = np.searchsorted(self.row, np.arange(vertices))
        self.vertices = vertices

    def costs(self, costs: Numbers) -> Numbers:
        """The costs of the cells, derived from the costs of the edges."""
        doubled = costs.copy()
        doubled[self.single] *= 2
        found: Numbers = doubled[self.edge]
        return found


def slacks_of(edges: Edges, costs: Numbers, mates: Numbers) -> Numbers:
    """The slack of every edge, given a lightest matching ``mates``; totals have at most `MOST_COST_BITS` bits."""
    return _reduced(edges, costs, _Assignment(Cells(edges), costs, mates).worth())


def _reduced(edges: Edges, costs: Numbers, worth: Numbers) -> Numbers:
    """The slack of every edge, given the worth of the vertices."""
    ends = np.where(edges.one == edges.other, 0, worth[edges.other])
    found: Numbers = 2 * costs - worth[edges.one] - ends
    return found


class Contracted(NamedTuple):
    """The edges of the lightest matchings (``kept``), and the number of sets that each edge leaves (``leaves``).

    ``leaves`` counts, for every edge, only sets that these matchings leave exactly once.
    """

    kept: NDArray[np.bool_]
    leaves: Numbers


def contract(edges: Edges, slacks: Numbers, mates: Numbers) -> Contracted | None:
    """The edges of the lightest matchings of a graph with a gap; None if the search fails.

    ``mates`` is one of these matchings, ``slacks`` are from `slacks_of`.
    """
    graph = _Contraction(edges, slacks, mates)
    while graph.costs[graph.is_chosen].any():
        sets = graph.sets_in_the_way()
        if not sets or not graph.contract(sets):
            return None
        graph.halve()
        if int(graph.costs.max()) >> MOST_CONTRACTED_BITS:
            return None
        graph.find_worth()
    return graph.found()


class _Contraction:
    """A graph in which some vertices stand for odd, possibly nested, sets of the original vertices."""

    def __init__(self, edges: Edges, slacks: Numbers, mates: Numbers) -> None:
        self.edges = edges
        self.costs = slacks
        """The remaining cost of each original edge, after subtracting the worth of its ends and sets.

        All numbers here are multiplied by one power of two, which `halve` keeps small.
        """
        self.is_chosen = edges.are_in(mates)
        self.is_single = edges.one == edges.other
        self.place = np.arange(edges.vertices)
        """The current vertex for each original vertex."""
        self.sets: dict[int, NDArray[np.bool_]] = {}
        """The outermost contracted sets, by the vertices that represent them."""
        self.worth_of_sets: dict[int, int] = {}
        """The worth of each outermost set."""
        self.nested: list[tuple[NDArray[np.bool_], int]] = []
        """The nested sets with their worth."""

    def find_worth(self) -> None:
        """Find the worth of the vertices, and subtract it from the costs."""
        one, other = self.place[self.edges.one], self.place[self.edges.other]
        outside = np.flatnonzero((one != other) | self.is_single)
        low, high = np.minimum(one, other)[outside], np.maximum(one, other)[outside]
        size = int(self.place.max()) + 1
        key = low * size + high
        order = np.lexsort((self.costs[outside], key))
        best = order[np.unique(key[order], return_index=True)[1]]
        edges = Edges(low[best], high[best], size)
        mates = np.arange(size)
        for edge in outside[self.is_chosen[outside] & ~self.is_single[outside]]:
            mates[one[edge]], mates[other[edge]] = other[edge], one[edge]
        assignment = _Assignment(Cells(edges), self.costs[outside[best]], mates)
        worth = assignment.worth()
        left = np.where(self.is_single, worth[one], worth[one] + worth[other])
        self.costs = 2 * self.costs - np.where((one != other) | self.is_single, left, 0)
        self.nested = [(members, 2 * value) for members, value in self.nested]
        self.worth_of_sets = {v: 2 * value + int(worth[v]) for v, value in self.worth_of_sets.items()}

    def sets_in_the_way(self) -> list[list[int]]:
        """The odd sets that prevent a matching of slackless edges, as lists of vertices."""
        one, other = self.place[self.edges.one], self.place[self.edges.other]
        is_tight = self.costs == 0
        outside = is_tight & (one != other)
        edges = zip(one[outside].tolist(), other[outside].tolist(), strict=True)
        near = neighbours_by(int(self.place.max()) + 1, edges)
        couples = outside & self.is_chosen
        pairs = zip(one[couples].tolist(), other[couples].tolist(), strict=True)
        may_be_alone = bits_of(one[is_tight & self.is_single].tolist())
        return [list(bits(found)) for found in sets_in_the_way(near, pairs, may_be_alone)]

    def contract(self, groups: list[list[int]]) -> bool:
        """Contract each of these sets to one vertex; False if the lightest matching leaves a set more than once."""
        place = np.arange(int(self.place.max()) + 1)
        for group in groups:
            members = np.isin(self.place, group)
            if int(self.is_chosen[self._leaving(members)].sum()) != 1:
                return False
            place[group] = group[0]
        numbers = np.unique(place, return_inverse=True)[1]
        sets, worth = {}, {}
        for v, old in self.sets.items():
            if place[v] == v and not any(v == group[0] for group in groups):
                sets[int(numbers[v])], worth[int(numbers[v])] = old, self.worth_of_sets[v]
            else:
                self.nested.append((old, self.worth_of_sets[v]))
        self.place = numbers[self.place]
        for group in groups:
            v = int(numbers[group[0]])
            sets[v], worth[v] = self.place == v, 0
        self.sets, self.worth_of_sets = sets, worth
        return True

    def halve(self) -> None:
        """Halve all numbers while all are even, which keeps their order."""
        worth = [value for _, value in self.nested] + list(self.worth_of_sets.values())
        bits = int(np.bitwise_or.reduce(self.costs))
        for value in worth:
            bits |= abs(value)
        shift = (bits & -bits).bit_length() - 1
        if shift > 0:
            self.costs >>= shift
            self.nested = [(members, value >> shift) for members, value in self.nested]
            self.worth_of_sets = {v: value >> shift for v, value in self.worth_of_sets.items()}

    def _leaving(self, members: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Whether each edge leaves a set; an unmatched vertex of the set counts as leaving."""
        one = members[self.edges.one]
        found: NDArray[np.bool_] = (one != members[self.edges.other]) | (one & self.is_single)
        return found

    def found(self) -> Contracted | None:
        """The edges without slack and the number of sets they leave; None if a set has a negative worth."""
        leaves = np.zeros(len(self.costs), np.int64)
        for members, worth in (*self.nested, *((self.sets[v], worth) for v, worth in self.worth_of_sets.items())):
            if worth < 0:
                return None
            if worth:
                leaves += self._leaving(members)
        return Contracted(self.costs == 0, leaves)


class _Assignment:
    """An assignment of columns to rows, improved until its cost is minimal.

    A row can move to another column if the row that holds it moves on, and so forth: that is a way, and its length is
    what all these moves cost. The lengths of the shortest ways are the potentials of the rows [Bellman and Ford]. If a
    shortest way runs in a circle, the moves along it make the assignment cheaper.
    """

    def __init__(self, cells: Cells, costs: Numbers, mates: Numbers) -> None:
        self.cells = cells
        self.costs = costs = cells.costs(costs)
        self.holder = mates.copy()
        """The row assigned to each column."""
        held = np.flatnonzero(cells.row == self.holder[cells.column])
        self.price = np.empty(cells.vertices, np.int64)
        """The cost of each column for its assigned row."""
        self.price[cells.column[held]] = costs[held]

    def worth(self) -> Numbers:
        """The sum of the row and column potentials of each vertex."""
        potential = np.zeros(self.cells.vertices, np.int64)
        while not self._find_ways(potential):
            if potential.min() < _LOWEST:
                potential[:] = 0
        worth: Numbers = potential + self.price - potential[self.holder]
        return worth

    def _find_ways(self, potential: Numbers) -> bool:
        """Lower the potentials to the shortest path lengths; False if a cheaper assignment was found instead."""
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
        """Shift each row of a cycle to its next column; False if there is no cycle.

        ``first`` has the first cell of every row's way, -1 if it has none.
        """
        found = False
        for circle in _circles(np.where(first < 0, -1, next_row[first]).tolist()):
            found = True
            for row in circle:
                cell = first[row]
                self.holder[self.cells.column[cell]] = row
                self.price[self.cells.column[cell]] = self.costs[cell]
        return found


def _circles(successor: Sequence[int]) -> Iterator[list[int]]:
    """The cycles found by following each place to its successor; -1 means no successor.

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
