"""A quick search for the first allowed transposition.

Each top in turn takes the first of the others who fits. If nobody fits, the walk turns back to the top before,
who takes the next one. The caller says who fits, and must refuse nobody with whom the walk could still
succeed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing_engine.kernel.colour import CLASH
from pairing_engine.state.preference import STRONG
from pairing_engine.state.round_state import Player
from pairing_engine.systems.shared.counting import count, least_denied

TURNS_BACK = 64
"""The number of times that a search turns back before it gives up; each top player allows one more."""

Move = Callable[[int, int, int], None]


def _stay(_top: int, _other: int, _by: int) -> None:
    """The default for ``move``, which keeps no tally."""


def first_assignment(tops: int, others: int, fits: Callable[[int, int], bool], move: Move = _stay) -> list[int] | None:
    """The partner of each top player in the first transposition; None if a short search finds none.

    ``fits(top, other)`` is called when all tops before this one have partners. ``move(top, other, -1)`` is called when
    a pair is made, and ``move(top, other, 1)`` when it is undone.

    >>> first_assignment(2, 3, lambda top, other: (top, other) not in {(0, 0), (1, 0)})
    [1, 2]
    """
    following = [*range(1, others + 1), 0]  # a ring of opponents not yet taken; its last place is both start and end
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


class ColourTally:
    """A tally of colour preferences that tells a search early to turn back.

    Of the players still to be paired, ``counts`` holds the number with each colour preference, and ``may_float``
    the number with each preference who may be the one to float. ``denied`` and ``strong`` are the numbers of
    preferences, and of strong ones, that may still be denied.
    """

    def __init__(self, counts: list[int], denied: int, strong: int, floaters: set[int] | None) -> None:
        """Create the tally; ``floaters`` are the TPNs of the candidates for floating, None if nobody floats."""
        self.counts = counts
        self.denied = denied
        self.strong = strong
        self.floaters = floaters
        self.may_float: list[int] = []

    def may_be(self, player: Player) -> bool:
        """Whether this player is a possible floater."""
        return self.floaters is not None and player.tpn in self.floaters

    def count_floaters(self, players: Sequence[Player]) -> list[int]:
        """The number of possible floaters with each colour preference."""
        return count([player for player in players if self.may_be(player)])

    def first_transposition(
        self,
        tops: Sequence[Player],
        others: Sequence[Player],
        suits: Callable[[Player, Player], bool] | None = None,
    ) -> list[tuple[Player, Player]] | None:
        """The first transposition with an opponent for every top player and no avoidable denied preference.

        None if it was not found soon.

        Two who may not meet, or have the same absolute preference, are no pair; ``suits`` may refuse further ones.
        """
        floats = [self.may_be(player) for player in others]
        kinds = [(player.preference, may) for player, may in zip(others, floats, strict=True)]
        admitted: dict[tuple[int, tuple[int, bool]], bool] = {}

        def fits(i: int, j: int) -> bool:
            one = tops[i].preference
            if others[j].tpn in tops[i].barred or one * others[j].preference == CLASH:
                return False
            if suits is not None and not suits(tops[i], others[j]):
                return False
            key = (one, kinds[j])
            found = admitted.get(key)
            if found is None:
                found = admitted[key] = self._admits(one, *kinds[j])
            return found

        def move(i: int, j: int, by: int) -> None:
            self._move(tops[i].preference, *kinds[j], by)
            admitted.clear()

        taken = first_assignment(len(tops), len(others), fits, move)
        return None if taken is None else [(top, others[j]) for top, j in zip(tops, taken, strict=True)]

    def _move(self, one: int, other: int, may_float: bool, by: int) -> None:
        """Remove a pair from the tally (``by`` -1), or restore it (1)."""
        self.counts[one] += by
        self.counts[other] += by
        if may_float:
            self.may_float[other] += by
        if one * other > 0:
            self.denied += by
            if min(abs(one), abs(other)) == STRONG:
                self.strong += by

    def _admits(self, one: int, other: int, may_float: bool) -> bool:
        """Whether the remaining players can be paired without too many denials after this pair."""
        self._move(one, other, may_float, -1)
        counts = self.counts
        if self.floaters is None:
            denied, strong = least_denied(counts)
            reached = denied <= self.denied and strong <= self.strong
        else:
            reached = False
            for preference, number in enumerate(self.may_float):
                if number:
                    counts[preference] -= 1
                    denied, strong = least_denied(counts)
                    counts[preference] += 1
                    if denied <= self.denied and strong <= self.strong:
                        reached = True
                        break
        self._move(one, other, may_float, 1)
        return reached
