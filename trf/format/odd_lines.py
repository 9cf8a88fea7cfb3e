"""Lines out of the ordinary. A line with only one meaning is read, with an adjustment; any other line is a problem."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pairing_engine.language import quoted, say
from trf.format import fields
from trf.format.fields import (
    CODE_WIDTH,
    MOST_LETTERS,
    NAMES,
    PLAYER,
    TABLES,
    TEXT_COLUMN,
    Field,
    Kind,
    Table,
    has_no_part_in_pairing,
    is_on_grid,
    is_value,
)
from trf.format.findings import WHOLE_FILE, Findings
from trf.format.records import Record

_SEXES = ("", "m", "w", "f")

_OF_OTHER_PROGRAMS = ("TNR", "BYE", "FOR", "ACC", "TSE", "PAB")
"""Records of CPPDubov and of TRF26 drafts, which look like national records. No federation uses these codes."""

_NAME = PLAYER.field("name")

_APART = frozenset(("rating", "rank", "points"))
"""Fields of a player's line whose faults say nothing about its rounds, if these are in their columns."""

_ENOUGH = 2
"""A text counts as a TRF if it has at most this many problems, or at least this many players' lines."""

_TOLD_BY_TRFS = ("042", "062", "142", "152", "162", "192", "XXR", "XXC")
"""Other records that show that a file is a TRF."""


def refuse_other_text(records: list[Record], findings: Findings) -> None:
    """Replace the problems of a text by one if it is no TRF; other lists have at most one line that begins with 001."""
    players = sum(record.code == fields.PLAYER_CODE for record in records)
    if min(len(findings.problems), len(records)) <= _ENOUGH or players >= _ENOUGH:
        return
    if players <= len(findings.unsound_lines) and not any(record.code in _TOLD_BY_TRFS for record in records):
        findings.problems.clear()
        findings.adjustments.clear()
        findings.refuse("empty text", WHOLE_FILE, 0, "file", lines=len(records))
        findings.conclude()


def without_trailing_tabs(lines: list[str], findings: Findings) -> list[str]:
    tabbed = [number for number, line in enumerate(lines, 1) if _ends_with_tab(line)]
    if tabbed:
        first = tabbed[0]
        key, more = "ADJ-73 lines" if len(tabbed) > 1 else "ADJ-73", len(tabbed) - 1
        findings.adjust(key, first, len(lines[first - 1].rstrip()) + 1, more=more)
    return [line.rstrip() if _ends_with_tab(line) else line for line in lines]


def _ends_with_tab(line: str) -> bool:
    return "\t" in line[len(line.rstrip()) :] and not line.startswith(fields.COMMENT)


def read_line(number: int, line: str, findings: Findings) -> Record:
    code = line[:CODE_WIDTH]
    if code in TABLES:
        return _read_columns(number, line, TABLES[code], findings)
    if code in fields.TEXT_RECORDS:
        return _read_text(number, line, findings)
    if not line.strip().strip("\x00\x1a"):  # the marks at the end of an old file
        return Record(number, fields.UNKNOWN, (line,))
    is_federation = code.isascii() and code.isalpha() and code.isupper() and code not in _OF_OTHER_PROGRAMS
    rank = PLAYER.fields[0]
    is_federation = is_federation and len(line.rstrip()) > rank.last and rank.cut(line).strip(" ").isdigit()
    return (is_federation and _read_national(number, line, findings)) or _read_unknown(number, line, findings)


def _read_national(number: int, line: str, findings: Findings) -> Record | None:
    doubts = Findings()
    record = _read_columns(number, line, PLAYER, doubts)
    if doubts.problems or not record.number("starting rank"):
        return None
    if record.text("sex").lower() not in _SEXES or record.text("column after the title"):
        return None
    findings.adjustments += doubts.adjustments
    return record


def _read_unknown(number: int, line: str, findings: Findings) -> Record:
    """Keep a line that is no record of a TRF. Blanks before a known code are a problem: it would be lost."""
    code = line.strip()[:CODE_WIDTH]
    if line.startswith((" ", "\t")) and (code in TABLES or code in fields.TEXT_RECORDS) and not is_ruler(line):
        findings.refuse("blank before", number, 1, "record", code=code)
    elif not is_ruler(line):
        findings.adjust("ADJ-39", number, 1, line=line[:CODE_WIDTH])
    return Record(number, fields.UNKNOWN, (line,))


def _read_text(number: int, line: str, findings: Findings) -> Record:
    code = line[:CODE_WIDTH]
    if line.startswith("\t", CODE_WIDTH):
        findings.adjust("ADJ-73 after the code", number, CODE_WIDTH + 1, line=code)
        line = line.replace("\t", " ", 1)
    digit, text = line[CODE_WIDTH : CODE_WIDTH + 1], line[CODE_WIDTH:].rstrip(" ")
    if digit.isdigit() and code not in fields.FREE_TEXTS and not findings.only_pairing_data:
        if code.isdigit():  # the next number may begin in the wrong column
            field = fields.TEXT_RECORDS[code]
            findings.refuse("blank after", number, CODE_WIDTH + 1, field, found=quoted(digit), code=code)
        else:
            findings.adjust("ADJ-84", number, CODE_WIDTH + 1, code=code)
    if code in NAMES and len(text.strip()) > MOST_LETTERS:
        values = {"number": len(text.strip()), "most": MOST_LETTERS}
        findings.refuse("limit name", number, TEXT_COLUMN, fields.TEXT_RECORDS[code], **values)
    return Record(number, code, (text,), (), len(line) - CODE_WIDTH - len(text))


def _read_columns(number: int, line: str, table: Table, findings: Findings) -> Record:
    if "\t" in line:
        findings.refuse("tab", number, line.index("\t") + 1, "line")
        if line.startswith(fields.PLAYER_CODE):
            findings.unsound_lines.add(number)
        return Record(number, fields.UNKNOWN, (line,))
    if table is PLAYER and not line.isascii() and (realigned := _realigned(number, line, findings)):
        return realigned
    before = len(findings.problems)
    record = _cut(number, line, table, findings)
    if len(findings.problems) > before and (found := cells_by_words(line)) is not None:
        del findings.problems[before:]
        findings.adjust("ADJ-74", number, table.fields[0].first)
        return Record(number, line[:CODE_WIDTH], *found)
    if findings.only_pairing_data:
        findings.set_aside(before, record.code, lambda problem: has_no_part_in_pairing(record.code, problem))
    if len(findings.problems) == before:
        return record
    if record.code != fields.PLAYER_CODE:
        return Record(number, fields.UNKNOWN, (line,))
    apart = all(one.field in _APART and one.code != "blank" for one in findings.problems[before:])
    if not (apart and is_on_grid(line)):
        findings.unsound_lines.add(number)
        return record
    bad = {one.field for one in findings.problems[before:]}
    return record._replace(
        cells=tuple("" if one.name in bad else cell for one, cell in zip(table.fields, record.cells, strict=True))
    )


_DAMAGED = "\N{REPLACEMENT CHARACTER}"
_DAMAGED_TWICE = _DAMAGED.encode().decode("cp1252")
"""A letter that was lost in one encoding, and then read in another encoding as three letters."""


def _realigned(number: int, line: str, findings: Findings) -> Record | None:
    """Return the record of a line whose name is too long or too short because its letters take several bytes."""
    if _fits(number, line) is not None:
        return None
    restored = line.replace(_DAMAGED_TWICE, _DAMAGED)
    if restored != line and (record := _fits(number, restored)):
        findings.adjust("ADJ-91", number, _NAME.first)
        return record
    for text in (line, restored):
        padded = _undo_byte_padding(text)
        if padded is not None and (record := _fits(number, padded)):
            findings.adjust("ADJ-04", number, _NAME.first)
            return record
    return None


def _fits(number: int, line: str) -> Record | None:
    doubts = Findings()
    record = _cut(number, line, PLAYER, doubts)
    return None if doubts.problems or not is_on_grid(line) else record


def _undo_byte_padding(line: str) -> str | None:
    """Pad the name to 33 characters if a program has padded it to 33 bytes; return None for any other line."""
    start = _NAME.first - 1
    padded = line[start:].encode(errors="replace")[: _NAME.width].decode(errors="replace")
    missing = _NAME.width - len(padded)
    end = start + len(padded)
    return line[:end] + " " * missing + line[end:] if missing else None


_WIDER_POINTS = "[1-9][0-9]{2}[.,][0-9]"


def _cut(number: int, line: str, table: Table, findings: Findings) -> Record:
    """Cut a line into cells, and report everything that is not in its columns, or is not of its kind."""
    bare = line.rstrip(" ")
    static = bare[: table.width].ljust(table.width)
    if table is PLAYER and is_on_grid(bare):
        static = _with_numbers_returned(number, static, bare[table.width :], findings)
    overlong = _check_lengths(number, static, table, findings)
    # Text between two fields probably shifts the rest of the line. The rest is then not checked, unless the text
    # may be ignored.
    gaps = [gap for gap in table.gaps if static[gap - 1] != " " and gap not in overlong]
    for gap in gaps if findings.only_pairing_data else gaps[:1]:
        _report_text_in_gap(number, gap, static, table, findings)
    shifted = gaps[0] if gaps and not findings.only_pairing_data else table.width + 1
    cells = tuple([field.cut(static) for field in table.fields])
    for field, cell in zip(table.fields, cells, strict=True):
        if field.last < shifted and overlong.isdisjoint(range(field.first, field.last + 1)):
            _check_value(number, field.first, cell, field, findings)
    return Record(number, line[:CODE_WIDTH], cells, _cut_more(number, bare, table, findings), len(line) - len(bare))


def _with_numbers_returned(number: int, static: str, rounds: str, findings: Findings) -> str:
    """Move a rating or a rank back into its field from the blank columns beside it."""
    for field in (field for field in PLAYER.fields if field.beside):
        first, stop = field.first, field.last + 1
        while first - 1 in PLAYER.gaps:
            first -= 1
        while stop in PLAYER.gaps:
            stop += 1
        around = (static + rounds[:1].ljust(1))[first - 2 : stop]
        digits = around[1:-1].strip(" ")
        is_alone = f" {digits} " in around and digits.isascii() and digits.isdigit()
        if is_alone and len(digits) <= field.width and field.cut(static).strip(" ") != digits:
            column = first - 1 + around.index(f" {digits} ") + 1
            values = {"name": say(field.name), "digits": digits, "first": field.first, "last": field.last}
            findings.adjust("ADJ-87", number, column, **values)
            returned = " " * (field.first - first) + digits.rjust(field.width) + " " * (stop - 1 - field.last)
            static = static[: first - 1] + returned + static[stop - 1 :]
    return static


def _check_lengths(number: int, static: str, table: Table, findings: Findings) -> set[int]:
    """Report numbers that are too long for their fields, and return the columns of their digits."""
    overlong: set[int] = set()
    for field in table.fields:
        if field.kind in fields.NUMBERS and field.cut(static).isdigit():
            first, last = field.first, field.last
            while first > CODE_WIDTH + 1 and static[first - 2].isdigit():
                first -= 1
            while static[last : last + 1].isdigit():
                last += 1
            if last - first >= field.width:
                overlong.update(range(first, last + 1))
                _report_overlong(number, first, static[first - 1 : last], field, findings)
    return overlong


def _report_overlong(number: int, column: int, digits: str, field: Field, findings: Findings) -> None:
    values = {"number": len(digits), "digits": digits, "width": field.width}
    findings.refuse("limit digits", number, column, field.name, **values)


def _report_text_in_gap(number: int, column: int, static: str, table: Table, findings: Findings) -> None:
    """Report a character between fields, which means that the line is shifted or a text is too long."""
    following = next((field for field in table.fields if field.first > column), table.repeated or table.fields[-1])
    text = static[column - 1 : following.last]
    name = say("first round") if table is PLAYER and following is table.repeated else say(following.name)
    values: dict[str, object] = {
        "found": quoted(static[column - 1]),
        "first": following.first,
        "last": following.last,
        "name": name,
    }
    key = "blank between" if following.first < following.last else "blank before one"
    if re.fullmatch(_WIDER_POINTS, text) and following.kind in (Kind.POINTS, Kind.SIGNED_POINTS):
        key, values = "limit points", values | {"found": text}
    findings.refuse(key, number, column, following.name, **values)


def _check_value(number: int, first: int, cell: str, field: Field, findings: Findings) -> None:
    if is_value(cell, field.kind):
        return
    key = "points in tenths"
    if field.kind in fields.NUMBERS:
        key = "number" if field.name == "starting rank" else "number or blanks"
    column = first + len(cell) - len(cell.lstrip(" "))
    findings.refuse(key, number, column, field.name, found=quoted(cell.strip()))


def _cut_more(number: int, bare: str, table: Table, findings: Findings) -> list[str]:
    rest, repeated = bare[table.width :], table.repeated
    if repeated is None:
        if rest.strip():
            column = len(bare) - len(rest.lstrip(" ")) + 1
            findings.refuse("blank at end", number, column, table.fields[-1].name, found=quoted(rest.strip()))
        return []
    if table.limit and len(rest) > table.limit * table.stride:
        column = table.width + 1 + table.limit * table.stride
        findings.refuse("limit rounds", number, column, repeated.name, limit=table.limit)
        rest = rest[: table.limit * table.stride]
    cells = [rest[start : start + repeated.width] for start in range(0, len(rest), table.stride)]
    if repeated.kind is not Kind.TEXT:
        gaps = rest[repeated.width :: table.stride]
        if gaps.strip(" ") or not all(is_value(cell, repeated.kind) for cell in cells):
            _report_cells(number, rest, table.stride, repeated, findings)
        elif table.to_the_right and not findings.only_pairing_data:
            _check_right(number, cells, table.stride, repeated, findings)
    return cells


def _check_right(number: int, cells: list[str], stride: int, field: Field, findings: Findings) -> None:
    for place, cell in enumerate(cells):
        if cell.strip(" ") and cell.ljust(field.width)[field.width - 1] == " ":
            first = field.first + place * stride
            values = {"found": quoted(cell), "last": first + field.width - 1}
            findings.refuse("blank at right", number, first, field.name, **values)
            return


def _report_cells(number: int, rest: str, stride: int, field: Field, findings: Findings) -> None:
    for start in range(0, len(rest), stride):
        column = field.first + start
        text = rest[start : start + stride]
        cell, gap = text[: field.width], text[field.width :].strip(" ")
        if not gap:
            _check_value(number, column, cell, field, findings)
        elif text.isdigit():
            _report_overlong(number, column, text, field, findings)
        else:
            values = {"first": field.first, "last": field.last, "stride": stride, "name": say(field.name)}
            findings.refuse("blank in list", number, column + field.width, field.name, found=quoted(gap), **values)


_KIND = re.compile(r"[A-Za-z+-]")
_FORFEIT = re.compile(r"[+-]{2}")
_WHOLE = re.compile(r"[0-9]{1,4}")
_POINTS = re.compile(r"-?[0-9]{1,4}[.,][0-9]")

_FORMS: Mapping[str, tuple[re.Pattern[str], ...]] = {
    "240": (_KIND, _WHOLE),
    "250": (_POINTS, _POINTS, _WHOLE, _WHOLE, _WHOLE, _WHOLE),
    "299": (_KIND, _POINTS, _POINTS, _WHOLE),
    "330": (_FORFEIT, _WHOLE, _WHOLE, _WHOLE),
}
"""Patterns for records that can be read without columns, with one pattern for each value.

All values must be present, except that a record 299 may end with its points. Records 260, 300, 320 and XXA are not
listed: numbers may be left out, and only the columns show which ones.
"""


def cells_by_words(line: str) -> tuple[tuple[str, ...], list[str]] | None:
    """Split a line into cells at blanks instead of at columns.

    Return None if the words are not valid values of the record.

    >>> cells_by_words("299 +  2.0  2.5   1    1")
    (('+', ' 2.0', ' 2.5', '  1'), ['   1'])
    """
    code, words = line[:CODE_WIDTH], line[CODE_WIDTH:].split()
    form = _FORMS.get(code)
    if form is None:
        return None
    table = TABLES[code]
    listed = words[len(form) :]
    if len(words) < len(form) or (table.repeated is None) == bool(listed):
        if not (code == "299" and len(words) == len(form) - 1):
            return None
        words.append("0")
    if not all(pattern.fullmatch(word) for pattern, word in zip(form, words, strict=False)):
        return None
    if not all(_WHOLE.fullmatch(word) for word in listed):
        return None
    if any(len(word) > field.width for field, word in zip(table.fields, words, strict=False)):
        return None
    cells = tuple(
        word if field.kind is Kind.TEXT else word.rjust(field.width)
        for field, word in zip(table.fields, words, strict=False)
    )
    return cells, [word.rjust(table.repeated.width) for word in listed] if table.repeated else []


_SCALE = re.compile(r" *[0-9]{1,2}( {1,9}[0-9]{1,3})*|[0-9]{20,}")
"""A pattern for a ruler of digits: numbers separated by blanks, or one digit for every column."""

_LETTERS = re.compile(r"s?([A-Z])\1*(?:/\1+)*[0-9]{0,2}|([0-9])\2*|TOI[0-9]|RR[FL]|PPP[FL]")
"""A pattern for a field in a ruler of letters: ``NNNN``, ``BBBB/BB/BB``, ``sTTT``, ``T01``, ``1111``."""

_LEAST_FIELDS = 4


def is_ruler(line: str) -> bool:
    """Whether a line is a ruler that only marks columns.

    >>> is_ruler("         1         2         3"), is_ruler("DDD SSSS sTTT NNNNNNNN RRRR FFF  1111 1 1")
    (True, True)
    >>> is_ruler("RUS    1"), is_ruler("001    1 m    Smith")
    (False, False)
    """
    if not line.isascii():
        return False
    if _SCALE.fullmatch(line.rstrip()):
        return line.startswith(" ") or "1234567890" in line
    words = line.split()
    if len(words) < _LEAST_FIELDS or not (re.match(r"[A-Z]{3} ", line) and words[1][:1].isalpha()):
        return False
    return all(map(_LETTERS.fullmatch, words))
