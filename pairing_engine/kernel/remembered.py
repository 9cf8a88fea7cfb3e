"""Orders of candidates that are made once and kept.

This module must not be compiled (`setup.py`): a System travels to another process with the names of its functions, and
a compiled function that is made inside another one is not found by its name.
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
    """Decorate a function that makes orders, so that each is made once, except large ones.

    The arguments are numbers of players and pairs, given without names.
    """
    known = lru_cache(maxsize=512)(make)

    @wraps(make)
    def found(*sizes: int) -> Order:
        return known(*sizes) if max(sizes) <= LARGEST_REMEMBERED else make(*sizes)

    return cast(Make, found)
