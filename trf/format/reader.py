"""Code that cuts a text into records and cells. Lines that do not keep to the format go to `trf.format.odd_lines`."""

from __future__ import annotations

import re
from itertools import pairwise

from trf.format import fields
from trf.format.fields import CODE_WIDTH, MOST_LETTERS, NAMES, PLAYER, Field, Kind, Table, is_on_grid, is_value
from trf.format.findings import Findings
from trf.format.records import BOM, Record, TrfFile

_LONGEST_PLAYER = PLAYER.width + PLAYER.limit * fields.ROUND_WIDTH

_blocks = re.compile(f".{{1,{fields.ROUND_WIDTH}}}").findall


def _usual(field: Field) -> str:
    width = field.width
    if field.kind in (Kind.POINTS, Kind.SIGNED_POINTS):
        return rf"([ 0-9]{{{width - 3}}}[0-9]\.[0-9])"
    if field.kind in fields.NUMBERS:
        return "(" + "|".join(f" {{{width - digits}}}[0-9]{{{digits}}}" for digits in range(width, -1, -1)) + ")"
    return f"(.{{{width}}})"


def _usual_line(code: str, table: Table) -> re.Pattern[str]:
    parts = [code, " " * (table.fields[0].first - CODE_WIDTH - 1)]
    for field, following in pairwise((*table.fields, Field("", table.width + 1, table.width + 1))):
        parts += _usual(field), " " * (following.first - field.last - 1)
    return re.compile("".join(parts))


_usual_player = _usual_line(fields.PLAYER_CODE, PLAYER).match


def parse(text: str, findings: Findings) -> TrfFile:
    """Parse a TRF into records. ``findings`` collects every fault in the columns."""
    has_bom = text.startswith(BOM)
    lines, newline, mixed = _split(text[len(BOM) :] if has_bom else text)
    ends_with_newline = len(lines) > 1 and lines[-1] == ""
    if ends_with_newline:
        del lines[-1]
    if "\t" in text:
        from trf.format.odd_lines import without_trailing_tabs  # imported late: most files have no tabs

        lines = without_trailing_tabs(lines, findings)
    records = [
        _player(number, line) or _plain(number, line) or _odd(number, line, findings)
        for number, line in enumerate(lines, 1)
    ]
    if findings.problems:
        from trf.format.odd_lines import refuse_other_text

        refuse_other_text(records, findings)
    return TrfFile(tuple(records), newline, ends_with_newline, has_bom, mixed)


def _split(text: str) -> tuple[list[str], str, tuple[str, ...]]:
    returns, feeds = text.count("\r"), text.count("\n")
    if not returns:
        return text.split("\n"), "\n", ()
    if not feeds:
        return text.split("\r"), "\r", ()
    if returns == feeds == text.count("\r\n"):
        return text.split("\r\n"), "\r\n", ()
    pieces = re.split(r"(\r\n|\r|\n)", text)
    return pieces[::2], "\n", tuple(pieces[1::2])


def _player(number: int, line: str) -> Record | None:
    """Read a player's line as nearly all are; None for any other line."""
    match = _usual_player(line if len(line) >= PLAYER.width else line.ljust(PLAYER.width))
    if match is None or len(line) > _LONGEST_PLAYER or not (line.isascii() or is_on_grid(line)) or "\t" in line:
        return None
    trailing = 0 if line[-1] != " " else len(line) - len(line.rstrip(" "))
    return Record(number, fields.PLAYER_CODE, match.groups(), _blocks(line, PLAYER.width), trailing)


def _plain(number: int, line: str) -> Record | None:
    """Read a line that keeps to the format; None for any other line."""
    code = line[:CODE_WIDTH]
    if code in fields.TEXT_RECORDS:
        text, following = line[CODE_WIDTH:].rstrip(" "), line[CODE_WIDTH : CODE_WIDTH + 1]
        is_digit = following.isdigit() and code not in fields.FREE_TEXTS
        if is_digit or following == "\t" or (code in NAMES and len(text.strip()) > MOST_LETTERS):
            return None
        return Record(number, code, (text,), (), len(line) - CODE_WIDTH - len(text))
    if code == fields.COMMENT:
        return Record(number, code, (line[CODE_WIDTH:],))
    table = fields.TABLES.get(code)
    if table is None or "\t" in line or (table is PLAYER and not (line.isascii() or is_on_grid(line))):
        return None
    return _cut(number, line, table)


def _cut(number: int, line: str, table: Table) -> Record | None:
    """Cut a line into cells; None if anything is not in its columns, or is not of its kind."""
    bare = line.rstrip(" ")
    static, rest, repeated = bare[: table.width].ljust(table.width), bare[table.width :], table.repeated
    cells = tuple([field.cut(static) for field in table.fields])
    if any(static[gap - 1] != " " for gap in table.gaps):
        return None
    if not all(is_value(cell, field.kind) for field, cell in zip(table.fields, cells, strict=True)):
        return None
    if repeated is None:
        return Record(number, line[:CODE_WIDTH], cells, [], len(line) - len(bare)) if not rest else None
    more = [rest[start : start + repeated.width] for start in range(0, len(rest), table.stride)]
    if table.limit and len(rest) > table.limit * table.stride:
        return None
    if repeated.kind is not Kind.TEXT:
        is_right = not table.to_the_right or all(len(cell) == repeated.width and cell[-1] != " " for cell in more)
        has_gaps = not rest[repeated.width :: table.stride].strip(" ")
        if not (has_gaps and is_right and all(is_value(cell, repeated.kind) for cell in more)):
            return None
    return Record(number, line[:CODE_WIDTH], cells, more, len(line) - len(bare))


def _odd(number: int, line: str, findings: Findings) -> Record:
    from trf.format.odd_lines import read_line  # imported late: most files keep to the format

    return read_line(number, line, findings)
