"""A cheapest matching for costs that are too long for rustworkx, solved in stages from the most significant part on.

A cost consists of fields. A stage takes as many fields as fit (`MOST_COST_BITS`). Then it removes all edges that are in
none of its cheapest matchings (see `potentials`). Any matching of the remaining edges is then equally good in the
fields solved so far.

One exception remains. In some parts of a graph, the remaining edges also have other matchings. There a matching is a
cheapest one only if exactly one of its edges leads out of each of certain odd sets of vertices. So the next stage has
an additional first field: the number of these sets that an edge leads out of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pairing_engine.matching.blossom import MOST_BITS, Pair, heaviest_by_networkx, heaviest_by_rustworkx, lightest_by
from pairing_engine.matching.field import CostField
from pairing_engine.matching.field_values import MOST_WIDTH, FieldValues
from pairing_engine.matching.potentials import MOST_COST_BITS, Cells, Edges, Numbers, contract, slacks_of
from pairing_engine.matching.preferences import MateChoices, first_by_preference
from pairing_engine.values import NamedTuple

FIELDS_AT_ONCE = 16
"""The number of fields that are read from the costs at once."""

Mask = NDArray[np.bool_]
"""A true-or-false value for each vertex or edge."""


class Narrowed(NamedTuple):
    """The part of a graph that remains after some fields of the costs have been solved.

    Its edges are those of the cheapest matchings, and ``mates`` is one of these matchings. ``leaves`` has the number of
    certain odd sets that an edge leads out of, if any. A matching of the remaining edges is a cheapest one if the sum
    of these numbers is minimal. (Being unmatched counts as an edge from the vertex to itself.) This does not hold for
    the vertices ``unsolved``, whose cheapest matchings are unknown and which no edge connects with the others.
    """

    pairs: Sequence[Pair]
    alone: Sequence[int | None]
    mates: Sequence[int] | None = None
    leaves: Mapping[tuple[int, int], int] = {}
    unsolved: frozenset[int] = frozenset()


def lightest_in_stages(
    pairs: Sequence[Pair], alone: Sequence[int | None], fields: Sequence[CostField]
) -> list[int] | None:
    """The partner of each vertex in a cheapest matching, solved in stages; None if there is no matching.

    ``fields`` are all parts of the costs, the most significant first.
    """
    return finish(Narrowed(pairs, alone), fields)


def finish(narrowed: Narrowed, fields: Sequence[CostField]) -> list[int] | None:
    """The partner of each vertex in a cheapest matching, after the remaining ``fields`` are solved as well.

    None if there is no matching. If the fields that have owners come last, they are solved as preferences, which is
    faster. The costs still contain the fields that were solved earlier.
    """
    shared = next((n for n, field in enumerate(fields) if field.owner is not None), len(fields))
    if any(field.owner is None for field in fields[shared:]):
        shared = len(fields)
    found = narrow(narrowed, fields[:shared])
    if found is None:
        return None
    apart = vertices_apart(found) if len(fields) > shared else set(found.unsolved)
    owned = fields[shared:]
    return choose(found, apart, owned, _preferences(found, [field for field in owned if field.owner not in apart]))


def choose(
    narrowed: Narrowed, apart: set[int], fields: Sequence[CostField], preferences: Sequence[MateChoices]
) -> list[int] | None:
    """The partner of each vertex in a cheapest matching, when all fields that are still unsolved have owners.

    ``apart`` are the vertices that `vertices_apart` returns. For them the complete costs decide, including the fields
    that are already solved. For all other vertices ``preferences`` decide.
    """
    mates = list(narrowed.mates or [-1] * len(narrowed.alone))
    if narrowed.unsolved and not _solve_apart(narrowed, mates):
        return None
    tied = apart - narrowed.unsolved
    _settle_owners(narrowed, [field for field in fields if field.owner in tied], tied, mates)
    return first_by_preference(narrowed.pairs, narrowed.alone, mates, preferences) if preferences else mates


def narrow(narrowed: Narrowed, fields: Sequence[CostField]) -> Narrowed | None:
    """The part of the graph that remains after these fields are also solved; None if there is no matching."""
    if not _may_be_matched(narrowed):
        return None
    graph = _Graph(narrowed)
    todo = list(fields)
    if narrowed.mates is None and not graph.solve(*graph.take(todo)):
        return None
    while todo and len(graph.names):
        graph.solve(*graph.take(todo))
    return graph.narrowed()


def _may_be_matched(narrowed: Narrowed) -> bool:
    """Whether every vertex has an edge or may be unmatched."""
    ends = {u for u, _, _ in narrowed.pairs} | {v for _, v, _ in narrowed.pairs}
    return all(cost is not None or v in ends for v, cost in enumerate(narrowed.alone))


def _preferences(narrowed: Narrowed, fields: Sequence[CostField]) -> list[MateChoices]:
    """The preferred partners of each owner of these fields, for the owners who have a choice."""
    near: list[list[tuple[int, int]]] = [[] for _ in narrowed.alone]
    for u, v, cost in narrowed.pairs:
        near[u].append((v, cost))
        near[v].append((u, cost))
    for v, own in enumerate(narrowed.alone):
        if own is not None:
            near[v].append((v, own))
    found = []
    for field in fields:
        owner, mask = field.owner, field.mask
        assert owner is not None
        choices: dict[int, int] = {}
        for v, cost in near[owner]:
            choices[cost & mask] = choices.get(cost & mask, 0) | 1 << v
        if len(choices) > 1:
            found.append(MateChoices(owner, [choices[value] for value in sorted(choices)]))
    return found


def vertices_apart(narrowed: Narrowed) -> set[int]:
    """The vertices for which a matching of the remaining edges is not always a cheapest one."""
    found = set(narrowed.unsolved)
    if narrowed.leaves:
        ends = {u for u, _ in narrowed.leaves}
        for part in _parts(range(len(narrowed.alone)), [(u, v) for u, v, _ in narrowed.pairs]):
            if not ends.isdisjoint(part):
                found.update(part)
    return found


def _settle_owners(narrowed: Narrowed, fields: Sequence[CostField], vertices: set[int], mates: list[int]) -> None:
    """Solve the fields whose owners are these vertices, and store the partners in ``mates``.

    Each pass solves as many fields as fit. After it, an owner keeps only the edges that cost as much in these fields as
    the edge that it got.
    """
    number = {v: n for n, v in enumerate(sorted(vertices))}
    names = list(number)
    leaves = narrowed.leaves
    pairs = [(number[u], number[v], cost, leaves.get((u, v), 0)) for u, v, cost in narrowed.pairs if u in number]
    singles = [(number[v], cost, leaves.get((v, v), 0)) for v in names if (cost := narrowed.alone[v]) is not None]
    length = sum(leaves.values()).bit_length()
    for chunk, bits in _chunks(fields, MOST_BITS - length):
        runs = _runs(chunk)
        alone: list[int | None] = [None] * len(names)
        for v, cost, first in singles:
            alone[v] = _squeezed(cost, first, runs)
        edges = [(u, v, _squeezed(cost, first, runs)) for u, v, cost, first in pairs]
        found = lightest_by(heaviest_by_rustworkx, edges, alone, length + bits)
        assert found is not None
        chosen = {v: cost for v, cost, _ in singles if found[v] < 0}
        chosen |= {end: cost for u, v, cost, _ in pairs if found[u] == v for end in (u, v)}
        masks = _masks_of_owners(chunk, number)
        pairs = [
            edge
            for edge in pairs
            if not ((edge[2] ^ chosen[edge[0]]) & masks[edge[0]] or (edge[2] ^ chosen[edge[1]]) & masks[edge[1]])
        ]
        singles = [edge for edge in singles if not (edge[1] ^ chosen[edge[0]]) & masks[edge[0]]]
        for v, mate in enumerate(found):
            mates[names[v]] = names[mate] if mate >= 0 else -1


def _chunks(fields: Sequence[CostField], room: int) -> Iterator[tuple[Sequence[CostField], int]]:
    """Groups of successive fields that fit into this many bits, each with the number of bits that it takes."""
    start = 0
    while start < len(fields):
        end, bits = start, 0
        while end < len(fields) and bits + fields[end].width <= room:
            bits += fields[end].width
            end += 1
        assert end > start
        yield fields[start:end], bits
        start = end


def _masks_of_owners(fields: Sequence[CostField], number: Mapping[int, int]) -> list[int]:
    """For each vertex, the bit mask of the fields that it owns."""
    masks = [0] * len(number)
    for field in fields:
        assert field.owner is not None
        masks[number[field.owner]] |= field.mask
    return masks


def _runs(fields: Sequence[CostField]) -> list[tuple[int, int, int]]:
    """The fields, with adjacent ones joined to one run, each with its shift, its mask and its width in bits."""
    runs: list[tuple[int, int]] = []
    for field in fields:
        if runs and runs[-1][0] == field.low + field.width:
            runs[-1] = (field.low, runs[-1][1] + field.width)
        else:
            runs.append((field.low, field.width))
    return [(low, (1 << width) - 1, width) for low, width in runs]


def _squeezed(cost: int, first: int, runs: Sequence[tuple[int, int, int]]) -> int:
    """The cost of an edge in one stage: ``first`` in the highest bits, followed by these runs of its cost."""
    for low, mask, width in runs:
        first = first << width | cost >> low & mask
    return first


def _solve_apart(narrowed: Narrowed, mates: list[int]) -> bool:
    """Match the unsolved vertices by networkx, and store their partners; False if there is no matching."""
    apart = narrowed.unsolved
    pairs = [pair for pair in narrowed.pairs if pair[0] in apart]
    for part in _parts(apart, [(u, v) for u, v, _ in pairs]):
        number = {v: n for n, v in enumerate(part)}
        inner = [(number[u], number[v], cost) for u, v, cost in pairs if u in number]
        alone = [narrowed.alone[v] for v in part]
        bits = (sum(cost for _, _, cost in inner) + sum(cost or 0 for cost in alone)).bit_length()
        found = lightest_by(heaviest_by_networkx, inner, alone, bits)
        if found is None:
            return False
        for v, mate in zip(part, found, strict=True):
            mates[v] = part[mate] if mate >= 0 else -1
    return True


def _parts(vertices: Iterable[int], edges: Iterable[tuple[int, int]]) -> Iterator[list[int]]:
    """The connected components of a graph."""
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


class _Graph:
    """The unsolved part of a graph, as arrays of edges.

    Vertices and edges get new numbers as the part becomes smaller. ``names`` has the original vertex for each new
    number, and ``edge`` the original edge: all pairs first, then the vertices that may be unmatched. ``mates``,
    ``leaves`` and ``is_kept`` use the original numbers; ``is_kept`` tells which edges remain.
    """

    def __init__(self, narrowed: Narrowed) -> None:
        self.before = narrowed
        alone, unsolved = narrowed.alone, narrowed.unsolved
        edges = [*narrowed.pairs, *((v, v, cost) for v, cost in enumerate(alone) if cost is not None)]
        self.ends = [(u, v) for u, v, _ in edges]
        places: dict[int, int] = {}
        self.place = np.array([places.setdefault(cost, len(places)) for _, _, cost in edges], np.int64)
        """The position of each edge's cost in the list of distinct ``costs``."""
        self.costs = list(places)
        self.mates = np.array([v if mate < 0 else mate for v, mate in enumerate(narrowed.mates or [-1] * len(alone))])
        self.leaves = np.zeros(len(edges), np.int64)
        if narrowed.leaves:
            self.leaves[:] = [narrowed.leaves.get(ends, 0) for ends in self.ends]
        self.is_kept = np.ones(len(edges), bool)
        self.unsolved = set(unsolved)
        self.names = np.arange(len(alone))
        self.edge = np.arange(len(edges))
        self.edges = Edges(
            np.array([u for u, _ in self.ends], np.int64), np.array([v for _, v in self.ends], np.int64), len(alone)
        )
        if unsolved:
            self._continue_with(~np.isin(self.names, list(unsolved)))

    def _continue_with(self, open_vertices: Mask) -> None:
        """Keep only these vertices, and only the remaining edges between them."""
        one, other, _ = self.edges
        kept = np.flatnonzero(self.is_kept[self.edge] & open_vertices[one])
        numbers = np.cumsum(open_vertices) - 1
        self.edges = Edges(numbers[one[kept]], numbers[other[kept]], int(open_vertices.sum()))
        self.edge = self.edge[kept]
        self.names = self.names[open_vertices]

    def take(self, fields: list[CostField]) -> tuple[Numbers, int]:
        """Remove the fields of one stage from the front of the list.

        Return the cost of each edge in these fields, and the maximum number of bits of a total. If not even one field
        fits, all vertices become unsolved.
        """
        cells = Cells(self.edges)
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
        """The fields in which matchings differ: for each, its position, the edges' values, and the bits of a total."""
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
        """Solve one stage with these edge costs; False if there is no matching."""
        if not len(self.names) or (not bits and self.before.mates is not None):
            return True
        mates = self._lightest(costs, bits)
        if mates is None:
            return False
        self.mates[self.names] = self.names[mates]
        if bits:
            chosen = self.edges.are_in(mates)
            slacks = slacks_of(self.edges, costs, mates)
            self.leaves[self.edge] = 0
            self.is_kept[self.edge[slacks > 0]] = False
            if slacks[chosen].any():
                self._close_gaps(slacks, mates, chosen)
            self._continue_with(self._open())
        return True

    def _lightest(self, costs: Numbers, bits: int) -> Numbers | None:
        """The partner of each vertex in a cheapest matching; an unmatched vertex is its own partner."""
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
        """Find the edges of the cheapest matchings, and count their sets, in every part of the graph that has a gap.

        If that fails in a part, its vertices become unsolved. (`potentials` defines gaps and sets.)
        """
        one, other, vertices = self.edges
        near = np.flatnonzero(slacks <= slacks[chosen].sum())
        part_of = np.zeros(vertices, np.int64)
        for number, part in enumerate(
            _parts(range(vertices), zip(one[near].tolist(), other[near].tolist(), strict=True))
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
        """The vertices whose partner is still undecided because they or a neighbour have more than one edge."""
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

    def narrowed(self) -> Narrowed:
        """The original graph with only the remaining edges."""
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
    """The maximum number of bits of a total in each column of values; 0 if all matchings have the same total.

    A matching uses one cell in each row of the double cover, and each edge is in two rows. So a total is at most half
    the sum of the largest values of the rows.
    """
    costs = cells.costs(values)
    most = np.maximum.reduceat(costs, cells.start, axis=0).sum(axis=0)
    least = np.minimum.reduceat(costs, cells.start, axis=0).sum(axis=0)
    return [
        (high // 2).bit_length() if high > low else 0 for high, low in zip(most.tolist(), least.tolist(), strict=True)
    ]
