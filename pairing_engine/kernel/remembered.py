"""Orders of candidates, computed once and kept.

This module must not be compiled (`setup.py`): a System travels to another process with the names of its functions, and
a compiled function that is made inside another one is not found by its name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar, cast

from pairing_engine.kernel.order import Order

LARGEST_REMEMBERED = 250
"""The maximum number of players for which an order is kept in memory.

Some hundreds of larger orders would take more than a GiB. Making them again takes far less time than the matchings
that need them.
"""

Make = TypeVar("Make", bound=Callable[..., Order])


def remembered(make: Make) -> Make:
    """Decorate a function that makes orders, so that each one is made only once, except large ones.

    The arguments are numbers of players and pairs, given without names.
    """
    known = lru_cache(maxsize=512)(make)

    @wraps(make)
    def found(*sizes: int) -> Order:
        return known(*sizes) if max(sizes) <= LARGEST_REMEMBERED else make(*sizes)

    return cast(Make, found)
