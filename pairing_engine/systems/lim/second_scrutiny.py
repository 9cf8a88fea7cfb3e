"""[C.04.4.3 5.2, 5.7, 6] The second scrutiny: exchanges that give both players of a pair the colours they are due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from pairing_engine.matching.cover import bits
from pairing_engine.systems.lim import articles
from pairing_engine.systems.lim.articles import Why
from pairing_engine.systems.lim.exchanges import Pairing, Rejected, by_exchanges, first_pairings
from pairing_engine.systems.lim.group import Group


def second_scrutiny(group: Group, pairings: list[Pairing]) -> list[Pairing]:
    """[5.2] The pairings of a group after the exchanges for colours; those of floaters are left alone (reading L42).

    In the last round the group is first gone through for permitted colours [6] (reading L47); in others they all are.
    """
    field = group.field
    of_floaters = [pairing for pairing in pairings if not group.own.issuperset(pairing.both)]
    scrutiny = SecondScrutiny(group, pairings[len(of_floaters) :])
    for demand, why in (
        (field.permitted, articles.EXCHANGED_IN_LAST_ROUND),
        (field.content, articles.EXCHANGED_FOR_COLOURS),
    ):
        for place in scrutiny.order:
            scrutiny.satisfy(place, demand, why)
    return of_floaters + scrutiny.pairings


class SecondScrutiny:
    """The players are taken in turn (reading L41): each gets, if there is one, the first complete pairing in which this
    one's pair satisfies the demand, and the pairs of those satisfied before still do.
    """

    def __init__(self, group: Group, pairings: list[Pairing]) -> None:
        self.field = group.field
        self.pairings = pairings
        self.order = group.numbered(place for pairing in pairings for place in pairing.both)
        self.before = {pairing.served: pairing.opponent for pairing in pairings}
        self.before |= {pairing.opponent: pairing.served for pairing in pairings}
        self.allowed = self._within_limit() if self.field.ratings else list(self.field.compatible)
        self.are_first = False
        self.made: dict[tuple[int, int], Pairing] = {}
        self.why = articles.EXCHANGED_FOR_COLOURS

    def _within_limit(self) -> list[int]:
        """[5.7] The compatible ones whom a leading player may get in a Maxi-tournament (reading L43)."""
        allowed = list(self.field.compatible)
        for number, leading in enumerate(self.order):
            for other in self.order[number + 1 :]:
                if not self.field.within_limit(other, self.before[leading]):
                    allowed[leading] &= ~(1 << other)
                    allowed[other] &= ~(1 << leading)
        return allowed

    def satisfy(self, place: int, demand: Sequence[int], why: Why) -> None:
        """Have this player's pair satisfy the demand, if exchanges allow it."""
        self.why = why
        pairing = next(pairing for pairing in self.pairings if place in pairing.both)
        allowed = _bound(self.allowed, place, demand)
        if demand[pairing.served] >> pairing.opponent & 1:
            self.allowed = allowed
            return
        others = [other.both for other in self.pairings if other is not pairing]
        cover = self.field.cover(allowed, self.order, others)
        if not cover.demand_all([*chain.from_iterable(others), *pairing.both]):
            return
        self.allowed = allowed
        # What was the first with fewer demands comes before everything that is possible with more.
        known = self.pairings if self.are_first else ()
        self.made = {old.both: old for old in self.pairings}
        self.pairings = first_pairings(self.order, self, cover, known=known)
        self.are_first = True

    def opponents(self, _served: int, remaining: Sequence[int]) -> Iterator[int]:
        """See `exchanges.Scrutiny`."""
        return by_exchanges(remaining)

    def why_not(self, served: int, tried: int) -> Why:
        """See `exchanges.Scrutiny`."""
        if not self.field.fits(served, tried):
            return articles.INCOMPATIBLE
        if not self.field.within_limit(tried, self.before[served]):
            return articles.WRONG_RATING
        return articles.WRONG_COLOURS

    def pairing(self, served: int, opponent: int, rejected: Rejected) -> Pairing:
        """See `exchanges.Scrutiny`."""
        return self.made.get((served, opponent)) or Pairing(served, opponent, self.why, rejected)


def _bound(allowed: Sequence[int], place: int, demand: Sequence[int]) -> list[int]:
    """The allowed pairs when those of one player must satisfy the demand."""
    bound = list(allowed)
    bound[place] &= demand[place]
    for other in bits(allowed[place] & ~demand[place]):
        bound[other] &= ~(1 << place)
    return bound
