"""The computation of an event's tie-breaks and places."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.facts.model import Tournament, Tpn
from pairing_engine.scores.crosstable import Crosstable
from pairing_engine.standings.case import Case, Event
from pairing_engine.standings.codes import check_limit, parse
from pairing_engine.standings.parting import Ranking, ranked
from pairing_engine.standings.values import Value
from pairing_engine.values import NamedTuple

CAPPED_FROM = "2026/03/01"
"""[C.07] The first day of the edition in which 16.4 limits the dummy's score."""


class Place:
    """A participant's rank, with the values of all tie-breaks. Tied participants share a rank."""

    __slots__ = ("_rankings", "rank", "steps", "tpn")

    def __init__(self, tpn: Tpn, steps: tuple[int, ...], rankings: Sequence[Ranking]) -> None:
        self.tpn = tpn
        self.rank = steps[-1]
        self.steps = steps
        self._rankings = rankings

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Place):
            return NotImplemented
        return (self.tpn, self.steps, self.values) == (other.tpn, other.steps, other.values)

    def __hash__(self) -> int:
        return hash((self.tpn, self.steps))

    def ranking(self, at: int) -> Ranking:
        return self._rankings[at]

    @property
    def values(self) -> tuple[Value, ...]:
        """The values of all tie-breaks, including tie-breaks that separated nobody."""
        return tuple(ranking.value(self.tpn) for ranking in self._rankings)


class Computed(NamedTuple):
    """The places in order, and the edition of C.07 that was used."""

    edition: str
    places: tuple[Place, ...]


def compute(tournament: Tournament, codes: Sequence[str], table: Crosstable | None = None) -> Computed:
    """Compute the final places of all participants by a list of tie-breaks.

    The edition of C.07 in force on the first day is used. If the first day is unknown, the newest edition is used
    (reading K5). ``table`` is the crosstable, if it already exists. Raises `BadRequest` if a tie-break cannot be
    computed for this tournament.
    """
    first_day = tournament.settings.first_day
    capped = not first_day or first_day >= CAPPED_FROM
    event = Event(tournament, capped=capped, table=table)
    rankings = [Ranking(_case(event, code)) for code in codes]
    steps = ranked(event.plain.everybody, rankings)
    places = [Place(tpn, steps[tpn], rankings) for _, tpn in sorted([(ranks[-1], tpn) for tpn, ranks in steps.items()])]
    return Computed("2026" if capped else "2024", tuple(places))


def _case(event: Event, code: str) -> Case:
    case = Case(event, parse(code))
    if case.asked.halves:
        check_limit(code, case.asked.halves, event.plain.worth[case.reference].win, case.field.games)
    return case
