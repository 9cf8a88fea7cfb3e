"""``swisspair --pair``: the options; the work is in `swisspair.commands.pair_files`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pairing_engine.answers.style import Style
from pairing_engine.matching import Backend
from swisspair.commands.formats import Format
from swisspair.commands.modes import Mode
from swisspair.terminal import options
from swisspair.terminal.options import ANSWER, EVENT, READING, WORK


def run(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="TRFs; - is standard input.", rich_help_panel=READING)
    ],
    reading: options.Reading = options.Reading(),
    round_: Annotated[
        int | None,
        typer.Option("--round", metavar="N", help="The round to pair (default: the next one).", rich_help_panel=EVENT),
    ] = None,
    system: options.System = None,
    edition: options.Edition = None,
    event: options.Event = options.Event(),
    teams: options.Teams = options.Teams(),
    presence: options.Presence = options.Presence(),
    wishes: options.Wishes = options.Wishes(),
    format_: Annotated[
        Format | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="pairs, table, card, account (what decided), json, jsonl or csv.",
            rich_help_panel=ANSWER,
        ),
    ] = None,
    brackets: Annotated[
        str,
        typer.Option(
            metavar="2.0,1.5", help="Show only these brackets in the account or card.", rich_help_panel=ANSWER
        ),
    ] = "",
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the answer to this file.", rich_help_panel=ANSWER)
    ] = None,
    output_dir: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write one answer for each FILE to this directory.", rich_help_panel=ANSWER),
    ] = None,
    list_: Annotated[
        Path | None,
        typer.Option(
            "--list", metavar="FILE", help="Also write the checklist (- is standard output).", rich_help_panel=ANSWER
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write a page about the round.", rich_help_panel=ANSWER),
    ] = None,
    sheet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write a sheet for the wall (.html or .pdf).", rich_help_panel=ANSWER),
    ] = None,
    slips: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write slips for the results (.html or .pdf).", rich_help_panel=ANSWER),
    ] = None,
    write_back: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write the TRF with the paired round.", rich_help_panel=ANSWER),
    ] = None,
    force: options.Force = False,
    list_style: Annotated[
        Style, typer.Option(help="The columns of the checklist.", rich_help_panel=ANSWER)
    ] = Style.BBP,
    engine: options.Engine = Backend.AUTO,
    verify: Annotated[
        bool, typer.Option(help="Verify once more that each pairing is legal.", rich_help_panel=WORK)
    ] = True,
    work: options.Work = options.Work(),
) -> int:
    """Pair a round of each FILE by the FIDE rules: the next round, or one that was played."""
    from pairing_engine.answers.some_brackets import scores_in
    from pairing_engine.systems.choice import kind_asked_for
    from swisspair.commands.pair_files import HowToPair, HowToRead, Target, pair_files

    return pair_files(
        files,
        HowToRead(*reading, kind=kind_asked_for(system), overrides=event.over(teams)),
        HowToPair(
            round=round_,
            system=system,
            edition=edition,
            engine=engine,
            verify=verify,
            asked=wishes.asked,
            who=presence.asked,
        ),
        Target(
            output=output,
            output_dir=output_dir,
            format=format_,
            list_file=list_,
            scores=scores_in(brackets),
            html=html,
            list_style=list_style,
            sheet=sheet,
            slips=slips,
            write_back=write_back,
            force=force,
        ),
        work.how(),
    )


MODE = Mode(
    "FILE...",
    "Pair a round of each FILE; - is standard input.",
    run,
    often=("round_", "absent", "system", "format_", "output", "write_back"),
    place=1,
)
