"""Updates of an existing file: what a change of the event concerns is written anew, everything else stays unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest

from pairing_engine.facts.model import ByeKind, EventKind, Tournament
from pairing_engine.language import say
from trf.event.double_table import is_in_points
from trf.event.settings import MARK, notes
from trf.format import fields
from trf.format.cells import UNKNOWN_RESULT
from trf.format.fields import COMMENT, PLAYER_CODE, RESULT_OFFSET, TABLES, TEXT_RECORDS, number_of, points_of
from trf.format.records import Dialect, Index, Record, TrfFile, make
from trf.writing.tournament import COMPOSERS, Composer, TeamComposer, misses_results

ANNOUNCEMENT, ABSENCES, TEAM, CLUB = "240", "XXZ", "310", "013"

SYNONYMS = (
    ("142", "XXR"),
    ("152", "XXC"),
    ("162", "XXS", "BBW", "BBD", "BBL", "BBU", "BBZ", "BBF"),
    ("250", "XXA"),
    ("260", "XXP"),
)
"""The codes of records that state the same facts."""

OF_ROUNDS = (ANNOUNCEMENT, "320", "330", "300")

_COUNTED = {PLAYER_CODE: ("points", "rank"), TEAM: ("match points", "game points", "rank")}

_NUMBER = {PLAYER_CODE: "starting rank", TEAM: "team"}

_ByCode = dict[str, list[Record]]


def carried_on(file: TrfFile, before: Tournament, after: Tournament) -> TrfFile:
    """Update the file of ``before`` to ``after``: people, rounds, points, ranks, byes, settings, wishes and notes.

    All other lines stay unchanged, and so do all cells whose meaning has not changed. Raises ValueError for facts that
    no TRF can hold, and for a file that has one column for two games.
    """
    of_teams = after.settings.kind is EventKind.TEAM
    if not of_teams and any(is_in_points(text) for one in file.records if one.code == PLAYER_CODE for text in one.more):
        raise ValueError(say("the file has one column for both games of a match: no round can be written into it"))
    lines = _TeamLines(before, after) if of_teams else _Lines(before, after)
    as_comments = not of_teams and all(one.code not in (CLUB, TEAM) for one in file.records)
    changed, new = _changed(before, after, clubs=not of_teams and not as_comments)
    old, wanted = (_comments(event, clubs=as_comments) for event in (before, after))
    stays = _stays(old, wanted)
    kept: list[tuple[Record, str]] = []
    for record, end in zip_longest(file.records, file.mixed_line_ends, fillvalue=file.newline):
        if not isinstance(record, Record):
            continue
        if record.code == COMMENT:
            kept += [(record, end)] if stays(record) else []
        elif record.code not in changed:
            kept += [(found, end)] if (found := lines.carried_on(record)) is not None else []
        elif record.code in TEXT_RECORDS:  # the new statement stands where the old one stood
            kept += [(one, end) for one in new.pop(record.code, ())]
    heads = [one for code, records in new.items() if code in TEXT_RECORDS for one in records]
    first = next((place for place, (one, _) in enumerate(kept) if one.code == PLAYER_CODE), len(kept))
    kept[first:first] = [(one, file.newline) for one in heads]
    last = max((place for place, (one, _) in enumerate(kept, 1) if one.code in lines.after), default=len(kept))
    tail = [one for code, records in new.items() if code not in TEXT_RECORDS for one in records]
    people = max((place for place, (one, _) in enumerate(kept, 1) if one.code == PLAYER_CODE), default=last)
    statements = _joined(kept, lines.statements())
    kept[last:last] = [(one, file.newline) for one in (*statements, *tail)]
    kept[people:people] = [(one, file.newline) for one in lines.newcomers()]
    added = [one for meaning, one in wanted.items() if meaning not in old]
    if added and file.mixed_line_ends:
        kept = [(one, end or file.newline) for one, end in kept]
    kept += [(one, file.newline) for one in added]
    mixed = tuple(end for _, end in kept) if file.mixed_line_ends else ()
    return file._replace(records=tuple(one for one, _ in kept), mixed_line_ends=mixed)


def _changed(before: Tournament, after: Tournament, *, clubs: bool) -> tuple[set[str], _ByCode]:
    """Return the codes of statements about the event that have changed, and the new statements; 013 if ``clubs``."""
    old, new = _statements(before, after, clubs=clubs), _statements(after, before, clubs=clubs)
    groups = {next((group for group in SYNONYMS if code in group), (code,)) for code in (*old, *new)}
    changed = {
        code for group in groups if any(old.get(code, []) != new.get(code, []) for code in group) for code in group
    }
    return changed, {code: records for code, records in new.items() if code in changed}


def _statements(event: Tournament, other: Tournament, *, clubs: bool) -> _ByCode:
    """Return the records about the event that may differ from those of the other state of the event."""
    composer = COMPOSERS[event.settings.kind](event, Dialect.TRF26)
    made: list[Iterable[Record]] = []
    if _head(event) != _head(other):
        made.append(composer.header())
    if (event.settings, event.participants) != (other.settings, other.participants):
        made += composer.acceleration(), composer.prohibitions(), composer.abnormal_points()
    if clubs and (event.teams, event.participants) != (other.teams, other.participants):
        number = composer.number
        made.append(make(CLUB, {"name": one.nickname}, [number[tpn] for tpn in one.members]) for one in event.teams)
    found: _ByCode = {}
    for record in chain(*made):
        found.setdefault(record.code, []).append(record)
    return found


def _head(event: Tournament) -> tuple[object, ...]:
    counted = len(event.participants), len(event.players), sum(bool(one.rating) for one in event.players)
    return event.name, event.settings, counted, misses_results(event)


def _comments(event: Tournament, *, clubs: bool) -> dict[object, Record]:
    """Return the comments that hold the event's wishes, notes and clubs, by their meaning."""
    composer = Composer(event, Dialect.TRF26)
    made = (*composer.notes(), *composer.wishes(), *(composer.teams() if clubs else ()))
    return {_meaning(record): record for record in made}


def _stays(old: Mapping[object, Record], new: Mapping[object, Record]) -> Callable[[Record], bool]:
    """Return a test for comments that stay in the file: all but those of withdrawn wishes and notes."""
    removed = old.keys() - new.keys()
    wishes = any(record.value.startswith(MARK) for record in map(old.get, removed) if record is not None)

    def stays(comment: Record) -> bool:
        meaning = _meaning(comment)
        return meaning in new or not (meaning in removed or (wishes and comment.value.startswith(MARK)))

    return stays


def _meaning(comment: Record) -> object:
    return next(iter(notes(Index(TrfFile((comment,))))), comment.value)


class _Lines:
    """Code that updates the records of an individual event one by one."""

    after: tuple[str, ...] = (PLAYER_CODE, ANNOUNCEMENT)
    """The codes of the records after which new statements stand."""

    def __init__(self, before: Tournament, after: Tournament) -> None:
        self.before, self.event = before, after
        self.rounds = len(after.rounds)
        self.games = 2 if after.settings.double else 1
        self.old, self.new = (
            _by_number(COMPOSERS[event.settings.kind](event, Dialect.TRF26).players()) for event in (before, after)
        )
        self.ranked = {one.number for one in after.participants if one.tpn in after.recorded_ranks}
        self.away = _away(after)

    def carried_on(self, record: Record) -> Record | None:
        if record.code == PLAYER_CODE:
            return self._player(record)
        if record.code == ANNOUNCEMENT:
            return self._announcement(record)
        # Record XXZ is always about the next round: its players now have a letter in the round that was added.
        return None if record.code == ABSENCES and self.rounds != len(self.before.rounds) else record

    def newcomers(self) -> Iterator[Record]:
        """[001] Yield the records of players who are not in the file."""
        for key, made in self.new.items():
            if key not in self.old:
                yield made._replace(more=tuple(map(without_open, made.more)))

    def statements(self) -> Iterable[Record]:
        """[240] Return the records of newly announced byes."""
        known = {(one.round, *one.bye) for one in self.before.requests}
        added = [
            one
            for one in self.event.requests
            if (one.round, *one.bye) not in known or one.round <= len(self.before.rounds)
            if one.round > self.rounds
        ]
        return Composer(self.event._replace(requests=tuple(added)), Dialect.TRF26).byes()

    def _player(self, record: Record) -> Record:
        key = _key(record)
        cells, made = _edited(record.cells, self.old[key].cells, self.new[key].cells, record.code), self.new[key].cells
        index = TABLES[PLAYER_CODE].index
        points, rank = index["points"], index["rank"]
        if points_of(cells[points]) != points_of(made[points]):
            cells[points] = made[points]
        if key[1] in self.ranked and cells[rank].strip() != made[rank].strip():
            cells[rank] = made[rank]
        more = self._cells(record, key)
        return record._replace(cells=tuple(cells), more=more, trailing=record.trailing if more == record.more else 0)

    def _cells(self, record: Record, key: tuple[str, int]) -> Sequence[str]:
        """Return the cells of all rounds. Cells whose meaning is unchanged are copied from the file."""
        recorded, known = self.rounds * self.games, len(self.before.rounds) * self.games
        found = _kept(record, self.old[key].more, self.new[key].more[:recorded])
        for place, cell in enumerate(record.more[recorded:], recorded):
            letter = cell[RESULT_OFFSET:].strip().upper()
            stays = letter == ByeKind.PAIRING_ALLOCATED.value or (place // self.games + 1, key[1], letter) in self.away
            found.append(cell if place >= known and (stays or not letter) else "")
        return _padded(record, found)

    def _announcement(self, record: Record) -> Record | None:
        kind, round_ = record.text("kind").upper(), record.number("round") or 0
        if self.rounds < round_ and self.event.settings.rounds is not None and round_ > self.event.settings.rounds:
            return record
        more = [cell for cell in record.more if not cell.strip() or (round_, number_of(cell), kind) in self.away]
        if round_ <= len(self.before.rounds) and round_ > self.rounds:
            return None  # the round was taken back, and its byes are announced anew
        if len(more) == len(record.more):
            return record
        return record._replace(more=tuple(more)) if any(cell.strip() for cell in more) else None


def _joined(kept: list[tuple[Record, str]], new: Iterable[Record]) -> list[Record]:
    """[240] Put new byes into the record of their round and kind, if there is one, and return the other statements."""
    places = {_announced(one): place for place, (one, _) in enumerate(kept) if one.code == ANNOUNCEMENT}
    others = []
    for record in new:
        place = places.get(_announced(record)) if record.code == ANNOUNCEMENT else None
        if place is None:
            others.append(record)
        else:
            stated, end = kept[place]
            kept[place] = stated._replace(more=(*stated.more, *record.more), trailing=0), end
    return others


def _announced(record: Record) -> tuple[str, int | None]:
    return record.text("kind").upper(), record.number("round")


def _away(tournament: Tournament) -> set[tuple[int, int, str]]:
    """Return the round, the participant's number in the file, and the letter of each bye."""
    numbers = {one.tpn: int(one.number) for one in tournament.participants}
    stated = [(number, bye) for number, recorded in enumerate(tournament.rounds, 1) for bye in recorded.byes]
    return {(number, numbers[bye.tpn], bye.kind.value) for number, bye in (*stated, *tournament.requests)}


class _TeamLines(_Lines):
    """Code that updates the records of a team event one by one. Only finished rounds count for points of teams."""

    after = (PLAYER_CODE, TEAM, CLUB)

    def __init__(self, before: Tournament, after: Tournament) -> None:
        super().__init__(before, after)
        old, self.composer = (TeamComposer(event, Dialect.TRF26) for event in (before, after))
        settled = TeamComposer(after.settled, Dialect.TRF26)
        self.old_rows = {**self.old, **_by_number(old.teams())}
        self.rows = {**self.new, **_by_number(settled.teams())}
        self.changed = {code for code in OF_ROUNDS if _of_rounds(old, code) != _of_rounds(self.composer, code)}

    def carried_on(self, record: Record) -> Record | None:
        if record.code in self.changed:
            return None
        if record.code not in _NUMBER:
            return record
        made, old = self.rows.get(_key(record)), self.old_rows.get(_key(record))
        if made is None or old is None:
            return record
        cells = _edited(record.cells, old.cells, made.cells, record.code)
        for name in _COUNTED[record.code]:
            place = TABLES[record.code].index[name]
            if cells[place].strip() and cells[place].strip() != made.cells[place].strip():
                cells[place] = made.cells[place]
        record = record._replace(cells=tuple(cells))
        if record.code == TEAM:
            return record if old.more == made.more else record._replace(more=made.more, trailing=0)
        more = _padded(record, _kept(record, old.more, made.more))
        return record if more is record.more else record._replace(more=more, trailing=0)

    def statements(self) -> Iterable[Record]:
        return [record for code in OF_ROUNDS if code in self.changed for record in _of_rounds(self.composer, code)]


def _key(record: Record) -> tuple[str, int]:
    return record.code, record.number(_NUMBER[record.code]) or 0


def _by_number(records: Iterable[Record]) -> dict[tuple[str, int], Record]:
    return {_key(record): record for record in records}


def _of_rounds(composer: TeamComposer, code: str) -> list[Record]:
    return [record for record in (*composer.byes(), *composer.matches()) if record.code == code]


def _edited(cells: Sequence[str], old: Sequence[str], new: Sequence[str], code: str) -> list[str]:
    """Return the cells of a person. Cells whose meaning has not changed, and those that are computed, are copied."""
    computed = {TABLES[code].index[name] for name in _COUNTED[code]}
    found = list(cells)
    for place, (before, after) in enumerate(zip(old, new, strict=True)):
        if before != after and place not in computed:
            found[place] = after
    return found


def _kept(record: Record, old: Sequence[str], new: Sequence[str]) -> list[str]:
    known = min(len(old), len(record.more))
    return [
        record.more[place] if place < known and old[place] == cell else without_open(cell)
        for place, cell in enumerate(new)
    ]


def _padded(record: Record, cells: list[str]) -> Sequence[str]:
    if cells == list(record.more):
        return record.more
    while cells and not cells[-1].strip():
        cells.pop()
    return tuple(f"{cell:<{fields.ROUND_WIDTH}}" for cell in cells)


def without_open(cell: str) -> str:
    """Return the cell of a game, with a missing result written as a blank.

    >>> without_open("   4 w ?  "), without_open("   4 w 1  ")
    ('   4 w', '   4 w 1  ')
    """
    return cell[:RESULT_OFFSET].rstrip() if cell[RESULT_OFFSET:].strip() == UNKNOWN_RESULT else cell
