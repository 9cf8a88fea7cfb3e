"""Code that cuts a line into cells at the columns of its table, and reports faults."""

from __future__ import annotations

import re

from pairing_engine.language import say
from trf.format.fields import (
    CODE_WIDTH,
    NUMBERS,
    Field,
    Kind,
    Table,
    number_of,
    points_of,
)
from trf.format.findings import Findings
from trf.format.records import Record

_WIDER_POINTS = "[1-9][0-9]{2}[.,][0-9]"


def cut(number: int, line: str, table: Table, findings: Findings) -> Record:
    """Cut a line into cells. Text that does not fit its field is reported."""
    bare = line.rstrip(" ")
    static = bare[: table.width].ljust(table.width)
    overlong = _check_lengths(number, static, table, findings)
    # Text between two fields probably shifts the rest of the line. The rest is then not checked, unless the text
    # may be ignored.
    shifted = next((gap for gap in table.gaps if static[gap - 1] != " " and gap not in overlong), table.width + 1)
    if shifted <= table.width:
        _report_text_in_gap(number, shifted, static, table, findings)
        shifted = table.width + 1 if findings.only_pairing_data else shifted
    cells = tuple([field.cut(static) for field in table.fields])
    for field, cell in zip(table.fields, cells, strict=True):
        if field.last < shifted and overlong.isdisjoint(range(field.first, field.last + 1)):
            _check_value(number, field.first, cell, field, findings)
    return Record(number, line[:CODE_WIDTH], cells, _cut_more(number, bare, table, findings), len(line) - len(bare))


def _check_lengths(number: int, static: str, table: Table, findings: Findings) -> set[int]:
    """Report numbers that are too long for their fields, and return the columns of their digits."""
    overlong: set[int] = set()
    for field in table.fields:
        if field.kind in NUMBERS:
            digits = _digits_around(static, field)
            if len(digits) > field.width:
                overlong.update(digits)
                _report_overlong(number, digits.start, static[digits.start - 1 : digits.stop - 1], field, findings)
    return overlong


def _digits_around(static: str, field: Field) -> range:
    """Return the columns of the number in a field, with all digits directly before and after the field.

    The range is empty if the field contains anything but digits.
    """
    first, last = field.first, field.last
    while first > CODE_WIDTH + 1 and static[first - 2].isdigit():
        first -= 1
    while static[last : last + 1].isdigit():
        last += 1
    columns = range(first, last + 1)
    return columns if static[first - 1 : last].isdigit() else range(0)


def _report_overlong(number: int, column: int, digits: str, field: Field, findings: Findings) -> None:
    findings.problem(
        number,
        column,
        "limit",
        field.name,
        say("{number} digits ({digits})", number=len(digits), digits=digits),
        say("at most {width} digits", width=field.width),
        say("a TRF has no room for more"),
    )


def _report_text_in_gap(number: int, column: int, static: str, table: Table, findings: Findings) -> None:
    """Report a character between fields, which means that the line is shifted or a text is too long."""
    following = next((field for field in table.fields if field.first > column), table.repeated or table.fields[-1])
    text = static[column - 1 : following.last]
    if re.fullmatch(_WIDER_POINTS, text) and following.kind in (Kind.POINTS, Kind.SIGNED_POINTS):
        advice = say(
            "a TRF has no room for more in columns {first} to {last}", first=following.first, last=following.last
        )
        findings.problem(number, column, "limit", following.name, text, say("at most 99.9"), advice)
        return
    findings.problem(
        number,
        column,
        "blank",
        say(following.name),
        repr(static[column - 1]),
        say("a blank between two fields"),
        say(
            "columns {first} to {last} are for the {name}: is the line shifted?",
            first=following.first,
            last=following.last,
            name=say(following.name),
        ),
    )


def _check_value(number: int, first: int, cell: str, field: Field, findings: Findings) -> None:
    """Report a text that does not fit the kind of the field, such as letters in a field for numbers."""
    if _is_value(cell, field.kind):
        return
    column = first + len(cell) - len(cell.lstrip(" "))
    if field.kind in NUMBERS:
        findings.problem(number, column, "number", field.name, repr(cell.strip()), say("a whole number or blanks"))
    else:
        expected = say("points such as 4.5, with at most one decimal")
        findings.problem(number, column, "points", field.name, repr(cell.strip()), expected)


def _is_value(cell: str, kind: Kind) -> bool:
    try:
        if kind in NUMBERS:
            number_of(cell)
        elif kind is not Kind.TEXT:
            return (points_of(cell) or 0) >= 0 or kind is Kind.SIGNED_POINTS
    except ValueError:
        return False
    return True


def _cut_more(number: int, bare: str, table: Table, findings: Findings) -> list[str]:
    rest, repeated = bare[table.width :], table.repeated
    if repeated is None:
        if rest.strip():
            column = len(bare) - len(rest.lstrip(" ")) + 1
            findings.problem(
                number, column, "blank", table.fields[-1].name, repr(rest.strip()), say("nothing after the last field")
            )
        return []
    if table.limit and len(rest) > table.limit * table.stride:
        column = table.width + 1 + table.limit * table.stride
        findings.problem(
            number,
            column,
            "limit",
            repeated.name,
            say("more than {limit} rounds", limit=table.limit),
            say("at most {limit} rounds", limit=table.limit),
            say("no event has more rounds than that"),
        )
        rest = rest[: table.limit * table.stride]
    cells = [rest[start : start + repeated.width] for start in range(0, len(rest), table.stride)]
    if repeated.kind is not Kind.TEXT:
        gaps = rest[repeated.width :: table.stride]
        if gaps.strip(" ") or not all(_is_value(cell, repeated.kind) for cell in cells):
            _report_cells(number, rest, table.stride, repeated, findings)
        elif table.to_the_right and not findings.only_pairing_data:
            _check_right(number, cells, table.stride, repeated, findings)
    return cells


def _check_right(number: int, cells: list[str], stride: int, field: Field, findings: Findings) -> None:
    """Report the first number that does not reach the last column of its field, because a digit may be missing."""
    for place, cell in enumerate(cells):
        if cell.strip(" ") and cell.ljust(field.width)[field.width - 1] == " ":
            first = field.first + place * stride
            findings.problem(
                number,
                first,
                "blank",
                field.name,
                repr(cell),
                say("a number that ends in column {last}", last=first + field.width - 1),
                say("is the line shifted?"),
            )
            return


def _report_cells(number: int, rest: str, stride: int, field: Field, findings: Findings) -> None:
    """Check each occurrence of a repeated field. A blank must follow each occurrence."""
    for start in range(0, len(rest), stride):
        column = field.first + start
        text = rest[start : start + stride]
        cell, gap = text[: field.width], text[field.width :].strip(" ")
        if not gap:
            _check_value(number, column, cell, field, findings)
        elif text.isdigit():
            _report_overlong(number, column, text, field, findings)
        else:
            advice = say(
                "columns {first} to {last} are for the {name}, and this repeats every {stride} columns",
                first=field.first,
                last=field.last,
                stride=stride,
                name=say(field.name),
            )
            found, expected = repr(gap), say("a blank between two fields")
            findings.problem(number, column + field.width, "blank", field.name, found, expected, advice)
