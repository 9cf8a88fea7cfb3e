"""[C.04.4.3 5.2, 5.7, 6] The second scrutiny: exchanges of opponents so that players get their due colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairing_engine.matching.cover import bits_of
from pairing_engine.systems.lim import articles
from pairing_engine.systems.lim.articles import Why
from pairing_engine.systems.lim.exchanges import Pairing, Rejected, first_pairings
from pairing_engine.systems.lim.group import Group, opponents_of_floater


# C.04.4.3 5.2
def second_scrutiny(group: Group, pairings: list[Pairing]) -> list[Pairing]:
    """[5.2] Exchange opponents so that players get their due colours.

    Floaters keep their opponents in the exchanges for due colours (reading L42).

    In the last round, opponents are exchanged first for permitted colours [6], and then for due colours (reading L47).
    """
    table = group.table
    in_force = table.follows(articles.EXCHANGED_IN_LAST_ROUND)
    if in_force and not all(_satisfies(table.permitted, pairing) for pairing in pairings):
        in_last_round = SecondScrutiny(group, pairings, table.compatible, articles.EXCHANGED_IN_LAST_ROUND)
        pairings = in_last_round.pairings_for(table.permitted)
    if not table.follows(articles.EXCHANGED_FOR_COLOURS):
        return pairings
    of_floaters = [pairing for pairing in pairings if not group.own.issuperset(pairing.both)]
    own = pairings[len(of_floaters) :]
    for_colours = SecondScrutiny(group, own, _within_limit(group, own), articles.EXCHANGED_FOR_COLOURS)
    return of_floaters + for_colours.pairings_for(table.content, kept=table.permitted)


def _satisfies(demand: Sequence[int], pairing: Pairing) -> bool:
    return bool(demand[pairing.served] >> pairing.opponent & 1)


def _kept(demand: Sequence[int], pairings: Sequence[Pairing], allowed: Sequence[int]) -> Sequence[int]:
    """Restrict the opponents of each player, so that no exchange undoes a demand that is already satisfied.

    If a player's present opponent satisfies the ``demand``, a new opponent must also satisfy the ``demand``.
    """
    both = [place for pairing in pairings if _satisfies(demand, pairing) for place in pairing.both]
    if not any(allowed[place] & ~demand[place] for place in both):
        return allowed
    satisfied = bits_of(both)
    return [
        pairs & (wished if satisfied >> place & 1 else wished | ~satisfied)
        for place, (pairs, wished) in enumerate(zip(allowed, demand, strict=True))
    ]


# C.04.4.3 5.7
def _within_limit(group: Group, pairings: Sequence[Pairing]) -> Sequence[int]:
    """[5.7] Find the possible opponents of each player within the rating limit of a Maxi-tournament (reading L43)."""
    table = group.table
    if not table.ratings or not table.follows(articles.WRONG_RATING):
        return table.compatible
    before = _mates(pairings)
    order = group.numbered(before)
    allowed = list(table.compatible)
    for number, leading in enumerate(order):
        for other in order[number + 1 :]:
            if not table.within_limit(other, before[leading]):
                allowed[leading] &= ~(1 << other)
                allowed[other] &= ~(1 << leading)
    return allowed


def _mates(pairings: Sequence[Pairing]) -> dict[int, int]:
    return dict([*(pairing.both for pairing in pairings), *(pairing.both[::-1] for pairing in pairings)])


class SecondScrutiny:
    """The second scrutiny, which serves one player after the other (reading L41).

    For each player in turn, the scrutiny looks for the first complete pairing in which this player has a wanted
    opponent. Players who have a wanted opponent must still have one afterwards. ``within`` are the compatible pairs
    that 5.7 allows.
    """

    def __init__(self, group: Group, pairings: list[Pairing], within: Sequence[int], why: Why) -> None:
        self.group = group
        self.table = group.table
        self.pairings = pairings
        self.made = {pairing.both: pairing for pairing in pairings}
        self.order = group.order_of_service(place for pairing in pairings for place in pairing.both)
        self.within = within
        self.why = why

    def pairings_for(self, demand: Sequence[int], kept: Sequence[int] = ()) -> list[Pairing]:
        """Serve every player, and return the pairings.

        ``demand`` lists the wanted opponents of each player. If a player's present opponent is in ``kept``, a new
        opponent must also be in ``kept``.

        First, the method finds all players who can get a wanted opponent. Earlier players take priority over later
        players. Then, the method searches once for the first pairing that satisfies all these players.
        """
        couples = [pairing.both for pairing in self.pairings]
        allowed = _kept(kept, self.pairings, self.within) if kept else self.within
        cover = self.table.cover(allowed, self.order, couples, demand)
        cover.demand_all(self.order)
        satisfied = bits_of(place for place in self.order if cover.insist(place))
        if all(_satisfies(demand, one) for one in self.pairings if bits_of(one.both) & satisfied):
            return self.pairings
        return first_pairings(self.order, self, cover)

    def opponents(self, served: int, remaining: Sequence[int]) -> Iterator[int]:
        if served in self.group.floaters:
            return opponents_of_floater(served, self.group, remaining)
        return self.table.rules.exchanges(remaining)

    def why_not(self, served: int, tried: int) -> Why:
        if not self.table.fits(served, tried):
            return articles.INCOMPATIBLE
        if not self.within[served] >> tried & 1:
            return articles.WRONG_RATING
        return articles.WRONG_COLOURS

    def pairing(self, served: int, opponent: int, rejected: Rejected) -> Pairing:
        return self.made.get((served, opponent)) or Pairing(served, opponent, self.why, rejected)
