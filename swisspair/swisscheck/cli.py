"""The program swisscheck pairs all rounds of finished events again and explains differences."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated, NoReturn

from pairing_engine.language import say
from pairing_engine.matching import Backend
from swisspair.statuses import ExitStatus, Failure, exit_statuses
from swisspair.swisscheck.endorse_cli import swisscheck_endorse
from swisspair.swisscheck.forms import Format
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option, take_language
from swisspair.terminal.options import ANSWER, EVENT, READING, WORK
from swisspair.terminal.program import run, show_version

NAME = "swisscheck"


class TextOrLines(Enum):
    """The formats of long answers."""

    TEXT = "text"
    JSONL = "jsonl"


FilesFrom = Annotated[
    Path | None,
    Option(
        metavar="LIST",
        help="Check the files that LIST names, one per line (- is standard input).",
        group=READING,
    ),
]
OnlyDiffering = Annotated[bool, Option("--only-differing", help="Show only files that do not agree.", group=ANSWER)]
OnlySummary = Annotated[bool, Option("--summary", help="Show only the totals.", group=ANSWER)]


def swisscheck(
    paths: Annotated[
        list[Path] | None,
        Argument(
            metavar="PATH...",
            help="TRFs, directories, archives, addresses such as s3://club/*.trf; - is standard input.",
            group=READING,
        ),
    ] = None,
    files_from: FilesFrom = None,
    reading: options.ReadingOptions = options.ReadingOptions(),
    round_: Annotated[
        int | None,
        Option("--round", metavar="N", help="The round to check (default: all).", group=EVENT),
    ] = None,
    system: options.System = None,
    edition: Annotated[
        str | None,
        Option(
            metavar="YEAR",
            help='The edition of the rules (default: the one in force), or "each" for all editions.',
            group=EVENT,
        ),
    ] = None,
    event: options.EventOptions = options.EventOptions(),
    teams: options.Teams = options.Teams(),
    wishes: options.Wishes = options.Wishes(),
    format_: Annotated[
        Format,
        Option(
            "--format",
            help="text, json, jsonl (a line for each file) or csv (a line for each round).",
            group=ANSWER,
        ),
    ] = Format.TEXT,
    html: Annotated[
        Path | None, Option(metavar="FILE", help="Also write a page about the check.", group=ANSWER)
    ] = None,
    write_back: Annotated[
        Path | None,
        Option(metavar="FILE", help="Also write the TRF, with notes on what was found.", group=ANSWER),
    ] = None,
    cause: Annotated[bool, Option("--cause/--no-cause", help="Search for causes of differences.", group=ANSWER)] = True,
    whole: Annotated[bool, Option("--all", help="Show every board, player and adjustment.", group=ANSWER)] = False,
    standings: Annotated[bool, Option(help="Compare the ranks of files that name tie-breaks.", group=ANSWER)] = True,
    only_differing: OnlyDiffering = False,
    only_summary: OnlySummary = False,
    ordered: Annotated[
        bool, Option("--ordered", help="Report in the order of the list (slower).", group=ANSWER)
    ] = False,
    shard: Annotated[
        str | None,
        Option(metavar="17/1000", help="Check one shard of the list: 17/1000 is the 17th of 1000.", group=WORK),
    ] = None,
    resume: Annotated[
        Path | None,
        Option(metavar="FILE", help="Continue the run that wrote these JSON lines.", group=WORK),
    ] = None,
    send_files: Annotated[
        bool,
        Option("--send-files", help="Send the files to the cluster, if it cannot read them itself.", group=WORK),
    ] = False,
    engine: options.Engine = Backend.AUTO,
    work: options.Work = options.Work(),
) -> int:
    """Verify finished events: pair each recorded round again, compare, and explain what differs."""
    from swisspair.swisscheck.checked_file import HowToCheck
    from swisspair.swisscheck.shards import shard_in
    from swisspair.swisscheck.stream import Telling, Which, Workers, stream

    if not (paths or files_from):
        raise Failure(ExitStatus.BAD_REQUEST, say("{name}: Missing argument 'PATH...'. (see {name} --help)", name=NAME))
    how = HowToCheck(
        round=round_,
        system=system,
        edition=edition,
        engine=engine,
        **reading._asdict(),
        cause=cause,
        standings=standings,
        asked=wishes.asked,
        overrides=event.over(teams),
    )
    telling = Telling(
        format=format_,
        html=html,
        write_back=write_back,
        only_differing=only_differing,
        only_summary=only_summary,
        ordered=ordered,
        quiet=work.quiet,
        whole=whole,
        progress=work.progress,
    )
    which = Which(tuple(paths or ()), files_from, None if shard is None else shard_in(shard), resume)
    return stream(which, how, telling, Workers(work.at_once, work.cluster, send_files))


def swisscheck_merge(
    files: Annotated[
        list[Path],
        Argument(metavar="FILE...", help="JSON lines of swisscheck --format jsonl.", group=READING),
    ],
    format_: Annotated[
        TextOrLines, Option("--format", help="text, or jsonl (a line for each file).", group=ANSWER)
    ] = TextOrLines.TEXT,
    only_differing: OnlyDiffering = False,
    only_summary: OnlySummary = False,
) -> int:
    """Combine the JSON lines of all shards of a run into one report with one exit status."""
    from swisspair.swisscheck.merge import merge

    return merge(files, as_json=format_ is TextOrLines.JSONL, only_differing=only_differing, only_summary=only_summary)


OTHER_MODES: dict[str, Callable[..., object]] = {"--merge": swisscheck_merge, "--endorse": swisscheck_endorse}
"""The modes of swisscheck besides checking, each with its own options and help page."""


def main() -> None:
    if "_SWISSCHECK_COMPLETE" in os.environ:
        _complete()
    arguments = take_language(NAME, sys.argv[1:])
    if arguments == ["--version"]:
        show_version(NAME)
        sys.exit(ExitStatus.DONE)
    epilog = exit_statuses(say("0 everything agrees, 1 something differs"))
    for flag, work in OTHER_MODES.items():
        if flag in arguments:
            rest = [argument for argument in arguments if argument != flag]
            run(work, f"{NAME} {flag}", rest, epilog)
    others = say(" and ").join(f"{NAME} {flag} --help" for flag in OTHER_MODES)
    see = say("See also {others}.", others=others)
    run(swisscheck, NAME, arguments, f"{epilog}\n\n{see}")


def _complete() -> NoReturn:
    from swisspair.terminal.completion import complete

    def meant(words: Sequence[str]) -> tuple[Callable[..., object], list[str]]:
        for flag, work in OTHER_MODES.items():
            if flag in words:
                return work, [word for word in words if word != flag]
        return swisscheck, list(words)

    complete(NAME, [(flag, "") for flag in OTHER_MODES], meant)
