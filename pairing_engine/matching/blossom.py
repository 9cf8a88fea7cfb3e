"""Matchings of greatest weight with two libraries: networkx is exact for numbers of any size, and rustworkx is fast.

Only networkx is required. Without rustworkx, networkx solves all problems. Without numpy, networkx solves the problems
with costs that are too long for rustworkx.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from pairing_engine.under_way import spend

if TYPE_CHECKING:
    import networkx

Pair = tuple[int, int, int]
"""Two vertices, and the cost of matching them."""

MOST_BITS = 120
"""The maximum number of bits of a total cost that rustworkx can handle.

The weights are a few bits longer than the costs. rustworkx adds and doubles the weights in 128 bits.
"""


@cache
def has_rustworkx() -> bool:
    try:
        import rustworkx  # noqa: F401
    except ImportError:
        return False
    return True


@cache
def has_stages() -> bool:
    """Return whether both rustworkx and numpy can be imported.

    Solving a problem in stages requires both libraries.
    """
    try:
        import numpy  # noqa: F401
    except ImportError:
        return False
    return has_rustworkx()


@cache
def has_native() -> bool:
    """Return whether the C++ matcher is installed; only compiled wheels contain this matcher."""
    try:
        from pairing_engine.matching import native  # noqa: F401
    except ImportError:
        return False
    return True


Heaviest = Callable[[int, Sequence[Pair]], list[int]]
"""A function that returns the partner of each vertex in a matching of greatest weight.

The function takes the number of vertices and the weighted edges. It returns -1 for an unmatched vertex.
"""


def lightest_by(heaviest: Heaviest, pairs: Sequence[Pair], alone: Sequence[int | None], bits: int) -> list[int] | None:
    """Find a matching of least total cost; return the partner of each vertex, or None if there is no matching.

    ``bits`` is the maximum number of bits of a total cost. The libraries look for the greatest weight, so costs become
    weights. The weight of an edge is the cost of leaving both ends unmatched, minus the cost of the edge. If a vertex
    must be matched, leaving the vertex unmatched costs more than any total.
    """
    spend(len(pairs))
    must = 1 << bits
    value = [must if cost is None else cost for cost in alone]
    savings = [(u, v, saved) for u, v, cost in pairs if (saved := value[u] + value[v] - cost) > 0]
    mates = heaviest(len(alone), savings)
    if any(mate < 0 and cost is None for mate, cost in zip(mates, alone, strict=True)):
        return None
    return mates


def heaviest_by_networkx(vertices: int, edges: Sequence[Pair]) -> list[int]:
    """Find a matching of greatest total weight; return the partner of each vertex (-1 if unmatched).

    Weights must be plain `int`. A single `bool` or `IntEnum` makes networkx calculate with floats.
    """
    import networkx

    graph = _graph_class()()
    graph.add_nodes_from(range(vertices))
    graph.add_weighted_edges_from(edges)
    mates = [-1] * vertices
    for u, v in networkx.max_weight_matching(graph):
        mates[u], mates[v] = v, u
    return mates


@cache
def _graph_class() -> type[networkx.Graph]:
    """Create a faster class of networkx graphs: ``graph[vertex]`` is the stored dictionary of neighbours.

    In the standard class, every access to ``graph[vertex]`` creates a new view object. A matching reads every edge many
    times, so the faster class saves a quarter of the time.
    """
    import networkx

    def neighbours(graph: networkx.Graph, vertex: int) -> dict[int, dict[str, int]]:
        found: dict[int, dict[str, int]] = graph._adj[vertex]  # noqa: SLF001 - a subclass may read it
        return found

    return type(
        "PlainGraph", (networkx.Graph,), {"__getitem__": neighbours}
    )  # mypyc does not compile a class statement inside a function


def heaviest_by_rustworkx(vertices: int, edges: Sequence[Pair]) -> list[int]:
    """Find a matching of greatest total weight; return the partner of each vertex (-1 if unmatched).

    The result is reliable only if totals have at most `MOST_BITS` bits.
    """
    import rustworkx

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from(edges)
    mates = [-1] * vertices
    for u, v in rustworkx.max_weight_matching(graph, weight_fn=int):
        mates[u], mates[v] = v, u
    return mates
