"""[D] The order of candidates in the rules before 2017.

All editions use the same order, but each edition has a different article about the moved-down players in S1.
"""

from __future__ import annotations

from pairing_engine.kernel.order import Order
from pairing_engine.kernel.remembered import remembered
from pairing_engine.systems.shared import orders
from pairing_engine.systems.shared.orders import BY_RANK, OrderArticles

TRANSPOSITIONS, EXCHANGES = "D.1", "D.2"


def articles_of_order(sets: str) -> OrderArticles:
    """Return the articles to cite for the order; ``sets`` is the article about the moved-down players in S1."""
    return OrderArticles(TRANSPOSITIONS, EXCHANGES, EXCHANGES, EXCHANGES, EXCHANGES, sets, BY_RANK)


@remembered
def resident_order(size: int, pairs: int) -> Order:
    return orders.residents(size, pairs, articles_of_order(""))


@remembered
def mdp_order(number: int, size: int) -> Order:
    return orders.mdps(number, size, articles_of_order(""))
