"""Values as CSV, as JSON, as HTML for notebooks, and as the columns of a table; all text from files is made safe."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pairing_engine.facts.shown import CONTROL_BUT_LINE_END, one_line, without_controls

FORMULA = ("=", "+", "-", "@")
"""The characters with which a formula in a spreadsheet begins."""

_NUMBER = re.compile(r"[-+][0-9.]*")


def csv_lines(rows: Iterable[Sequence[object]]) -> str:
    r"""Write rows as comma-separated values.

    An apostrophe precedes any text that a spreadsheet would read as a formula.

    >>> csv_lines([(7, "=HYPERLINK(1)", "-0.5")])
    "7,'=HYPERLINK(1),-0.5\n"
    """
    import csv
    import io

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([_cell(one) for one in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    if not isinstance(value, str):
        return value
    text = one_line(value)
    return f"'{text}" if text.startswith(FORMULA) and not _NUMBER.fullmatch(text) else text


def as_json(value: object) -> str:
    r"""Write a value as readable JSON. Control characters are escaped, but letters are not.

    >>> as_json(["王", "\x9b"])
    '[\n  "王",\n  "\\u009b"\n]\n'
    """
    import json  # imported here, because most calls write no JSON

    text = json.dumps(value, indent=2, ensure_ascii=False)
    return f"{re.sub(CONTROL_BUT_LINE_END, lambda match: json.dumps(match.group())[1:-1], text)}\n"


def html_table(title: str, rows: Sequence[Sequence[object]], *notes: str) -> str:
    r"""Write a title, rows with a heading, and notes as HTML for a notebook.

    >>> html_table("A & B", [["No"], [7]])
    '<table><caption>A &amp; B</caption>\n<tr><th>No</th></tr>\n<tr><td>7</td></tr>\n</table>'
    """
    from html import escape

    def row(cells: Sequence[object], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{escape(one_line(str(cell)))}</{tag}>' for cell in cells)}</tr>"

    lines = [row(cells, "td" if place else "th") for place, cells in enumerate(rows)]
    after = (f"<p>{escape(one_line(note))}</p>" for note in notes)
    return "\n".join([f"<table><caption>{escape(one_line(title))}</caption>", *lines, "</table>", *after])


def html_lines(value: object) -> str:
    """Write a value as HTML for a notebook: its text, line by line, then its drawings."""
    from html import escape

    text = escape(without_controls(str(value)))
    return f'<pre style="white-space: pre-wrap">{text}</pre>{drawn(value)}'


def drawn(value: object) -> str:
    """Return the drawings of a value as HTML."""
    return "".join(draw(value) for draw in DRAWINGS)


DRAWINGS: list[Callable[[Any], str]] = []
"""Functions that draw a value for a notebook. `swisspair` adds its page's, which no library imports."""

REPEATED = 3
"""The number of columns repeated in each part: rank, number and name."""

BETWEEN = "  "


def columns(rows: Sequence[Sequence[str]], width: int | None) -> Iterator[str]:
    """Yield the lines of a table, with names aligned left and all other columns right.

    >>> rows = [["Rank", "No", "Name", "R1", "R2"], ["1", "7", "Aalto", "2w1", "3b0"]]
    >>> for line in columns(rows, 24):
    ...     print(line)
    Rank  No  Name    R1
       1   7  Aalto  2w1
    <BLANKLINE>
    Rank  No  Name    R2
       1   7  Aalto  3b0
    """
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for number, part in enumerate(_parts(widths, width)):
        if number:
            yield ""
        for row in rows:
            cells = (row[at].ljust(widths[at]) if at == REPEATED - 1 else row[at].rjust(widths[at]) for at in part)
            yield BETWEEN.join(cells).rstrip()


def _parts(widths: Sequence[int], width: int | None) -> list[list[int]]:
    if width is None:
        return [[*range(len(widths))]]
    repeated = [*range(REPEATED)]
    room = width - sum(widths[:REPEATED]) - len(BETWEEN) * (REPEATED - 1)
    parts, left = [repeated[:]], room
    for at in range(REPEATED, len(widths)):
        needed = widths[at] + len(BETWEEN)
        if needed > left and len(parts[-1]) > REPEATED:
            parts.append(repeated[:])
            left = room
        parts[-1].append(at)
        left -= needed
    return parts
