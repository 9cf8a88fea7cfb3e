"""The parts shared by all modes that answer questions: options, reading and output.

``swisspair --why 12 FILE`` and ``swisspair FILE --why 12`` mean the same. An argument in the form of a question counts
as a question. The remaining argument is the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pairing_engine.answers.contract import stated
from pairing_engine.facts.codes import Overrides
from pairing_engine.facts.model import in_force
from pairing_engine.facts.shown import as_json as json_of
from pairing_engine.facts.shown import one_line
from pairing_engine.language import say
from pairing_engine.matching import Backend
from pairing_engine.under_way import bounded
from pairing_engine.values import NamedTuple
from swisspair.commands.inputs import content_of, name_of, only_one
from swisspair.commands.modes import Mode
from swisspair.statuses import ExitStatus, Failure
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option
from swisspair.terminal.options import ANSWER, EVENT, READING
from swisspair.terminal.streams import DASH, fitted, show, warn

if TYPE_CHECKING:
    from checker.questions import Moment
    from pairing_engine.answers.contract import Answer
    from pairing_engine.facts.asked_wishes import AskedAs
    from pairing_engine.facts.model import Tournament


class Format(Enum):
    """The format of an answer."""

    TEXT = "text"
    JSON = "json"


QuestionsAndFile = Annotated[
    list[str],
    Argument(metavar="QUESTION... FILE", help="Questions, and a TRF (- is standard input).", group=READING),
]
RoundAskedAbout = Annotated[
    int | None,
    Option("--round", metavar="N", help="The round to ask about (default: the next one).", group=EVENT),
]
Whole = Annotated[bool, Option("--all", help="Show every detail.", group=ANSWER)]
TextOrJson = Annotated[Format, Option("--format", help="text, or json for programs.", group=ANSWER)]


UNDER_WAY = frozenset(("ADJ-77",))
"""The codes of adjustments that are normal during a round, so that the program does not report them."""


Ask = Callable[["Moment", Sequence[str]], Sequence["Answer"]]
"""A function that answers the user's questions about a round."""


class AskedAbout(NamedTuple):
    """The settings for a question: round, system, edition, engine and wishes.

    ``round`` is None for the next round.
    """

    round: int | None
    system: str | None
    edition: str | None
    engine: Backend
    wishes: AskedAs

    def moment(self, name: str, tournament: Tournament) -> Moment:
        """Return the `Moment` that the questions are about.

        If wishes apply to the round, print a warning that begins with the ``name`` of the file. Without a name, print
        no warning.
        """
        from checker.questions.moment import moment

        now = moment(tournament, self.round, self.system, self.edition, self.engine, **self.wishes)
        wishes = in_force(now.tournament.settings.wishes, now.number)
        if wishes and name:
            words = ", ".join(wish.words for wish in wishes)
            warn(say("{name}: not FIDE mode: paired with the organiser's wishes: {wishes}", name=name, wishes=words))
        return now


def question_mode(takes: str, words: str, kind: str, place: int, more: str = "", ask: Ask | None = None) -> Mode:
    """Create a mode that answers one kind of question about a round, such as ``--why``.

    On the help page of the mode, the text ``more`` follows the text ``words``.
    """

    def run(
        arguments: QuestionsAndFile,
        round_: RoundAskedAbout = None,
        system: options.System = None,
        edition: options.Edition = None,
        event: options.Event = options.Event(),
        teams: options.Teams = options.Teams(),
        wishes: options.Wishes = options.Wishes(),
        reading: options.Reading = options.Reading(),
        format_: TextOrJson = Format.TEXT,
        whole: Whole = False,
        engine: options.Engine = Backend.AUTO,
        quiet: options.Quiet = False,
    ) -> int:
        from checker.questions.asked import QUESTIONS
        from swisspair.terminal.program import failure_of

        known = QUESTIONS[kind]
        form = known.form if ask is None else rf"{known.form}|.*\.pairs"
        questions, file = told_apart(arguments, form, takes)
        about = AskedAbout(round_, system, edition, engine, wishes.asked)
        try:
            over = event.over(teams)
            name, tournament = read_file(
                file, reading, system=system, overrides=over, quiet=quiet, passed_over=UNDER_WAY
            )
            with bounded():
                answers = (ask or known.answer)(about.moment("" if quiet else name, tournament), questions)
        except Exception as error:
            raise failure_of(error, file) from error
        give(answers, as_json=format_ is Format.JSON, whole=whole)
        return ExitStatus.TOO_LARGE if any(answer.value.get("given_up") for answer in answers) else ExitStatus.DONE

    run.__doc__ = f"{words} {more}".rstrip()
    return Mode(takes, words, run, place=place)


def told_apart(arguments: Sequence[str], form: str, takes: str) -> tuple[list[str], str]:
    """Split the arguments into questions and the file.

    If several arguments could be the file, the file is the argument that exists on the disk. All other arguments count
    as questions with players' names. Raises `Failure` if the choice is ambiguous.
    """
    questions = [word for word in arguments if re.fullmatch(form, word)]
    files = [word for word in arguments if not re.fullmatch(form, word)]
    if len(files) > 1:
        there = [word for word in files if word == DASH or _is_there(word)] or files[-1:]
        questions = [word for word in arguments if word not in there]
        files = there
    if len(files) != 1 or not questions:
        found = " ".join(arguments)
        raise Failure(
            ExitStatus.BAD_REQUEST,
            "swisspair: " + say("found {found!r}, expected {takes} and one FILE", found=found, takes=say(takes)),
        )
    return questions, files[0]


def _is_there(word: str) -> bool:
    try:
        return Path(word).exists()
    except OSError:  # not a possible file name
        return False


def read_file(
    file: str,
    reading: options.Reading,
    *,
    system: str | None,
    quiet: bool,
    overrides: Overrides | None = None,
    passed_over: Container[str] = (),
) -> tuple[str, Tournament]:
    """Read the file of a question, report adjustments, and return the event with its name.

    ``file`` may also be a directory or an archive with only one tournament. Adjustments with the codes ``passed_over``
    are not reported. ``overrides`` replace statements of the file. Raises the errors of `trf.examine`, and `Failure`.
    """
    from pairing_engine.facts.codes import AS_WRITTEN
    from pairing_engine.systems.choice import kind_asked_for
    from swisspair.terminal.program import warn_of
    from trf import examine

    one = only_one(file)
    name = name_of(one)
    found = examine(
        content_of(one),
        name=name,
        **reading._asdict(),
        kind=kind_asked_for(system),
        overrides=AS_WRITTEN if overrides is None else overrides,
    )
    if not quiet:
        warn_of(name, [one for one in found.adjustments if one.code not in passed_over])
    return name, found.tournament


def give(answers: Sequence[Answer], *, as_json: bool, whole: bool = False, in_columns: bool = False) -> None:
    """Print answers one after the other, or as a single JSON value.

    Control characters are removed. On a narrow terminal, sentences are wrapped between words, but tables are not.
    """
    if as_json:
        values = [stated(answer.value) for answer in answers]
        show(json_of(values[0] if len(values) == 1 else values))
    else:
        text = "".join(f"{one_line(line)}\n" for answer in answers for line in answer.shown(whole=whole))
        show(text if in_columns else fitted(text))
