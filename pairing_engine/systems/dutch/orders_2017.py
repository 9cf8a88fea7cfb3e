"""[C.04.3 D] The order of candidates in the words of 2017: that of 2026, by other articles."""

from __future__ import annotations

from pairing_engine.kernel.order import Order, mdp_order, remembered, resident_order
from pairing_engine.systems.dutch.candidates import Orders

_ARTICLES = {
    "4.2.2": "D.1",
    "4.3.2.1": "D.2.a",
    "4.3.2.2": "D.2.b",
    "4.3.2.3": "D.2.c",
    "4.3.2.4": "D.2.d",
    "4.4.2": "D.3.b",
}


@remembered
def residents(size: int, pairs: int) -> Order:
    """[D.1, D.2] The candidates of a homogeneous bracket or remainder.

    >>> [digit.article for digit in residents(4, 2).digits if digit.place is None]
    ['D.2.a', 'D.2.a', 'D.2.b']
    """
    return _in_words_of_2017(resident_order(size, pairs))


@remembered
def mdps(number: int, size: int) -> Order:
    """[D.1, D.3] The MDP-Pairings of a bracket."""
    return _in_words_of_2017(mdp_order(number, size))


def _in_words_of_2017(order: Order) -> Order:
    found = Order(0)
    found.top, found.other, found.opponent, found.bits = order.top, order.other, order.opponent, order.bits
    found.digits = [digit._replace(article=_ARTICLES[digit.article]) for digit in order.digits]
    return found


ORDERS_2017 = Orders(residents=residents, mdps=mdps)
