"""Tables and progress bars drawn with rich. Only this module imports rich."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from pairing_engine.facts.model import Tpn, show_points
from pairing_engine.facts.shown import one_line
from pairing_engine.language import marked, say
from swisspair.terminal.heartbeat import hush
from swisspair.terminal.streams import is_terminal, show

if TYPE_CHECKING:
    from rich.table import Table

    from pairing_engine.answers.checklist import Checklist
    from pairing_engine.answers.paired import PairedRound

Item = TypeVar("Item")

SHORTEST_NAME = 8
"""The least width of a name column. Longer names wrap."""


def show_table(name: str, paired: PairedRound) -> None:
    system = paired.system
    table = _table(
        say("{name}: round {number}", name=name, number=paired.number),
        say(
            "{title}, {edition}: {why}",
            title=say(system.title),
            edition=system.edition,
            why=say(paired.choice.why_edition),
        ),
    )
    _add_number(table, say("Bd"))
    for side in marked(("White", "Black")):
        _add_number(table, say("No"))
        table.add_column(say(side), overflow="fold", min_width=SHORTEST_NAME)
        _add_number(table, say("Strength") if paired.has_teams else say("Rtg"))
        _add_number(table, say("Pts"))
    for number, board in enumerate(paired.boards, 1):
        _add_row(table, str(number), *_cells(paired, board.white), *_cells(paired, board.black))
    if paired.bye is not None:
        _add_row(table, "", *_cells(paired, paired.bye), "", say("bye"), "", "")
    _print(table)


def _cells(paired: PairedRound, tpn: Tpn) -> Sequence[str]:
    participant = paired.participants[tpn]
    score = paired.scores.get(participant.tpn)
    shown = "" if score is None else show_points(score)
    return str(participant.number), participant.name, str(participant.rating or ""), shown


def show_checklist(found: Checklist) -> None:
    table = _table()
    for title in found.header:
        _add_number(table, title)
    for group in found.groups:
        for row in group:
            _add_row(table, *row)
        table.add_section()
    _print(table)


def _table(title: str | None = None, caption: str | None = None) -> Table:
    """Return an empty table whose only lines are below the header and between sections."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    return Table(
        title=None if title is None else Text(one_line(title)),
        caption=caption,
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
        title_justify="left",
        caption_justify="left",
    )


def _add_number(table: Table, title: str) -> None:
    table.add_column(title, justify="right", no_wrap=True)


def _add_row(table: Table, *cells: str) -> None:
    """Add a row of plain text. Square brackets in the text have no special meaning."""
    from rich.text import Text

    table.add_row(*(Text(one_line(cell)) for cell in cells))


def _print(table: Table) -> None:
    """Print a table on standard output.

    On a terminal, names may wrap, but numbers stay whole even if the table is wider than the terminal. In a file or
    pipe, the table has its full width.
    """
    from rich.console import Console

    console = Console()
    has_names = any(not column.no_wrap for column in table.columns)
    if has_names and console.is_terminal and console.width < _narrowest(table):
        table.padding = 0
    width = max(console.width, _narrowest(table)) if console.is_terminal else _width(table)
    console = Console(width=width)
    with console.capture() as captured:
        console.print(table)
    show(captured.get(), drawn=True)


def _width(table: Table) -> int:
    from rich.console import Console
    from rich.measure import Measurement

    unlimited = Console(width=10_000)
    return Measurement.get(unlimited, unlimited.options, table).maximum


def _narrowest(table: Table) -> int:
    """Return the least width of a table, with its names wrapped as far as allowed."""
    names = [column for column in table.columns if not column.no_wrap]
    for column in names:
        column.max_width = SHORTEST_NAME
    width = _width(table)
    for column in names:
        column.max_width = None
    return width


def with_progress(
    items: Iterable[Item], total: int | Callable[[], int | None], words: str, *, wanted: bool = True
) -> Iterator[Item]:
    """Yield the items, with a progress bar on standard error if ``wanted``.

    ``total`` is the number of items, or a function that returns this number; None if it is not known.
    """
    if not wanted or not is_terminal(sys.stderr):
        yield from items
        return
    number = total if isinstance(total, int) else total()
    if number is not None and number < 2:
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress

    hush()

    progress = Progress(console=Console(stderr=True), transient=True)
    task = progress.add_task(words, total=number)
    progress.start()
    try:
        for item in items:
            progress.advance(task)
            progress.stop()  # hide the bar while the result of an item is shown
            yield item
            progress.start()
    finally:
        progress.stop()
