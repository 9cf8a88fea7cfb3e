"""The search for the first assignments that are allowed, in the order of transpositions or from the ends of a list.

Each top in turn takes the first free place that fits. If no place fits, the search goes back to the previous top, who
takes the next place. The caller's function may reject a place only if the search cannot succeed with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

FitsPlace = Callable[[int, int], bool]
Move = Callable[[int, int, int], None]


def stay(_top: int, _place: int, _by: int) -> None:
    """Ignore that a pair is made or undone."""


def assignments(
    places: int, fits: FitsPlace, move: Move = stay, *, tops: int | None = None, turns: int = 0
) -> Iterator[list[tuple[int, int]]]:
    """Yield the ways to give each top player a place, in order. Recursion could go too deep for Python.

    If ``tops`` is None, the players in the places are paired with each other: whoever is in the last free place is the
    next top player, and floats by taking this place. ``fits(top, place)`` is called when all earlier top players have
    places. ``move(top, place, -1)`` is called when a place is taken, and ``move(top, place, 1)`` when it is given back.
    The search ends when it steps back for the time number ``turns``; 0 sets no limit.
    """
    following = [*range(1, places + 1), 0]  # the free places as a ring; the last entry is its start and its end
    preceding = [places, *range(places)]
    taken: list[tuple[int, int]] = []
    place = following[places]
    while True:
        top = len(taken) if tops is not None else preceding[places]
        if top != (places if tops is None else tops):
            while place != places and not fits(top, place):
                place = following[place]
            if place != places:
                for one in (place,) if tops is not None or place == top else (top, place):
                    following[preceding[one]] = following[one]
                    preceding[following[one]] = preceding[one]
                move(top, place, -1)
                taken.append((top, place))
                place = following[places]
                continue
        else:
            yield taken
        turns -= 1
        if not taken or not turns:
            return
        top, place = taken.pop()
        move(top, place, 1)
        for one in (place,) if tops is not None or place == top else (place, top):
            following[preceding[one]] = preceding[following[one]] = one
        place = following[place]
