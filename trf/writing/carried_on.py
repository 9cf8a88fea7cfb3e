"""Updates that add rounds to an existing file and leave everything else in the file unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest

from pairing_engine.facts.model import ByeKind, EventKind, Points, Tournament, Tpn
from pairing_engine.language import say
from pairing_engine.scores.crosstable import Crosstable
from pairing_engine.values import replace
from trf.event.double_table import is_in_points
from trf.format.cells import UNKNOWN_RESULT
from trf.format.fields import PLAYER, PLAYER_CODE, RESULT_OFFSET, ROUND_WIDTH, TABLES, number_of, points_of
from trf.format.records import Dialect, Record, TrfFile, make
from trf.writing.tournament import Composer, DoubleComposer, TeamComposer

_POINTS, _RANK = PLAYER.index["points"], PLAYER.index["rank"]

ANNOUNCEMENT, ABSENCES = "240", "XXZ"

_Away = tuple[int, int, str]
"""A bye: the round, the participant's number in the file, and the letter."""


def carried_on(file: TrfFile, before: Tournament, after: Tournament) -> TrfFile:
    """Update the file of ``before`` to ``after``: rounds, points, ranks and announced byes.

    All other lines stay unchanged, and so do all cells whose meaning has not changed. Raises ValueError for facts that
    no TRF can hold, and for a file that has one column for two games.
    """
    if after.settings.kind is EventKind.TEAM:
        return teams_carried_on(file, before, after)
    if any(is_in_points(text) for record in file.records if record.code == PLAYER_CODE for text in record.more):
        raise ValueError(say("the file has one column for both games of a match: no round can be written into it"))
    lines = _Lines(before, after)
    ends = zip_longest(file.records, file.mixed_line_ends, fillvalue=file.newline)
    kept = [(new, end) for old, end in ends if isinstance(old, Record) and (new := lines.carried_on(old)) is not None]
    last = max(
        (at for at, (one, _) in enumerate(kept, 1) if one.code in (PLAYER_CODE, ANNOUNCEMENT)), default=len(kept)
    )
    kept[last:last] = [(record, file.newline) for record in _announcements(before, after)]
    mixed = tuple(end for _, end in kept) if file.mixed_line_ends else ()
    return file._replace(records=tuple(record for record, _ in kept), mixed_line_ends=mixed)


class _Lines:
    """Code that updates the records of a file one by one."""

    def __init__(self, before: Tournament, after: Tournament) -> None:
        self.after = after
        self.rounds = len(after.rounds)
        self.new_round = self.rounds > len(before.rounds)
        self.games = 2 if after.settings.double else 1
        self.old, self.new = _cells_of(before), _cells_of(after)
        self.tpns: dict[int, Tpn] = {one.number: one.tpn for one in after.participants}
        self.points = points_so_far(after)
        self.away = _away(after)

    def carried_on(self, record: Record) -> Record | None:
        """Return the updated record. Return None if the record must be removed."""
        if record.code == PLAYER_CODE:
            return self._player(record)
        if record.code == ANNOUNCEMENT:
            return self._announcement(record)
        # Record XXZ is always about the next round: its players now have a letter in the round that was added.
        return None if record.code == ABSENCES and self.new_round else record

    def _player(self, record: Record) -> Record:
        number = number_of(record.cells[0]) or 0
        tpn = self.tpns[Tpn(number)]
        cells = list(record.cells)
        if points_of(cells[_POINTS]) != self.points[tpn]:
            cells[_POINTS] = make(PLAYER_CODE, {"points": self.points[tpn]}).cells[_POINTS]
        rank = self.after.recorded_ranks.get(tpn)
        if rank is not None and cells[_RANK].strip() != str(rank):
            cells[_RANK] = make(PLAYER_CODE, {"rank": rank}).cells[_RANK]
        more = self._rounds(record, number)
        return record._replace(cells=tuple(cells), more=more, trailing=record.trailing if more == record.more else 0)

    def _rounds(self, record: Record, number: int) -> Sequence[str]:
        recorded = self.rounds * self.games
        found = _kept(record, self.old[number], self.new[number][:recorded])
        for place, cell in enumerate(record.more[recorded:], recorded):
            letter = cell[RESULT_OFFSET:].strip().upper()
            stays = letter == ByeKind.PAIRING_ALLOCATED.value or (place // self.games + 1, number, letter) in self.away
            found.append(cell if stays or not letter else "")
        return _padded(record, found)

    def _announcement(self, record: Record) -> Record | None:
        """[240] Remove withdrawn byes from a record; return None if no bye is left."""
        kind, round_ = record.text("kind").upper(), record.number("round") or 0
        if self.rounds < round_ and self.after.settings.rounds is not None and round_ > self.after.settings.rounds:
            return record
        more = [cell for cell in record.more if not cell.strip() or (round_, number_of(cell), kind) in self.away]
        if len(more) == len(record.more):
            return record
        return record._replace(more=tuple(more)) if any(cell.strip() for cell in more) else None


def _cells_of(tournament: Tournament) -> dict[int, Sequence[str]]:
    composer = DoubleComposer if tournament.settings.double else Composer
    return {
        record.number("starting rank") or 0: record.more for record in composer(tournament, Dialect.TRF26).players()
    }


def _away(tournament: Tournament) -> set[_Away]:
    numbers = {one.tpn: int(one.number) for one in tournament.participants}
    stated = [(number, bye) for number, recorded in enumerate(tournament.rounds, 1) for bye in recorded.byes]
    return {(number, numbers[bye.tpn], bye.kind.value) for number, bye in (*stated, *tournament.requests)}


def _announcements(before: Tournament, after: Tournament) -> Iterable[Record]:
    added = [one for one in after.requests if one not in before.requests and one.round > len(after.rounds)]
    changed = replace(after, requests=tuple(added))
    return Composer(changed, Dialect.TRF26).byes()


def points_so_far(tournament: Tournament) -> dict[Tpn, Points]:
    settings = tournament.settings
    if tournament.under_way:
        settings = replace(settings, scoring=replace(settings.scoring, unknown=Points(0)))
    return Crosstable(tournament.rounds, [one.tpn for one in tournament.participants], settings).totals()


TEAM = "310"

OF_ROUNDS = ("240", "320", "330", "300")
"""The records of byes, forfeits and line-ups."""

_COUNTED = {PLAYER_CODE: ("points", "rank"), TEAM: ("match points", "game points", "rank")}
"""The fields that are computed from the rounds."""

_NUMBER = {PLAYER_CODE: "starting rank", TEAM: "team"}


def teams_carried_on(file: TrfFile, before: Tournament, after: Tournament) -> TrfFile:
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
                more = _padded(record, _kept(record, known.get(number, ()), rows.get(number, ())))
                record = record if more is record.more else record._replace(more=more, trailing=0)
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
    if value is None:
        return record
    cells = list(record.cells)
    index: Mapping[str, int] = TABLES[record.code].index
    for name in _COUNTED[record.code]:
        place = index[name]
        if cells[place].strip() and cells[place].strip() != value.cells[place].strip():
            cells[place] = value.cells[place]
    return record._replace(cells=tuple(cells))


def _kept(record: Record, old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Return the new cells of a player's line. Cells whose meaning is unchanged keep their text."""
    known = min(len(old), len(record.more))
    return [
        record.more[place] if place < known and old[place] == cell else without_open(cell)
        for place, cell in enumerate(new)
    ]


def _padded(record: Record, cells: list[str]) -> Sequence[str]:
    """Return the cells in columns, without blank cells at the end, or those of the record if nothing changed."""
    if cells == list(record.more):
        return record.more
    while cells and not cells[-1].strip():
        cells.pop()
    return tuple(f"{cell:<{ROUND_WIDTH}}" for cell in cells)


def without_open(cell: str) -> str:
    """Return the cell of a game, with a missing result written as a blank.

    >>> without_open("   4 w ?  "), without_open("   4 w 1  ")
    ('   4 w', '   4 w 1  ')
    """
    return cell[:RESULT_OFFSET].rstrip() if cell[RESULT_OFFSET:].strip() == UNKNOWN_RESULT else cell
