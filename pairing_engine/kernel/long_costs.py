"""Matchings of bracket graphs whose costs are too long for a single matching."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pairing_engine.kernel.order import Order
from pairing_engine.kernel.order_costs import preferences_by, with_order
from pairing_engine.kernel.rules import Weigher
from pairing_engine.matching import Backend, Pair, has_stages, lightest


class Graph(Protocol):
    """The methods of `bracket_graph.BracketGraph` that this module uses."""

    @property
    def weigher(self) -> Weigher:
        """The converter of the graph's costs into whole numbers."""

    def weighed(
        self, pairs: Sequence[Pair], alone: Sequence[int | None] | None = None
    ) -> tuple[list[Pair], list[int | None]]:
        """The pairs, and the costs of unmatched vertices, with whole numbers as costs."""

    def check_room(self, order: Order, pairs: Sequence[Pair], backend: Backend = Backend.AUTO) -> None:
        """Raise `TooLarge` if a matching of these pairs does not fit into memory."""


def best_mates_in_stages(
    graph: Graph,
    order: Order,
    vertices: Sequence[int],
    numbers: Sequence[int],
    pairs: Sequence[Pair],
    alone: Sequence[int | None],
) -> list[int] | None:
    """The result of `BracketGraph.best_mates` for very long costs, computed in three stages.

    The first stage solves the criteria. The second solves those digits of the order of candidates that are sums over
    all players. The third solves the digits that depend on a single player's partner.

    The digits of the third stage make up most of the length of a cost. For most players they are replaced by
    preferences, which say the same. They are part of the costs only for the vertices ``apart``
    (`matching.staged.choose`).
    """
    if not has_stages():
        graph.check_room(order, pairs, Backend.REFERENCE)
        pairs, alone = with_order(order, numbers, *graph.weighed(pairs, alone))
        return lightest(pairs, alone, graph.weigher.bits + order.bits, list, Backend.REFERENCE)
    from pairing_engine.matching.staged import Narrowed, choose, narrow, vertices_apart

    found = narrow(Narrowed(*graph.weighed(pairs, alone)), graph.weigher.fields)
    sums, others = order.split()
    if found is not None and sums.bits:
        graph.check_room(sums, found.pairs)
        pairs, alone = with_order(sums, numbers, found.pairs, found.alone)
        found = narrow(found._replace(pairs=pairs, alone=alone), sums.fields(vertices))
    if found is None:
        return None
    apart = vertices_apart(found)
    preferences = preferences_by(others, vertices, numbers, found, apart)
    if apart:
        inside = [pair for pair in found.pairs if pair[0] in apart]
        singles = [cost if v in apart else None for v, cost in enumerate(found.alone)]
        graph.check_room(others, inside)
        pairs, alone = with_order(others, numbers, inside, singles)
        outside = [pair for pair in found.pairs if pair[0] not in apart]
        alone = [own if own is not None else cost for own, cost in zip(alone, found.alone, strict=True)]
        found = found._replace(pairs=outside + pairs, alone=alone)
    return choose(found, apart, others.fields(vertices), preferences)
