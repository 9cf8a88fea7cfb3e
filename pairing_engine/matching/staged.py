"""A cheapest matching, found in stages, for costs that are too long for rustworkx.

A cost consists of fields. The first stage takes the most significant fields, as many as fit (`MOST_COST_BITS`). The
first stage then removes every edge that belongs to no cheapest matching (see `potentials`), so that all matchings of
the remaining edges are equally good in those fields. Further stages do the same with the next fields, until all fields
have been used.

In some parts of a graph, however, not every matching of the remaining edges is a cheapest matching. The cheapest
matchings are then those in which exactly one edge leads out of each of certain odd sets of vertices. The next stage
therefore begins with an additional field, which counts the odd sets from which an edge leads to a vertex outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pairing_engine.matching.blossom import MOST_BITS, Pair, heaviest_by_networkx, heaviest_by_rustworkx, lightest_by
from pairing_engine.matching.field import CostField
from pairing_engine.matching.open_graph import Asked, Narrowed, OpenGraph, parts_of
from pairing_engine.matching.preferences import MateChoices, first_by_preference


def lightest_in_stages(
    pairs: Sequence[Pair], alone: Sequence[int | None], fields: Sequence[CostField]
) -> list[int] | None:
    """Find a cheapest matching in stages; return the partner of each vertex, or None if there is no matching.

    ``fields`` are all parts of the costs, the most significant first.
    """
    return finish(Narrowed(pairs, alone), fields)


def finish(narrowed: Narrowed, fields: Sequence[CostField]) -> list[int] | None:
    """Minimise the remaining ``fields``, and return the partner of each vertex in a cheapest matching.

    Returns None if there is no matching. If all fields with owners come last, preferences replace these fields, which
    is faster. The costs still contain the fields of earlier stages.
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
    """Minimise the remaining fields, each of which must have an owner.

    ``apart`` is the result of `vertices_apart`. For the vertices in ``apart``, the costs must contain all fields, and
    the matching is chosen by cost. All other vertices choose their partners according to ``preferences``. Return the
    partner of each vertex, or None if there is no matching.
    """
    mates = list(narrowed.mates or [-1] * len(narrowed.alone))
    if narrowed.unsolved and not _solve_apart(narrowed, mates):
        return None
    tied = apart - narrowed.unsolved
    _settle_owners(narrowed, [field for field in fields if field.owner in tied], tied, mates)
    return first_by_preference(narrowed.pairs, narrowed.alone, mates, preferences) if preferences else mates


def narrow(narrowed: Narrowed, fields: Sequence[CostField], asked: Asked | None = None) -> Narrowed | None:
    """Minimise further fields, and remove every edge that does not belong to a cheapest matching.

    If ``asked`` is given, the search ends as soon as the wanted partners are certain. Returns None if there is no
    matching.
    """
    if not _may_be_matched(narrowed):
        return None
    graph = OpenGraph(narrowed)
    todo = list(fields)
    if narrowed.mates is None and not graph.solve(*graph.take(todo)):
        return None
    while todo and len(graph.names) and not (asked and graph.settles(asked)):
        graph.solve(*graph.take(todo))
    return graph.narrowed()._replace(is_settled=asked is not None and graph.settles(asked))


def _may_be_matched(narrowed: Narrowed) -> bool:
    """Return whether every vertex has an edge or may be unmatched."""
    ends = {u for u, _, _ in narrowed.pairs} | {v for _, v, _ in narrowed.pairs}
    return all(cost is not None or v in ends for v, cost in enumerate(narrowed.alone))


def _preferences(narrowed: Narrowed, fields: Sequence[CostField]) -> list[MateChoices]:
    """List the possible partners of each field's owner, the best first.

    Fields in which all possible partners are equally good are left out.
    """
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
    """Return the vertices in parts of the graph where not every matching is a cheapest matching."""
    found = set(narrowed.unsolved)
    if narrowed.leaves:
        ends = {u for u, _ in narrowed.leaves}
        for part in parts_of(range(len(narrowed.alone)), [(u, v) for u, v, _ in narrowed.pairs]):
            if not ends.isdisjoint(part):
                found.update(part)
    return found


def _settle_owners(narrowed: Narrowed, fields: Sequence[CostField], vertices: set[int], mates: list[int]) -> None:
    """Minimise ``fields`` for the given vertices, and store the partners in ``mates``.

    Each pass minimises as many fields as fit into one matching problem, and then removes the edges that would give
    other values in those fields.
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
    """Yield groups of successive fields that fit into ``room`` bits, each with its number of bits."""
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
    """For each vertex, combine the bit masks of the fields that have the vertex as their owner."""
    masks = [0] * len(number)
    for field in fields:
        assert field.owner is not None
        masks[number[field.owner]] |= field.mask
    return masks


def _runs(fields: Sequence[CostField]) -> list[tuple[int, int, int]]:
    """Join adjacent fields into runs, and return the shift, the mask and the width of each run."""
    runs: list[tuple[int, int]] = []
    for field in fields:
        if runs and runs[-1][0] == field.low + field.width:
            runs[-1] = (field.low, runs[-1][1] + field.width)
        else:
            runs.append((field.low, field.width))
    return [(low, (1 << width) - 1, width) for low, width in runs]


def _squeezed(cost: int, first: int, runs: Sequence[tuple[int, int, int]]) -> int:
    """Join the given runs of bits of a cost, and put ``first`` in front as the highest bits."""
    for low, mask, width in runs:
        first = first << width | cost >> low & mask
    return first


def _solve_apart(narrowed: Narrowed, mates: list[int]) -> bool:
    """Match the ``unsolved`` vertices with networkx, and store their partners; return False if there is no matching."""
    apart = narrowed.unsolved
    pairs = [pair for pair in narrowed.pairs if pair[0] in apart]
    for part in parts_of(apart, [(u, v) for u, v, _ in pairs]):
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
