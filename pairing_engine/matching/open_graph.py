"""The part of a graph in which vertices still have a choice of partners, with its edges in arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pairing_engine.matching.blossom import Pair, heaviest_by_rustworkx, lightest_by
from pairing_engine.matching.field import CostField
from pairing_engine.matching.field_values import MOST_WIDTH, FieldValues
from pairing_engine.matching.potentials import MOST_COST_BITS, Cells, Edges, Numbers, contract, slacks_of
from pairing_engine.values import NamedTuple

FIELDS_AT_ONCE = 16
"""The number of fields that are read from all costs in a single step."""

Mask = NDArray[np.bool_]
"""A true-or-false value for each vertex or edge."""


class Narrowed(NamedTuple):
    """The part of a graph that remains after some fields of the costs have been minimised.

    The remaining edges are the edges of all cheapest matchings, and ``mates`` is one of these matchings. In some
    graphs, the cheapest matchings must also respect certain odd sets of vertices. ``leaves`` then counts, for each
    edge, the odd sets from which the edge leads to a vertex outside. A matching of the remaining edges is a cheapest
    matching if its total of ``leaves`` is minimal. (An unmatched vertex counts as an edge from the vertex to itself.)

    ``unsolved`` contains the vertices for which the search could not find the cheapest matchings. No edge joins a
    vertex in ``unsolved`` to a vertex that is not in ``unsolved``.
    """

    pairs: Sequence[Pair]
    alone: Sequence[int | None]
    mates: Sequence[int] | None = None
    leaves: Mapping[tuple[int, int], int] = {}
    unsolved: frozenset[int] = frozenset()
    is_settled: bool = False
    """Whether the wanted partners are the same in all matchings of the remaining edges (see `Asked`)."""


class Asked(NamedTuple):
    """The wanted part of a matching: only the partners of the first ``members`` vertices, the members.

    Partners who are not members need not be known, except the vertex ``bye`` (-1 if there is no bye).
    """

    members: int
    bye: int


class OpenGraph:
    """The part of a graph in which vertices still have a choice of partners.

    When the part becomes smaller, its vertices and edges get new numbers. ``names`` lists the original numbers of the
    vertices, and ``edge`` lists the original numbers of the edges. ``mates``, ``leaves`` and ``is_kept`` use the
    original numbers. ``is_kept`` is true for the edges that remain. An edge from a vertex to itself means that the
    vertex may be unmatched. In the original numbering, the edges from vertices to themselves come after all pairs.
    """

    def __init__(self, narrowed: Narrowed) -> None:
        self.before = narrowed
        alone, unsolved = narrowed.alone, narrowed.unsolved
        edges = [*narrowed.pairs, *((v, v, cost) for v, cost in enumerate(alone) if cost is not None)]
        self.ends = [(u, v) for u, v, _ in edges]
        places: dict[int, int] = {}
        self.place = np.array([places.setdefault(cost, len(places)) for _, _, cost in edges], np.int64)
        """For each edge, the position of its cost in ``costs``, a list in which every cost occurs only once."""
        self.costs = list(places)
        self.mates = np.array([v if mate < 0 else mate for v, mate in enumerate(narrowed.mates or [-1] * len(alone))])
        self.leaves = np.zeros(len(edges), np.int64)
        if narrowed.leaves:
            self.leaves[:] = [narrowed.leaves.get(ends, 0) for ends in self.ends]
        self.is_kept = np.ones(len(edges), bool)
        self.unsolved = set(unsolved)
        self.has_mates = narrowed.mates is not None
        self.names = np.arange(len(alone))
        self.edge = np.arange(len(edges))
        self.edges = Edges(
            np.array([u for u, _ in self.ends], np.int64), np.array([v for _, v in self.ends], np.int64), len(alone)
        )
        if unsolved:
            self._continue_with(~np.isin(self.names, list(unsolved)))

    def _continue_with(self, open_vertices: Mask) -> None:
        """Keep only the given vertices, and only the remaining edges between these vertices."""
        one, other, _ = self.edges
        kept = np.flatnonzero(self.is_kept[self.edge] & open_vertices[one])
        numbers = np.cumsum(open_vertices) - 1
        self.edges = Edges(numbers[one[kept]], numbers[other[kept]], int(open_vertices.sum()))
        self.edge = self.edge[kept]
        self.names = self.names[open_vertices]

    def take(self, fields: list[CostField]) -> tuple[Numbers, int]:
        """Remove the fields of one stage from the front of the list.

        Return the cost of each edge in the removed fields, and the maximum number of bits in a total. If even the first
        field does not fit, all vertices become ``unsolved``.
        """
        cells = self.cells = Cells(self.edges)
        found = self.leaves[self.edge]
        bits = _bits(cells, found[:, None])[0] if found.any() else 0
        is_empty = True
        for number, values, width in self._values(cells, fields):
            if bits + width > MOST_COST_BITS:
                del fields[:number]
                if is_empty:
                    self.unsolved.update(self.names.tolist())
                    self._continue_with(np.zeros(len(self.names), bool))
                return found, bits
            found = found << width | values
            bits += width
            is_empty = False
        fields.clear()
        return found, bits

    def _values(self, cells: Cells, fields: Sequence[CostField]) -> Iterator[tuple[int, Numbers, int]]:
        """Yield the fields in which matchings differ.

        Each entry contains the position of the field, the value of each edge, and the maximum number of bits in a
        total.
        """
        places, here = np.unique(self.place[self.edge], return_inverse=True)
        all_values = FieldValues([self.costs[place] for place in places.tolist()])
        numbers = [number for number, field in enumerate(fields) if all_values.used & field.mask]
        for start in range(0, len(numbers), FIELDS_AT_ONCE):
            chunk = numbers[start : start + FIELDS_AT_ONCE]
            table = all_values.of([fields[number] for number in chunk])[here]
            for column, (number, width) in enumerate(zip(chunk, _bits(cells, table), strict=True)):
                if fields[number].width > MOST_WIDTH:
                    width = fields[number].width
                if width:
                    yield number, table[:, column], width

    def solve(self, costs: Numbers, bits: int) -> bool:
        """Find the matchings that are cheapest according to ``costs``; return False if there is no matching.

        A new matching is computed only if necessary: a cheapest assignment often contains a cheapest matching. If no
        matching is known yet, or if edges lead out of odd sets, a new matching is always computed.
        """
        if not len(self.names) or (not bits and self.before.mates is not None):
            return True
        is_warm = self.has_mates and not self.leaves[self.edge].any()
        mates = self._mates_so_far() if is_warm else self._lightest(costs, bits)
        if mates is None:
            return False
        if bits:
            slacks, cheapest = slacks_of(self.edges, self.cells, costs, mates)
            if is_warm:
                mates = self._lightest(costs, bits) if cheapest is None else cheapest
                assert mates is not None
            chosen = self.edges.are_in(mates)
            self.leaves[self.edge] = 0
            self.is_kept[self.edge[slacks > 0]] = False
            if slacks[chosen].any():
                self._close_gaps(slacks, mates, chosen)
        self.has_mates = True
        self.mates[self.names] = self.names[mates]
        if bits:
            self._continue_with(self._open())
        return True

    def _mates_so_far(self) -> Numbers:
        places = np.zeros(len(self.mates), np.int64)
        places[self.names] = np.arange(len(self.names))
        found: Numbers = places[self.mates[self.names]]
        return found

    def _lightest(self, costs: Numbers, bits: int) -> Numbers | None:
        """Return the partner of each vertex in a cheapest matching; an unmatched vertex is its own partner."""
        one, other, vertices = self.edges
        alone: list[int | None] = [None] * vertices
        pairs = []
        for u, v, cost in zip(one.tolist(), other.tolist(), costs.tolist(), strict=True):
            if u == v:
                alone[u] = cost
            else:
                pairs.append((u, v, cost))
        mates = lightest_by(heaviest_by_rustworkx, pairs, alone, bits)
        return None if mates is None else np.array([v if mate < 0 else mate for v, mate in enumerate(mates)], np.int64)

    def _close_gaps(self, slacks: Numbers, mates: Numbers, chosen: Mask) -> None:
        """Keep only the edges of cheapest matchings in the parts of the graph that have gaps.

        For each edge that is kept, ``leaves`` stores the number of odd sets from which the edge leads to a vertex
        outside. If the search fails in a part, all vertices of that part become ``unsolved``. The module `potentials`
        defines gaps and sets.
        """
        one, other, vertices = self.edges
        near = np.flatnonzero(slacks <= slacks[chosen].sum())
        part_of = np.zeros(vertices, np.int64)
        for number, part in enumerate(
            parts_of(range(vertices), zip(one[near].tolist(), other[near].tolist(), strict=True))
        ):
            part_of[part] = number
        for number in np.unique(part_of[one[chosen & (slacks > 0)]]):
            inside = near[part_of[one[near]] == number]
            members = np.flatnonzero(part_of == number)
            places = np.zeros(vertices, np.int64)
            places[members] = np.arange(len(members))
            edges = Edges(places[one[inside]], places[other[inside]], len(members))
            found = contract(edges, slacks[inside], places[mates[members]])
            if found is None:
                self.is_kept[self.edge[inside]] = slacks[inside] <= slacks[inside][chosen[inside]].sum()
                self.unsolved.update(self.names[members].tolist())
            else:
                self.is_kept[self.edge[inside]] = found.kept
                self.leaves[self.edge[inside]] = found.leaves

    def _open(self) -> Mask:
        """Find the vertices that still have a choice: the vertex or a neighbour has more than one edge."""
        one, other, vertices = self.edges
        kept = self.is_kept[self.edge]
        number = np.bincount(one[kept], minlength=vertices) + np.bincount(
            other[kept & (one != other)], minlength=vertices
        )
        is_open: Mask = (number[one] > 1) | (number[other] > 1)
        self.leaves[self.edge[~is_open]] = 0
        found = np.zeros(vertices, bool)
        found[one[kept & is_open]] = found[other[kept & is_open]] = True
        return found & ~np.isin(self.names, list(self.unsolved)) if self.unsolved else found

    def settles(self, asked: Asked) -> bool:
        """Return whether the wanted partners are the same in all matchings of the remaining edges."""
        one, other, vertices = self.edges
        told = np.where((self.names < asked.members) | (self.names == asked.bye), self.names, -1)
        is_single = one == other
        ends = np.concatenate((one, other))
        mates = np.where(np.concatenate((is_single, is_single)), -1, told[np.concatenate((other, one))])
        some = np.full(vertices, -1)
        some[ends] = mates
        return not self.unsolved and not ((some[ends] != mates) & (self.names[ends] < asked.members)).any()

    def narrowed(self) -> Narrowed:
        before, size = self.before, len(self.before.pairs)
        kept = self.is_kept.tolist()
        pairs = [pair for pair, keep in zip(before.pairs, kept, strict=False) if keep]
        alone = list(before.alone)
        for edge in np.flatnonzero(~self.is_kept[size:]).tolist():
            alone[self.ends[size + edge][0]] = None
        mates = [-1 if mate == v else mate for v, mate in enumerate(self.mates.tolist())]
        leaves = {
            self.ends[edge]: int(self.leaves[edge]) for edge in np.flatnonzero(self.leaves * self.is_kept).tolist()
        }
        return Narrowed(pairs, alone, mates, leaves, frozenset(self.unsolved))


def _bits(cells: Cells, values: Numbers) -> list[int]:
    """Compute the maximum number of bits of a total in each column; 0 if all matchings have the same total.

    A matching uses one cell in each row of the double cover, but counts each edge in two rows. A total is therefore at
    most half the sum of the largest values in the rows.
    """
    costs = cells.costs(values)
    most = np.maximum.reduceat(costs, cells.start, axis=0).sum(axis=0)
    least = np.minimum.reduceat(costs, cells.start, axis=0).sum(axis=0)
    return [
        (high // 2).bit_length() if high > low else 0 for high, low in zip(most.tolist(), least.tolist(), strict=True)
    ]


def parts_of(vertices: Iterable[int], edges: Iterable[tuple[int, int]]) -> Iterator[list[int]]:
    """Yield the connected components of a graph."""
    near: dict[int, list[int]] = {v: [] for v in vertices}
    for u, v in edges:
        near[u].append(v)
        near[v].append(u)
    while near:
        start = next(iter(near))
        found, todo = [start], near.pop(start)
        for vertex in todo:  # the list grows during the loop
            if vertex in near:
                found.append(vertex)
                todo.extend(near.pop(vertex))
        yield found
