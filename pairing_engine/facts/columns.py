"""Plain-text tables. If a table is too wide for the terminal, the remaining columns are printed below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
