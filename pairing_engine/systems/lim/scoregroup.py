"""[C.04.4.3 2.3-2.5, 4] The pairing of a scoregroup: first the choice of floaters, then the two scrutinies."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from pairing_engine.matching.cover import bits
from pairing_engine.systems.lim import articles
from pairing_engine.systems.lim.articles import Why
from pairing_engine.systems.lim.exchanges import Pairing, Rejected, first_pairings
from pairing_engine.systems.lim.floaters import Choices, Floater, Outlook, without_opponents
from pairing_engine.systems.lim.group import Group, opponents_of_floater
from pairing_engine.systems.lim.second_scrutiny import second_scrutiny
from pairing_engine.values import NamedTuple, dataclass


class Paired(NamedTuple):
    """A paired group: its pairings in the order of service, and its floaters in the order in which they left."""

    group: Group
    pairings: list[Pairing]
    floaters: list[Floater]


def pair_scoregroup(group: Group, adjacent: Group, choices: Choices) -> Paired:
    """[C.04.4.3 2.3-2.5, C.04.4.3 4, C.04.4.3 5.2] Pair a scoregroup. Its floaters go to the ``adjacent`` group."""
    stranded = without_opponents(group)
    outlook = Outlook(group, adjacent, tuple(floater.place for floater in stranded))
    members = group.members.difference(outlook.leaving)
    even = None
    if len(members) % 2:
        even = choices.to_make_even(outlook, group.order_of_service(members))
        members -= {even.place}
    pairings, stuck = _ArticleFour(outlook, even, choices).pair(members)
    return Paired(group, second_scrutiny(group, pairings), stranded + stuck)


@dataclass(frozen=True)
class FirstScrutiny:
    """[C.04.4.3 3.8, C.04.4.3 4.1-4.3] The first scrutiny: the search for compatible opponents.

    ``retained`` maps players to their earlier pairings. The opponent in the earlier pairing is tried first [4.4]
    (reading L37). ``cracked`` are the floaters from pairings that were undone [2.6].
    """

    group: Group
    retained: Mapping[int, Pairing]
    cracked: Collection[int] = ()

    def opponents(self, served: int, remaining: Sequence[int]) -> Iterator[int]:
        kept = self.retained[served].opponent if served in self.retained else None
        if kept in remaining:
            assert kept is not None
            yield kept
        if served in self.group.floaters:
            others = opponents_of_floater(served, self.group, remaining)
        else:
            others = self.group.table.rules.exchanges(remaining)
        yield from (other for other in others if other != kept)

    def why_not(self, served: int, tried: int) -> Why:
        return articles.LEAVES_OTHERS if self.group.table.fits(served, tried) else articles.INCOMPATIBLE

    def pairing(self, served: int, opponent: int, rejected: Rejected) -> Pairing:
        retained = self.retained.get(served)
        if retained is not None and retained.opponent == opponent:
            return retained
        if served in self.group.floaters:
            why = articles.CRACKED if served in self.cracked else articles.FLOATER
        elif not rejected:
            why = articles.PROPOSED
        else:
            incompatible = rejected[0][1] is articles.INCOMPATIBLE
            why = articles.EXCHANGED if incompatible else articles.EXCHANGED_FOR_OTHERS
        return Pairing(served, opponent, why, rejected)


class _ArticleFour:
    """[C.04.4.3 4] The first scrutiny of a group, and the choice of floaters if a player cannot be paired.

    ``even`` is the player who floats to make the number even [2.3.4], or None.
    """

    def __init__(self, outlook: Outlook, even: Floater | None, choices: Choices) -> None:
        self.choices = choices
        self.outlook = outlook
        self.group = outlook.group
        self.even = even
        self.floaters: list[Floater] = []

    def pair(self, members: frozenset[int]) -> tuple[list[Pairing], list[Floater]]:
        """Pair the members, and choose floaters until the remaining members can be paired."""
        retained: list[Pairing] = []
        while True:
            order = self.group.order_of_service(members)
            cover = self.group.table.cover(self.group.table.compatible, members, self._beginning(order, retained))
            nobody_for = next((place for place in order if not cover.demand(place)), None)
            in_its_stead = bits(cover.instead_of(nobody_for)) if nobody_for is not None else ()
            scrutiny = FirstScrutiny(self.group, {pairing.served: pairing for pairing in retained})
            retained = first_pairings(order, scrutiny, cover, until=nobody_for)
            if nobody_for is None:
                return retained, self.floaters + ([self.even] if self.even else [])
            members = self._float(nobody_for, frozenset(in_its_stead), members, retained)
            retained = [pairing for pairing in retained if members.issuperset(pairing.both)]

    def _beginning(self, order: Sequence[int], retained: Sequence[Pairing]) -> list[tuple[int, int]]:
        """List the pairs of the first matching: retained pairings, then proposed pairings of all other members."""
        couples = [pairing.both for pairing in retained]
        taken = {place for couple in couples for place in couple}
        return couples + proposed_couples(self.group, [place for place in order if place not in taken])

    # C.04.4.3 4.4
    def _float(
        self, stuck: int, in_its_stead: Collection[int], members: frozenset[int], retained: Sequence[Pairing]
    ) -> frozenset[int]:
        """[4.4] Choose the floaters when the player ``stuck`` has no opponent, and return the remaining members.

        The choice follows readings L37 to L40.
        """
        if self.even is not None and self.group.table.follows(articles.RETURNS):
            members |= {self.even.place}
            self.even = None
            self.floaters.append(self.choices.in_exchange(self.outlook, self.group.order_of_service(members), stuck))
            return members - {self.floaters[-1].place}
        first = self.choices.in_stead(self._outlook(), stuck, in_its_stead)
        self.floaters.append(first)
        members -= {first.place}
        settled = {place for pairing in retained for place in pairing.both if first.place not in pairing.both}
        company = self.choices.in_company(self._outlook(), self.group.order_of_service(members), settled | {stuck})
        self.floaters.append(company)
        return members - {company.place}

    def _outlook(self) -> Outlook:
        return self.outlook.and_leaving(*(floater.place for floater in self.floaters))


def proposed_couples(group: Group, order: Sequence[int]) -> list[tuple[int, int]]:
    """[C.04.4.3 2.4] List the proposed pairings of compatible players."""
    half = len(order) // 2
    return [couple for couple in zip(order[:half], order[half:], strict=False) if group.table.fits(*couple)]
