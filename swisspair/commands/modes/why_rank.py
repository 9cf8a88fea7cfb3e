"""``swisspair --why-rank 3-7 FILE``: show the tie-break that separates two participants."""

from __future__ import annotations

from typing import Annotated

from pairing_engine.answers.contract import Answer
from pairing_engine.facts.names import find_pair
from pairing_engine.language import marked
from swisspair.commands.modes import Mode
from swisspair.commands.questions import Format, TextOrJson, give, read_file, told_apart
from swisspair.statuses import ExitStatus
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option
from swisspair.terminal.options import EVENT, READING

TAKES = marked("3-7 FILE")


def run(
    arguments: Annotated[list[str], Argument(metavar=TAKES, help="Two numbers, and a TRF.", group=READING)],
    after: Annotated[
        int | None,
        Option(metavar="N", help="Show the standings after this round (default: the last complete one).", group=EVENT),
    ] = None,
    tiebreaks: Annotated[
        str, Option(metavar="LIST", help="The tie-breaks (default: records 212, 202).", group=EVENT)
    ] = "",
    system: options.System = None,
    reading: options.Reading = options.Reading(),
    format_: TextOrJson = Format.TEXT,
    quiet: options.Quiet = False,
) -> int:
    """Say which tie-break separates two participants."""
    from pairing_engine.standings.table import standings
    from pairing_engine.standings.why import why_rank
    from swisspair.terminal.program import failure_of

    questions, file = told_apart(arguments, "[0-9]{1,9}-[0-9]{1,9}", TAKES)
    try:
        _, tournament = read_file(file, reading, system=system, quiet=quiet)
        table = standings(tournament, after, options.codes_in(tiebreaks))
        answers = []
        for question in questions:
            one, other = (int(found.number) for found in find_pair(tournament.participants, question))
            lines = why_rank(table, one, other)
            answers.append(Answer(lines, {"asked": [one, other], "words": lines}))
    except Exception as error:
        raise failure_of(error, file) from error
    give(answers, as_json=format_ is Format.JSON)
    return ExitStatus.DONE


MODE = Mode(TAKES, "Say which tie-break separates two participants.", run, place=9)
