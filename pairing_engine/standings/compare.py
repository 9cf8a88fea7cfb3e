"""The comparison of the ranks in a file with the computed ranks.

Record 001 contains the rank of a player in columns 86-89, and record 310 contains the rank of a team in columns 69-71.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from pairing_engine.facts.model import EventKind, Tournament, Tpn
from pairing_engine.language import say
from pairing_engine.scores.crosstable import Crosstable
from pairing_engine.standings.codes import TieBreakOrder, unsuited
from pairing_engine.standings.table import Place, Standings, shown, standings


class WrongRank(NamedTuple):
    """A participant whose recorded rank contradicts the tie-breaks, by which it is between ``first`` and ``last``.

    ``beside`` is the participant who has the recorded rank by the tie-breaks, if anybody has it, ``by`` the tie-break
    that separates the two, and ``values`` are their values.
    """

    number: int
    name: str
    recorded: int
    first: int
    last: int
    beside: int = 0
    by: str = ""
    values: tuple[str, str] = ("", "")


class Basis(NamedTuple):
    """The tie-breaks and the edition of C.07 that were used to compare ranks, and a remark."""

    order: TieBreakOrder
    edition: str
    remark: str


class RankCheck(NamedTuple):
    """The wrong ranks in a file, with the basis of the comparison, or the reason ``why_not`` to compare them."""

    why_not: str = ""
    standings: Basis | None = None
    wrong: tuple[WrongRank, ...] = ()
    kind: EventKind = EventKind.INDIVIDUAL
    unsuited: str = ""
    """The tie-breaks of the file that C.07 excludes from its system, in a sentence."""

    def to_dict(self) -> dict[str, object]:
        remark = {"remark": self.unsuited} if self.unsuited else {}
        if self.standings is None:
            return {"checked": False, "why_not": self.why_not, **remark}
        return {
            "checked": True,
            "tie_breaks": list(self.standings.order.codes),
            "rules": f"C.07, edition {self.standings.edition}",
            "wrong": [wrong._asdict() for wrong in self.wrong],
            **remark,
        }


def check_ranks(tournament: Tournament, table: Crosstable | None = None) -> RankCheck:
    """Compare the ranks in a file, if any, with the computed standings after the last complete round.

    Participants who are equal in everything may be in any order. ``table`` is the crosstable, if it already exists.
    Raises `BadRequest` for tie-breaks that do not exist.
    """
    return _check_ranks(tournament, table)._replace(unsuited=unsuited(tournament.settings))


def _check_ranks(tournament: Tournament, table: Crosstable | None) -> RankCheck:
    ranks, settings = tournament.recorded_ranks, tournament.settings
    complete = len(tournament.settled.rounds)
    if not complete:
        return RankCheck(say("no round has been played"))
    if not (settings.tie_breaks or settings.standings_order):
        return RankCheck(say("the file names no tie-breaks"))
    if not ranks:
        return RankCheck(say("the file has no ranks"))
    if all(ranks.get(participant.tpn) == participant.number for participant in tournament.participants):
        return RankCheck(say("the ranks in the file are the starting ranks"))
    found = standings(tournament, complete, table=None if tournament.under_way else table)
    return RankCheck("", Basis(found.order, found.edition, found.remark), tuple(_wrong(found, ranks)), settings.kind)


def with_ranks(tournament: Tournament) -> Tournament:
    """Return the tournament with ranks by its own tie-breaks, if any, and then by number."""
    if not tournament.rounds or not (tournament.settings.tie_breaks or tournament.settings.standings_order):
        return tournament
    places = standings(tournament).places
    return tournament._replace(recorded_ranks={place.tpn: rank for rank, place in enumerate(places, 1)})


def _wrong(found: Standings, ranks: Mapping[Tpn, int]) -> list[WrongRank]:
    sizes = Counter([place.rank for place in found.places])
    wrong = []
    for place in found.places:
        recorded = ranks.get(place.tpn, place.rank)
        last = place.rank + sizes[place.rank] - 1
        if not place.rank <= recorded <= last:
            holder = found.places[recorded - 1] if 0 < recorded <= len(found.places) else None
            wrong.append(_difference(found, place, recorded, last, holder))
    return wrong


def _difference(found: Standings, place: Place, recorded: int, last: int, holder: Place | None) -> WrongRank:
    wrong = WrongRank(place.number, place.name, recorded, place.rank, last)
    at = None if holder is None else found.parting(place, holder)
    if holder is None or at is None:
        return wrong
    return wrong._replace(
        beside=holder.number, by=found.order.codes[at], values=(shown(place.values[at]), shown(holder.values[at]))
    )
