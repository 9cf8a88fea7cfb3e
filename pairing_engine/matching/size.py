"""How large a question to a matching may be: what does not fit into memory is refused before it is built."""

from __future__ import annotations

from collections.abc import Callable

from pairing_engine.errors import TooLarge
from pairing_engine.language import say
from pairing_engine.matching.blossom import Pair

MOST_BYTES = 800 << 20
"""What the edges of one question may take, in all the forms in which they exist at once. With the event itself, and the
program, that stays below one GiB.
"""

_LISTS = 3 * 72
"""An edge as a pair and its cost, with the order added, and as what a matching saves by it."""
_COSTS = 2
"""How many of the three have a cost of their own."""
_GRAPH, _GRAPH_OF_NETWORKX = 280, 420
"""An edge in the graph of the library that solves the matching. Measured, as the figures above."""


def bytes_of_edge(bits: int, *, networkx: bool = False) -> int:
    """What an edge takes whose cost has so many bits."""
    return _LISTS + _COSTS * (28 + bits // 7) + (_GRAPH_OF_NETWORKX if networkx else _GRAPH)


def most_edges(bits: int, *, networkx: bool = False, beside: int = 0) -> int:
    """How many edges with costs of so many bits there is room for, beside something else of so many bytes."""
    return max(0, MOST_BYTES - beside) // bytes_of_edge(bits, networkx=networkx)


def too_large(what: str, vertices: int, edges: int, bits: int) -> TooLarge:
    """The refusal of a question: ``what`` says of which players."""
    return TooLarge(
        say(
            "{what} is too large: its {vertices:,} players have more than {edges:,} possible pairs with "
            "costs of {bits} bits, and a matching of so many takes more than 1 GiB of memory",
            what=what,
            vertices=vertices,
            edges=edges,
            bits=bits,
        )
    )


def pairs_of(vertices: int, compatible: Callable[[int, int], bool]) -> list[Pair]:
    """All compatible pairs of so many vertices, without a cost. Raises `TooLarge`."""
    most, found = most_edges(1), []
    for i in range(vertices):
        found += [(i, j, 0) for j in range(i + 1, vertices) if compatible(i, j)]
        if len(found) > most:
            raise too_large(say("the rest of the round"), vertices, most, 1)
    return found
