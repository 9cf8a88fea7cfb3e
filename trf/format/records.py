"""The records of a TRF, one for each line. A record stores the text of each field without interpreting the text.

A file without faults is written again byte by byte.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import zip_longest
from operator import attrgetter
from typing import NamedTuple

from pairing_engine.facts.model import by_name, show_points
from pairing_engine.language import say
from trf.format.fields import TABLES, TEXT_COLUMN, TEXT_RECORDS, Field, Kind, number_of, points_of, table_of

_WORD = re.compile(r"\S+")

BOM = "\ufeff"

MADE = 0
"""The line number of a record that did not come from a file."""


class TooLongError(ValueError):
    """The error for a value that is too long for its columns."""


class Dialect(Enum):
    """A file format in which a tournament can be written."""

    TRF26 = "TRF26"
    TRF16X = "TRF16(x)"

    @classmethod
    def _missing_(cls, value: object) -> Dialect | None:
        return by_name(cls, value)


class Record(NamedTuple):
    """A record: one line of a file.

    ``cells`` contains the texts of the single fields, and ``more`` contains the texts of the repeated field. A cell
    keeps its width in the file, so that writing gives the same line again. `text`, `number` and `points` return values
    without the padding. A record without columns of its own (``TEXT_RECORDS``, comments, unknown lines) stores its text
    in a single cell.
    """

    line: int
    code: str
    cells: tuple[str, ...]
    more: Sequence[str] = ()
    trailing: int = 0

    @property
    def value(self) -> str:
        """The text of a text record, without the blanks around it."""
        return self.cells[0].strip()

    @property
    def value_column(self) -> int:
        """The column in which the text of a text record begins, after any blanks."""
        text = self.cells[0]
        return TEXT_COLUMN + len(text) - len(text.lstrip())

    def words(self, pattern: re.Pattern[str] = _WORD) -> Iterator[tuple[int, str]]:
        """Yield each word of the text with its column. ``pattern`` says what counts as a word."""
        return ((TEXT_COLUMN + match.start(), match.group()) for match in pattern.finditer(self.cells[0]))

    def text(self, name: str) -> str:
        """Return the text of a field, stripped of blanks."""
        return self.cell(name).strip()

    def number(self, name: str) -> int | None:
        """Return the whole number in a field; None if the field is blank."""
        return number_of(self.cell(name))

    def points(self, name: str) -> int | None:
        """Return the points in a field, in tenths; None if the field is blank."""
        return points_of(self.cell(name))

    def column(self, name: str) -> int:
        """Return the first column of a field."""
        table = table_of(self.code)
        assert table is not None, f"a record {self.code} has no fields"
        return table.field(name).first

    def at(self, name: str = "") -> tuple[int, int, str]:
        """Return the line, the column and the name of a field or of the record's text, as a finding states them."""
        if name:
            return self.line, self.column(name), name
        return self.line, self.value_column, TEXT_RECORDS[self.code]

    def numbers(self) -> list[int]:
        """Return the whole numbers in the repeated field. Blank fields are left out."""
        return [number for cell in self.more if (number := number_of(cell)) is not None]

    def all_points(self) -> list[int]:
        """Return the points in each occurrence of the repeated field, in tenths. A blank counts as 0."""
        return [points_of(cell) or 0 for cell in self.more]

    def cell(self, name: str) -> str:
        """Return the text in the columns of a field, including blanks."""
        table = table_of(self.code)
        assert table is not None, f"a record {self.code} has no fields"
        return self.cells[table.index[name]]


class TrfFile(NamedTuple):
    """A whole file: its records, one for each line, and its line end."""

    records: tuple[Record, ...]
    newline: str = "\n"
    ends_with_newline: bool = True
    has_bom: bool = False
    mixed_line_ends: tuple[str, ...] = ()
    """The end of each line if the file mixes different line ends; otherwise empty."""


class Index:
    """The records of a file, indexed by code."""

    def __init__(self, file: TrfFile) -> None:
        self._by_code: defaultdict[str, list[Record]] = defaultdict(list)
        for record in file.records:
            self._by_code[record.code].append(record)

    def of(self, *codes: str) -> list[Record]:
        """Return the records with any of these codes, in the order of lines."""
        if len(codes) == 1:
            return self._by_code.get(codes[0], [])
        return sorted((record for code in codes for record in self._by_code.get(code, ())), key=attrgetter("line"))


Value = str | int | None

_BLANKS = str.maketrans("\t\r\n", "   ")


def make(code: str, values: Mapping[str, Value], more: Sequence[Value] = ()) -> Record:
    """Make a record with these values. Fields without a value stay blank. Points are in tenths.

    Raises ValueError for a number that is too long for its columns. A text that is too long is cut off.

    >>> make("240", {"kind": "H", "round": 3}, [7]).cells
    ('H', '003')
    """
    table = TABLES[code]
    cells = tuple(_cell(field, values.get(field.name)) for field in table.fields)
    repeated = table.repeated
    return Record(MADE, code, cells, () if repeated is None else tuple(_cell(repeated, value) for value in more))


def make_text(code: str, value: str) -> Record:
    r"""Make a record that contains only text. Line ends and tabs in the text become blanks.

    >>> make_text("012", "Open\tB").value
    'Open B'
    """
    return Record(MADE, code, (f" {_one_line(value)}".rstrip(),))


def _cell(field: Field, value: Value) -> str:
    if value is None:
        return ""
    if field.kind is Kind.TEXT:
        return _one_line(str(value))[: field.width]
    if field.kind is Kind.NUMBER:
        text = f"{value:>{field.width}}"
    elif field.kind is Kind.ZERO_FILLED:
        text = f"{value:0>{field.width}}"
    else:
        text = f"{show_points(int(value)):>{field.width}}"
    if len(text) > field.width:
        values = {"name": say(field.name), "text": text, "width": field.width}
        words = say("{name} {text} is too long for the {width} columns of a TRF", **values)
        raise TooLongError(words)
    return text


def _one_line(text: str) -> str:
    return text.translate(_BLANKS)


def write_file(file: TrfFile) -> str:
    """Write a file as text, with its original line ends."""
    lines = [write_line(record) for record in file.records]
    if file.mixed_line_ends:
        text = "".join(line + end for line, end in zip_longest(lines, file.mixed_line_ends, fillvalue=""))
    else:
        text = file.newline.join(lines) + (file.newline if file.ends_with_newline else "")
    return BOM + text if file.has_bom else text


def write_line(record: Record) -> str:
    """Write one record as text, without a line end.

    >>> from trf.format.records import make
    >>> write_line(make("260", {"first round": 1, "last round": 9}, [3, 12]))
    '260 001 009    3   12'
    """
    table = table_of(record.code)
    if table is None:
        return record.code + record.cells[0] + " " * record.trailing
    line = table.template.format(record.code, *record.cells)
    line += "".join(f"{cell:<{table.stride}}" for cell in record.more)
    return line.rstrip(" ") + " " * record.trailing
