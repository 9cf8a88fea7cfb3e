r"""The table of reports (`reports.txt`): what the reader says about the lines of a file.

A row has three cells, divided by ``|``: what the lines have, the lines, divided by `` / ``, and the reports, divided by
`` ; ``. A report is an adjustment, such as ``ADJ-04 1:15``, or a problem, such as ``1:81 points``, perhaps with some
words of its message behind a colon. A row without reports is read as it is. A line such as ``$PAIR = ...`` names lines,
and ``##`` begins a section.

A line of a file stands as it is, with ``\t`` for a tab, or in short, with ``_`` for blanks:

- ``@2 1b0 . U`` is a player with a loss, a blank round and a bye. ``points:``, ``name:``, ``rating:`` and ``rank:``
  state these fields, and ``86:____2`` writes a text from a column on.
- ``@team 1 2 3`` is a team of players 2 and 3, perhaps with ``mp:`` and ``gp:``; ``@line-up 1 2 3 4 5`` has a round, a
  team, its opponent and players; ``@forfeit +- 1 2 3`` has a round and two teams.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.files.trf_builders import forfeit, line_up, player, put, team

TABLE = Path(__file__).with_name("reports.txt")


class Row(NamedTuple):
    section: str
    what: str
    lines: tuple[str, ...]
    reports: tuple[str, ...]

    @property
    def is_read(self) -> bool:
        return all(report.startswith("ADJ-") for report in self.reports)

    def __str__(self) -> str:
        return f"{self.section}: {self.what}"


def line_of(short: str) -> str:
    """Return the line of a file that stands for its short form."""
    short = short.replace(r"\t", "\t")
    if not short.startswith("@"):
        return short
    kind, *words = short[1:].split(" ")
    named = dict(word.split(":", 1) for word in words if ":" in word)
    plain = [word.replace("_", " ") for word in words if ":" not in word]
    fields = {name: text.replace("_", " ") for name, text in named.items() if not name.isdigit()}
    numbers = [int(word) for word in plain[-5:] if word.isdigit()]
    match kind:
        case "team":
            line = team(plain[0].strip(), *map(int, plain[1:]), **fields)
        case "line-up":
            line = line_up(*numbers)
        case "forfeit":
            line = forfeit(plain[0], *numbers)
        case _:
            line = player(kind, *("" if cell == "." else cell for cell in plain), **fields)
    for column, text in named.items():
        if column.isdigit():
            line = put(line, int(column), text.replace("_", " "))
    return line


def cells_of(table: Path) -> Iterator[tuple[str, str, tuple[str, ...], list[str]]]:
    """Yield the section of each row of a table, its first cell, its lines, and the other cells."""
    named: dict[str, str] = {}
    section = ""
    for text in table.read_text(encoding="utf-8").splitlines():
        if text.startswith("## "):
            section = text.removeprefix("## ")
        elif text.startswith("$"):
            name, _, lines = text.partition(" = ")
            named[name] = _expanded(lines, named)
        elif text and text[0] != "#":
            what, lines, *others = (cell.strip() for cell in text.split(" |"))
            yield section, what, tuple(map(line_of, _expanded(lines, named).split(" / "))), others


def _expanded(lines: str, named: Mapping[str, str]) -> str:
    return re.sub(r"\$\w+", lambda name: named[name[0]], lines)


def rows() -> list[Row]:
    return [
        Row(section, what, lines, tuple(reports.split(" ; ")) if reports else ())
        for section, what, lines, (reports,) in cells_of(TABLE)
    ]
