"""Orders of candidates that several systems or editions share. Each system or edition cites its own articles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, wraps
from typing import NamedTuple, TypeVar, cast

from pairing_engine.kernel.graph import Graph
from pairing_engine.kernel.order import Order, add_opponents
from pairing_engine.language import marked

LARGEST_REMEMBERED = 250
"""The largest number of players for which an order is cached: a few hundred larger ones would take more than 1 GiB."""

Make = TypeVar("Make", bound=Callable[..., Order])


def remembered(make: Make) -> Make:
    """Decorate a function of a number of players, so that it computes each order only once, if the order is small."""
    known = lru_cache(maxsize=512)(make)

    @wraps(make)
    def found(size: int, *more: object) -> Order:
        return known(size, *more) if size <= LARGEST_REMEMBERED else make(size, *more)

    return cast("Make", found)


FIRST_OPPONENT = marked("the first in-bracket sequence number (BSN) in which the orders of S2 differ")


class OrderWords(NamedTuple):
    """The wording of an edition for the rules about the order of candidates."""

    opponent: str
    difference: str
    leaves_s1: str
    joins_s1: str
    mdps: str


BY_NUMBER = OrderWords(
    FIRST_OPPONENT,
    *marked(
        (
            "the difference between the sums of the exchanged in-bracket sequence numbers (BSNs)",
            "the largest in-bracket sequence number (BSN) that differs among the players moved from S1 to S2",
            "the smallest in-bracket sequence number (BSN) that differs among the players moved from S2 to S1",
            "the first in-bracket sequence number (BSN) in which the sets of paired moved-down players differ",
        )
    ),
)
BY_RANK = OrderWords(
    *marked(
        (
            "the first player of S1 who has a different opponent",
            "the difference between the numbers of the exchanged players",
            "the lowest ranked player that differs among those moved from S1 to S2",
            "the highest ranked player that differs among those moved from S2 to S1",
            "at the first difference between the two pairings, the moved-down player of S1",
        )
    )
)
"""The wording for editions that do not use in-bracket sequence numbers (BSNs)."""


class OrderArticles(NamedTuple):
    """[C.04.3 4] The two orders of candidates, for residents and for MDP-Pairings, with the articles of an edition.

    ``number`` is about the number of exchanged players, ``difference`` about the sums of their BSNs, and ``sets`` about
    the choice of MDPs.
    """

    transpositions: str
    number: str
    difference: str
    leaves_s1: str
    joins_s1: str
    sets: str
    words: OrderWords = BY_NUMBER

    def residents(self, size: int, pairs: int) -> Order:
        """Return the order of candidates with ``pairs`` pairs in a homogeneous bracket of ``size`` players."""
        return residents(size, pairs, self)

    def mdps(self, number: int, size: int) -> Order:
        """Return the order of the MDP-Pairings in a bracket of ``size`` players, ``number`` of whom are MDPs."""
        return mdps(size, number, self)


@remembered
def residents(size: int, pairs: int, articles: OrderArticles) -> Order:
    """Return the order of candidates with ``pairs`` pairs in a homogeneous bracket of ``size`` players.

    In a candidate, S1 contains the player with the smaller BSN of each pair. If the same pairs are formed from a
    different S1, that candidate comes later in the order.

    >>> order = residents(6, 3, OrderArticles("4.2.2", "4.3.2.1", "4.3.2.2", "4.3.2.3", "4.3.2.4", "4.4.2"))
    >>> straight = order.pair(0, 3) + order.pair(1, 4) + order.pair(2, 5)
    >>> transposed = order.pair(0, 3) + order.pair(1, 5) + order.pair(2, 4)
    >>> exchanged = order.pair(0, 2) + order.pair(1, 4) + order.pair(3, 5)
    >>> straight < transposed < exchanged, order.deciding(transposed, exchanged).article
    (True, '4.3.2.1')
    """
    order = Order(size)
    add_opponents(order, range(size), articles.transpositions, articles.words.opponent)
    for i in reversed(range(pairs, size)):
        order.add(1, i, articles.joins_s1, articles.words.joins_s1, other=1)
    for i in range(pairs):
        order.add(1, i, articles.leaves_s1, articles.words.leaves_s1, top=1)
    exchanged = (range(pairs), order.other), (range(pairs, size), order.top)
    low = order.add((size * size).bit_length(), None, articles.difference, articles.words.difference)
    for moved, costs in exchanged:
        for i in moved:
            costs[i] += abs(i + 1 - pairs) << low
    # As many players move from S1 as from S2, so the second number always equals the first number and decides nothing.
    # But a matching in stages uses both numbers: if both are 0, every pair has a player of S1 and a player of S2.
    for moved, costs in exchanged:
        low = order.add(size.bit_length(), None, articles.number, "the number of exchanges between S1 and S2")
        for i in moved:
            costs[i] += 1 << low
    return order


@remembered
def mdps(size: int, number: int, articles: OrderArticles) -> Order:
    """Return the order of the MDP-Pairings of the first ``number`` players; `residents` orders the other pairs."""
    order = Order(size)
    add_opponents(order, range(number), articles.transpositions, articles.words.opponent)
    for i in reversed(range(number)):
        order.add(1, i, articles.sets, articles.words.mdps, other=1)
    return order


@remembered
def identifier_order(size: int, article: str = "3.6.2") -> Order:
    """[C.04.5 3.6, C.04.6 3.6] Return the order of the pairings of ``size`` players by their identifiers.

    An identifier lists the TPNs of the top members of all pairs, then the TPNs of the bottom members.

    >>> order = identifier_order(4)
    >>> order.pair(0, 2) + order.pair(1, 3) < order.pair(0, 3) + order.pair(1, 2) < order.pair(0, 1) + order.pair(2, 3)
    True
    """
    order = Order(size)
    add_opponents(order, range(size), article, "at the first difference between the two pairings, the bottom member")
    for i in reversed(range(size)):
        order.add(1, i, article, "at the first difference between the two pairings, the top member", other=1)
    return order


def mates_of_homogeneous(
    graph: Graph,
    order_of: Callable[[int, int], Order],
    vertices: Sequence[int],
    decided: Mapping[int, int],
    expected: int | None = None,
) -> list[int] | None:
    """Find the partner of each vertex in the first of the best candidates; None if there is no complete matching.

    ``vertices`` lists the players of the bracket or remainder. ``decided`` maps the players who are already paired to
    their partners. ``order_of`` returns the order of candidates for a number of players and of pairs. ``expected`` is
    the number of pairs; None if all players are expected to be paired.
    """
    size, pairs = len(graph.members), len(vertices) // 2 if expected is None else expected
    mates = graph.best_mates(order_of(len(vertices), pairs), vertices, decided)
    if mates is None:
        return None
    found = sum(0 <= mates[i] < size for i in vertices) // 2
    if found == pairs:
        return mates
    # The order depends on the number of pairs. The expected number was wrong, so the matching is repeated.
    return graph.best_mates(order_of(len(vertices), found), vertices, decided)
