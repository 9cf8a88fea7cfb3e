"""The players of a file, with their cells for all rounds, and lists of players' or teams' numbers in records."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from pairing_engine.facts.model import MAX_TPN, Participant, Tpn
from pairing_engine.language import quoted, say
from trf.format.cells import OPPONENT_WIDTH, Cell, cell_of
from trf.format.fields import FIRST_VALUE_COLUMN, PLAYER, PLAYER_CODE, TABLES, TEXT_RECORDS, number_of
from trf.format.findings import WHOLE_FILE, Findings
from trf.format.records import Index, Record

if TYPE_CHECKING:
    from pairing_engine.facts.groups import Members, People

_RANK, _RATING = "starting rank", PLAYER.index["rating"]


class PlayerEntry(NamedTuple):
    """A player's record and its cells. ``number`` is the starting rank in the file."""

    number: Tpn
    record: Record
    cells: list[Cell]


def enrol(records: Iterable[Record], findings: Findings) -> list[PlayerEntry]:
    entries: dict[int, PlayerEntry] = {}
    for record in records:
        number = _starting_rank(record, findings)
        if number in entries:
            findings.refuse("duplicate player", *record.at(_RANK), number=number, line=entries[number].record.line)
        elif number:
            sound = record.line not in findings.unsound_lines
            entries[number] = PlayerEntry(Tpn(number), record, list(map(cell_of, record.more)) if sound else [])
    if not entries and not findings.problems:
        findings.refuse("empty", WHOLE_FILE, 0, "file")
    return list(entries.values())


def _starting_rank(record: Record, findings: Findings) -> int:
    try:
        number = int(record.cells[0])
    except ValueError:
        number = 0
    if number < 1 and record.line not in findings.unsound_lines:
        findings.refuse("number up to", *record.at(_RANK), found=record.cells[0].strip() or "blanks", most=MAX_TPN)
        findings.unsound_lines.add(record.line)
    return max(number, 0)


def report_numbers_left_out(numbers: Iterable[tuple[int, int]], key: str, findings: Findings) -> None:
    """Report the first gap in the numbers. ``numbers`` are ascending, and each comes with its line."""
    for expected, (number, line) in enumerate(numbers, 1):
        if number != expected:
            findings.adjust(key, line, FIRST_VALUE_COLUMN, number=number)
            return


def report_rating_order(entries: list[PlayerEntry], findings: Findings) -> None:
    before = None
    for entry in entries:
        rating = number_of(entry.record.cells[_RATING]) or 0
        if before is not None and rating > before:
            findings.adjust("ADJ-50", entry.record.line, PLAYER.fields[_RATING].first, rating=rating)
            return
        before = rating


def participant_of(entry: PlayerEntry) -> Participant:
    _, sex, title, _, name, rating, federation, fide_number, birth, _, _ = map(str.strip, entry.record.cells)
    return Participant(entry.number, name, number_of(rating) or 0, title, sex, federation, fide_number, birth)


def recorded_ranks(records: Iterable[tuple[Tpn, Record]]) -> dict[Tpn, int]:
    """[001, 310] Return the ranks in the participants' lines, without blank or wrong ones, reported elsewhere."""
    stated = ((number, record.text("rank")) for number, record in records)
    return {number: int(rank) for number, rank in stated if rank.isascii() and rank.isdigit() and int(rank)}


_LISTED = re.compile(r"[^\s,;/]+")


def listed_numbers(record: Record) -> list[tuple[int, int]]:
    table = TABLES[record.code]
    assert table.repeated is not None, f"a record {record.code} lists nobody"
    places = zip(count(table.repeated.first, table.stride), record.more, strict=False)
    return [(column, number) for column, cell in places if (number := number_of(cell)) is not None]


def report_missing(code: str, index: Index, there: int, findings: Findings) -> None:
    """[062, 082] Report that the file counts more players or teams than it has."""
    for record in index.of(code):
        if record.value.isdecimal() and int(record.value[:5]) > there:
            findings.adjust(f"ADJ-99 {code}", record.line, record.value_column, number=record.value, there=there)


def check_listed(record: Record, findings: Findings) -> bool:
    if findings.only_pairing_data or listed_numbers(record):
        return True
    field = TABLES[record.code].repeated
    assert field is not None
    findings.refuse("missing number", record.line, field.first, field.name)
    return False


class Roster:
    """The known numbers of players or of teams."""

    def __init__(self, numbers: Iterable[Tpn], one: str = "player", record: str = PLAYER_CODE) -> None:
        """Remember the known numbers, the word for a participant, and the code of the participants' records."""
        self._known = frozenset(numbers)
        self.one = one
        self.record = record

    @property
    def expected(self) -> str:
        return say("the number of a team") if self.one == "team" else say("the number of a player")

    def unknown(self, number: int) -> str:
        return say("{number}, a number that no record {record} has", number=number, record=self.record)

    def refuse(self, number: int | None, line: int, column: int, field: str, findings: Findings) -> None:
        """Report a number that nobody has; None for blanks."""
        found = "blanks" if number is None else self.unknown(number)
        findings.problem(line, column, self.one, field, found, self.expected)

    def finds(self, number: int, line: int, column: int, field: str, findings: Findings) -> bool:
        """Whether somebody has a number; reports one that nobody has, unless it may stand in an unreadable line."""
        if number not in self._known and not findings.unsound_lines:
            self.refuse(number, line, column, field, findings)
        return number in self._known

    def knows(self, number: int) -> bool:
        return number in self._known

    def everybody(self) -> frozenset[Tpn]:
        return self._known

    def between(self, first: int, last: int) -> Members:
        return self._people.between(first, last)

    @cached_property
    def _people(self) -> People:
        from pairing_engine.facts.groups import People  # imported here, because few records name a range of players

        return People(self._known)

    def listed(self, record: Record, findings: Findings) -> list[Tpn]:
        listed, texts = listed_numbers(record), filter(None, map(str.strip, record.more))
        for (column, number), text in zip(listed, texts, strict=True):
            if text.startswith("0") and 1 < len(text) < OPPONENT_WIDTH:
                findings.adjust("ADJ-95", record.line, column, text=text, number=number)
        return self._checked(record, listed, f"{self.one}s", "", findings)

    def named(self, record: Record, findings: Findings, stray: str = "") -> list[Tpn]:
        field = TEXT_RECORDS[record.code]
        numbers = []
        for column, text in record.words(_LISTED):
            if not (text.isascii() and text.isdigit()):
                findings.refuse("number", record.line, column, field, found=quoted(text), expected=self.expected)
            elif len(text.lstrip("0")) > len(str(MAX_TPN)):
                findings.refuse("limit of numbers", record.line, column, field, number=len(text), most=MAX_TPN)
            else:
                numbers.append((column, int(text)))
        return self._checked(record, numbers, field, stray, findings)

    def _checked(
        self, record: Record, numbers: Iterable[tuple[int, int]], field: str, stray: str, findings: Findings
    ) -> list[Tpn]:
        known: dict[Tpn, None] = {}
        for column, number in numbers:
            if number in known:
                findings.adjust("ADJ-94", record.line, column, number=number, code=record.code)
            elif stray and not (number in self._known or findings.unsound_lines):
                findings.adjust("ADJ-37", record.line, column, unknown=self.unknown(number), code=record.code)
            elif self.finds(number, record.line, column, field, findings):
                known[Tpn(number)] = None
        return list(known)
