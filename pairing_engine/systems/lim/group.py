"""[C.04.4.3 2.2, 3.6-3.8] A scoregroup that is being paired: its players, its floaters, and the order of service.

Players are served one after the other: each player in turn gets an opponent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from pairing_engine.systems.lim.player_table import PlayerTable
from pairing_engine.values import dataclass, replace


# C.04.4.3 2.2
class Direction(Enum):
    """[2.2] The direction of pairing: downward from the top to the median, upward from the bottom to the median."""

    DOWN = "downward"
    UP = "upward"


@dataclass(frozen=True)
class Group:
    """A scoregroup that is being paired: its ``own`` players, and the floaters who have come to it.

    ``twice_score`` is twice the score of the group's own players. The median scoregroup may have no players of its own.
    """

    table: PlayerTable
    direction: Direction
    twice_score: int
    own: frozenset[int]
    floaters: frozenset[int] = frozenset()

    @property
    def members(self) -> frozenset[int]:
        """All players in the group, floaters included."""
        return self.own | self.floaters

    def with_floaters(self, places: Iterable[int]) -> Group:
        return replace(self, floaters=self.floaters.union(places))

    def is_from_above(self, place: int) -> bool:
        """Whether the floater comes from a higher scoregroup."""
        return 2 * self.table.players[place].score > self.twice_score

    def numbered(self, places: Iterable[int]) -> list[int]:
        """Sort players with equal scores by number (readings L1, L35).

        In a group that is paired upward, the largest number comes first.
        """
        return sorted(places, reverse=self.direction is Direction.UP)

    def in_order(self, floaters: Iterable[int]) -> list[int]:
        """[C.04.4.3 3.6, C.04.4.3 3.7] Sort floaters into the order in which they are paired (reading L28).

        Floaters from above are sorted by descending score, and then by rank. Floaters from below are sorted in the
        reverse order. In a group that is paired downward, floaters from above come first.
        """
        ranked = sorted(floaters)
        from_above = [place for place in ranked if self.is_from_above(place)]
        from_below = [place for place in reversed(ranked) if not self.is_from_above(place)]
        return from_above + from_below if self.direction is Direction.DOWN else from_below + from_above

    def rank_as_floater(self, place: int) -> int:
        """[C.04.4.3 3.6, 3.7] Return the rank of a floater from this group. The smallest rank is paired first."""
        return place if self.direction is Direction.DOWN else -place

    # C.04.4.3 3.2.4, 3.3, 3.4
    def last_numbered(self, places: Iterable[int]) -> int:
        """[3.2.4, 3.3, 3.4] Return the last player by number.

        In a group that is paired upward, the player with the smallest number is the last.
        """
        tpns = {self.table.players[place].tpn: place for place in places}
        return tpns[max(tpns) if self.direction is Direction.DOWN else min(tpns)]

    # C.04.4.3 3.6, 3.7, 4.1
    def order_of_service(self, members: Iterable[int]) -> list[int]:
        """[3.6, 3.7, 4.1] Sort the members into the order of service: first the floaters, then the others."""
        members = set(members)
        return self.in_order(members & self.floaters) + self.numbered(members & self.own)


def opponents_of_floater(floater: int, group: Group, free: Sequence[int]) -> Iterator[int]:
    """[C.04.4.3 3.8] Yield the opponents for a floater to the group, in order of preference.

    The group's own players come before its floaters (reading L30). In each of these two sets, players due the alternate
    colour come first (reading L29).
    """
    own = group.numbered(place for place in free if place in group.own)
    floaters = group.in_order(place for place in free if place in group.floaters)
    for others in (own, floaters):
        compatible = [other for other in others if group.table.fits(floater, other)]
        yield from _alternate_colour_first(floater, compatible, group.table)


def _alternate_colour_first(floater: int, others: list[int], table: PlayerTable) -> list[int]:
    """[C.04.4.3 3.8] Sort the possible opponents, beginning with the players who are due the alternate colour.

    In a Maxi-tournament, a player moves to the front only if the rating limit allows an exchange with the first player
    in the list (reading L32).
    """
    preferred = [
        other for other in others if table.is_due_the_alternate(floater, other) and table.within_limit(other, others[0])
    ]
    return preferred + [other for other in others if other not in preferred]
