"""Code that writes records as text. A file without faults is written again byte by byte."""

from __future__ import annotations

from itertools import zip_longest

from trf.format.fields import table_of
from trf.format.reader import BOM
from trf.format.records import Record, TrfFile


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
