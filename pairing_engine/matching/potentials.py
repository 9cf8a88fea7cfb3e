"""What vertices are worth in a lightest matching: potentials of the double cover, by whole-array arithmetic.

In the double cover of a graph every vertex is a row and a column. A cell (u, v) costs what the edge costs, a cell
(v, v) twice what it costs v to be alone. A matching is an assignment of it that costs twice as much; a cheapest
assignment has potentials, and ``worth``, the potentials of a vertex's row and column together, has

    worth[u] + worth[v] <= 2 cost(u, v)        worth[v] <= 2 cost(v alone)

What an edge costs more than that is its *slack*. The slacks of a lightest matching add up to the *gap*, by which a
cheapest assignment is cheaper than the matching. Where there is no gap, the lightest matchings are therefore exactly
the matchings of edges without slack, whether the graph has odd cycles or not; and in a graph with two sides there never
is one.

Where there is a gap, the edges without slack have no matching: some odd sets of vertices stand in its way [Gallai and
Edmonds], each of which a matching leaves by at least one edge. They are contracted to a vertex each, and the potentials
found again: those of such a vertex are what leaving is worth. Where they are not negative, and no gap is left, the
lightest matchings are those of edges without slack that leave every contracted set with a positive worth by exactly one
edge [Edmonds].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pairing_engine.matching.cover import bits, bits_of
from pairing_engine.matching.rest import sets_in_the_way

Numbers: TypeAlias = "NDArray[np.int64]"

MOST_COST_BITS = 46
"""How long a total may be: ways are sums of several such totals in 64 bits, and contractions may double them."""

MOST_CONTRACTED_BITS = 54
"""How long costs may be after contractions, before a part of a graph is given up."""

_LOWEST = -(1 << 60)
_LOOK_FOR_CIRCLES = 8
"""After how many steps it is looked whether the ways run in circles."""


class Edges(NamedTuple):
    """The edges of a graph by their ends, which are equal for a vertex that is alone. Every vertex has an edge."""

    one: Numbers
    other: Numbers
    vertices: int

    def are_in(self, mates: Numbers) -> NDArray[np.bool_]:
        """Which edges are those of a matching? Who is alone is its own mate."""
        found: NDArray[np.bool_] = mates[self.one] == self.other
        return found

    def among(self, places: Numbers, kept: Numbers) -> Edges:
        """Some of the edges between vertices that have other numbers now."""
        return Edges(places[self.one[kept]], places[self.other[kept]], int(places.max()) + 1)


class Cells:
    """The cells of the double cover of a graph, row by row."""

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
        """What the cells cost, by the costs of the edges."""
        doubled = costs.copy()
        doubled[self.single] *= 2
        found: Numbers = doubled[self.edge]
        return found


def slacks_of(edges: Edges, costs: Numbers, mates: Numbers) -> Numbers:
    """The slack of every edge; ``mates`` is a lightest matching, whose totals have `MOST_COST_BITS` at most."""
    return _reduced(edges, costs, _Assignment(Cells(edges), costs, mates).worth())


def _reduced(edges: Edges, costs: Numbers, worth: Numbers) -> Numbers:
    """What edges cost, twice, less what their ends are worth."""
    ends = np.where(edges.one == edges.other, 0, worth[edges.other])
    found: Numbers = 2 * costs - worth[edges.one] - ends
    return found


class Contracted(NamedTuple):
    """Which edges lightest matchings can have, and how many of the sets each leaves that they leave but once."""

    kept: NDArray[np.bool_]
    leaves: Numbers


def contract(edges: Edges, costs: Numbers, mates: Numbers) -> Contracted | None:
    """What the lightest matchings of a graph with a gap are, one of which is given; None if it was not found."""
    graph = _Contraction(edges, costs, mates)
    while int(graph.costs.max()) >> MOST_CONTRACTED_BITS == 0:
        graph.find_worth()
        if not graph.costs[graph.is_chosen].any():
            return graph.found()
        sets = graph.sets_in_the_way()
        if not sets or not graph.contract(sets):
            return None
        graph.halve()
    return None


class _Contraction:
    """A graph in which vertices stand for odd sets of vertices of the original one, nested in each other."""

    def __init__(self, edges: Edges, costs: Numbers, mates: Numbers) -> None:
        self.edges = edges
        self.costs = costs
        """Of the original edges: less what their ends are worth, and the sets that they leave."""
        self.is_chosen = edges.are_in(mates)
        self.is_single = edges.one == edges.other
        self.place = np.arange(edges.vertices)
        """The vertex in which each original one lies."""
        self.sets: dict[int, NDArray[np.bool_]] = {}
        """The sets that have not been contracted into others, by the vertices that stand for them."""
        self.worth: list[tuple[NDArray[np.bool_], int]] = []
        """All other sets with what they are worth."""
        self.of_sets: dict[int, int] = {}

    def find_worth(self) -> None:
        """Find what the vertices are worth."""
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
        self.worth = [(members, 2 * value) for members, value in self.worth]
        self.of_sets = {v: 2 * value + int(worth[v]) for v, value in self.of_sets.items()}

    def sets_in_the_way(self) -> list[list[int]]:
        """The odd sets that stand in the way of a matching of edges without slack, of whom one at least is sought."""
        one, other = self.place[self.edges.one], self.place[self.edges.other]
        is_tight = self.costs == 0
        near = [0] * (int(self.place.max()) + 1)
        outside = is_tight & (one != other)
        for u, v in zip(one[outside].tolist(), other[outside].tolist(), strict=True):
            near[u] |= 1 << v
            near[v] |= 1 << u
        couples = outside & self.is_chosen
        pairs = zip(one[couples].tolist(), other[couples].tolist(), strict=True)
        may_be_alone = bits_of(one[is_tight & self.is_single].tolist())
        return [list(bits(found)) for found in sets_in_the_way(near, pairs, may_be_alone)]

    def contract(self, groups: list[list[int]]) -> bool:
        """Make one vertex of each of these sets; False if the matching leaves one by more edges than one."""
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
                sets[int(numbers[v])], worth[int(numbers[v])] = old, self.of_sets[v]
            else:
                self.worth.append((old, self.of_sets[v]))
        self.place = numbers[self.place]
        for group in groups:
            v = int(numbers[group[0]])
            sets[v], worth[v] = self.place == v, 0
        self.sets, self.of_sets = sets, worth
        return True

    def halve(self) -> None:
        """Halve all numbers as long as all are even: only their signs matter, and which of them are 0."""
        worth = [value for _, value in self.worth] + list(self.of_sets.values())
        bits = int(np.bitwise_or.reduce(self.costs))
        for value in worth:
            bits |= abs(value)
        shift = (bits & -bits).bit_length() - 1
        if shift > 0:
            self.costs >>= shift
            self.worth = [(members, value >> shift) for members, value in self.worth]
            self.of_sets = {v: value >> shift for v, value in self.of_sets.items()}

    def _leaving(self, members: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The edges that leave a set; who is alone leaves it, too."""
        one = members[self.edges.one]
        found: NDArray[np.bool_] = (one != members[self.edges.other]) | (one & self.is_single)
        return found

    def found(self) -> Contracted | None:
        """The edges without slack, and how many sets they leave; None if to leave a set is worth less than nothing."""
        leaves = np.zeros(len(self.costs), np.int64)
        for members, worth in (*self.worth, *((self.sets[v], worth) for v, worth in self.of_sets.items())):
            if worth < 0:
                return None
            if worth:
                leaves += self._leaving(members)
        return Contracted(self.costs == 0, leaves)


class _Assignment:
    """An assignment of rows to columns, made cheaper until it is cheapest.

    A row could move to another column if the row there moves on: the lengths of the shortest such ways [Bellman and
    Ford] are the potentials of the rows. A way that runs in a circle makes the assignment cheaper.
    """

    def __init__(self, cells: Cells, costs: Numbers, mates: Numbers) -> None:
        self.cells = cells
        self.costs = costs = cells.costs(costs)
        self.holder = mates.copy()
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
