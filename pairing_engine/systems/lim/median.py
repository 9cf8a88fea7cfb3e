"""[C.04.4.3 2.2, 2.6] The median scoregroup, which is paired last.

If the median cannot be paired, pairings of other groups are undone one by one ("cracked"). The players of an undone
pairing join the median.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing_engine.systems.lim import articles
from pairing_engine.systems.lim.exchanges import Pairing, first_pairings
from pairing_engine.systems.lim.floaters import Floater
from pairing_engine.systems.lim.group import Group
from pairing_engine.systems.lim.scoregroup import FirstScrutiny, Paired, proposed_couples
from pairing_engine.systems.lim.second_scrutiny import second_scrutiny

Crack = Callable[[Group, list[Paired], list[Paired]], Pairing | None]
"""A function that undoes one more pairing above or below the median.

The function returns None if no pairing is left.
"""


def pair_median(group: Group, above: list[Paired], below: list[Paired], crack_next: Crack) -> Paired | None:
    """[C.04.4.3 2.6] Pair the median scoregroup together with all floaters that have come to the median.

    ``above`` and ``below`` are the groups that are already paired. Until the median can be paired, pairings in
    ``above`` and ``below`` are undone one by one. Returns None if the median still cannot be paired after all pairings
    were undone.
    """
    cracked: list[int] = []
    while True:
        pairings = _complete_pairings(group, cracked)
        if pairings is not None:
            return Paired(group, second_scrutiny(group, pairings), [])
        following = crack_next(group, above, below)
        if following is None:
            return None
        cracked += following.both
        group = group.with_floaters(following.both)


# C.04.4.3 2.6, 4
def _complete_pairings(group: Group, cracked: Sequence[int]) -> list[Pairing] | None:
    """[2.6, 4] Find the first pairings that give all players compatible opponents. None if impossible (reading L49)."""
    order = group.order_of_service(group.members)
    cover = group.table.cover(group.table.compatible, order, proposed_couples(group, order))
    if not cover.demand_all(order):
        return None
    return first_pairings(order, FirstScrutiny(group, {}, cracked), cover)


def crack_next(median: Group, above: list[Paired], below: list[Paired]) -> Pairing | None:
    """[C.04.4.3 2.6.1, 2.6.2] Undo the last pairing on the side that sent fewer floaters to the median.

    If the chosen side has no pairing left, the last pairing on the other side is undone (readings L50 to L52).
    """
    from_above = sum(median.is_from_above(place) for place in median.floaters)
    from_below = len(median.floaters) - from_above
    sides = [(below, articles.CRACKED_BELOW), (above, articles.CRACKED_ABOVE)]
    for side, why in sides if from_above > from_below else reversed(sides):
        for paired in reversed(side):
            if paired.pairings:
                cracked = paired.pairings.pop()
                paired.floaters.extend(Floater(place, why) for place in cracked.both)
                return cracked
    return None
