"""Matchings of bracket graphs with costs that are too long for a single matching."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from pairing_engine.kernel.order import Order
from pairing_engine.kernel.order_costs import preferences_by, with_order
from pairing_engine.kernel.rules import Weigher
from pairing_engine.matching import Backend, Pair, has_stages, lightest
from pairing_engine.matching.cover import UNMATCHED
from pairing_engine.state.round_state import Player

if TYPE_CHECKING:
    from pairing_engine.matching.open_graph import Asked, Narrowed


class Graph(Protocol):
    """The part of `bracket_graph.BracketGraph` that this module uses."""

    members: tuple[Player, ...]
    bye: int | None
    only_members: bool
    solved: Narrowed | None

    @property
    def weigher(self) -> Weigher:
        """The object that packs the costs of an edge into one whole number."""

    def weighed(
        self, pairs: Sequence[Pair], alone: Sequence[int | None] | None = None
    ) -> tuple[list[Pair], list[int | None]]:
        """Replace the cost numbers of pairs and of unmatched vertices by the actual costs."""

    def check_room(self, order: Order, pairs: Sequence[Pair], backend: Backend = Backend.AUTO) -> None:
        """Raise `TooLarge` if a matching of the given pairs does not fit into memory."""


def best_mates_in_stages(
    graph: Graph,
    order: Order,
    vertices: Sequence[int],
    numbers: Sequence[int],
    pairs: Sequence[Pair],
    alone: Sequence[int | None],
) -> list[int] | None:
    """Find the result of `BracketGraph.best_mates` for very long costs, in three stages.

    The first stage finds all matchings that are best under the criteria. The second and third stages use the order of
    candidates to choose one of the best matchings. In the second stage, only the digits that depend on all players
    count; in the third stage, only the digits that depend on a single player's partner.

    The digits of the third stage would make the costs very long. In the third stage, most vertices therefore choose
    their partners one after the other.
    """
    if not has_stages():
        graph.check_room(order, pairs, Backend.REFERENCE)
        pairs, alone = with_order(order, numbers, *graph.weighed(pairs, alone))
        return lightest(pairs, alone, graph.weigher.bits + order.bits, list, Backend.REFERENCE)
    from pairing_engine.matching.staged import narrow

    asked = _asked(graph)
    solved = found = _by_criteria(graph, pairs, alone, asked)
    sums, others = order.split()
    if found is not None and sums.bits and not found.is_settled:
        graph.check_room(sums, found.pairs)
        pairs, alone = with_order(sums, numbers, found.pairs, found.alone)
        found = narrow(found._replace(pairs=pairs, alone=alone), sums.fields(vertices), asked)
    if found is None:
        return None
    mates = list(found.mates or ()) if found.is_settled else _by_players(graph, others, vertices, numbers, found)
    if graph.only_members and mates is not None and solved is not None and not solved.unsolved:
        graph.solved = solved._replace(mates=mates)
    return mates


def _asked(graph: Graph) -> Asked | None:
    from pairing_engine.matching.open_graph import Asked

    return Asked(len(graph.members), UNMATCHED if graph.bye is None else graph.bye) if graph.only_members else None


def _by_criteria(
    graph: Graph, pairs: Sequence[Pair], alone: Sequence[int | None], asked: Asked | None
) -> Narrowed | None:
    """Find all matchings that are best under the criteria, and return their edges.

    ``graph.solved`` may contain the result of an earlier call. If it does, the caller has only removed pairs since the
    earlier call, and at least one of the best matchings is still possible. The best matchings are then among the
    earlier ones.
    """
    from pairing_engine.matching.open_graph import Narrowed
    from pairing_engine.matching.staged import narrow

    solved = graph.solved
    if solved is None:
        return narrow(Narrowed(*graph.weighed(pairs, alone)), graph.weigher.fields, asked)
    left = {(i, j) for i, j, _ in pairs}
    return narrow(solved._replace(pairs=[edge for edge in solved.pairs if edge[:2] in left]), (), asked)


def _by_players(
    graph: Graph, order: Order, vertices: Sequence[int], numbers: Sequence[int], found: Narrowed
) -> list[int] | None:
    """Choose one of the remaining matchings, using the digits that depend on a single player's partner."""
    from pairing_engine.matching.staged import choose, vertices_apart

    apart = vertices_apart(found)
    preferences = preferences_by(order, vertices, numbers, found, apart)
    if apart:
        inside = [pair for pair in found.pairs if pair[0] in apart]
        singles = [cost if v in apart else None for v, cost in enumerate(found.alone)]
        graph.check_room(order, inside)
        pairs, alone = with_order(order, numbers, inside, singles)
        outside = [pair for pair in found.pairs if pair[0] not in apart]
        alone = [own if own is not None else cost for own, cost in zip(alone, found.alone, strict=True)]
        found = found._replace(pairs=outside + pairs, alone=alone)
    return choose(found, apart, order.fields(vertices), preferences)
