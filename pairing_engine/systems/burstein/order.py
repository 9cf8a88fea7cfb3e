"""[C.04.4.2 4.3] The order of the pairings of a bracket."""

from __future__ import annotations

from pairing_engine.kernel.order import Order
from pairing_engine.kernel.remembered import remembered


@remembered
def descending_order(size: int) -> Order:
    """Build the order of all possible pairings for a bracket with ``size`` players.

    The pairings are compared by the opponent of BSN 1: the pairing with the larger BSN comes first. If the opponents of
    BSN 1 are equal, the opponents of BSN 2 are compared, and so on. A player who floats counts as having an opponent
    with BSN 0.

    >>> order = descending_order(4)
    >>> order.pair(0, 3) + order.pair(1, 2) < order.pair(0, 2) + order.pair(1, 3) < order.pair(0, 1) + order.pair(2, 3)
    True
    """
    order = Order(size)
    width = size.bit_length()
    for i in reversed(range(size)):
        digit = 1 << order.add(
            width, i, "4.3", "the in-bracket sequence number (BSN) of the first opponent who differs"
        )
        order.top[i] = order.other[i] = size * digit
        order.opponent[i] = -digit
    return order
