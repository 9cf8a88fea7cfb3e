"""Code that cuts a text into records and cells, and reports faults. `trf.tournament` interprets the records."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise

from pairing_engine.language import quoted, say
from trf.format import fields
from trf.format.fields import (
    CODE_WIDTH,
    PLAYER,
    TEXT_COLUMN,
    Field,
    Kind,
    Table,
    has_no_part_in_pairing,
    number_of,
    points_of,
)
from trf.format.findings import WHOLE_FILE, Findings
from trf.format.records import BOM, Record, TrfFile

_SEXES = ("", "m", "w", "f")

_OF_OTHER_PROGRAMS = ("TNR", "BYE", "FOR", "ACC", "TSE", "PAB")
"""Records of CPPDubov and of TRF26 drafts, which look like national records. No federation uses these codes."""

_NAME = PLAYER.field("name")

_NAMES = frozenset(("012", "022", "032", "092", "102", "112", "122"))

MOST_LETTERS = 1000
"""The most characters of a name that every answer repeats, also in JSON."""

_APART = frozenset(("rating", "rank", "points"))
"""Fields of a player's line whose faults say nothing about its rounds, if these are in their columns."""

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
    has_tabs = "\t" in text
    if has_tabs:
        lines = _without_trailing_tabs(lines, findings)
    records = []
    for number, line in enumerate(lines, 1):
        match = None if has_tabs else _usual_player(line if len(line) >= PLAYER.width else line.ljust(PLAYER.width))
        if match is not None and len(line) <= _LONGEST_PLAYER and (line.isascii() or _is_on_grid(line)):
            trailing = 0 if line[-1] != " " else len(line) - len(line.rstrip(" "))
            records.append(Record(number, fields.PLAYER_CODE, match.groups(), _blocks(line, PLAYER.width), trailing))
        else:
            records.append(_read_line(number, line, findings))
    if _is_no_trf(records, findings):
        findings.problems.clear()
        findings.adjustments.clear()
        lines_shown = say("{lines} lines, but no record of a player", lines=len(lines))
        advice = say("this is not a tournament report file")
        findings.problem(WHOLE_FILE, 0, "empty", "file", lines_shown, say("records 001"), advice)
        findings.conclude()
    return TrfFile(tuple(records), newline, ends_with_newline, has_bom, mixed)


_ENOUGH = 2
"""A text counts as a TRF if it has at most this many problems, or at least this many players' lines."""

_TOLD_BY_TRFS = ("042", "062", "142", "152", "162", "192", "XXR", "XXC")
"""Other records that show that a file is a TRF."""


def _is_no_trf(records: list[Record], findings: Findings) -> bool:
    """Whether the text is too faulty to be a TRF; other lists have at most one line that begins with 001."""
    players = sum(record.code == fields.PLAYER_CODE for record in records)
    if min(len(findings.problems), len(records)) <= _ENOUGH or players >= _ENOUGH:
        return False
    return players <= len(findings.unsound_lines) and not any(record.code in _TOLD_BY_TRFS for record in records)


def _without_trailing_tabs(lines: list[str], findings: Findings) -> list[str]:
    tabbed = [number for number, line in enumerate(lines, 1) if _ends_with_tab(line)]
    if tabbed:
        first = tabbed[0]
        key, more = "ADJ-73 lines" if len(tabbed) > 1 else "ADJ-73", len(tabbed) - 1
        findings.adjust(key, first, len(lines[first - 1].rstrip()) + 1, more=more)
    return [line.rstrip() if _ends_with_tab(line) else line for line in lines]


def _ends_with_tab(line: str) -> bool:
    return "\t" in line[len(line.rstrip()) :] and not line.startswith(fields.COMMENT)


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


def _read_line(number: int, line: str, findings: Findings) -> Record:
    code = line[:CODE_WIDTH]
    if code in fields.TABLES:
        return _read_columns(number, line, fields.TABLES[code], findings)
    if code in fields.TEXT_RECORDS:
        return _read_text(number, line, findings)
    if code == fields.COMMENT:
        return Record(number, fields.COMMENT, (line[CODE_WIDTH:],))
    if len(code) < CODE_WIDTH or not line.strip():
        return Record(number, fields.UNKNOWN, (line,))
    is_federation = code.isascii() and code.isalpha() and code.isupper() and code not in _OF_OTHER_PROGRAMS
    is_federation = is_federation and len(line.rstrip()) > PLAYER.fields[0].last  # more than a number
    if is_federation and (record := _read_national(number, line, findings)):
        return record
    return _read_unknown(number, line, findings)


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
    from trf.format.odd_lines import is_ruler  # imported late: most files have only records

    code = line.strip()[:CODE_WIDTH]
    if is_ruler(line):
        return Record(number, fields.UNKNOWN, (line,))
    if line.startswith((" ", "\t")) and (code in fields.TABLES or code in fields.TEXT_RECORDS):
        expected, advice = say("{code} in columns 1 to 3", code=code), say("move the line to the left")
        findings.problem(number, 1, "blank", "record", say("blanks before {code}", code=code), expected, advice)
    else:
        findings.adjust("ADJ-39", number, 1, line=line[:CODE_WIDTH])
    return Record(number, fields.UNKNOWN, (line,))


def _read_text(number: int, line: str, findings: Findings) -> Record:
    if line.startswith("\t", CODE_WIDTH):
        findings.adjust("ADJ-73 after the code", number, CODE_WIDTH + 1, line=line[:CODE_WIDTH])
        line = line.replace("\t", " ", 1)
    if line[CODE_WIDTH : CODE_WIDTH + 1].isdigit() and line[:CODE_WIDTH] not in fields.FREE_TEXTS:
        _report_digit(number, line, findings)
    text = line[CODE_WIDTH:].rstrip(" ")
    if line[:CODE_WIDTH] in _NAMES and len(text.strip()) > MOST_LETTERS:
        found = say("{number} characters", number=len(text.strip()))
        expected = say("at most {most} characters", most=MOST_LETTERS)
        findings.problem(number, TEXT_COLUMN, "limit", fields.TEXT_RECORDS[line[:CODE_WIDTH]], found, expected)
    return Record(number, line[:CODE_WIDTH], (text,), (), len(line) - CODE_WIDTH - len(text))


def _report_digit(number: int, line: str, findings: Findings) -> None:
    """Report a digit after the code; after a numeric code, the next number may begin in the wrong column."""
    code, digit = line[:CODE_WIDTH], line[CODE_WIDTH]
    if findings.only_pairing_data:
        return
    if not code.isdigit():
        findings.adjust("ADJ-84", number, CODE_WIDTH + 1, code=code)
        return
    found, expected = quoted(digit), say("a blank after the code {code}", code=code)
    advice = say("is the line shifted?")
    findings.problem(number, CODE_WIDTH + 1, "blank", fields.TEXT_RECORDS[code], found, expected, advice)


def _report_tab(number: int, line: str, findings: Findings) -> None:
    advice = say("replace tabs by blanks: columns cannot be counted across a tab")
    findings.problem(number, line.index("\t") + 1, "tab", "line", say("a tab"), say("blanks"), advice)
    if line.startswith(fields.PLAYER_CODE):
        findings.unsound_lines.add(number)


def _read_columns(number: int, line: str, table: Table, findings: Findings) -> Record:
    if "\t" in line:
        _report_tab(number, line, findings)
        return Record(number, fields.UNKNOWN, (line,))
    if table is PLAYER and not line.isascii() and (realigned := _realigned(number, line, findings)):
        return realigned
    before = len(findings.problems)
    record = cut(number, line, table, findings)
    if len(findings.problems) > before and (found := _read_by_words(number, line, findings, before)) is not None:
        return found
    if findings.only_pairing_data:
        findings.set_aside(before, record.code, partial(has_no_part_in_pairing, record.code))
    if len(findings.problems) == before:
        return record
    if record.code != fields.PLAYER_CODE:
        return Record(number, fields.UNKNOWN, (line,))
    apart = all(one.field in _APART and one.code != "blank" for one in findings.problems[before:])
    if not (apart and _is_on_grid(line)):
        findings.unsound_lines.add(number)
        return record
    bad = {one.field for one in findings.problems[before:]}
    return record._replace(
        cells=tuple("" if one.name in bad else cell for one, cell in zip(table.fields, record.cells, strict=True))
    )


def _read_by_words(number: int, line: str, findings: Findings, before: int) -> Record | None:
    from trf.format.odd_lines import cells_by_words  # imported late: most files keep to the columns

    found = cells_by_words(line)
    if found is None:
        return None
    del findings.problems[before:]
    findings.adjust("ADJ-74", number, fields.TABLES[line[:CODE_WIDTH]].fields[0].first)
    return Record(number, line[:CODE_WIDTH], *found)


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
    record = cut(number, line, PLAYER, doubts)
    return None if doubts.problems or not _is_on_grid(line) else record


def _is_on_grid(line: str) -> bool:
    return not any(line[PLAYER.width + gap :: fields.ROUND_WIDTH].strip(" ") for gap in fields.GAPS_OF_ROUND)


def _undo_byte_padding(line: str) -> str | None:
    """Pad the name to 33 characters if a program has padded it to 33 bytes; return None for any other line."""
    start = _NAME.first - 1
    padded = line[start:].encode(errors="replace")[: _NAME.width].decode(errors="replace")
    missing = _NAME.width - len(padded)
    end = start + len(padded)
    return line[:end] + " " * missing + line[end:] if missing else None


_WIDER_POINTS = "[1-9][0-9]{2}[.,][0-9]"


def cut(number: int, line: str, table: Table, findings: Findings) -> Record:
    bare = line.rstrip(" ")
    static = bare[: table.width].ljust(table.width)
    if table is PLAYER and _is_on_grid(bare):
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
    overlong: set[int] = set()
    for field in table.fields:
        if field.kind in fields.NUMBERS:
            digits = _digits_around(static, field)
            if len(digits) > field.width:
                overlong.update(digits)
                _report_overlong(number, digits.start, static[digits.start - 1 : digits.stop - 1], field, findings)
    return overlong


def _digits_around(static: str, field: Field) -> range:
    """Return the columns of the number in a field with all digits around it; empty if it is no number."""
    first, last = field.first, field.last
    while first > CODE_WIDTH + 1 and static[first - 2].isdigit():
        first -= 1
    while static[last : last + 1].isdigit():
        last += 1
    columns = range(first, last + 1)
    return columns if static[first - 1 : last].isdigit() else range(0)


def _report_overlong(number: int, column: int, digits: str, field: Field, findings: Findings) -> None:
    found = say("{number} digits ({digits})", number=len(digits), digits=digits)
    expected = say("at most {width} digits", width=field.width)
    advice = say("a TRF has no room for more")
    findings.problem(number, column, "limit", field.name, found, expected, advice)


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
    found, expected = quoted(static[column - 1]), say("a blank between two fields")
    name = say("first round") if table is PLAYER and following is table.repeated else say(following.name)
    values = {"first": following.first, "last": following.last, "name": name}
    advice = say("columns {first} to {last} are for the {name}: is the line shifted?", **values)
    if following.first == following.last:
        advice = say("column {first} is for the {name}: is the line shifted?", **values)
    findings.problem(number, column, "blank", following.name, found, expected, advice)


def _check_value(number: int, first: int, cell: str, field: Field, findings: Findings) -> None:
    if _is_value(cell, field.kind):
        return
    column = first + len(cell) - len(cell.lstrip(" "))
    if field.kind in fields.NUMBERS:
        expected = say("one number" if field.name == "starting rank" else "one number or blanks")
        findings.problem(number, column, "number", field.name, quoted(cell.strip()), expected)
    else:
        expected = say("points such as 4.5, with at most one decimal")
        findings.problem(number, column, "points", field.name, quoted(cell.strip()), expected)


def _is_value(cell: str, kind: Kind) -> bool:
    try:
        if kind in fields.NUMBERS:
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
                number,
                column,
                "blank",
                table.fields[-1].name,
                quoted(rest.strip()),
                say("nothing after the last field"),
            )
        return []
    if table.limit and len(rest) > table.limit * table.stride:
        column = table.width + 1 + table.limit * table.stride
        found = say("more than {limit} rounds", limit=table.limit)
        expected = say("at most {limit} rounds", limit=table.limit)
        advice = say("no event has more rounds than that")
        findings.problem(number, column, "limit", repeated.name, found, expected, advice)
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
    for place, cell in enumerate(cells):
        if cell.strip(" ") and cell.ljust(field.width)[field.width - 1] == " ":
            first = field.first + place * stride
            found, expected = quoted(cell), say("a number that ends in column {last}", last=first + field.width - 1)
            advice = say("is the line shifted?")
            findings.problem(number, first, "blank", field.name, found, expected, advice)
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
            advice = say(
                "the first of the {name} is in columns {first} to {last}, and each of the others {stride} further on",
                **values,
            )
            found, expected = quoted(gap), say("a blank between two fields")
            findings.problem(number, column + field.width, "blank", field.name, found, expected, advice)
