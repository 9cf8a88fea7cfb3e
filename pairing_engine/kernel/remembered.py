"""Orders of candidates, computed once and cached.

`setup.py` must not compile this module. When a System is sent to another process, only the names of its functions are
sent. Python cannot find a compiled inner function by name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar, cast

from pairing_engine.kernel.order import Order

LARGEST_REMEMBERED = 250
"""The largest number of players for which an order is cached.

If larger orders were cached too, a few hundred of them would take more than 1 GiB. It takes little time to compute a
large order again, compared with the matchings for which it is needed.
"""

Make = TypeVar("Make", bound=Callable[..., Order])


def remembered(make: Make) -> Make:
    """Decorate a function so that it computes each order only once; large orders are not cached.

    The function's arguments are numbers of players and pairs, passed by position.
    """
    known = lru_cache(maxsize=512)(make)

    @wraps(make)
    def found(*sizes: int) -> Order:
        return known(*sizes) if max(sizes) <= LARGEST_REMEMBERED else make(*sizes)

    return cast("Make", found)
