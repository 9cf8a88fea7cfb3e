"""Long costs made short: fields become as narrow as the edges there are allow, and those that decide nothing go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from pairing_engine.matching.blossom import MOST_BITS, Pair
from pairing_engine.matching.field import CostField

Part = tuple[int, int]
"""One part of a cost: which one it is, the most significant having the largest number; and how much it is."""


class Parts(dict[int, list[Part]]):
    """What costs are made of, by the numbers that stand for them: worked out when it is first asked for."""

    def __init__(self, parts_of: Callable[[int], list[Part]]) -> None:
        super().__init__()
        self.parts_of = parts_of

    def __missing__(self, cost: int) -> list[Part]:
        found = self[cost] = self.parts_of(cost)
        return found


class Packed(NamedTuple):
    """A graph with shorter costs, and how long a total of them can be."""

    pairs: list[Pair]
    alone: list[int | None]
    bits: int


class Short(NamedTuple):
    """What some costs become, by what they were, and how long a total of them can be."""

    costs: dict[int, int]
    bits: int


def shortened(
    pairs: Sequence[Pair], alone: Sequence[int | None], parts: Mapping[int, list[Part]], room: int
) -> Short | None:
    """Costs that order the matchings of a graph as its own do, whose ``parts`` are given; None if so many bits are too
    few for a total.

    No matching has more edges than vertices. Where that is no bound for what there is room for, a closer one is taken.
    """
    used = {cost for _, _, cost in pairs}
    used.update([cost for cost in alone if cost is not None])
    most: dict[int, int] = {}
    for cost in used:
        for part, amount in parts[cost]:
            if amount > most.get(part, 0):
                most[part] = amount
    vertices = len(alone)
    widths = {part: (amount * vertices).bit_length() for part, amount in most.items()}
    if sum(widths.values()) > room:
        widths = _least_widths(pairs, alone, parts, most)
        if sum(widths.values()) > room:
            return None
    return _placed(widths, used, parts)


def _placed(widths: Mapping[int, int], used: Iterable[int], parts: Mapping[int, list[Part]]) -> Short:
    """The costs with their parts in fields of these widths; parts that have none are left out."""
    low = 0
    place: dict[int, int] = {}
    for part in sorted(widths):
        place[part] = low
        low += widths[part]
    short: dict[int, int] = {}
    for cost in used:
        value = 0
        for part, amount in parts[cost]:
            if part in place:
                value += amount << place[part]
        short[cost] = value
    return Short(short, low)


def _least_widths(
    pairs: Sequence[Pair], alone: Sequence[int | None], parts: Mapping[int, list[Part]], most: Mapping[int, int]
) -> dict[int, int]:
    """How wide the parts must be in which matchings can differ.

    A total is at most half of the most that every vertex can have. Where every vertex has the same whatever its
    edge, there is nothing to decide. Costs are spread out for this, so that every part has room for all vertices.
    """
    step = (4 * max(most.values(), default=0) * len(alone)).bit_length()
    place = {part: number * step for number, part in enumerate(sorted(most))}
    wide: dict[int, int] = {}
    some, every = [0] * len(alone), [-1] * len(alone)
    for u, v, cost in pairs:
        if cost not in wide:
            wide[cost] = sum([amount << place[part] for part, amount in parts[cost]])
        spread = wide[cost]
        some[u] |= spread
        some[v] |= spread
        every[u] &= spread
        every[v] &= spread
    total = differing = 0
    for own, one, all_of in zip(alone, some, every, strict=True):
        if own is None:
            total += one
            differing |= one & ~all_of if all_of >= 0 else 0
        else:
            single = sum([amount << place[part] for part, amount in parts[own]])
            total += one | 2 * single
            differing |= one | single if all_of >= 0 else 0
    mask = (1 << step) - 1
    return {part: ((total >> low & mask) // 2).bit_length() for part, low in place.items() if differing >> low & mask}


def packed(pairs: Sequence[Pair], alone: Sequence[int | None], fields: Sequence[CostField]) -> Packed | None:
    """The same question with costs that fit into rustworkx; None if they do not. ``fields`` cover the costs: first
    those of everybody, then those of owners, of which only matters in which order the owner's mates come.

    >>> fields = [CostField(200, 50), CostField(3, 60), CostField(0, 3)]
    >>> packed([(0, 1, 1 << 200), (1, 2, 3), (0, 2, 3)], [None, 7, 7], fields)
    Packed(pairs=[(0, 1, 32), (1, 2, 3), (0, 2, 3)], alone=[None, 7, 7], bits=7)
    """
    shared = [field for field in fields if field.owner is None]
    owned = fields[len(shared) :]
    if len(owned) > MOST_BITS:
        return None
    ranks = None if any(field.owner is None for field in owned) else _ranked(pairs, alone, owned)
    if ranks is None:
        return None
    added, low = ranks
    masks = [(field.low, field.low, (1 << field.width) - 1) for field in shared]
    all_masks = sum(field.mask for field in shared)
    common = [(u, v, cost & all_masks) for u, v, cost in pairs]
    singles = [None if cost is None else cost & all_masks for cost in alone]
    parts = Parts(lambda cost: [(part, cost >> at & mask) for part, at, mask in masks if cost >> at & mask])
    short = shortened(common, singles, parts, MOST_BITS - low)
    if short is None:
        return None
    costs = short.costs
    return Packed(
        [(u, v, (costs[cost] << low) + added.get((u, v), 0)) for u, v, cost in common],
        [None if own is None else (costs[own] << low) + added.get((v, v), 0) for v, own in enumerate(singles)],
        short.bits + low,
    )


def _ranked(
    pairs: Sequence[Pair], alone: Sequence[int | None], fields: Sequence[CostField]
) -> tuple[dict[tuple[int, int], int], int] | None:
    """What every edge has in the fields of owners, in place of a value its rank; and how many bits that takes. None if
    they are too many.
    """
    near: list[list[tuple[tuple[int, int], int]]] = [[] for _ in alone]
    if fields:
        for u, v, cost in pairs:
            near[u].append(((u, v), cost))
            near[v].append(((u, v), cost))
        for v, own in enumerate(alone):
            if own is not None:
                near[v].append(((v, v), own))
    found: dict[tuple[int, int], int] = {}
    low = 0
    for field in sorted(fields):
        assert field.owner is not None
        values = [(ends, cost & field.mask) for ends, cost in near[field.owner]]
        ranks = {value: rank for rank, value in enumerate(sorted({value for _, value in values}))}
        width = (len(ranks) - 1).bit_length() if ranks else 0
        if width:
            for ends, value in values:
                found[ends] = found.get(ends, 0) + (ranks[value] << low)
        low += width
        if low > MOST_BITS:
            return None
    return found, low
