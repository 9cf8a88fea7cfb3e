"""``swisspair --feasible 5 FILE``: check whether five more rounds can be paired."""

from __future__ import annotations

import re
from typing import Annotated

from pairing_engine.facts.model import Strength
from pairing_engine.language import marked, say
from swisspair.commands.modes import Mode
from swisspair.commands.questions import Format, TextOrJson, give, read_file, told_apart
from swisspair.statuses import ExitStatus, Failure
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument
from swisspair.terminal.options import READING

TAKES = marked("ROUNDS FILE")
NUMBER = "[0-9]{1,9}"


def run(
    arguments: Annotated[
        list[str],
        Argument(
            metavar=TAKES,
            help="The number of further rounds, and a TRF (- is standard input).",
            group=READING,
        ),
    ],
    reading: options.Reading = options.Reading(),
    system: options.System = None,
    edition: options.Edition = None,
    wishes: options.HardWishes = options.HardWishes(),
    format_: TextOrJson = Format.TEXT,
    quiet: options.Quiet = False,
) -> int:
    """Check whether more rounds can be paired. If not, name the players who prevent it. Wishes count as hard wishes."""
    from pairing_engine.answers.contract import Answer
    from pairing_engine.answers.feasible import as_lines, feasible
    from swisspair.terminal.program import failure_of

    questions, file = told_apart(arguments, NUMBER, TAKES)
    for question in questions:
        if re.fullmatch(NUMBER, question) is None:
            words = say("found {question!r}, expected a number of rounds, such as 3", question=question)
            raise Failure(ExitStatus.BAD_REQUEST, words)
    asked = wishes.asked
    if asked:
        asked["strength"] = Strength.HARD
    try:
        file, tournament = read_file(file, reading, system=system, quiet=quiet)
        answers = [feasible(tournament, int(number), system, edition, **asked) for number in questions]
    except Exception as error:
        raise failure_of(error, file) from error
    give([Answer(as_lines(one), one.to_dict()) for one in answers], as_json=format_ is Format.JSON)
    return ExitStatus.DONE if all(one.feasible for one in answers) else ExitStatus.NO_PAIRING


MODE = Mode(TAKES, marked("Check whether more rounds are possible."), run, place=8)
