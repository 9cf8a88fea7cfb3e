"""``swisspair show``: a recorded round as it is recorded, whatever the rules demand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pairing_engine.answers.contract import stated
from pairing_engine.facts.formats import as_json
from pairing_engine.facts.model import ByeKind
from pairing_engine.facts.shown import one_line
from swisspair.commands.inputs import read_file
from swisspair.statuses import ExitStatus, refused
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option
from swisspair.terminal.options import ANSWER, EVENT, READING
from swisspair.terminal.program import failing_as
from swisspair.terminal.streams import show
from swisspair.terminal.whole_files import STANDARD, write_pages
from trf.format.findings import UNDER_WAY

if TYPE_CHECKING:
    from pairing_engine.answers.published import PublishedRound


def run(
    file: Annotated[str, Argument("A TRF; - is standard input.", READING, "FILE")],
    round_: Annotated[int | None, Option("The round to show (default: the last one).", EVENT, "N")] = None,
    reading: options.ReadingOptions = options.ReadingOptions(),
    system: options.System = None,
    results: Annotated[bool, Option("Show the results.", ANSWER)] = True,
    format_: Annotated[Literal["table", "pairs", "json"], Option("table, pairs or json.", ANSWER)] = "table",
    html: Annotated[Path | None, Option("Also write the round as a page.", ANSWER, "FILE")] = None,
    sheet: Annotated[Path | None, Option("Also write a sheet for the wall (.html or .pdf).", ANSWER, "FILE")] = None,
    slips: Annotated[Path | None, Option("Also write result slips (.html or .pdf).", ANSWER, "FILE")] = None,
    quiet: options.Quiet = False,
) -> int:
    """Show a recorded round as it is recorded: boards, points before the round, results, byes, and who is absent.

    The page and the sheet have the results, or room for them if there are none.
    """
    from pairing_engine.answers.published import as_text, recorded_round

    papers = [(what, path) for what, path in (("html", html), ("sheet", sheet), ("slips", slips)) if path is not None]
    with failing_as(file):
        name, event = read_file(file, reading.how(system), quiet=quiet, passed_over=UNDER_WAY)
        if not event.rounds:
            raise refused("{file}: no round is recorded yet", file=one_line(name))
        found = recorded_round(event, len(event.rounds) if round_ is None else round_)
        found = found if results else without_results(found)
        _write(file, found, dict(papers))
    if STANDARD in dict(papers).values():
        return ExitStatus.DONE
    if format_ == "json":
        show(as_json(stated({"file": name, **value_of(found)})))
    else:
        show(f"{as_text(found)}\n" if format_ == "table" else _as_pairs(found))
    return ExitStatus.DONE


def without_results(found: PublishedRound) -> PublishedRound:
    boards = (
        one._replace(result="", boards=tuple(game._replace(result="", result_by_team="") for game in one.boards))
        for one in found.boards
    )
    return found._replace(boards=tuple(boards))


def value_of(found: PublishedRound) -> dict[str, object]:
    return {
        "round": found.number,
        "boards": [
            {
                "board": one.number,
                "white": int(one.white.who.number),
                "black": int(one.black.who.number),
                "result": one.result,
                "games": [
                    {
                        "board": game.board,
                        "white": int(game.white.number) if game.white else 0,
                        "black": int(game.black.number) if game.black else 0,
                        "result": game.result,
                    }
                    for game in one.boards
                ],
            }
            for one in found.boards
        ],
        "byes": [{"player": int(seat.who.number), "kind": kind.value} for seat, kind in found.byes],
        "open": found.missing,
        "by_hand": list(found.by_hand),
    }


def _as_pairs(found: PublishedRound) -> str:
    """Return a round in the form of ``swisspair pair``: the bye comes last, with 0 as Black."""
    pairs = [(one.white.who.number, one.black.who.number) for one in found.boards]
    byes = [(seat.who.number, 0) for seat, kind in found.byes if kind is ByeKind.PAIRING_ALLOCATED]
    lines = [f"{white} {black}" for white, black in (*pairs, *byes)]
    return "".join(f"{line}\n" for line in (len(lines), *lines))


def _write(file: str, found: PublishedRound, papers: Mapping[str, Path]) -> None:
    """Write the documents about a round, or none of them. Raises `Failure` and `BadRequest`."""
    if not papers:
        return
    from swisspair.page.sheets import printed

    has_results = any(one.result for one in found.boards)
    pages = {}
    for option, path in papers.items():
        what = "results" if option != "slips" and has_results else "sheet" if option == "html" else option
        pages[path] = printed(what, found, as_pdf=path.suffix.lower() == ".pdf")
    write_pages(pages, [Path(file)])
