"""Orders of candidates that are kept. This is never compiled: a function that is made here is found again by its name
in another process, which a compiled one inside another is not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar, cast

from pairing_engine.kernel.order import Order

LARGEST_REMEMBERED = 250
"""Orders of more players than that are made anew each time: some hundreds of them would take more than a GiB, and the
matchings that they are for take far longer.
"""

Make = TypeVar("Make", bound=Callable[..., Order])


def remembered(make: Make) -> Make:
    """Makes each order once, the large ones apart; it is asked with the sizes, all of them by their places."""
    known = lru_cache(maxsize=512)(make)

    @wraps(make)
    def found(*sizes: int) -> Order:
        return known(*sizes) if max(sizes) <= LARGEST_REMEMBERED else make(*sizes)

    return cast(Make, found)
