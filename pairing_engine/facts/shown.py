"""Safe display of text that comes from files.

A name can contain codes that clear a terminal, change its colours or reverse the direction of its text. A line end in a
name can make the rest of the name look like a new line of a report. Every quotation passes through `one_line`, and all
output finally passes through `without_controls`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Kind = TypeVar("Kind")

_CONTROLS = (
    "\x00-\x1f\x7f-\x9f"  # the control characters C0, delete and C1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that change the direction of the text
    "\u2028\u2029"  # line ends
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # invisible characters
    "\ud800-\udfff"  # lone surrogates: undecodable bytes of a file's name
)
"""The control characters to escape. Joiners (U+200C, U+200D) are not escaped, because names may contain them."""

WIDEST = 120
"""The maximum length, in characters, of a text from a file when it is shown."""

_CONTROL = f"[{_CONTROLS}]"
_CONTROL_BUT_LINE_END = f"(?!\n)[{_CONTROLS}]"


def _escaped(match: re.Match[str]) -> str:
    return ascii(match.group())[1:-1]


FORMULA = ("=", "+", "-", "@")
"""The characters with which a formula in a spreadsheet begins."""

_NUMBER = re.compile(r"[-+][0-9.]*")


def one_line(text: str) -> str:
    r"""Make text from outside safe to be part of one line: escape its control characters.

    >>> one_line("R\x1b[31med\nround 1: agrees")
    'R\\x1b[31med\\nround 1: agrees'
    """
    return re.sub(_CONTROL, _escaped, text)


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


def shown(text: str, width: int = WIDEST) -> str:
    r"""Make text safe for one line, and cut it to a given width; escapes do not count towards the width.

    >>> shown("R\x1b[31med", 20), shown("abcdefgh", 5)
    ('R\\x1b[31med', 'abcd…')
    """
    return one_line(text if len(text) <= width else f"{text[: width - 1]}…")


def shortened(text: str) -> str:
    """Cut a text of our own at the width of a line."""
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 1]}…"


def outdated(old: str, new: str, value: Kind, depth: int = 3) -> Kind:
    """Return a value that had another name, with a warning; the old name stays for one release (docs/promises.md)."""
    import warnings

    warnings.warn(f"{old} is now {new}", DeprecationWarning, stacklevel=depth)
    return value


def without_controls(text: str) -> str:
    r"""Escape all control characters except line ends, for printing.

    >>> without_controls("a\x1b[2Jb\n")
    'a\\x1b[2Jb\n'
    """
    if text.isascii() and text.replace("\n", "").isprintable():
        return text  # most texts need no change
    return re.sub(_CONTROL_BUT_LINE_END, _escaped, text)


def as_json(value: object) -> str:
    r"""Write a value as readable JSON. Control characters are escaped, but letters are not.

    >>> as_json(["王", "\x9b"])
    '[\n  "王",\n  "\\u009b"\n]\n'
    """
    import json  # imported here, because most calls write no JSON

    text = json.dumps(value, indent=2, ensure_ascii=False)
    return f"{re.sub(_CONTROL_BUT_LINE_END, _json_escaped, text)}\n"


def _json_escaped(match: re.Match[str]) -> str:
    import json

    return json.dumps(match.group())[1:-1]


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


def html_details(title: str, text: str) -> str:
    """Write lines of text as HTML that a click unfolds."""
    from html import escape

    return f"\n<details><summary>{escape(title)}</summary><pre>{escape(without_controls(text))}</pre></details>"


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


def printed(lines: Callable[[Any], Iterable[str]]) -> Callable[[Kind], Kind]:
    """Let ``print`` and notebooks show the values of a class as lines of text."""

    def with_lines(kind: Kind) -> Kind:
        made: Any = kind
        made.__str__ = lambda value: "\n".join(lines(value))
        made._repr_html_ = html_lines
        return kind

    return with_lines


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
