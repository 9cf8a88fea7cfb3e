"""``swisspair --pair``: its options. What is done with them is in `swisspair.commands.pair_files`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from pairing_engine.answers.style import Style
from pairing_engine.matching import Backend
from swisspair.commands.modes import Mode
from swisspair.terminal import options
from swisspair.terminal.options import ANSWER, EVENT, READING, WORK


class Format(Enum):
    """How the answer is given."""

    PAIRS = "pairs"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"
    ACCOUNT = "account"
    CARD = "card"
    TABLE = "table"


def run(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="TRFs; - is standard input.", rich_help_panel=READING)
    ],
    strict: options.Strict = False,
    encoding: options.Encoding = None,
    recompute: options.Recompute = False,
    round_: Annotated[
        int | None,
        typer.Option("--round", metavar="N", help="Pair this round (else the next one).", rich_help_panel=EVENT),
    ] = None,
    system: options.System = None,
    edition: options.Edition = None,
    baku: options.Baku = False,
    adjourned: options.AdjournedAs = None,
    default_rating: options.DefaultRating = None,
    maxi: options.Maxi = False,
    team_type: options.TeamTypeOverFile = None,
    primary: options.PrimaryOverFile = None,
    no_secondary: options.NoSecondary = False,
    absent: options.Absent = None,
    present: options.Present = None,
    bye: options.Byes = None,
    avoid: options.Avoid = None,
    avoid_pairs: options.AvoidPairs = None,
    avoid_rounds: options.AvoidRounds = None,
    strength: options.StrengthOfWishes = None,
    prefer_bye: options.PreferBye = None,
    no_bye: options.NoBye = None,
    format_: Annotated[
        Format | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="pairs, table, card, account (what decided), json, ...",
            rich_help_panel=ANSWER,
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the answer to this file.", rich_help_panel=ANSWER)
    ] = None,
    output_dir: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write an answer for each FILE here.", rich_help_panel=ANSWER)
    ] = None,
    list_: Annotated[
        Path | None,
        typer.Option("--list", metavar="FILE", help="Write the checklist too; - shows it.", rich_help_panel=ANSWER),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page about the round too.", rich_help_panel=ANSWER),
    ] = None,
    write_back: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the TRF too, with the round in it.", rich_help_panel=ANSWER),
    ] = None,
    force: options.Force = False,
    list_style: Annotated[Style, typer.Option(help="The checklist's columns.", rich_help_panel=ANSWER)] = Style.BBP,
    cluster: options.Cluster = None,
    jobs: options.Jobs = None,
    engine: options.Engine = Backend.AUTO,
    verify: Annotated[
        bool, typer.Option(help="Look at each pairing once more: is it legal?", rich_help_panel=WORK)
    ] = True,
    quiet: options.Quiet = False,
    no_progress: options.NoProgress = False,
) -> int:
    """Pair a round of each FILE as the FIDE rules demand: the next one, or one that was played."""
    from pairing_engine.systems.choice import kind_asked_for
    from swisspair.commands.pair_files import HowToPair, HowToRead, Target, pair_files
    from swisspair.terminal.many import HowToWork

    team = options.team_options(team_type, primary, no_secondary=no_secondary)
    overrides = options.overrides_from(
        baku=baku, maxi=maxi, default_rating=default_rating, adjourned=adjourned, team=team
    )
    return pair_files(
        files,
        HowToRead(
            strict=strict,
            encoding=encoding,
            recompute=recompute,
            kind=kind_asked_for(system),
            overrides=overrides,
        ),
        HowToPair(
            round=round_,
            system=system,
            edition=edition,
            engine=engine,
            verify=verify,
            who=options.who_plays(absent, present, bye),
            asked=options.wishes_from(avoid, avoid_pairs, avoid_rounds, strength, prefer_bye, no_bye),
        ),
        Target(
            output=output,
            output_dir=output_dir,
            format=None if format_ is None else format_.value,
            list_file=list_,
            html=html,
            list_style=list_style,
            write_back=write_back,
            force=force,
        ),
        HowToWork(jobs=options.jobs_from(jobs), cluster=cluster, quiet=quiet, progress=not (quiet or no_progress)),
    )


MODE = Mode(
    "FILE...",
    "Pair a round of each FILE; - is standard input.",
    run,
    often=(
        "round_", "absent", "system", "edition", "format_", "output", "write_back",
    ),
    place=1,
)  # fmt: skip
