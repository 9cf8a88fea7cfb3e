"""[C.04.3 D] The order of candidates under the rules of 2017."""

from __future__ import annotations

from pairing_engine.kernel.order import Order
from pairing_engine.kernel.remembered import remembered
from pairing_engine.systems.dutch.candidates import Orders
from pairing_engine.systems.shared import orders
from pairing_engine.systems.shared.orders import OrderArticles

ARTICLES = OrderArticles(
    transpositions="D.1", number="D.2.a", difference="D.2.b", leaves_s1="D.2.c", joins_s1="D.2.d", mdps="D.3.b"
)


@remembered
def residents(size: int, pairs: int) -> Order:
    """[C.04.3 D.1, C.04.3 D.2] Return the order of candidates in a homogeneous bracket or remainder.

    >>> [digit.article for digit in residents(4, 2).digits if digit.place is None]
    ['D.2.a', 'D.2.a', 'D.2.b']
    """
    return orders.residents(size, pairs, ARTICLES)


@remembered
def mdps(number: int, size: int) -> Order:
    """[C.04.3 D.1, C.04.3 D.3] Return the order of the MDP-Pairings of a bracket."""
    return orders.mdps(number, size, ARTICLES)


ORDERS_2017 = Orders(residents=residents, mdps=mdps)
