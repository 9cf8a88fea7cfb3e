"""[C.04.6] Updates of an existing file of a team event: players' cells, points, and records of matches and byes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from pairing_engine.facts.model import Tournament
from pairing_engine.values import replace
from trf.format.dialect import Dialect
from trf.format.fields import PLAYER_CODE, ROUND_WIDTH, TABLES
from trf.format.records import Record, TrfFile
from trf.writing.cells_kept import without_open
from trf.writing.teams import TeamComposer

TEAM = "310"

OF_ROUNDS = ("240", "320", "330", "300")
"""The records of byes, forfeits and line-ups."""

_COUNTED = {PLAYER_CODE: ("points", "rank"), TEAM: ("match points", "game points", "rank")}
"""The fields that are computed from the rounds."""

_NUMBER = {PLAYER_CODE: "starting rank", TEAM: "team"}


def teams_carried_on(file: TrfFile, before: Tournament, after: Tournament) -> TrfFile:
    """Write the changes to an event into the lines of its file. All other lines stay as they are.

    Raises ValueError for facts that no TRF can hold.
    """
    # Only finished rounds count for points.
    settled = replace(after, rounds=after.rounds[:-1], under_way=False) if after.under_way else after
    old, new, counted = (TeamComposer(event, Dialect.TRF26) for event in (before, after, settled))
    rows = {number: record.more for number, record in _by_number(new.players())}
    known = {number: record.more for number, record in _by_number(old.players())}
    values = {PLAYER_CODE: dict(_by_number(counted.players())), TEAM: dict(_by_number(counted.teams()))}
    changed = {code for code in OF_ROUNDS if _records(old, code) != _records(new, code)}
    kept: list[Record] = []
    for record in file.records:
        if record.code in values:
            number = record.number(_NUMBER[record.code]) or 0
            record = _counted(record, values[record.code].get(number))
            if record.code == PLAYER_CODE:
                record = _with_cells(record, known.get(number, ()), rows.get(number, ()))
        if record.code not in changed:
            kept.append(record)
    last = max((place for place, one in enumerate(kept, 1) if one.code in (PLAYER_CODE, TEAM, "013")), default=0)
    kept[last:last] = [record for code in OF_ROUNDS if code in changed for record in _records(new, code)]
    return file._replace(records=tuple(kept), mixed_line_ends=())


def _by_number(records: Iterable[Record]) -> Iterable[tuple[int, Record]]:
    return ((record.number(_NUMBER[record.code]) or 0, record) for record in records)


def _records(composer: TeamComposer, code: str) -> list[Record]:
    made: Sequence[Callable[[], Iterable[Record]]] = (composer.byes, composer.matches)
    return [record for make in made for record in make() if record.code == code]


def _counted(record: Record, value: Record | None) -> Record:
    """Put the computed points and rank into the record. Unchanged fields keep their text."""
    if value is None:
        return record
    cells = list(record.cells)
    index: Mapping[str, int] = TABLES[record.code].index
    for name in _COUNTED[record.code]:
        place = index[name]
        if cells[place].strip() and cells[place].strip() != value.cells[place].strip():
            cells[place] = value.cells[place]
    return record._replace(cells=tuple(cells))


def _with_cells(record: Record, old: Sequence[str], new: Sequence[str]) -> Record:
    """Replace the cells in a player's line, but keep the text of unchanged cells."""
    found = [
        record.more[place] if place < min(len(old), len(record.more)) and old[place] == cell else without_open(cell)
        for place, cell in enumerate(new)
    ]
    if found == list(record.more):
        return record
    while found and not found[-1].strip():
        found.pop()
    return record._replace(more=tuple(f"{cell:<{ROUND_WIDTH}}" for cell in found), trailing=0)
