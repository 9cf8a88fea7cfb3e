"""[C.04.4.3 2.4, 4.1-4.3] The proposed pairings, and the order of exchanges (readings L33 to L36).

The players of a group are *served* one after the other: each player in turn gets an opponent. According to the
articles, a pairing is undone if another player is left without a compatible opponent. This module never has to undo a
pairing, because it first checks whether the remaining players can still be paired (`matching.cover`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from pairing_engine.matching.cover import Cover
from pairing_engine.systems.lim.articles import Why
from pairing_engine.values import NamedTuple

Rejected = tuple[tuple[int, Why], ...]
"""The opponents tried earlier, in order, each with the reason for the rejection."""


class Pairing(NamedTuple):
    """A pairing of the player ``served`` with an ``opponent``.

    ``rejected`` lists the opponents who were tried before and rejected.
    """

    served: int
    opponent: int
    why: Why
    rejected: Rejected = ()

    @property
    def both(self) -> tuple[int, int]:
        return self.served, self.opponent


def by_exchanges(remaining: Sequence[int]) -> Iterator[int]:
    """[C.04.4.3 2.4, 4.2] Yield the first player's opponents in the order of exchanges.

    The proposed opponent is tried first, then the players later in the list. The players earlier in the list are tried
    last, in reverse order.

    >>> list(by_exchanges([1, 2, 3, 4, 5, 6]))
    [4, 5, 6, 3, 2]
    """
    half = len(remaining) // 2
    yield from remaining[half:]
    yield from reversed(remaining[1:half])


class Scrutiny(Protocol):
    """A scrutiny: the order in which a player tries opponents, and the reasons for or against each opponent."""

    def opponents(self, served: int, remaining: Sequence[int]) -> Iterator[int]:
        """Yield the remaining players in the order in which the served player tries them as opponents."""

    def why_not(self, served: int, tried: int) -> Why:
        """Return the reason for rejecting an opponent."""

    def pairing(self, served: int, opponent: int, rejected: Rejected) -> Pairing:
        """Return the pairing of two players, with the reason for the pairing."""


def first_pairings(order: Sequence[int], scrutiny: Scrutiny, cover: Cover, until: int | None = None) -> list[Pairing]:
    """[C.04.4.3 4.1-4.3] Find the first pairings, in the order of exchanges, that serve every required player.

    ``order`` lists the players in the order in which they are served. The search stops before the player ``until``, who
    has no opponent. A pairing is made only if all required players can still be paired by ``cover``.
    """
    remaining = list(order)
    found: list[Pairing] = []
    while remaining and remaining[0] != until:
        found.append(_first_pairing(remaining, scrutiny, cover))
        for place in found[-1].both:
            remaining.remove(place)
    return found


def _first_pairing(remaining: Sequence[int], scrutiny: Scrutiny, cover: Cover) -> Pairing:
    """Pair the next player to be served with the first possible opponent."""
    served = remaining[0]
    rejected: list[tuple[int, Why]] = []
    for other in scrutiny.opponents(served, remaining):
        if cover.settle(served, other):
            return scrutiny.pairing(served, other, tuple(rejected))
        rejected.append((other, scrutiny.why_not(served, other)))
    raise AssertionError("the cover promised an opponent")
