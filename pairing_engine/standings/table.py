"""The standings after a round: their order, and the tie-break that separates two participants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pairing_engine.errors import refusal
from pairing_engine.facts.consistency import check_facts
from pairing_engine.facts.formats import columns, html_table
from pairing_engine.facts.model import ByeKind, Participant, Result, Settings, Tournament, Tpn, listed, refuse_all_but
from pairing_engine.facts.names import number_and_name
from pairing_engine.facts.shown import shortened
from pairing_engine.facts.shown import shown as shown_text
from pairing_engine.language import marked, say, with_semicolons
from pairing_engine.scores.crosstable import Crosstable, Entry, crosstable_of
from pairing_engine.standings.codes import TieBreakOrder, check_limit, order_of, parse, unsuited
from pairing_engine.standings.formulas import Case, RankedEvent
from pairing_engine.standings.parting import Ranking, ranked
from pairing_engine.standings.record import is_predetermined
from pairing_engine.standings.values import Number, Value, nearest

HEADING = marked(("Rank", "No", "Name"))

OLDEST_RULES = "2024/04/01"
"""[C.07] The first day of the oldest available rules, the rules of 2023."""


@dataclass(frozen=True, repr=False)
class Standings:
    """The standings of an event after a round.

    ``places`` are in order from the first to the last. Participants who are equal in everything share a rank, and are
    listed by number. ``edition`` is the edition of C.07. ``remark`` is a warning if the event began under older rules,
    which this program does not have, or if results do not count.
    """

    order: TieBreakOrder
    after: int
    edition: str
    remark: str
    places: tuple[Place, ...]
    participants: dict[Tpn, Participant]
    tournament: Tournament

    def __repr__(self) -> str:
        codes = " ".join(self.order.codes)
        return shortened(f"<Standings after round {self.after}: {len(self.places)} participants by {codes}>")

    def __str__(self) -> str:
        heading, *places = self.rows()
        return "\n".join(columns([[say(title) for title in heading], *places], None))

    def __iter__(self) -> Iterator[Place]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def _repr_html_(self) -> str:
        heading, *places = self.rows()
        return html_table("", [[say(title) for title in heading], *places])

    def rows(self, *, crosstable: bool = False) -> list[list[str]]:
        """Return the table with its heading, in English. With ``crosstable``, the rounds come before the tie-breaks."""
        numbers = [f"R{number}" for number in range(1, self.after + 1)] if crosstable else []
        found = [[*HEADING, *numbers, *self.order.codes]]
        for place in self.places:
            cells = self.rounds[place.tpn] if crosstable else ()
            found.append([str(place.rank), str(place.number), place.name, *cells, *map(shown, place.values)])
        return found

    @cached_property
    def rounds(self) -> dict[Tpn, tuple[str, ...]]:
        """The cells of the crosstable by participant, one cell for each round (see `cell_of`)."""
        return cells_of(self.tournament, self.after)

    def place_of(self, number: int) -> Place:
        """Return the place of the participant with this number in the file. Raises `BadRequest` for unknown numbers."""
        for place in self.places:
            if place.number == number:
                return place
        raise refusal("there is no participant {number}", "one", number=number)

    def parting(self, one: Place, other: Place) -> int | None:
        """Return the index of the first tie-break that separates two places; None if none does."""
        pairs = zip(one.steps, other.steps, strict=True)
        return next((at for at, (a, b) in enumerate(pairs) if a != b), None)

    def to_dict(self) -> dict[str, object]:
        """Return the standings as a value for JSON. Tie-break values are rounded as in the printed table."""
        return {
            "after": self.after,
            "tie_breaks": list(self.order.codes),
            "why_tie_breaks": self.order.why,
            "rules": f"C.07, edition {self.edition}",
            "remark": self.remark,
            "standings": [self._row(place) for place in self.places],
        }

    def _row(self, place: Place) -> dict[str, object]:
        return {
            "rank": place.rank,
            "number": place.number,
            "name": place.name,
            "values": dict(zip(self.order.codes, map(shown, place.values), strict=True)),
            "rounds": list(self.rounds[place.tpn]),
        }


def standings(
    tournament: Tournament, after: int | None = None, tie_breaks: Sequence[str] = (), *, table: Crosstable | None = None
) -> Standings:
    """Compute the standings after a round, with tie-breaks such as ``("PTS", "DE")``.

    ``after`` is the number of the round, or None for the last complete round. Without ``tie_breaks``, those of the
    tournament are used (see `order_of`). ``table`` is the crosstable of all rounds, if it already exists. Raises
    `BadRequest` for a round that is not complete (reading K27), and for a tie-break that cannot be computed.
    """
    refuse_all_but(Tournament, tournament=tournament)
    tie_breaks = tie_breaks.split(",") if isinstance(tie_breaks, str) else listed("tie_breaks", tie_breaks, str)
    if table is None:
        check_facts(tournament)
    complete = len(tournament.settled.rounds)
    number = max(1, complete) if after is None else after
    refuse_all_but(int, after=number)
    if not 1 <= number <= complete:
        is_open = tournament.under_way and number == len(tournament.rounds)
        why = say("rounds 1 to {rounds} have been played", rounds=complete)
        why = say("it is still being played") if is_open else why if complete else say("no round has been played")
        raise refusal("there are no standings after round {number}: {played}", "after", number=number, played=why)
    order = order_of(tournament, tie_breaks)
    whole = number == len(tournament.rounds)
    first_day = tournament.settings.first_day
    counted, gone = _until(tournament, number), _withdrawn(tournament, number)
    places = places_by(_without(counted, gone), order.codes, table if whole and not gone else None)
    remarks = [*filter(None, [unsuited(tournament.settings, order.codes)])]
    if first_day and first_day < OLDEST_RULES:
        words = marked("the event began on {first_day}: the rules of C.07 that were in force then are not available")
        remarks.append(say(words, first_day=first_day))
    if gone:
        names = ", ".join(number_and_name(one, tournament.settings.kind) for one in gone)
        remarks.append(
            say("results that do not count, because less than half of the games were played: {names}", names=names)
        )
    remark = with_semicolons(remarks)
    participants = {participant.tpn: participant for participant in tournament.participants}
    return Standings(order, number, edition_of(tournament.settings), remark, places, participants, tournament)


def cells_of(tournament: Tournament, after: int) -> dict[Tpn, tuple[str, ...]]:
    """Return the cells of the crosstable by participant, one cell for each round (see `cell_of`)."""
    table = crosstable_of(tournament)
    numbers = {participant.tpn: participant.number for participant in tournament.participants}
    cells: dict[Tpn, list[str]] = {tpn: [] for tpn in numbers}
    for number in range(1, after + 1):
        for tpn, entry in table.entries(number).items():
            cells[tpn].append(cell_of(entry, numbers.get(entry.opponent, 0)))
    return {tpn: tuple(found) for tpn, found in cells.items()}


def cell_of(entry: Entry, opponent: int) -> str:
    """Write a cell of the crosstable: the opponent's number, the colour and the result, or the letter of a bye.

    >>> from pairing_engine.facts.model import NOBODY, Points, Result
    >>> cell_of(Entry(Tpn(7), Result.WIN, Points(10), True, "w"), 7), cell_of(Entry(NOBODY, None, Points(0)), 0)
    ('7w1', 'Z')
    """
    outcome = entry.outcome
    if outcome is None:
        return ByeKind.ZERO_POINT.value
    return f"{opponent}{entry.colour}{outcome.value}" if opponent else outcome.value


def _until(tournament: Tournament, number: int) -> Tournament:
    """Return the tournament as it was after a round. Virtual points do not count in standings [C.04.7 1.5]."""
    rounds = max(tournament.settings.rounds or 0, len(tournament.rounds))
    known = tournament.settings
    if number == len(tournament.rounds) and known.rounds == rounds and not (known.virtual_points or known.baku):
        return tournament
    settings: Settings = tournament.settings._replace(virtual_points=(), baku=False, rounds=rounds)
    return tournament._replace(rounds=tournament.rounds[:number], requests=(), settings=settings, under_way=False)


AWAY = frozenset({ByeKind.ZERO_POINT, Result.FORFEIT_LOSS, None})
"""The outcomes of a participant who has left the event."""


def _withdrawn(tournament: Tournament, number: int) -> list[Participant]:
    """[C.05] Return who had left a finished round robin before half of the games was played (reading R2)."""
    settings, everybody = tournament.settings, tournament.participants
    is_over = number == settings.rounds and settings.team is None
    if not (is_over and is_predetermined(settings, ("ROUNDROBIN",))):
        return []
    table = crosstable_of(tournament)
    games = number - number // len(everybody) * (len(everybody) % 2)
    found = []
    for one in everybody:
        entries = [table.entries(played)[one.tpn] for played in range(number, 0, -1)]
        last = next((entry for entry in entries if entry.outcome is not ByeKind.PAIRING_ALLOCATED), None)
        if last is not None and last.outcome in AWAY and 2 * sum(entry.met for entry in entries) < games:
            found.append(one)
    return found


def _without(tournament: Tournament, gone: Sequence[Participant]) -> Tournament:
    tpns = {one.tpn for one in gone}
    rounds = (
        one._replace(games=tuple(game for game in one.games if tpns.isdisjoint(game[:2]))) for one in tournament.rounds
    )
    return tournament._replace(rounds=tuple(rounds)) if gone else tournament


def shown(value: Value) -> str:
    """Write a value with at most two decimal places. A dash stands for no value.

    >>> shown(Value(Fraction(25, 2))), shown(Value(Fraction(3))), shown(Value(Fraction(37, 3))), shown(Value(None))
    ('12.5', '3', '12.33', '-')
    """
    number: Number = value.number
    if number is None:
        return "-"
    if isinstance(number, tuple):
        return "/".join(decimal(Fraction(part, value.unit)) for part in number) or "-"
    return decimal(Fraction(number))


def decimal(number: Fraction) -> str:
    """Write a number, rounded to at most two decimal places."""
    hundredths = nearest(abs(number) * 100)
    whole, rest = divmod(hundredths, 100)
    sign = "-" if number < 0 and hundredths else ""
    return f"{sign}{whole}" + (f".{rest:02}".rstrip("0") if rest else "")


def _as_number(value: Value) -> object:
    number = value.number
    if number is None or isinstance(number, tuple):
        return shown(value) if number else None
    return int(number) if number == int(number) else float(number)


HEADING_OF_PLACE = ("rank", "number", "name")

CAPPED_FROM = "2026/03/01"
"""[C.07] The first day of the edition in which 16.4 limits the dummy's score."""


class Place:
    """A participant's rank, with the values of all tie-breaks. Tied participants share a rank.

    As a mapping, a place has the columns of the table: ``rank``, ``number``, ``name``, and the code of each tie-break
    with its value as a number.
    """

    __slots__ = ("_rankings", "participant", "rank", "steps", "tpn")

    def __init__(self, participant: Participant, steps: tuple[int, ...], rankings: Sequence[Ranking]) -> None:
        self.participant = participant
        self.tpn = participant.tpn
        self.rank = steps[-1]
        self.steps = steps
        self._rankings = rankings

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Place):
            return NotImplemented
        return (self.tpn, self.steps, self.values) == (other.tpn, other.steps, other.values)

    def __hash__(self) -> int:
        return hash((self.tpn, self.steps))

    def __repr__(self) -> str:
        return f"<Place {self.rank}: {self.number} {shown_text(self.name, 60)}>"

    @property
    def number(self) -> int:
        """The participant's number in the file."""
        return self.participant.number

    @property
    def name(self) -> str:
        """The participant's name."""
        return self.participant.name

    def __getitem__(self, column: str) -> object:
        if column in HEADING_OF_PLACE:
            return getattr(self, column)
        for ranking in self._rankings:
            if ranking.case.code == column:
                return _as_number(ranking.value(self.tpn))
        raise KeyError(column)

    def keys(self) -> list[str]:
        """Return the columns."""
        return [*HEADING_OF_PLACE, *(ranking.case.code for ranking in self._rankings)]

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def ranking(self, at: int) -> Ranking:
        """Return the tie-break at this position of the order."""
        return self._rankings[at]

    @property
    def values(self) -> tuple[Value, ...]:
        """The values of all tie-breaks, including tie-breaks that separated nobody."""
        return tuple(ranking.value(self.tpn) for ranking in self._rankings)


Mapping.register(Place)


def edition_of(settings: Settings) -> str:
    """Return the edition of C.07 in force on the first day; the newest if that day is unknown (reading K5)."""
    return "2024" if "" < settings.first_day < CAPPED_FROM else "2026"


def places_by(tournament: Tournament, codes: Sequence[str], table: Crosstable | None = None) -> tuple[Place, ...]:
    """Compute the final places of all participants. Raises `BadRequest` for a tie-break that cannot be computed."""
    event = RankedEvent(tournament, capped=edition_of(tournament.settings) == "2026", table=table)
    rankings = [Ranking(_case(event, code)) for code in codes]
    steps = ranked(event.plain.everybody, rankings)
    people = {participant.tpn: participant for participant in tournament.participants}
    order = sorted(steps, key=lambda tpn: (steps[tpn][-1], tpn))
    return tuple(Place(people[tpn], steps[tpn], rankings) for tpn in order)


def _case(event: RankedEvent, code: str) -> Case:
    case = Case(event, parse(code), code)
    if case.asked.halves:
        check_limit(code, case.asked.halves, event.plain.worth[case.reference].win, case.field.games)
    return case
