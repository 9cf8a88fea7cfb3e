"""The first assignment in the order of transpositions, found by walking through them: tops in order, each takes the
first of the others that fits. What fits is for the caller to say; it must never refuse what could still succeed.
"""

from __future__ import annotations

from collections.abc import Callable

TURNS_BACK = 64
"""How often a walk may turn back, beside once for every top, before it gives up."""

Fits = Callable[[int, int], bool]
Move = Callable[[int, int, int], None]


def _stay(_top: int, _other: int, _by: int) -> None:
    """The move of a caller who keeps no tally."""


def first_assignment(tops: int, others: int, fits: Fits, move: Move = _stay) -> list[int] | None:
    """For every top the place of its mate among the others, in the first assignment; None if none was found soon.

    ``fits(top, other)`` is asked while the tops before it are assigned. ``move(top, other, -1)`` tells that a pair was
    made, with 1 that it was undone.

    >>> first_assignment(2, 3, lambda top, other: (top, other) not in {(0, 0), (1, 0)})
    [1, 2]
    """
    following = [*range(1, others + 1), 0]  # a ring of those not yet taken; its last place is both start and end
    preceding = [others, *range(others)]
    taken: list[int] = []
    place, turns = following[others], TURNS_BACK + tops
    while len(taken) < tops:
        top = len(taken)
        while place != others and not fits(top, place):
            place = following[place]
        if place != others:
            following[preceding[place]] = following[place]
            preceding[following[place]] = preceding[place]
            move(top, place, -1)
            taken.append(place)
            place = following[others]
            continue
        turns -= 1
        if not taken or not turns:
            return None
        place = taken.pop()
        move(len(taken), place, 1)
        following[preceding[place]] = preceding[following[place]] = place
        place = following[place]
    return taken
