"""The standings and the crosstable before a round, in one table."""

from __future__ import annotations

from collections.abc import Callable

from pairing_engine.errors import PairingError
from pairing_engine.facts.model import ByeKind, Result, Tournament, Tpn, show_points
from pairing_engine.language import marked, say
from pairing_engine.scores.crosstable import Crosstable, Entry
from pairing_engine.standings.table import Standings, shown, standings
from pairing_engine.values import NamedTuple, replace

SHOWN = {
    Result.WIN: "1",
    Result.DRAW: "½",
    Result.LOSS: "0",
    Result.UNRATED_WIN: "1",
    Result.UNRATED_DRAW: "½",
    Result.UNRATED_LOSS: "0",
    Result.FORFEIT_WIN: "+",
    Result.FORFEIT_LOSS: "−",
    Result.UNKNOWN: "?",
    ByeKind.PAIRING_ALLOCATED: marked("bye"),
    ByeKind.FULL_POINT: "F",
    ByeKind.HALF_POINT: "H",
    ByeKind.ZERO_POINT: "Z",
}
"""The signs for outcomes in a crosstable."""


class TableRow(NamedTuple):
    """A participant's row: rank, tie-break values, and a cell such as ``12w1`` for each round."""

    rank: int
    number: int
    name: str
    rounds: tuple[str, ...]
    values: tuple[str, ...]


class TableBefore(NamedTuple):
    """The standings and the crosstable after ``after`` rounds.

    ``remark`` explains why a table shows only points.
    """

    after: int
    codes: tuple[str, ...]
    why: str
    remark: str
    rows: tuple[TableRow, ...]


def table_before(tournament: Tournament, number: int) -> TableBefore:
    """Return the table before a round; without tie-breaks it is sorted by points and number."""
    after = number - 1
    try:
        before = replace(tournament, rounds=tournament.rounds[:after], under_way=False)
        return table_of(tournament, standings(before, after))
    except PairingError as error:
        totals, row = _crosstable(tournament, after).totals(), _rows(tournament, after)
        places = sorted(totals, key=lambda tpn: (-totals[tpn], tpn))
        rows = tuple(row(rank, tpn, (show_points(totals[tpn]),)) for rank, tpn in enumerate(places, 1))
        return TableBefore(after, ("PTS",), "", "" if not after else str(error), rows)


def table_of(tournament: Tournament, found: Standings) -> TableBefore:
    """Return the standings and the crosstable of the same rounds, in one table."""
    row = _rows(tournament, found.after)
    rows = tuple(row(place.rank, place.tpn, tuple(map(shown, place.values))) for place in found.places)
    return TableBefore(found.after, tuple(found.order.codes), found.order.why, found.remark, rows)


def _crosstable(tournament: Tournament, after: int) -> Crosstable:
    everybody = tuple(participant.tpn for participant in tournament.participants)
    settings = replace(tournament.settings, virtual_points=(), baku=False)
    return Crosstable(tournament.rounds[:after], everybody, settings)


def _rows(tournament: Tournament, after: int) -> Callable[[int, Tpn, tuple[str, ...]], TableRow]:
    table = _crosstable(tournament, after)
    past = [table.entries(number) for number in range(1, after + 1)]
    numbers = {participant.tpn: participant.number for participant in tournament.participants}
    names = {participant.tpn: participant.name for participant in tournament.participants}

    def row(rank: int, tpn: Tpn, values: tuple[str, ...]) -> TableRow:
        rounds = tuple(_cell(entries[tpn], numbers) for entries in past)
        return TableRow(rank, numbers[tpn], names[tpn], rounds, values)

    return row


def _cell(entry: Entry, numbers: dict[Tpn, Tpn]) -> str:
    outcome = "" if entry.outcome is None else say(SHOWN[entry.outcome])
    if not entry.opponent:
        return outcome or "·"
    return f"{numbers[entry.opponent]}{entry.colour}{outcome}"
