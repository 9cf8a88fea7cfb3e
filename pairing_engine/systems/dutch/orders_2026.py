"""[C.04.3 4] The order of candidates under the rules of 2026."""

from __future__ import annotations

from pairing_engine.kernel.order import Order
from pairing_engine.kernel.remembered import remembered
from pairing_engine.systems.dutch.candidates import Orders
from pairing_engine.systems.shared import orders
from pairing_engine.systems.shared.orders import OrderArticles

ARTICLES = OrderArticles(
    transpositions="4.2.2",
    number="4.3.2.1",
    difference="4.3.2.2",
    leaves_s1="4.3.2.3",
    joins_s1="4.3.2.4",
    mdps="4.4.2",
)


@remembered
def resident_order(size: int, pairs: int) -> Order:
    """[C.04.3 4.2, C.04.3 4.3] Return the order of candidates in a homogeneous bracket or remainder."""
    return orders.residents(size, pairs, ARTICLES)


@remembered
def mdp_order(number: int, size: int) -> Order:
    """[C.04.3 4.2, C.04.3 4.4] Return the order of the MDP-Pairings of a bracket."""
    return orders.mdps(number, size, ARTICLES)


ORDERS_2026 = Orders(residents=resident_order, mdps=mdp_order)
