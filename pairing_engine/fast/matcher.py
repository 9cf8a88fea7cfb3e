"""The door to the matcher in C++ (``question.hpp``), which gives the same answers as networkx.

Where no compiler built it, networkx answers instead.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from pairing_engine.kernel.order import Order
from pairing_engine.matching import Pair
from pairing_engine.matching import lightest as lightest_by_networkx
from pairing_engine.matching.solvers import GRAPH
from pairing_engine.under_way import spend

Share = tuple[int, int]
"""A part of a cost: its number and its amount; more important parts have higher numbers."""

MOST_SHORT_BITS = 60
"""The maximum number of bits of a cost that the matcher in C++ takes as a single part."""

GRAPH_OF_MATCHER = 150
"""The measured bytes per edge in a graph of the matcher in C++."""


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
        from pairing_engine.fast import native
    except ImportError:
        return False
    return hasattr(native, "lightest")


def bytes_of_edge() -> int:
    """Return the bytes per edge in the graph of the matcher in use."""
    return GRAPH_OF_MATCHER if has_matcher() else GRAPH


def lightest(pairs: Sequence[Pair], alone: Sequence[int | None], bits: int | Sequence[int]) -> list[int] | None:
    """Find a matching of least total cost, as `matching.lightest` does.

    If the costs consist of fields, ``bits`` lists their widths, the most significant first.
    """
    widths: Sequence[int] = (bits,) if isinstance(bits, int) else bits
    if has_matcher():
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
    from pairing_engine.fast import native

    spend(len(pairs))
    needed = len(alone) if members is None else members
    return native.lightest(pairs, alone, shares, order.numbers, order.sums, order.digits, needed, bye)


_in_matcher: dict[int, tuple[Order, OrderOfCandidates]] = {}
"""Orders as the matcher takes them, by identity; each entry keeps its order alive."""

MOST_ORDERS = 512
LARGEST_ORDER = 250
"""The maximum number of remembered orders, and of players in such an order."""


def for_matcher(order: Order, numbers: Sequence[int]) -> OrderOfCandidates:
    """Return an order as the matcher in C++ takes it; ``numbers[vertex]`` is a vertex's number in the order."""
    known = _in_matcher.get(id(order))
    if known is None:
        if len(_in_matcher) >= MOST_ORDERS:
            _in_matcher.clear()
        low = min((digit.low for digit in order.digits if digit.place is None), default=order.bits)
        sums = [(top >> low, other >> low) for top, other in zip(order.top, order.other, strict=True)]
        digits = [(d.place, d.top, d.other, d.opponent) for d in reversed(order.digits) if d.place is not None]
        known = order, OrderOfCandidates((), sums, digits)
        if len(order.top) <= LARGEST_ORDER:
            _in_matcher[id(order)] = known
    return OrderOfCandidates(numbers, known[1].sums, known[1].digits)
