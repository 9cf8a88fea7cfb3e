"""``swisspair --standings FILE``: show the standings with points and tie-breaks."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pairing_engine.answers.contract import Answer
from pairing_engine.facts.shown import columns, csv_lines
from pairing_engine.language import say
from swisspair.commands.inputs import read_file
from swisspair.commands.modes.questions import give
from swisspair.statuses import ExitStatus, refused
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option
from swisspair.terminal.options import ANSWER, EVENT, READING
from swisspair.terminal.program import failing_as
from swisspair.terminal.streams import fitted, show, width_to_fit
from swisspair.terminal.whole_files import STANDARD, overwritten, write_together

if TYPE_CHECKING:
    from pairing_engine.standings.table import Standings

LIST = "list"
"""The value of ``--tiebreaks`` that requests a list of all tie-breaks."""


class StandingsFormat(Enum):
    """The format of the standings."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    HTML = "html"


def run(
    file: Annotated[str, Argument("A TRF; - is standard input.", READING, "FILE")] = "",
    after: Annotated[
        int | None, Option("Show the standings after this round (default: the last complete one).", EVENT, "N")
    ] = None,
    tiebreaks: Annotated[
        str,
        Option('The tie-breaks, such as "PTS,DE,BH/C1" (default: records 212, 202); "list" shows all.', EVENT, "LIST"),
    ] = "",
    crosstable: Annotated[bool, Option("Add the opponent, colour and result of each round.", ANSWER)] = False,
    system: options.System = None,
    reading: options.ReadingOptions = options.ReadingOptions(),
    format_: Annotated[StandingsFormat, Option("table, json, csv or html.", ANSWER)] = StandingsFormat.TABLE,
    sheet: Annotated[Path | None, Option("Also write a sheet for the wall (.html or .pdf).", ANSWER, "FILE")] = None,
    quiet: options.Quiet = False,
) -> int:
    """Show the standings, by the tie-breaks of the file or by others."""
    if tiebreaks.strip().casefold() == LIST:
        from pairing_engine.standings.codes import lines

        show("".join(f"{line}\n" for line in lines()))
        return ExitStatus.DONE
    if not file:
        name = "swisspair --standings"
        raise refused("{name}: Missing argument 'FILE'. (see {name} --help)", name=name)
    from pairing_engine.standings.table import standings

    with failing_as(file):
        name, tournament = read_file(file, reading.how(system), quiet=quiet)
        asked = options.codes_in(tiebreaks)
        table = standings(tournament, after, asked)
        if sheet is not None:
            _write_sheet(sheet, name, table, crosstable=crosstable)
    if sheet == STANDARD:
        return ExitStatus.DONE
    if format_ is StandingsFormat.CSV:
        show(_as_csv(table, crosstable=crosstable))
    elif format_ is StandingsFormat.HTML:
        from swisspair.page.sheets import standings_page

        show(standings_page(name, table))
    else:
        give(
            [Answer(_lines(name, table, crosstable=crosstable), {"file": name, **table.to_dict()})],
            as_json=format_ is StandingsFormat.JSON,
            in_columns=True,
        )
    return ExitStatus.DONE


def _write_sheet(path: Path, file: str, table: Standings, *, crosstable: bool) -> None:
    """Write the standings as a page to print. Raises `Failure` and `BadRequest`."""
    from swisspair.page.sheets import as_printed, poster

    if overwritten([path], [Path(file)]) is not None:
        raise refused("{path}: the answer would overwrite an input file", path=path)
    page = poster(file, table, crosstable=crosstable)
    if path == STANDARD:
        show(page)
        return
    with failing_as(str(path)):
        write_together({path: as_printed(page, as_pdf=path.suffix.lower() == ".pdf")})


def _lines(file: str, table: Standings, *, crosstable: bool) -> list[str]:
    """Return the lines of the table. Columns that do not fit the terminal follow below the first columns."""
    header, *places = table.rows(crosstable=crosstable)
    rows = [[say(title) for title in header], *places]
    head = say(
        "{file}: standings after round {after} ({why}; C.07, edition {edition})",
        file=file,
        after=table.after,
        why=say(table.order.why),
        edition=table.edition,
    )
    lines = [head] + ([f"  {say(table.remark)}"] if table.remark else [])
    if not crosstable:
        return [*lines, *columns(rows, None)]
    return [*fitted("\n".join(lines)).splitlines(), *columns(rows, width_to_fit())]


def _as_csv(table: Standings, *, crosstable: bool) -> str:
    return csv_lines(table.rows(crosstable=crosstable))
