"""The best mates in bracket graphs whose costs are too long for one matching."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pairing_engine.kernel.order import Order
from pairing_engine.kernel.order_costs import preferences_by, with_order, with_short_costs
from pairing_engine.matching import Pair, lightest
from pairing_engine.matching.allowed import allowed, parts_by
from pairing_engine.matching.cover import bits

if TYPE_CHECKING:
    from pairing_engine.kernel.bracket_graph import BracketGraph

UNMATCHED = -1


def best_mates_by_parts(
    graph: BracketGraph, order: Order, places: Sequence[int], place: Sequence[int], pairs: Sequence[Pair]
) -> list[int] | None:
    """As `BracketGraph.best_mates`, where everybody must be matched: only edges are left that a complete matching can
    have, and the parts into which the graph then falls are matched one by one, which takes shorter costs.
    """
    near = [0] * len(graph.alone)
    for i, j, _ in pairs:
        near[i] |= 1 << j
        near[j] |= 1 << i
    mates_of = allowed(near)
    if mates_of is None:
        return None
    found = [UNMATCHED] * len(near)
    free = graph.book.number(())
    for part in parts_by(mates_of):
        inside = [edge for edge in pairs if part >> edge[0] & 1 and mates_of[edge[0]] >> edge[1] & 1]
        alone = [None if part >> vertex & 1 else free for vertex in range(len(near))]
        short = with_short_costs(order, places, place, inside, alone, graph.chapter.parts)
        if short is None:
            mates = best_mates_in_stages(graph, order, places, place, inside, alone)
        else:
            mates = lightest(*short, list)
        assert mates is not None
        for vertex in bits(part):
            found[vertex] = mates[vertex]
    return found


def best_mates_in_stages(
    graph: BracketGraph,
    order: Order,
    places: Sequence[int],
    place: Sequence[int],
    pairs: Sequence[Pair],
    alone: Sequence[int | None],
) -> list[int] | None:
    """As `BracketGraph.best_mates`, for costs that would be very long numbers: first by the criteria alone, then by
    those digits of the order that are sums over everybody. The other digits make up most of the length, and are seldom
    needed.
    """
    from pairing_engine.matching.staged import Narrowed, choose, narrow, vertices_apart

    found = narrow(Narrowed(*graph.weighed(pairs, alone)), graph.weigher.fields)
    sums, others = order.split()
    if found is not None and sums.bits:
        graph.check_room(sums, found.pairs)
        pairs, alone = with_order(sums, place, found.pairs, found.alone)
        found = narrow(found._replace(pairs=pairs, alone=alone), sums.fields(places))
    if found is None:
        return None
    apart = vertices_apart(found)
    preferences = preferences_by(others, places, place, found, apart)
    if apart:
        inside = [pair for pair in found.pairs if pair[0] in apart]
        singles = [cost if v in apart else None for v, cost in enumerate(found.alone)]
        graph.check_room(others, inside)
        pairs, alone = with_order(others, place, inside, singles)
        outside = [pair for pair in found.pairs if pair[0] not in apart]
        alone = [own if own is not None else cost for own, cost in zip(alone, found.alone, strict=True)]
        found = found._replace(pairs=outside + pairs, alone=alone)
    return choose(found, apart, others.fields(places), preferences)
