"""Matchings of least cost in exact whole numbers, by networkx, and the memory that they may take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING

from pairing_engine.errors import TooLarge
from pairing_engine.language import say
from pairing_engine.under_way import spend

if TYPE_CHECKING:
    import networkx


Pair = tuple[int, int, int]
"""Two vertices, and the cost of matching them."""


class Backend(Enum):
    """The choice of an engine: the rules alone (``REFERENCE``), or also all shortcuts that are there (``AUTO``)."""

    REFERENCE = "reference"
    AUTO = "auto"


def lightest(pairs: Sequence[Pair], alone: Sequence[int | None], bits: int) -> list[int] | None:
    """Find a matching of least total cost; return the partner of each vertex, or None if there is no matching.

    ``alone[v]`` is the cost of leaving vertex v unmatched, with -1 as its partner, or None if v must be matched. Costs
    are nonnegative whole numbers, and no total has more than ``bits`` bits. Of several matchings of least cost, the
    result is any.

    >>> lightest([(0, 1, 5), (1, 2, 3), (2, 3, 5), (0, 3, 1)], [None] * 4, 5)
    [3, 2, 1, 0]
    >>> lightest([(0, 1, 5)], [1, 1, 1], 5)
    [-1, -1, -1]
    >>> lightest([(0, 1, 5)], [None, 1, None], 5) is None
    True

    networkx looks for the greatest weight: the cost of leaving both ends of an edge unmatched, minus its own. A vertex
    that must be matched costs more than any total if it is not. Weights must be plain `int`: a single `bool` or
    `IntEnum` makes networkx calculate with floats.
    """
    import networkx

    spend(len(pairs))
    must = 1 << bits
    value = [must if cost is None else cost for cost in alone]
    graph = _graph_class()()
    graph.add_nodes_from(range(len(alone)))
    graph.add_weighted_edges_from((u, v, saved) for u, v, cost in pairs if (saved := value[u] + value[v] - cost) > 0)
    mates = [-1] * len(alone)
    for u, v in networkx.max_weight_matching(graph):
        mates[u], mates[v] = v, u
    if any(mate < 0 and cost is None for mate, cost in zip(mates, alone, strict=True)):
        return None
    return mates


@cache
def _graph_class() -> type[networkx.Graph]:
    """Create a class of graphs that stores ``graph[vertex]`` instead of a new view, and saves a quarter of the time."""
    import networkx

    def neighbours(graph: networkx.Graph, vertex: int) -> dict[int, dict[str, int]]:
        edges: dict[int, dict[str, int]] = graph._adj[vertex]  # noqa: SLF001 - a subclass may read it
        return edges

    return type(
        "PlainGraph", (networkx.Graph,), {"__getitem__": neighbours}
    )  # mypyc does not compile a class statement inside a function


MOST_BYTES = 800 << 20
"""The maximum number of bytes for the edges of one problem and their copies: the program takes less than 1 GiB."""

_LISTS = 3 * 72
"""The number of bytes for an edge in the three lists of edges, without its cost."""
_COSTS = 2
"""The number of copies of each cost; the copies are in different lists of edges."""
GRAPH = 420
"""The measured bytes per edge in a graph of networkx."""


def order_too_large(what: str, members: int) -> TooLarge:
    """Return the error for an order of candidates that does not fit into memory; ``what`` is as in `check_edges`."""
    return TooLarge(
        say(
            "{bracket} is too large: ordering the candidates of its {size:,} members takes more than "
            "{most_bytes} MiB of memory",
            bracket=what,
            size=members,
            most_bytes=MOST_BYTES >> 20,
        )
    )


def check_edges(
    what: Callable[[], str], vertices: int, edges: int, bits: int, graph: int = GRAPH, beside: int = 0
) -> None:
    """Raise `TooLarge` if so many edges, with costs of ``bits`` bits, do not fit into memory.

    ``what`` names the problem, such as ``the bracket of 3 points``. ``graph`` are the bytes of an edge in the graph of
    the matching, and ``beside`` those already in use.
    """
    most = max(0, MOST_BYTES - beside) // (_LISTS + _COSTS * (28 + bits // 7) + graph)
    if edges > most:
        raise TooLarge(
            say(
                "{what} is too large: {vertices:,} players have more than {edges:,} possible pairs, and "
                "their costs ({bits} bits each) take more than 1 GiB of memory",
                what=what(),
                vertices=vertices,
                edges=most,
                bits=bits,
            )
        )


def pairs_of(vertices: int, compatible: Callable[[int, int], bool], graph: int = GRAPH) -> list[Pair]:
    """List all compatible pairs of vertices, at cost 0. Raises `TooLarge` if there are too many pairs."""
    found: list[Pair] = []
    for i in range(vertices):
        found += [(i, j, 0) for j in range(i + 1, vertices) if compatible(i, j)]
        check_edges(lambda: say("the rest of the round"), vertices, len(found), 1, graph)
    return found
