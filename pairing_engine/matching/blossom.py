"""Matchings of greatest weight by two libraries: networkx, exact for any numbers, and rustworkx, fast.

Only networkx must be there. Where rustworkx cannot be imported, networkx answers everything; where numpy cannot, it
answers what rustworkx has no room for.
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

Its weights are a little longer, and are added and doubled in 128 bits.
"""


@cache
def has_rustworkx() -> bool:
    """Whether rustworkx can be imported."""
    try:
        import rustworkx  # noqa: F401
    except ImportError:
        return False
    return True


@cache
def has_stages() -> bool:
    """Whether numpy is available; with it, problems whose costs are too long for rustworkx are solved in stages."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        return False
    return has_rustworkx()


@cache
def has_native() -> bool:
    """Whether the matcher in C++ is available, as in compiled wheels."""
    try:
        from pairing_engine.matching import native  # noqa: F401
    except ImportError:
        return False
    return True


Heaviest = Callable[[int, Sequence[Pair]], list[int]]
"""A function that finds the mates in a matching of greatest weight.

It takes the number of vertices and the weighted edges; a vertex without a mate gets -1.
"""


def lightest_by(heaviest: Heaviest, pairs: Sequence[Pair], alone: Sequence[int | None], bits: int) -> list[int] | None:
    """The mates in a matching of least total cost of at most ``bits`` bits; None if there is none.

    The libraries look for the greatest weight. So the weight of an edge is what it saves: what its two vertices would
    cost alone, less its own cost. A vertex that must be matched saves more than all others can cost.
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
    """The mates in a matching of greatest total weight, -1 for unmatched vertices. Weights must be plain `int`.

    (networkx works exactly only while every weight is an `int`: one `bool` or `IntEnum` switches it to floats.)
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
    """A faster class of networkx graphs, whose ``graph[vertex]`` is the stored dictionary of neighbours.

    The usual class makes a new view each time. A matching looks at every edge many times, so this takes a quarter
    less time.
    """
    import networkx

    def neighbours(graph: networkx.Graph, vertex: int) -> dict[int, dict[str, int]]:
        found: dict[int, dict[str, int]] = graph._adj[vertex]  # noqa: SLF001 - what a subclass may do
        return found

    return type("PlainGraph", (networkx.Graph,), {"__getitem__": neighbours})  # mypyc: no class in a function


def heaviest_by_rustworkx(vertices: int, edges: Sequence[Pair]) -> list[int]:
    """The mates as in `heaviest_by_networkx`, reliable only if totals have at most `MOST_BITS` bits."""
    import rustworkx

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from(edges)
    mates = [-1] * vertices
    for u, v in rustworkx.max_weight_matching(graph, weight_fn=int):
        mates[u], mates[v] = v, u
    return mates
