"""[C.04.4.3 2.4, 4.1-4.3] Proposed pairings, and the order of exchanges (readings L33 to L36).

The text tries the pairings of a group one after the other: the player who is served first tries opponents in turn; for
each of these the player who is served second tries opponents in turn, and so on, until everybody has a compatible one.
Here a cover tells before each step whether all who must be paired still can be. So no step is ever taken back, and the
pairing that is found is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from pairing_engine.matching.cover import Cover
from pairing_engine.systems.lim.articles import Why
from pairing_engine.values import NamedTuple

Rejected = tuple[tuple[int, Why], ...]
"""Opponents tried before, in order, each with the reason against the pairing."""


class Pairing(NamedTuple):
    """A served player and the opponent, with the reasons against opponents tried before."""

    served: int
    opponent: int
    why: Why
    rejected: Rejected = ()

    @property
    def both(self) -> tuple[int, int]:
        """The two players of the pairing."""
        return self.served, self.opponent


def by_exchanges(remaining: Sequence[int]) -> Iterator[int]:
    """[2.4, 4.2] Opponents for the first player: proposed, then later, then earlier in the group.

    >>> list(by_exchanges([1, 2, 3, 4, 5, 6]))
    [4, 5, 6, 3, 2]
    """
    half = len(remaining) // 2
    yield from remaining[half:]
    yield from reversed(remaining[1:half])


class Scrutiny(Protocol):
    """The questions that a search through a group's pairings asks a scrutiny."""

    def opponents(self, served: int, remaining: Sequence[int]) -> Iterator[int]:
        """The remaining players in the order in which a served player tries them as opponents."""

    def why_not(self, served: int, tried: int) -> Why:
        """The reason why a player who was tried is not the opponent."""

    def pairing(self, served: int, opponent: int, rejected: Rejected) -> Pairing:
        """The pairing of these two players, with the reason."""


def first_pairings(order: Sequence[int], scrutiny: Scrutiny, cover: Cover, until: int | None = None) -> list[Pairing]:
    """[4.1-4.3] The first pairings, in the order of exchanges, that give everybody an opponent whom the cover demands.

    Players are served in this order, up to the player ``until``, for whom there is nobody.
    """
    remaining = list(order)
    found: list[Pairing] = []
    while remaining and remaining[0] != until:
        found.append(_first_pairing(remaining, scrutiny, cover))
        for place in found[-1].both:
            remaining.remove(place)
    return found


def _first_pairing(remaining: Sequence[int], scrutiny: Scrutiny, cover: Cover) -> Pairing:
    """The first pairing of the next player to be served."""
    served = remaining[0]
    rejected: list[tuple[int, Why]] = []
    for other in scrutiny.opponents(served, remaining):
        if cover.settle(served, other):
            return scrutiny.pairing(served, other, tuple(rejected))
        rejected.append((other, scrutiny.why_not(served, other)))
    raise AssertionError("the cover promised an opponent")
