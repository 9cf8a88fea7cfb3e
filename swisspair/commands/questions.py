"""The commands that answer questions: why, why not, what if, judge, feasible, standings, and the reasons for a rank.

``swisspair why 12 FILE`` and ``swisspair why FILE 12`` mean the same. An argument in the form of a question counts as a
question. The remaining argument is the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pairing_engine.answers.contract import Answer, stated
from pairing_engine.errors import refusal
from pairing_engine.facts.codes import codes_in
from pairing_engine.facts.formats import as_json as json_of
from pairing_engine.facts.formats import columns, csv_lines
from pairing_engine.facts.model import Strength
from pairing_engine.facts.names import find_pair
from pairing_engine.facts.shown import one_line
from pairing_engine.language import marked, say
from pairing_engine.matching import Backend
from pairing_engine.under_way import bounded
from swisspair.commands.inputs import read_file, told_apart
from swisspair.commands.table import COMMANDS
from swisspair.statuses import ExitStatus, refused
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option, missing
from swisspair.terminal.opening import read_bounded
from swisspair.terminal.options import ANSWER, EVENT, READING, AnswerFormat
from swisspair.terminal.program import failing_as
from swisspair.terminal.screen import columns_that_tell
from swisspair.terminal.streams import fitted, show, warn, width_to_fit
from swisspair.terminal.whole_files import STANDARD, write_pages
from trf.format.findings import UNDER_WAY

if TYPE_CHECKING:
    from pairing_engine.standings.table import Standings


QuestionsAndFile = Annotated[
    list[str], Argument("Questions, and a TRF (- is standard input).", READING, "QUESTION... FILE")
]
RoundAskedAbout = Annotated[int | None, Option("The round to ask about (default: the next one).", EVENT, "N")]
AfterRound = Annotated[
    int | None, Option("Show the standings after this round (default: the last complete one).", EVENT, "N")
]
Whole = Annotated[bool, Option("Show every detail.", ANSWER, flag="--all")]


def _command(kind: str, more: str = "", *, from_files: bool = False) -> Callable[..., int]:
    """Create the work of a command that answers one kind of question; ``more`` ends its description in the help.

    With ``from_files``, a question can also be the name of a file of pairs.
    """
    command = COMMANDS[kind]

    def run(
        arguments: QuestionsAndFile,
        round_: RoundAskedAbout = None,
        system: options.System = None,
        edition: options.Edition = None,
        event: options.EventOptions = options.EventOptions(),
        wishes: options.Wishes = options.Wishes(),
        strength: options.AskedStrength = None,
        reading: options.ReadingOptions = options.ReadingOptions(),
        format_: AnswerFormat = "text",
        whole: Whole = False,
        engine: options.Engine = Backend.AUTO,
        quiet: options.Quiet = False,
    ) -> int:
        from checker.questions.asked import QUESTIONS
        from checker.questions.moment import moment

        known = QUESTIONS[kind]
        form = rf"{known.form}|.*\.pairs" if from_files else known.form
        questions, file = told_apart(arguments, form, command.takes)
        with failing_as(file):
            how = reading.how(system, event.overrides)
            name, tournament = read_file(file, how, quiet=quiet, passed_over=UNDER_WAY)
            with bounded():
                now = moment(tournament, round_, system, edition, engine, **wishes.asked(strength))
                apply = now.tournament.settings.wishes_in(now.number)
                if apply and not quiet:
                    form = marked("{name}: not FIDE mode, but paired with the organiser's wishes: {wishes}")
                    warn(say(form, name=name, wishes=", ".join(wish.words for wish in apply)))
                answers = known.answer(now, [*map(_boards, questions)] if from_files else questions)
        give(answers, as_json=format_ == "json", whole=whole)
        return ExitStatus.TOO_LARGE if any(answer.value.get("given_up") for answer in answers) else ExitStatus.DONE

    run.__doc__ = f"{command.words} {more}".rstrip()
    return run


why = _command("why")
why_not = _command("why-not", "Also: 12-bye, 12-up, 12-down, 12-white, 12-black.")
what_if = _command("what-if", "Changes: absent:9, present:9, result:3:12-15=1-0, prohibit:4-7, 12-15, 12-bye.")


_NUMBER = re.compile("[0-9]{1,9}")
"""A number of at most nine digits: a participant's number, or 0 for the bye."""


def _boards(question: str) -> str:
    """Return a question with the boards in place of the name of a file of pairs."""
    if not question.endswith(".pairs"):
        return question
    return ",".join(f"{white}-{black}" for white, black in _pairs_in(Path(question)))


def _pairs_in(path: Path) -> list[tuple[int, int]]:
    """Return the pairs in a file. Raises `BadRequest` for other content, and OSError for an unreadable file."""
    lines = [line.split() for line in read_bounded(path).decode(errors="replace").splitlines() if line.strip()]
    boards = lines[1:] if lines and len(lines[0]) == 1 else lines
    for words in boards:
        if len(words) != 2 or not all(_NUMBER.fullmatch(word) for word in words):
            form = marked("{path}: found {words!r}, expected White and Black, such as 3 4, or 3 0 for the bye")
            raise refusal(form, path=path, words=" ".join(words))
    return [(int(white), int(black)) for white, black in boards]


judge = _command("judge", "Show what differs and which article is broken.", from_files=True)


def feasible(
    arguments: Annotated[
        list[str],
        Argument("The number of further rounds, and a TRF (- is standard input).", READING, COMMANDS["feasible"].takes),
    ],
    reading: options.ReadingOptions = options.ReadingOptions(),
    system: options.System = None,
    edition: options.Edition = None,
    wishes: options.Wishes = options.Wishes(),
    format_: AnswerFormat = "text",
    quiet: options.Quiet = False,
) -> int:
    """Check whether more rounds can be paired. If not, name the players who prevent it. Wishes count as hard wishes."""
    from pairing_engine.answers.feasible import as_lines
    from pairing_engine.answers.feasible import feasible as feasible_rounds

    questions, file = told_apart(arguments, _NUMBER.pattern, COMMANDS["feasible"].takes)
    for question in questions:
        if re.fullmatch(_NUMBER, question) is None:
            raise refused("found {question!r}, expected a number of rounds, such as 3", question=question)
    with failing_as(file):
        file, tournament = read_file(file, reading.how(system), quiet=quiet)
        asked = wishes.asked(Strength.HARD if any(wishes) else None)
        answers = [feasible_rounds(tournament, int(number), system, edition, **asked) for number in questions]
    give([Answer(as_lines(one), one.to_dict()) for one in answers], as_json=format_ == "json")
    return ExitStatus.DONE if all(one.feasible for one in answers) else ExitStatus.NO_PAIRING


def why_rank(
    arguments: Annotated[list[str], Argument("Two numbers, and a TRF.", READING, COMMANDS["why-rank"].takes)],
    after: AfterRound = None,
    tiebreaks: Annotated[str, Option("The tie-breaks (default: records 212, 202).", EVENT, "LIST")] = "",
    system: options.System = None,
    reading: options.ReadingOptions = options.ReadingOptions(),
    format_: AnswerFormat = "text",
    quiet: options.Quiet = False,
) -> int:
    """Say which tie-break separates two participants."""
    from pairing_engine.standings.table import standings
    from pairing_engine.standings.why import why_rank as reasons

    questions, file = told_apart(arguments, "[0-9]{1,9}-[0-9]{1,9}", COMMANDS["why-rank"].takes)
    with failing_as(file):
        _, tournament = read_file(file, reading.how(system), quiet=quiet)
        table = standings(tournament, after, codes_in(tiebreaks))
        answers = []
        for question in questions:
            one, other = (int(found.number) for found in find_pair(tournament.participants, question))
            lines = reasons(table, one, other)
            answers.append(Answer(lines, {"asked": [one, other], "words": lines}))
    give(answers, as_json=format_ == "json")
    return ExitStatus.DONE


def give(answers: Sequence[Answer], *, as_json: bool, whole: bool = False, in_columns: bool = False) -> None:
    """Print answers one by one or as one JSON value; on a narrow terminal, sentences wrap, but tables do not."""
    if as_json:
        values = [stated(answer.value) for answer in answers]
        show(json_of(values[0] if len(values) == 1 else values))
    else:
        text = "".join(f"{one_line(line)}\n" for answer in answers for line in answer.shown(whole=whole))
        show(text if in_columns else fitted(text))


LIST = "list"
"""The value of ``--tiebreaks`` that requests a list of all tie-breaks."""


def show_standings(
    file: Annotated[str, Argument("A TRF; - is standard input.", READING, "FILE")] = "",
    after: AfterRound = None,
    tiebreaks: Annotated[
        str,
        Option('The tie-breaks, such as "PTS,DE,BH/C1" (default: records 212, 202); "list" shows all.', EVENT, "LIST"),
    ] = "",
    crosstable: Annotated[bool, Option("Add the opponent, colour and result of each round.", ANSWER)] = False,
    system: options.System = None,
    reading: options.ReadingOptions = options.ReadingOptions(),
    format_: Annotated[Literal["table", "json", "csv", "html"], Option("table, json, csv or html.", ANSWER)] = "table",
    sheet: Annotated[Path | None, Option("Also write a sheet for the wall (.html or .pdf).", ANSWER, "FILE")] = None,
    quiet: options.Quiet = False,
) -> int:
    """Show the standings, by the tie-breaks of the file or by others."""
    if tiebreaks.strip().casefold() == LIST:
        from pairing_engine.standings.codes import lines

        show("".join(f"{line}\n" for line in lines()))
        return ExitStatus.DONE
    if not file:
        raise missing("FILE")
    from pairing_engine.standings.table import standings

    with failing_as(file):
        name, tournament = read_file(file, reading.how(system), quiet=quiet)
        table = standings(tournament, after, codes_in(tiebreaks))
        if sheet is not None:
            from swisspair.page.sheets import as_printed, poster

            page = poster(name, table, crosstable=crosstable)
            write_pages({sheet: as_printed(page, as_pdf=sheet.suffix.lower() == ".pdf")}, [Path(name)])
    if sheet == STANDARD:
        return ExitStatus.DONE
    if format_ == "csv":
        titles, *rows = table.rows(crosstable=crosstable)
        show(csv_lines([["rank", "number", "name", *titles[3:]], *rows]))
    elif format_ == "html":
        from swisspair.page.sheets import standings_page

        show(standings_page(name, table))
    else:
        give(
            [Answer(_table_lines(name, table, crosstable=crosstable), {"file": name, **table.to_dict()})],
            as_json=format_ == "json",
            in_columns=True,
        )
    return ExitStatus.DONE


def _table_lines(file: str, table: Standings, *, crosstable: bool) -> list[str]:
    """Return the lines of the table. Columns that do not fit the terminal follow below the first columns."""
    header, *places = table.rows(crosstable=crosstable)
    first = len(header) - len(table.order.codes)
    at_all = [*range(first), *(first + at for at in columns_that_tell(table))]
    rows = [[row[at] for at in at_all] for row in (list(map(say, header)), *places)]
    form = marked("{file}: standings after round {after} by C.07, edition {edition} ({why})")
    head = say(form, file=file, after=table.after, why=say(table.order.why), edition=table.edition)
    lines = [head] + ([f"  {say(table.remark)}"] if table.remark else [])
    if not crosstable:
        return [*lines, *columns(rows, None)]
    return [*fitted("\n".join(lines)).splitlines(), *columns(rows, width_to_fit())]
