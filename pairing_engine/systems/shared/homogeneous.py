"""A search for the best candidate of a homogeneous bracket or remainder, with a matching."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pairing_engine.kernel.bracket_graph import BracketGraph
from pairing_engine.kernel.order import Order
from pairing_engine.matching import Backend


def mates_of_homogeneous(
    graph: BracketGraph,
    order_of: Callable[[int, int], Order],
    vertices: Sequence[int],
    decided: Mapping[int, int],
    backend: Backend,
    expected: int | None = None,
) -> list[int] | None:
    """Find the partner of each vertex in the first of the best candidates.

    The result is None if there is no complete matching. ``vertices`` lists the players of the bracket or remainder.
    ``decided`` maps the players who are already paired to their partners. ``order_of`` returns the order of candidates
    for a given number of players and of pairs. ``expected`` is the number of pairs. If ``expected`` is None, all
    players are expected to be paired.
    """
    size, pairs = len(graph.members), len(vertices) // 2 if expected is None else expected
    mates = graph.best_mates(order_of(len(vertices), pairs), vertices, decided, backend)
    if mates is None:
        return None
    found = sum(0 <= mates[i] < size for i in vertices) // 2
    if found == pairs:
        return mates
    # The order depends on the number of pairs. The expected number was wrong, so the matching is repeated.
    return graph.best_mates(order_of(len(vertices), found), vertices, decided, backend)
