"""The two solvers of a matching problem: networkx, which is exact by itself, and our matcher in C++, which is fast.

networkx calculates with Python's whole numbers of any length, so one call solves any problem. The matcher in C++
(``question.hpp``) gives the same answer; where no compiler built it, networkx answers instead.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from pairing_engine.errors import TooLarge
from pairing_engine.language import say
from pairing_engine.under_way import spend
from pairing_engine.values import NamedTuple

if TYPE_CHECKING:
    import networkx


Pair = tuple[int, int, int]
"""Two vertices, and the cost of matching them."""

Share = tuple[int, int]
"""A part of a cost: its number and its amount; more important parts have higher numbers."""

MOST_SHORT_BITS = 60
"""The maximum number of bits of a cost that the matcher in C++ takes as a single part."""


class Backend(Enum):
    """The choice of solvers: networkx alone (``REFERENCE``), or the matcher in C++ where it is built (``AUTO``)."""

    REFERENCE = "reference"
    AUTO = "auto"


class OrderOfCandidates(NamedTuple):
    """An order that chooses among the cheapest matchings, in the form of the matcher in C++.

    ``numbers[vertex]`` is the vertex's number in the order, or -1. ``sums`` has two amounts for each number: for the
    top of a pair (the end with the smaller number), and for any other vertex. ``digits`` come after the sums, the least
    significant first: the owner's number, these two amounts, and the factor of a top's opponent, counted from 1.
    """

    numbers: Sequence[int]
    sums: Sequence[tuple[int, int]]
    digits: Sequence[tuple[int, int, int, int]]


@cache
def has_matcher() -> bool:
    """Return whether the matcher in C++ is built. What an earlier version has left in a folder does not count."""
    try:
        from pairing_engine.matching import native
    except ImportError:
        return False
    return hasattr(native, "lightest")


def lightest(
    pairs: Sequence[Pair], alone: Sequence[int | None], bits: int | Sequence[int], backend: Backend = Backend.AUTO
) -> list[int] | None:
    """Find a matching of least total cost; return the partner of each vertex, or None if there is no matching.

    ``alone[v]`` is the cost of leaving vertex v unmatched, with -1 as its partner, or None if v must be matched. Costs
    are nonnegative whole numbers, and no total has more than ``bits`` bits; if they consist of fields, ``bits`` lists
    their widths, the most significant first. Of several matchings of least cost, the result is any.

    >>> lightest([(0, 1, 5), (1, 2, 3), (2, 3, 5), (0, 3, 1)], [None] * 4, 5)
    [3, 2, 1, 0]
    >>> lightest([(0, 1, 5)], [1, 1, 1], 5)
    [-1, -1, -1]
    >>> lightest([(0, 1, 5)], [None, 1, None], 5) is None
    True
    """
    widths: Sequence[int] = (bits,) if isinstance(bits, int) else bits
    if backend is Backend.AUTO and has_matcher():
        try:
            return lightest_by_parts(*_in_parts(pairs, alone, widths if sum(widths) > MOST_SHORT_BITS else ()))
        except OverflowError:
            pass  # a single part of the costs is too long for the matcher
    return lightest_by_networkx(pairs, alone, sum(widths))


def _in_parts(
    pairs: Sequence[Pair], alone: Sequence[int | None], widths: Sequence[int]
) -> tuple[list[Pair], list[int | None], dict[int, list[Share]]]:
    """Give each cost a number, and split it into its fields; without ``widths``, each cost is a single part."""
    places: dict[int, int] = {}
    for _, _, cost in pairs:
        places.setdefault(cost, len(places))
    for single in alone:
        if single is not None:
            places.setdefault(single, len(places))
    numbered = [(u, v, places[cost]) for u, v, cost in pairs]
    singles = [None if cost is None else places[cost] for cost in alone]
    starts = list(accumulate(reversed(widths), initial=0))
    return numbered, singles, {place: _parts_of(cost, starts) for cost, place in places.items()}


def _parts_of(cost: int, starts: Sequence[int]) -> list[Share]:
    """Return the fields of a cost that are not 0. Field n has the bits from ``starts[n]`` up to ``starts[n + 1]``."""
    if len(starts) < 3:
        return [(0, cost)]
    parts = []
    while cost:
        number = bisect_right(starts, (cost & -cost).bit_length() - 1) - 1
        start, end = starts[number : number + 2]
        parts.append((number, (cost >> start) & (1 << end - start) - 1))
        cost = cost >> end << end
    return parts


_NO_ORDER = OrderOfCandidates((), (), ())


def lightest_by_parts(
    pairs: Sequence[Pair],
    alone: Sequence[int | None],
    shares: Mapping[int, Sequence[Share]],
    order: OrderOfCandidates = _NO_ORDER,
    members: int | None = None,
    bye: int = -1,
) -> list[int] | None:
    """Find the cheapest matching in C++, as `lightest` does; of several, ``order`` decides.

    ``pairs`` and ``alone`` contain numbers of costs, and ``shares`` maps each number to the parts of the cost. If
    ``members`` is given, only the partners of the first vertices are reliable: a member, the vertex ``bye``, or any
    other vertex (or none). Raises `ValueError` for a graph that cannot be, `OverflowError` if an amount is too long.

    >>> costs = {7: [(1, 1)], 8: [(0, 5)]}
    >>> lightest_by_parts([(0, 1, 7), (1, 2, 8)], [8, 8, 8], costs) if has_matcher() else [-1, 2, 1]
    [-1, 2, 1]
    """
    from pairing_engine.matching import native

    spend(len(pairs))
    needed = len(alone) if members is None else members
    return native.lightest(pairs, alone, shares, order.numbers, order.sums, order.digits, needed, bye)


def lightest_by_networkx(pairs: Sequence[Pair], alone: Sequence[int | None], bits: int) -> list[int] | None:
    """Find a matching of least total cost with networkx, as `lightest` does.

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
_GRAPH, _GRAPH_OF_NETWORKX = 150, 420
"""The measured bytes per edge in the graphs of the matcher in C++ and of networkx."""


def bytes_of_edge(bits: int, *, networkx: bool = False) -> int:
    """Estimate the memory, in bytes, for an edge whose cost has ``bits`` bits."""
    graph = _GRAPH_OF_NETWORKX if networkx or not has_matcher() else _GRAPH
    return _LISTS + _COSTS * (28 + bits // 7) + graph


def most_edges(bits: int, *, networkx: bool = False, beside: int = 0) -> int:
    """Return how many edges fit into memory with costs of ``bits`` bits, ``beside`` the bytes already in use."""
    return max(0, MOST_BYTES - beside) // bytes_of_edge(bits, networkx=networkx)


def too_large(what: str, vertices: int, edges: int, bits: int) -> TooLarge:
    """Return the error for a problem, such as ``the bracket of 3 points``, of more than so many ``edges``."""
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
    """Return the error for an order of candidates that does not fit into memory; ``what`` is as in `too_large`."""
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
    what: Callable[[], str], vertices: int, edges: int, bits: int, *, networkx: bool = False, beside: int = 0
) -> None:
    """Raise `TooLarge` if the edges do not fit into memory; see `most_edges` and `too_large`."""
    most = most_edges(bits, networkx=networkx, beside=beside)
    if edges > most:
        raise too_large(what(), vertices, most, bits)


def pairs_of(vertices: int, compatible: Callable[[int, int], bool]) -> list[Pair]:
    """List all compatible pairs of vertices, at cost 0. Raises `TooLarge` if there are too many pairs."""
    most, found = most_edges(1), []
    for i in range(vertices):
        found += [(i, j, 0) for j in range(i + 1, vertices) if compatible(i, j)]
        if len(found) > most:
            raise too_large(say("the rest of the round"), vertices, most, 1)
    return found
