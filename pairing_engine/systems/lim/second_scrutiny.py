"""[C.04.4.3 5.2, 5.7, 6] The second scrutiny: exchanges that give both players of a pair the colours they are due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from pairing_engine.matching.cover import bits
from pairing_engine.systems.lim import articles
from pairing_engine.systems.lim.articles import Why
from pairing_engine.systems.lim.exchanges import Pairing, Rejected, by_exchanges, first_pairings
from pairing_engine.systems.lim.group import Group, opponents_of_floater


def second_scrutiny(group: Group, pairings: list[Pairing]) -> list[Pairing]:
    """[5.2] The pairings of a group after the exchanges for colours; those of floaters are left alone (reading L42).

    In the last round all pairings are first gone through for permitted colours [6] (reading L47); in others all are.
    """
    field = group.field
    if not all(_satisfies(field.permitted, pairing) for pairing in pairings):
        in_last_round = SecondScrutiny(group, pairings, field.compatible, articles.EXCHANGED_IN_LAST_ROUND)
        pairings = in_last_round.pairings_for(field.permitted)
    of_floaters = [pairing for pairing in pairings if not group.own.issuperset(pairing.both)]
    own = pairings[len(of_floaters) :]
    for_colours = SecondScrutiny(group, own, _within_limit(group, own), articles.EXCHANGED_FOR_COLOURS)
    for pairing in own:
        if _satisfies(field.permitted, pairing):
            for_colours.bind(pairing, field.permitted)
    return of_floaters + for_colours.pairings_for(field.content)


def _satisfies(demand: Sequence[int], pairing: Pairing) -> bool:
    return bool(demand[pairing.served] >> pairing.opponent & 1)


def _within_limit(group: Group, pairings: Sequence[Pairing]) -> Sequence[int]:
    """[5.7] The compatible ones whom a leading player may get in a Maxi-tournament (reading L43)."""
    field = group.field
    if not field.ratings:
        return field.compatible
    before = _mates(pairings)
    order = group.numbered(before)
    allowed = list(field.compatible)
    for number, leading in enumerate(order):
        for other in order[number + 1 :]:
            if not field.within_limit(other, before[leading]):
                allowed[leading] &= ~(1 << other)
                allowed[other] &= ~(1 << leading)
    return allowed


def _mates(pairings: Sequence[Pairing]) -> dict[int, int]:
    return dict([*(pairing.both for pairing in pairings), *(pairing.both[::-1] for pairing in pairings)])


class SecondScrutiny:
    """The players are taken in turn (reading L41): each gets, if there is one, the first complete pairing in which this
    one's pair satisfies the demand, and the pairs of those satisfied before still do. ``allowed`` are the pairs that
    may be made at all.
    """

    def __init__(self, group: Group, pairings: list[Pairing], allowed: Sequence[int], why: Why) -> None:
        self.group = group
        self.field = group.field
        self.pairings = pairings
        self.before = _mates(pairings)
        self.order = group.order_of_service(self.before)
        self.allowed = self.allowed_at_first = allowed
        self.are_first = False
        self.made: dict[tuple[int, int], Pairing] = {}
        self.why = why

    def pairings_for(self, demand: Sequence[int]) -> list[Pairing]:
        """The pairings when every player has been taken in turn."""
        for place in self.order:
            self.satisfy(place, demand)
        return self.pairings

    def bind(self, pairing: Pairing, demand: Sequence[int]) -> None:
        """Have the pairs of both players satisfy a demand from now on."""
        for place in pairing.both:
            self.allowed = _bound(self.allowed, place, demand)

    def satisfy(self, place: int, demand: Sequence[int]) -> None:
        """Have this player's pair satisfy the demand, if exchanges allow it."""
        pairing = next(pairing for pairing in self.pairings if place in pairing.both)
        allowed = _bound(self.allowed, place, demand)
        if _satisfies(demand, pairing):
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

    def opponents(self, served: int, remaining: Sequence[int]) -> Iterator[int]:
        """See `exchanges.Scrutiny`."""
        if served in self.group.floaters:
            return opponents_of_floater(served, self.group, remaining)
        return by_exchanges(remaining)

    def why_not(self, served: int, tried: int) -> Why:
        """See `exchanges.Scrutiny`."""
        if not self.field.fits(served, tried):
            return articles.INCOMPATIBLE
        if not self.allowed_at_first[served] >> tried & 1:
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
