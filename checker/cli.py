"""swisscheck: pairs every round of finished events again, and says what differs and why."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from pairing_engine.matching import Backend
from pairing_engine.terminal import options
from pairing_engine.terminal.options import ANSWER, EVENT, READING
from pairing_engine.terminal.program import command_line, run, show_version
from pairing_engine.terminal.statuses import ExitStatus, exit_statuses

NAME = "swisscheck"


class Format(Enum):
    """How the answer is given."""

    TEXT = "text"
    JSON = "json"


def swisscheck(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...",
            help="TRFs, directories or zip archives of TRFs; - is standard input.",
            rich_help_panel=READING,
        ),
    ],
    strict: options.Strict = False,
    encoding: options.Encoding = None,
    recompute: options.Recompute = False,
    round_: Annotated[
        int | None,
        typer.Option("--round", metavar="N", help="Check this round (else every one).", rich_help_panel=EVENT),
    ] = None,
    system: options.System = None,
    edition: Annotated[
        str | None,
        typer.Option(
            metavar="YEAR",
            help="The edition of its rules (else the one in force); each shows all.",
            rich_help_panel=EVENT,
        ),
    ] = None,
    baku: options.Baku = False,
    adjourned: options.AdjournedAs = None,
    default_rating: options.DefaultRating = None,
    maxi: options.Maxi = False,
    team_type: options.TeamTypeOverFile = None,
    primary: options.PrimaryOverFile = None,
    no_secondary: options.NoSecondary = False,
    format_: Annotated[
        Format, typer.Option("--format", help="json is for programs.", rich_help_panel=ANSWER)
    ] = Format.TEXT,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page about it too.", rich_help_panel=ANSWER)
    ] = None,
    cause: Annotated[
        bool, typer.Option("--cause/--no-cause", help="Look for what explains differences.", rich_help_panel=ANSWER)
    ] = True,
    whole: Annotated[
        bool, typer.Option("--all", help="Every board, player and adjustment.", rich_help_panel=ANSWER)
    ] = False,
    standings: Annotated[
        bool, typer.Option(help="Compare the ranks of files that name tie-breaks.", rich_help_panel=ANSWER)
    ] = True,
    jobs: options.Jobs = None,
    engine: options.Engine = Backend.AUTO,
    quiet: options.Quiet = False,
    no_progress: options.NoProgress = False,
) -> int:
    """Verify finished events: pair each recorded round again, compare, and explain what differs."""
    from checker.check_files import HowToCheck, Work, check_files

    team = options.team_options(team_type, primary, no_secondary=no_secondary)
    how = HowToCheck(
        round=round_,
        system=system,
        edition=edition,
        engine=engine,
        strict=strict,
        encoding=encoding,
        recompute=recompute,
        keep=html is not None,
        cause=cause,
        standings=standings,
        overrides=options.overrides_from(
            baku=baku, maxi=maxi, default_rating=default_rating, adjourned=adjourned, team=team
        ),
    )
    work = Work(jobs=options.jobs_from(jobs), quiet=quiet, progress=not (quiet or no_progress), whole=whole)
    return check_files(paths, how, work, as_text=format_ is Format.TEXT, html=html)


def main() -> None:
    """The console script."""
    if sys.argv[1:] == ["--version"]:
        show_version(NAME)
        sys.exit(ExitStatus.DONE)
    run(command_line(swisscheck, exit_statuses("0 everything agrees, 1 something differs")), NAME, sys.argv[1:])
