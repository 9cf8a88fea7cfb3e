"""``swisspair --why-rank 3-7 FILE``: which tie-break parts two participants, and what it is made of."""

from __future__ import annotations

from typing import Annotated

import typer

from pairing_engine.commands.modes import Mode
from pairing_engine.commands.questions import Answer, Format, TextOrJson, give, read_file, told_apart
from pairing_engine.language import marked
from pairing_engine.terminal import options
from pairing_engine.terminal.options import EVENT, READING
from pairing_engine.terminal.statuses import ExitStatus

TAKES = marked("3-7 FILE")


def run(
    arguments: Annotated[
        list[str], typer.Argument(metavar=TAKES, help="Two numbers, and a TRF.", rich_help_panel=READING)
    ],
    after: Annotated[
        int | None, typer.Option(metavar="N", help="After this round (else the last).", rich_help_panel=EVENT)
    ] = None,
    tiebreaks: Annotated[
        str, typer.Option(metavar="LIST", help="Tie-breaks (else records 212, 202).", rich_help_panel=EVENT)
    ] = "",
    system: options.System = None,
    strict: options.Strict = False,
    encoding: options.Encoding = None,
    recompute: options.Recompute = False,
    format_: TextOrJson = Format.TEXT,
    quiet: options.Quiet = False,
) -> int:
    """Say which tie-break parts two participants."""
    from pairing_engine.standings.table import standings
    from pairing_engine.standings.why import why_rank
    from pairing_engine.terminal.console import failure_of

    questions, file = told_apart(arguments, r"\d+-\d+", TAKES)
    try:
        _, tournament = read_file(
            file,
            strict=strict,
            encoding=encoding,
            recompute=recompute,
            system=system,
            quiet=quiet,
        )
        table = standings(tournament, after, options.codes_in(tiebreaks))
        answers = []
        for question in questions:
            one, other = map(int, question.split("-"))
            lines = why_rank(table, one, other)
            answers.append(Answer(lines, {"asked": [one, other], "words": lines}))
    except Exception as error:
        raise failure_of(error, file) from error
    give(answers, as_json=format_ is Format.JSON)
    return ExitStatus.DONE


MODE = Mode(TAKES, "Say which tie-break parts two participants.", run, place=9)
