"""The edges of all cheapest matchings of a graph, found from one cheapest matching.

The search uses potentials of the graph's *double cover*, which is a standard construction. All calculations are numpy
operations on whole arrays.

The double cover is a table with a row and a column for every vertex. The cell (u, v) contains the cost of the edge from
u to v. The cell (v, v) contains twice the cost of leaving v unmatched. An *assignment* gives every row a column of its
own. Every matching is also an assignment, with twice the cost: row u gets column v, and row v gets column u. A cheapest
assignment has potentials. The *worth* of a vertex is the sum of the potentials of its row and its column. Two
inequalities hold for all vertices u and v:

    worth[u] + worth[v] <= 2 cost(u, v)
    worth[v] <= 2 cost(v alone)

The *slack* of an edge is the right side of its inequality minus the left side. The *gap* of a cheapest matching is the
sum of the slacks of its edges. The gap is also the difference between the cost of a cheapest assignment and twice the
cost of the matching. If there is no gap, the cheapest matchings are exactly the matchings of edges without slack, even
in a graph with odd cycles. In a bipartite graph there is never a gap.

If there is a gap, no matching consists only of edges without slack, because odd sets of vertices prevent it [Gallai and
Edmonds]. In every matching, at least one edge leads out of each odd set. Each set is *contracted* to one vertex, and
the potentials are computed again. The worth of a set is the worth of its contracted vertex. The contractions end when
no gap is left. When no gap is left and no set has a negative worth, the search has found the cheapest matchings
[Edmonds]. A matching is then cheapest under two conditions: no edge of the matching has slack, and exactly one edge
leads out of each set of positive worth.
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
"""The maximum number of bits of a total cost that `slacks_of` can handle.

The length of a path is the sum of several totals, and must fit into 64 bits. Contractions double the costs.
"""

MOST_CONTRACTED_BITS = 54
"""The maximum number of bits of a cost after contractions; `contract` gives up if a cost is longer."""

_LOWEST = -(1 << 60)
"""If a potential falls below this limit, all potentials are reset to 0, so that they fit into 64 bits."""

_LOOK_FOR_CIRCLES = 8
"""The search for paths looks for cycles once in this number of steps."""


class Edges(NamedTuple):
    """The two ends of each edge in a graph; an edge from a vertex to itself means that the vertex is unmatched."""

    one: Numbers
    other: Numbers
    vertices: int

    def are_in(self, mates: Numbers) -> NDArray[np.bool_]:
        """Mark the edges that belong to a matching; in ``mates``, an unmatched vertex is its own partner."""
        found: NDArray[np.bool_] = mates[self.one] == self.other
        return found


class Cells:
    """The cells of the double cover that have a cost, with the row, the column and the edge of each cell.

    ``start`` lists the position of the first cell of each row.
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
        """Compute the cost of each cell from the costs of the edges."""
        doubled = costs.copy()
        doubled[self.single] *= 2
        found: Numbers = doubled[self.edge]
        return found


def slacks_of(edges: Edges, cells: Cells, costs: Numbers, mates: Numbers) -> tuple[Numbers, Numbers | None]:
    """Compute the slack of every edge, and try to find a cheapest matching.

    ``mates`` is any matching. The second result is a cheapest matching, or None if the cheapest assignment contains an
    odd cycle. Totals have at most `MOST_COST_BITS` bits.
    """
    assignment = _Assignment(cells, costs, mates)
    slacks = _reduced(edges, costs, assignment.worth())
    return slacks, mates if (assignment.holder == mates).all() else _halved(assignment.holder.tolist())


def _halved(holder: Sequence[int]) -> Numbers | None:
    """Turn a cheapest assignment into a matching of half its cost; None if the assignment has an odd cycle.

    The cells of an even cycle form two matchings of its vertices: the first cell belongs to one matching, the next cell
    to the other, and so on. Both matchings cost the same, because an assignment made from the cheaper one alone would
    otherwise be cheaper.
    """
    found = np.full(len(holder), -1)
    for start in range(len(holder)):
        if found[start] < 0:
            circle = [start]
            while (at := holder[circle[-1]]) != start:
                circle.append(at)
            if len(circle) == 1:
                found[start] = start
            elif len(circle) % 2:
                return None
            else:
                found[circle[::2]], found[circle[1::2]] = circle[1::2], circle[::2]
    return found


def _reduced(edges: Edges, costs: Numbers, worth: Numbers) -> Numbers:
    """Compute the slack of every edge from the worth of the vertices."""
    ends = np.where(edges.one == edges.other, 0, worth[edges.other])
    found: Numbers = 2 * costs - worth[edges.one] - ends
    return found


class Contracted(NamedTuple):
    """The edges of the cheapest matchings (``kept``), and the odd sets of vertices that restrict these matchings.

    Exactly one edge of a cheapest matching leads out of each set. ``leaves`` counts, for each edge, the odd sets from
    which the edge leads to a vertex outside.
    """

    kept: NDArray[np.bool_]
    leaves: Numbers


def contract(edges: Edges, slacks: Numbers, mates: Numbers) -> Contracted | None:
    """Find the edges of the cheapest matchings of a graph with a gap; None if the search gives up.

    ``mates`` is a cheapest matching. ``slacks`` is the result of `slacks_of`.
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
    """A graph in which a vertex can represent an odd set of original vertices; sets can be nested."""

    def __init__(self, edges: Edges, slacks: Numbers, mates: Numbers) -> None:
        self.edges = edges
        self.costs = slacks
        """The slack of each original edge, computed again after each contraction.

        All slacks and worths are multiplied by the same power of two, so that they stay whole numbers. `halve` keeps
        the power small.
        """
        self.is_chosen = edges.are_in(mates)
        self.is_single = edges.one == edges.other
        self.place = np.arange(edges.vertices)
        """For each original vertex, the vertex that now represents it."""
        self.sets: dict[int, NDArray[np.bool_]] = {}
        """The outermost contracted sets; each key is the vertex that represents the set."""
        self.worth_of_sets: dict[int, int] = {}
        """The worth of each outermost set."""
        self.nested: list[tuple[NDArray[np.bool_], int]] = []
        """The contracted sets that lie inside larger contracted sets, each with its worth."""

    def find_worth(self) -> None:
        """Compute the worth of the vertices, and subtract it from the costs."""
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
        """List the odd sets of vertices that prevent a matching of edges without slack."""
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
        """Contract each of the given sets of vertices to one vertex.

        Exactly one edge of the cheapest matching must lead out of each set; otherwise, change nothing and return False.
        """
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
        """Divide all slacks and worths by two until at least one of them is odd."""
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
        """Return whether each edge leads out of a set of vertices.

        For an unmatched vertex of the set, the edge from the vertex to itself also leads out of the set.
        """
        one = members[self.edges.one]
        found: NDArray[np.bool_] = (one != members[self.edges.other]) | (one & self.is_single)
        return found

    def found(self) -> Contracted | None:
        """Mark the edges without slack, and count the contracted sets from which each edge leads to a vertex outside.

        Returns None if a set has a negative worth.
        """
        leaves = np.zeros(len(self.costs), np.int64)
        for members, worth in (*self.nested, *((self.sets[v], worth) for v, worth in self.worth_of_sets.items())):
            if worth < 0:
                return None
            if worth:
                leaves += self._leaving(members)
        return Contracted(self.costs == 0, leaves)


class _Assignment:
    """An assignment of columns to rows, which is improved until its cost is minimal.

    To improve the assignment, a row takes over the column of a second row, the second row takes over the column of a
    third row, and so on. A sequence of moves is called a path. The length of a path is the sum of the changes in cost.
    The lengths of the shortest paths are the potentials of the rows [Bellman and Ford]. If a shortest path contains a
    cycle, the moves along the cycle make the assignment cheaper.
    """

    def __init__(self, cells: Cells, costs: Numbers, mates: Numbers) -> None:
        self.cells = cells
        self.costs = costs = cells.costs(costs)
        self.holder = mates.copy()
        """The row assigned to each column."""
        held = np.flatnonzero(cells.row == self.holder[cells.column])
        self.price = np.empty(cells.vertices, np.int64)
        """For each column, the cost of the cell in the row assigned to the column."""
        self.price[cells.column[held]] = costs[held]

    def worth(self) -> Numbers:
        """Compute the worth of each vertex: the sum of its row and column potentials."""
        potential = np.zeros(self.cells.vertices, np.int64)
        while not self._find_ways(potential):
            if potential.min() < _LOWEST:
                potential[:] = 0
        worth: Numbers = potential + self.price - potential[self.holder]
        return worth

    def _find_ways(self, potential: Numbers) -> bool:
        """Lower the potentials to the lengths of the shortest paths; return False if a cheaper assignment is found."""
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
        """Move every row of a cycle to the column of the next row; return whether there was a cycle.

        ``first`` lists the first cell on the path from each row, or -1 for a row without a path.
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
    """Yield the cycles in a table that gives each position its successor, or -1 for no successor.

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
