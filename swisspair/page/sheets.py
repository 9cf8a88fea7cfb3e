"""Pages about a round and about standings; the sheets for the wall and the result slips are for printing."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from pairing_engine.answers.card import FLOAT_ARROWS, counted, exchanged
from pairing_engine.answers.paired import PairedRound
from pairing_engine.answers.published import BYES, PublishedRound, otherwise
from pairing_engine.errors import refusal
from pairing_engine.facts.codes import ROUND_ROBIN
from pairing_engine.facts.model import ByeKind, Colour, Participant
from pairing_engine.facts.names import plain
from pairing_engine.language import say
from pairing_engine.standings.table import Standings
from pairing_engine.systems.choice import choose
from swisspair.page.environment import LARGE, Table, by_opponents, render, table_before, table_of, title_of
from swisspair.page.rules import Rules


def round_page(file: str, paired: PairedRound) -> str:
    card = paired.card
    return render(
        "round.html",
        title=title_of(file, card.event),
        large=len(card.rows) >= LARGE,
        file=file,
        card=card,
        rows={row.number: row for row in card.rows},
        boards={number: board for board in card.boards for number in (board.white, board.black)},
        participants=paired.participants.values(),
        table=table_before(paired.state.tournament, paired.number),
        rules=Rules(paired.system.for_round(paired.state)),
        arrows=FLOAT_ARROWS,
        exchanged=exchanged,
        counted=counted,
        teams=paired.has_teams,
        otherwise=[*otherwise(paired)],
        wished=paired.wished if paired.wished is not None and paired.wished.changes else None,
    )


LARGE_TYPE = 12.0, 14.0
"""The least and the largest size of type, in points, of a sheet with few lines."""
FEW_LINES = 14


def printed(what: str, round_: PublishedRound, *, as_pdf: bool) -> bytes:
    """Return a document of `PAPERS` about a round as HTML or PDF. Raises `BadRequest` without a browser."""
    return as_printed(PAPERS[what](round_), as_pdf=as_pdf)


def sheet(round_: PublishedRound, *, results: bool = False) -> str:
    """Return the sheet for the wall, with the results or with room for them."""
    seats = [
        (_name(seat.who), board.number, colour)
        for board in round_.boards
        for seat, colour in zip((board.white, board.black), Colour, strict=True)
    ]
    byes = [(_name(seat.who), 0, None) for seat, kind in round_.byes if kind is ByeKind.PAIRING_ALLOCATED]
    large = _large(round_)
    return render(
        "sheet.html",
        posted=round_,
        event=round_.tournament.name,
        round=round_.number,
        results=results,
        seats=[] if results else sorted([*seats, *byes], key=lambda seat: (plain(seat[0]), seat[1])),
        white=Colour.WHITE,
        kinds=BYES,
        allocated=ByeKind.PAIRING_ALLOCATED,
        type=large,
        size="large" if large else "",
    )


def _large(round_: PublishedRound) -> float | None:
    """Return the size of type in which the longest name fits on a line; None if the sheet has too many lines."""
    boards = round_.boards
    if len(boards) + sum(len(board.boards) for board in boards) > FEW_LINES:
        return None
    people = [seat.who for board in boards for seat in (board.white, board.black)]
    people += [one for board in boards for seat in board.boards for one, _ in seat.sides if one]
    columns = 18.2 + 1.04 * max((len(_name(one)) for one in people), default=0)  # in em
    least, most = LARGE_TYPE
    return max(least, min(most, round(PAGE[0] / columns, 1)))


def slips(round_: PublishedRound) -> str:
    """Return a result slip for each board, and for teams one for each match with its line-ups."""
    boards = round_.boards
    return render(
        "slips.html", event=round_.tournament.name, round=round_.number, boards=boards, white=Colour.WHITE, size=""
    )


def _name(one: Participant) -> str:
    return one.name or str(one.number)


PAPERS: Mapping[str, Callable[[PublishedRound], str]] = {
    "sheet": sheet,
    "slips": slips,
    "results": partial(sheet, results=True),
}
"""The documents about a round that are printed."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
"""The names of browsers that can print a page."""

PATIENCE = 120
"""The time limit for the browser in seconds."""


def browser() -> str:
    """Return the first installed browser. Raises `BadRequest` if no browser is installed."""
    for name in BROWSERS:
        if shutil.which(name):
            return name
    names = ", ".join(BROWSERS)
    raise refusal("to write a PDF, install one of the programs {names}; or write .html and print that", names=names)


def as_printed(page: str, *, as_pdf: bool) -> bytes:
    """Return the page as bytes of HTML or PDF. Raises `BadRequest` if a browser is needed but missing."""
    return _as_pdf(page) if as_pdf else page.encode()


def _as_pdf(page: str) -> bytes:
    program = browser()
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, encoding="utf-8")
        # Our pages have no scripts; as root, Chromium starts only without its sandbox.
        as_root = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
        call = [program, "--headless", *as_root, f"--user-data-dir={folder}/profile", "--no-pdf-header-footer"]
        try:
            subprocess.run(
                [*call, f"--print-to-pdf={target}", source.as_uri()], check=True, capture_output=True, timeout=PATIENCE
            )
            return target.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise refusal("{program} printed no PDF; write .html and print that", program=program) from error


SMALL = 150
"""The maximum number of participants for medium type."""

PAGE = 538, 785
"""The shorter and the longer side of a printed A4 page, without its margins, in points."""

MEDIUM, LARGEST = 11.0, 36.0
"""The medium and the largest size of type, in points."""


def standings_page(file: str, found: Standings) -> str:
    table = table_of(found)
    return render(
        "standings.html",
        name=title_of(file, found.tournament.name),
        large=len(found.places) >= LARGE,
        table=table._replace(why=say("{why}; C.07, edition {edition}", why=say(table.why), edition=found.edition)),
    )


def poster(file: str, found: Standings, *, crosstable: bool) -> str:
    is_table = choose(found.tournament.settings).system.name == ROUND_ROBIN
    table = by_opponents(found) if crosstable and is_table else table_of(found)
    filling = _filling(table, crosstable=crosstable)
    return render(
        "poster.html",
        event=title_of(file, found.tournament.name),
        table=table,
        crosstable=crosstable,
        filling=filling,
        size="large" if filling else "small" if len(found.places) > SMALL else "",
    )


def _filling(table: Table, *, crosstable: bool) -> tuple[float, float] | None:
    """Return the size of type, and the space around it in em, that fill a page; None if medium type is too large."""
    width, height = PAGE[::-1] if crosstable else PAGE
    rows, around = len(table.rows) + 1, 4.2 + (2.5 if crosstable else 0)
    names = max((len(row.name) for row in table.rows), default=0)
    columns = [["0" * 4], *zip(*(row.values for row in table.rows), strict=True)]
    cells = [2.2, 0.5 * names + 0.7, *(0.5 * max(4, *map(len, column)) + 0.7 for column in columns[not crosstable :])]
    results = zip(*(row.rounds for row in table.rows), strict=True) if crosstable else ()
    cells += [0.5 * max(map(len, column)) + 0.7 for column in results]
    size = min(0.97 * height / (1.44 * rows + around), 0.97 * width / sum(cells), LARGEST)
    space = ((0.95 * height / size - around) / rows - 1.2) / 2
    return (round(size, 1), round(min(max(space, 0.12), 0.6), 2)) if size >= MEDIUM else None
