"""A lightest matching whose costs are too long for rustworkx: solved field by field, from the most significant on.

A stage takes as many fields as fit. Its lightest matchings are those of edges without slack (see `potentials`), so that
all other edges go, and nothing of the stage has to be remembered. Where a part of the graph has a gap, only edges with
more slack than the gap go; that part, which is small by then, is left to networkx.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pairing_engine.matching.blossom import Pair, heaviest_by_networkx, heaviest_by_rustworkx, lightest_by
from pairing_engine.matching.field import Field
from pairing_engine.matching.potentials import MOST_COST_BITS, Cells, Numbers
from pairing_engine.matching.preferences import Preference, first_by_preference


class Narrowed(NamedTuple):
    """What is left of a graph when some fields are solved.

    The lightest matchings are all that the edges left allow, and ``mates`` is one of them; but among the vertices of
    ``gapped`` only some of those that the edges allow are lightest. No edge leads from them to the others.
    """

    pairs: Sequence[Pair]
    alone: Sequence[int | None]
    mates: Sequence[int] | None = None
    gapped: frozenset[int] = frozenset()


def lightest_in_stages(pairs: Sequence[Pair], alone: Sequence[int | None], fields: Sequence[Field]) -> list[int] | None:
    """The lightest matching; ``fields`` cover the costs, the most significant first. None if there is no matching."""
    return finish(Narrowed(pairs, alone), fields)


def finish(narrowed: Narrowed, fields: Sequence[Field]) -> list[int] | None:
    """The lightest matching by what is left of the fields; the last of them, each of one owner, are preferences.

    Costs hold the fields solved before as well.
    """
    shared = next((n for n, field in enumerate(fields) if field.owner is not None), len(fields))
    if any(field.owner is None for field in fields[shared:]):
        shared = len(fields)
    found = narrow(narrowed, fields[:shared])
    if found is None:
        return None
    mates = list(found.mates or [-1] * len(found.alone))
    if not _solve_gapped(found, mates):
        return None
    preferences = [
        preference
        for field in fields[shared:]
        if field.owner not in found.gapped and (preference := _preference(field, found)) is not None
    ]
    return first_by_preference(found.pairs, found.alone, mates, preferences) if preferences else mates


def narrow(narrowed: Narrowed, fields: Sequence[Field]) -> Narrowed | None:
    """Solve some more fields, the most significant first. None if there is no matching."""
    if not _may_be_matched(narrowed):
        return None
    todo = list(fields)
    found: Narrowed | None = narrowed
    while found is not None and (todo or found.mates is None) and len(found.gapped) < len(found.alone):
        graph = _Graph(found)
        stage = graph.take(todo)
        if stage is None:
            return found._replace(gapped=frozenset(range(len(found.alone))))
        if stage[1] or found.mates is None:
            found = graph.solved(*stage)
    return found


def _may_be_matched(narrowed: Narrowed) -> bool:
    """Has every vertex an edge, or may it be alone?"""
    single = {v for v, cost in enumerate(narrowed.alone) if cost is None}
    for u, v, _ in narrowed.pairs:
        single.discard(u)
        single.discard(v)
    return not single


def _preference(field: Field, narrowed: Narrowed) -> Preference | None:
    """What the owner of a field prefers; None if its edges do not differ."""
    owner, mask = field.owner, field.mask
    assert owner is not None
    choices: dict[int, int] = {}
    for u, v, cost in narrowed.pairs:
        if owner in (u, v):
            choices[cost & mask] = choices.get(cost & mask, 0) | 1 << (u + v - owner)
    own = narrowed.alone[owner]
    if own is not None:
        choices[own & mask] = choices.get(own & mask, 0) | 1 << owner
    return Preference(owner, [choices[value] for value in sorted(choices)]) if len(choices) > 1 else None


def _solve_gapped(narrowed: Narrowed, mates: list[int]) -> bool:
    """Give the vertices with a gap the mates of a lightest matching, part by part, by networkx; False if none is."""
    pairs = [pair for pair in narrowed.pairs if pair[0] in narrowed.gapped]
    for part in _parts(narrowed.gapped, [(u, v) for u, v, _ in pairs]):
        number = {v: n for n, v in enumerate(part)}
        inner = [(number[u], number[v], cost) for u, v, cost in pairs if u in number]
        alone = [narrowed.alone[v] for v in part]
        total = sum(cost for _, _, cost in inner) + sum(cost or 0 for cost in alone)
        found = lightest_by(heaviest_by_networkx, inner, alone, total.bit_length())
        if found is None:
            return False
        for v, mate in zip(part, found, strict=True):
            mates[v] = part[mate] if mate >= 0 else -1
    return True


def _parts(vertices: Iterable[int], edges: Iterable[tuple[int, int]]) -> Iterator[list[int]]:
    """The connected parts of a graph."""
    near: dict[int, list[int]] = {v: [] for v in vertices}
    for u, v in edges:
        near[u].append(v)
        near[v].append(u)
    while near:
        start = next(iter(near))
        found, todo = [start], near.pop(start)
        for vertex in todo:  # it grows meanwhile
            if vertex in near:
                found.append(vertex)
                todo.extend(near.pop(vertex))
        yield found


class _Graph:
    """The part of a graph without a gap, as arrays of edges; vertices that may be alone have an edge to themselves."""

    def __init__(self, narrowed: Narrowed) -> None:
        self.narrowed = narrowed
        gapped = narrowed.gapped
        self.vertices = [v for v in range(len(narrowed.alone)) if v not in gapped]
        number = {v: n for n, v in enumerate(self.vertices)}
        self.pairs = [pair for pair in narrowed.pairs if pair[0] not in gapped] if gapped else narrowed.pairs
        singles = [(v, v, cost) for v in self.vertices if (cost := narrowed.alone[v]) is not None]
        edges = [*self.pairs, *singles]
        self.one = np.array([number[u] for u, _, _ in edges], np.int64)
        self.other = np.array([number[v] for _, v, _ in edges], np.int64)
        places: dict[int, int] = {}
        self.place = np.array([places.setdefault(cost, len(places)) for _, _, cost in edges], np.int64)
        """Which of the different ``costs`` each edge has."""
        self.costs = list(places)
        self.cells = Cells(self.one, self.other, len(self.vertices))

    def take(self, fields: list[Field]) -> tuple[Numbers, int] | None:
        """Take the fields of one stage from the front: what the edges have in them, and how long a total can be.

        A total is at most half of the most that the cells of the double cover have, row by row. Fields by which no two
        matchings can differ are left out. None where not even one field fits.
        """
        found, bits = np.zeros(len(self.one), np.int64), 0
        used = 0
        for cost in self.costs:
            used |= cost
        while fields:
            field = fields[0]
            if used & field.mask:
                if field.width > 62:
                    return (found, bits) if bits else None
                values = np.array([cost >> field.low & (1 << field.width) - 1 for cost in self.costs])[self.place]
                most = int(self.cells.greatest(values).sum()) // 2
                if most > int(self.cells.least(values).sum()) // 2:
                    if bits + most.bit_length() > MOST_COST_BITS:
                        return (found, bits) if bits else None
                    found, bits = found << most.bit_length() | values, bits + most.bit_length()
            del fields[0]
        return found, bits

    def solved(self, costs: Numbers, bits: int) -> Narrowed | None:
        """The graph that a stage leaves."""
        mates = self._lightest(costs, bits)
        if mates is None:
            return None
        kept = np.ones(len(self.one), bool)
        gapped = self.narrowed.gapped
        if bits:
            partner = np.array([v if mate < 0 else mate for v, mate in enumerate(mates)])
            slacks = self.cells.slacks(costs, mates)
            limit, with_gap = self._gaps(slacks, partner)
            kept = slacks <= limit[self.one]
            gapped |= {self.vertices[v] for v in with_gap}
        return self._without(kept, mates, gapped)

    def _lightest(self, costs: Numbers, bits: int) -> list[int] | None:
        of_pairs = len(self.pairs)
        values = costs.tolist()
        alone: list[int | None] = [None] * len(self.vertices)
        for v, cost in zip(self.one[of_pairs:].tolist(), values[of_pairs:], strict=True):
            alone[v] = cost
        pairs = list(zip(self.one[:of_pairs].tolist(), self.other[:of_pairs].tolist(), values, strict=False))
        return lightest_by(heaviest_by_rustworkx, pairs, alone, bits)

    def _gaps(self, slacks: Numbers, partner: Numbers) -> tuple[Numbers, list[int]]:
        """For every vertex the gap of its part of the graph, and the vertices of parts that have one."""
        limit = np.zeros(len(self.vertices), np.int64)
        chosen = np.flatnonzero(partner[self.one] == self.other)
        gap = int(slacks[chosen].sum())
        if not gap:
            return limit, []
        own = np.zeros(len(self.vertices), np.int64)
        np.add.at(own, self.one[chosen], slacks[chosen])
        near = slacks <= gap
        with_gap = []
        for part in _parts(
            range(len(self.vertices)), zip(self.one[near].tolist(), self.other[near].tolist(), strict=True)
        ):
            limit[part] = own[part].sum()
            if limit[part[0]]:
                with_gap += part
        return limit, with_gap

    def _without(self, kept: NDArray[np.bool_], mates: list[int], gapped: frozenset[int]) -> Narrowed:
        """The graph with nothing but the edges kept."""
        before = self.narrowed
        outside = [pair for pair in before.pairs if pair[0] in before.gapped] if before.gapped else []
        pairs = [pair for pair, keep in zip(self.pairs, kept.tolist(), strict=False) if keep]
        alone = list(before.alone)
        for edge in np.flatnonzero(~kept[len(self.pairs) :]) + len(self.pairs):
            alone[self.vertices[self.one[edge]]] = None
        found = list(before.mates or [-1] * len(alone))
        for v, mate in zip(self.vertices, mates, strict=True):
            found[v] = self.vertices[mate] if mate >= 0 else -1
        return Narrowed(outside + pairs, alone, found, gapped)
