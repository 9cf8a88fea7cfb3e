"""Short costs that rank the matchings of a graph exactly as the long costs do.

Each field (part of a cost) becomes as narrow as the edges of this graph allow. A field is left out if all matchings
have the same total in the field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from pairing_engine.matching.blossom import MOST_BITS, Pair
from pairing_engine.matching.field import CostField
from pairing_engine.values import NamedTuple

Share = tuple[int, int]
"""A part of a cost: its number and its amount; more important parts have higher numbers."""


class Shares(dict[int, list[Share]]):
    """A table of the parts of each cost; ``shares_of`` computes an entry when the entry is first needed."""

    def __init__(self, shares_of: Callable[[int], list[Share]]) -> None:
        super().__init__()
        self.shares_of = shares_of

    def __missing__(self, cost: int) -> list[Share]:
        found = self[cost] = self.shares_of(cost)
        return found


class Packed(NamedTuple):
    """A matching problem with short costs; a total has at most ``bits`` bits."""

    pairs: list[Pair]
    alone: list[int | None]
    bits: int


class Short(NamedTuple):
    """A table from long costs to short costs; a total of short costs has at most ``bits`` bits."""

    costs: dict[int, int]
    bits: int


def shortened(
    pairs: Sequence[Pair], alone: Sequence[int | None], shares: Mapping[int, list[Share]], room: int
) -> Short | None:
    """Compute short costs that rank the matchings of a graph exactly as the original costs do.

    Returns None if a total would have more than ``room`` bits. ``shares`` maps each cost number in the graph to the
    parts of the cost.

    The first estimate of the widths needs only the number of vertices, and is quick. If the first estimate makes the
    costs too long, a second estimate reads the edges, which takes more time.
    """
    used = {cost for _, _, cost in pairs}
    used.update([cost for cost in alone if cost is not None])
    most: dict[int, int] = {}
    for part, amount in {share for cost in used for share in shares[cost]}:
        if amount > most.get(part, 0):
            most[part] = amount
    vertices = len(alone)
    widths = {part: (amount * vertices).bit_length() for part, amount in most.items()}
    if sum(widths.values()) > room:
        widths = _least_widths(pairs, alone, shares, most)
        if sum(widths.values()) > room:
            return None
    return _placed(widths, used, shares)


def _placed(widths: Mapping[int, int], used: Iterable[int], shares: Mapping[int, list[Share]]) -> Short:
    """Compute the short costs from the parts in ``widths``; all other parts are left out."""
    low = 0
    place: dict[int, int] = {}
    for part in sorted(widths):
        place[part] = low
        low += widths[part]
    short: dict[int, int] = {}
    for cost in used:
        value = 0
        for part, amount in shares[cost]:
            if part in place:
                value += amount << place[part]
        short[cost] = value
    return Short(short, low)


def _least_widths(
    pairs: Sequence[Pair], alone: Sequence[int | None], shares: Mapping[int, list[Share]], most: Mapping[int, int]
) -> dict[int, int]:
    """Compute the width that each part needs for the total of any matching.

    If the amount of a part is the same for all edges at a vertex, and this holds at every vertex, then all matchings
    have the same total, and the part is left out. An edge of a matching is counted at both of its ends. A total is
    therefore at most half the sum of the largest amounts at the vertices.

    All parts are computed at once. Each cost is written as one long number, with ``step`` bits for each part. Instead
    of the largest amount, the code takes the bitwise "or" of all amounts at a vertex, which is never smaller.
    """
    step = (4 * max(most.values(), default=0) * len(alone)).bit_length()
    place = {part: number * step for number, part in enumerate(sorted(most))}
    wide: dict[int, int] = {}
    some, every = [0] * len(alone), [-1] * len(alone)
    for u, v, cost in pairs:
        if cost not in wide:
            wide[cost] = sum([amount << place[part] for part, amount in shares[cost]])
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
            single = sum([amount << place[part] for part, amount in shares[own]])
            total += one | 2 * single
            differing |= one | single if all_of >= 0 else 0
    mask = (1 << step) - 1
    return {part: ((total >> low & mask) // 2).bit_length() for part, low in place.items() if differing >> low & mask}


def packed(pairs: Sequence[Pair], alone: Sequence[int | None], fields: Sequence[CostField]) -> Packed | None:
    """Build a matching problem with costs short enough for rustworkx; None if that is impossible.

    ``fields`` are all parts of the costs: first the fields without an owner, then the fields with an owner. In a field
    with an owner, only the order of the owner's possible partners matters. The values in a field with an owner are
    therefore replaced by ranks.

    >>> fields = [CostField(200, 50), CostField(3, 60), CostField(0, 3)]
    >>> packed([(0, 1, 1 << 200), (1, 2, 3), (0, 2, 3)], [None, 7, 7], fields)
    Packed(pairs=[(0, 1, 32), (1, 2, 3), (0, 2, 3)], alone=[None, 7, 7], bits=7)
    """
    shared = [field for field in fields if field.owner is None]
    owned = fields[len(shared) :]
    if len(owned) > MOST_BITS:
        return None  # each field needs at least one bit
    ranks = None if any(field.owner is None for field in owned) else _ranked(pairs, alone, owned)
    if ranks is None:
        return None
    added, low = ranks
    masks = [(field.low, field.low, (1 << field.width) - 1) for field in shared]
    all_masks = sum(field.mask for field in shared)
    common = [(u, v, cost & all_masks) for u, v, cost in pairs]
    singles = [None if cost is None else cost & all_masks for cost in alone]
    shares = Shares(lambda cost: [(part, cost >> at & mask) for part, at, mask in masks if cost >> at & mask])
    short = shortened(common, singles, shares, MOST_BITS - low)
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
    """Replace the values in fields with owners by ranks; return the ranks and their number of bits.

    The keys of the result are the edges (pairs of vertices). Returns None if the ranks take too many bits.
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
