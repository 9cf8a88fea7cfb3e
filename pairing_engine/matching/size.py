"""The limit on the size of matching problems; larger problems would not fit into memory."""

from __future__ import annotations

from collections.abc import Callable

from pairing_engine.errors import TooLarge
from pairing_engine.language import say
from pairing_engine.matching.solvers import Pair, has_matcher

MOST_BYTES = 800 << 20
"""The maximum number of bytes for the edges of one matching problem, including all copies of edges.

With this limit, the whole program takes less than 1 GiB.
"""

_LISTS = 3 * 72
"""The number of bytes for an edge in the three lists of edges, without its cost."""
_COSTS = 2
"""The number of copies of each cost; the copies are in different lists of edges."""
_GRAPH, _GRAPH_OF_NETWORKX = 150, 420
"""The measured bytes per edge in the graphs of the matcher in C++ and of networkx."""


def bytes_of_edge(bits: int, *, networkx: bool = False) -> int:
    """Estimate the memory, in bytes, for an edge whose cost has ``bits`` bits."""
    graph = _GRAPH_OF_NETWORKX if networkx or not has_matcher() else _GRAPH
    return _LISTS + _COSTS * (28 + bits // 7) + graph


def most_edges(bits: int, *, networkx: bool = False, beside: int = 0) -> int:
    """Return the maximum number of edges that fit into memory if each cost has ``bits`` bits.

    ``beside`` is the number of bytes that are already in use.
    """
    return max(0, MOST_BYTES - beside) // bytes_of_edge(bits, networkx=networkx)


def too_large(what: str, vertices: int, edges: int, bits: int) -> TooLarge:
    """Return the error for a matching problem that does not fit into memory.

    ``what`` names the problem, for example ``the bracket of 3 points``. ``edges`` is the maximum number of edges.
    """
    return TooLarge(
        say(
            "{what} is too large: {vertices:,} players have more than {edges:,} possible pairs, and "
            "their costs ({bits} bits each) take more than 1 GiB of memory",
            what=what,
            vertices=vertices,
            edges=edges,
            bits=bits,
        )
    )


def order_too_large(what: str, members: int) -> TooLarge:
    """Return the error for an order of candidates that does not fit into memory.

    ``what`` names the problem, as in `too_large`.
    """
    return TooLarge(
        say(
            "{bracket} is too large: ordering the candidates of its {size:,} members takes more than "
            "{most_bytes} MiB of memory",
            bracket=what,
            size=members,
            most_bytes=MOST_BYTES >> 20,
        )
    )


def check_edges(what: str, vertices: int, edges: int, bits: int, *, networkx: bool = False, beside: int = 0) -> None:
    """Raise `TooLarge` if the edges do not fit into memory.

    For the meaning of the arguments, see `most_edges` and `too_large`.
    """
    most = most_edges(bits, networkx=networkx, beside=beside)
    if edges > most:
        raise too_large(what, vertices, most, bits)


def pairs_of(vertices: int, compatible: Callable[[int, int], bool]) -> list[Pair]:
    """List all compatible pairs of vertices, at cost 0. Raises `TooLarge` if there are too many pairs."""
    most, found = most_edges(1), []
    for i in range(vertices):
        found += [(i, j, 0) for j in range(i + 1, vertices) if compatible(i, j)]
        if len(found) > most:
            raise too_large(say("the rest of the round"), vertices, most, 1)
    return found
