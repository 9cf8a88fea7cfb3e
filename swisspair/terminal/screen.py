"""Tables, progress bars, and a line about long work. Only this module imports rich."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from pairing_engine.facts.model import Tpn, show_points
from pairing_engine.facts.shown import one_line
from pairing_engine.language import in_decimals, marked, say
from pairing_engine.under_way import Stage, Watch, watched
from swisspair.terminal.streams import is_terminal, show, shown_so_far

if TYPE_CHECKING:
    from rich.table import Table

    from pairing_engine.answers.checklist import Checklist
    from pairing_engine.answers.paired import PairedRound
    from pairing_engine.standings.table import Standings


Item = TypeVar("Item")

SHORTEST_NAME = 8
"""The least width of a name column. Longer names wrap."""

UNLIMITED = 10_000


def columns_that_tell(found: Standings) -> list[int]:
    """Return the places of the tie-breaks to show: all but a Direct Encounter that separates nobody."""
    return [
        at
        for at in range(len(found.order.codes))
        if any(place.ranking(at).tie_break.value or place.values[at].amount for place in found.places)
    ]


def show_table(name: str, paired: PairedRound) -> None:
    table = _table(
        say("{name}: round {number}", name=name, number=paired.number),
        say(
            "{title}, edition {edition} ({why})",
            title=paired.choice.title,
            edition=paired.system.edition,
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
    shown = "" if score is None else in_decimals(show_points(score))
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
    """Print a table. On a terminal, names may wrap, but numbers stay whole; elsewhere, it has its full width."""
    from rich.console import Console

    console = Console()
    has_names = any(not column.no_wrap for column in table.columns)
    if has_names and console.is_terminal and console.width < _narrowest(table):
        table.padding = 0
    console = Console(width=max(console.width, _narrowest(table)) if console.is_terminal else UNLIMITED)
    with console.capture() as captured:
        console.print(table)
    show(captured.get(), drawn=True)


def _narrowest(table: Table) -> int:
    """Return the least width of a table, with its names wrapped as far as allowed."""
    from rich.console import Console
    from rich.measure import Measurement

    console = Console(width=UNLIMITED)
    names = [column for column in table.columns if not column.no_wrap]
    for column in names:
        column.max_width = SHORTEST_NAME
    width = Measurement.get(console, console.options, table).maximum
    for column in names:
        column.max_width = None
    return width


def with_progress(
    items: Iterable[Item], total: int | Callable[[], int | None], words: str, *, wanted: bool = True
) -> Iterator[Item]:
    """Yield the items, with a progress bar if ``wanted``; ``total`` is their number, a function for it, or None."""
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


FIRST, THEN = 1.2, 0.5
"""The seconds of CPU time before the first report, and between later reports."""

SILENT = {"--quiet", "-q", "--no-progress"}

ERASE = "\r\x1b[K"
"""The characters that erase the current line of a terminal."""


@contextmanager
def heartbeat(name: str, arguments: Sequence[str]) -> Iterator[None]:
    """Report progress if the block takes long, unless told to be quiet or if something is already printed."""
    if SILENT.intersection(arguments) or not hasattr(signal, "setitimer") or sys.stderr is None:
        yield
        return
    watch, before, beats = Watch(), shown_so_far(), 0
    lasting = is_terminal(sys.stderr)

    def beat(*_: object) -> None:
        nonlocal beats
        if shown_so_far() != before:
            return
        line = one_line(_line(name, watch, FIRST + beats * THEN))
        beats += 1
        with suppress(OSError):  # a signal handler may not use any other writer
            os.write(sys.stderr.fileno(), f"{ERASE}{line}".encode() if lasting else f"{line}\n".encode())

    try:
        earlier = signal.signal(signal.SIGVTALRM, beat)
    except ValueError:  # raised outside the main thread
        yield
        return
    signal.setitimer(signal.ITIMER_VIRTUAL, FIRST, THEN if lasting else 0)
    try:
        with watched(watch):
            yield
    finally:
        hush()
        signal.signal(signal.SIGVTALRM, earlier)
        if lasting and beats:
            with suppress(OSError):
                os.write(sys.stderr.fileno(), ERASE.encode())


def hush() -> None:
    """Stop progress reports, because another part of the program takes over."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _line(name: str, watch: Watch, seconds: float) -> str:
    stages = [_said(stage) for stage in (watch.stage, watch.within) if stage.words] or [say("reading")]
    what = f"{say(':')} ".join(stages)
    return say(
        "{name}: {what} ({seconds} s so far; Ctrl-C stops the program)", name=name, what=what, seconds=round(seconds)
    )


def _said(stage: Stage) -> str:
    words = say(stage.words)
    return say("{what}, {number} of {of}", what=words, number=stage.number, of=stage.of) if stage.of else words
