"""The work of ``swisspair pair``: read each file, pair its round, and write the answer."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pairing_engine.answers import Style
from pairing_engine.answers.paired import PairedRound, pair
from pairing_engine.errors import refusal
from pairing_engine.facts.cautions import cautions
from pairing_engine.facts.model import Tournament
from pairing_engine.facts.shown import one_line
from pairing_engine.language import marked, say
from pairing_engine.matching import Backend
from swisspair.commands.formats import FORMS, WRITE_BACK, FileAnswer, HowToPair, RoundFormat, Target, Told
from swisspair.commands.inputs import content_of, given, is_read_once, name_of, only_one, own_path
from swisspair.statuses import INTERRUPTED, ExitStatus, Failure, refused
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option
from swisspair.terminal.many import each, killed
from swisspair.terminal.options import READING, WORK, Work
from swisspair.terminal.program import failure_of, show_json, warn_of, words_of_rest
from swisspair.terminal.screen import show_checklist, show_table, with_progress
from swisspair.terminal.streams import can_draw, fitted, is_terminal, show, warn
from trf import Adjustment, examine
from trf.event.odd_rounds import unknown_symbols
from trf.format.findings import UNDER_WAY

if TYPE_CHECKING:
    from pairing_engine.answers.checklist import Checklist
    from swisspair.terminal.sources import Source


class Task(NamedTuple):
    """The work on each file: how it is read (see `trf.examine`) and paired, and what to answer."""

    reading: Mapping[str, Any]
    how: HowToPair
    target: Target
    format: RoundFormat
    engine: Backend
    verify: bool
    ascii_only: bool
    """Whether drawings use only ASCII."""


def run(
    files: Annotated[list[str], Argument("TRFs; - is standard input.", READING, "FILE...")],
    reading: options.ReadingOptions = options.ReadingOptions(),
    how: HowToPair = HowToPair(),
    target: Target = Target(),
    engine: options.Engine = Backend.AUTO,
    verify: Annotated[bool, Option("Verify once more that each pairing is legal.", WORK)] = True,
    work: options.Work = options.Work(),
) -> int:
    """Pair a round of each FILE under the FIDE rules: the next round, or a round that was already played."""
    if target.in_place:
        target = target._replace(write_back=own_path(only_one(files[0])))
    inputs, passed_over = given(files)
    _check_target(inputs, target)
    form, ascii_only = _format(target), not target.to_file and not can_draw(sys.stdout)
    paths: list[Path | None] = [None]
    if target.to_file or target.documents:
        from swisspair.commands.answer_files import targets  # imported late, as most answers are only shown

        paths = targets(inputs, target, form)
    as_read = reading.how(how.system, how.event.overrides)
    make = partial(answer_for, task=Task(as_read, how, target, form, engine, verify, ascii_only))
    # only the main process can read standard input
    jobs, cluster = (1, None) if any(map(is_read_once, inputs)) else (work.at_once, work.cluster)
    statuses = _give_all(each(make, inputs, jobs, cluster, of_death=_died), inputs, paths, target, work)
    if passed_over:
        names = words_of_rest(passed_over)
        warn(say("skipped, because they are not tournament report files: {names}", names=names))
    if len(inputs) > 1 and not work.quiet:
        warn(say("paired {count} of {files} files", count=statuses.count(ExitStatus.DONE), files=len(inputs)))
    return max(statuses)


def _died(file: str | Source) -> FileAnswer:
    name = name_of(file)
    return FileAnswer(name, failure=Failure(ExitStatus.TOO_LARGE, say("{name}: {words}", name=name, words=killed())))


def _give_all(
    answers: Generator[FileAnswer, None, None],
    inputs: Sequence[str | Source],
    paths: Sequence[Path | None],
    target: Target,
    work: Work,
) -> list[int]:
    statuses: list[int] = []
    try:
        with closing(answers):
            for answer in with_progress(answers, len(inputs), say("pairing"), wanted=work.progress):
                if not work.quiet:
                    warn_of(answer.name, answer.adjustments)
                    for line in answer.wished:
                        warn(one_line(say("{name}: {words}", name=answer.name, words=line)))
                path = paths[len(statuses)] if target.output_dir is not None else paths[0]
                statuses.append(_give(answer, path, target, is_first=ExitStatus.DONE not in statuses))
    except KeyboardInterrupt:
        rest = [*map(name_of, inputs[len(statuses) :])]
        form = marked("interrupted, and {number} of {files} files not paired: {names}")
        warn(say(form, number=len(rest), files=len(inputs), names=words_of_rest(rest)))
        statuses.append(INTERRUPTED)
    return statuses


def _check_target(files: Sequence[object], target: Target) -> None:
    to_standard = target.output_dir is None and target.file is None
    in_line = to_standard and target.format_ is not None and FORMS[target.format_].follows
    if len(files) > 1 and target.output_dir is None and not in_line:
        raise refused("several files need --output-dir, or --format jsonl or csv")
    if len(files) > 1 and target.documents:
        raise refused("--{what} takes only one file", what=next(iter(target.documents)))
    if target.output is not None and target.output_dir is not None:
        raise refused("--output and --output-dir cannot be used together")
    if to_standard and target.format_ in ("json", "jsonl", "csv") and None in target.documents.values():
        raise refused(
            "standard output can take either --format {format} or a page, but not both", format=target.format_
        )
    if target.scores and target.format_ not in ("account", "card"):
        raise refused("--brackets needs --format account or card")


def answer_for(file: str | Source, task: Task) -> FileAnswer:
    name, how, target = name_of(file), task.how, task.target
    adjustments: tuple[Adjustment, ...] = ()
    symbols: tuple[str, ...] = ()
    try:
        content, noted = content_of(file), target.write_back is not None
        data = None
        if noted and isinstance(content, Path):
            from swisspair.terminal.opening import read_bounded

            data = read_bounded(content)
        found = examine(content if data is None else data, name=name, **task.reading)
        adjustments = found.adjustments
        symbols = tuple(unknown_symbols(found.file))
        tournament, who = found.tournament, how.presence.asked
        if who is not None:
            from pairing_engine.changes.presence import as_asked

            tournament = as_asked(tournament, who, how.round_)
        if how.round_ is None:
            _ask_for_one_more(tournament)
        asked = how.wishes.asked(how.strength)
        paired = pair(tournament, how.round_, how.system, how.edition, task.engine, verify=task.verify, **asked)
        documents = {
            option: _document(option, path, name, paired, target.list_style)
            for option, path in target.documents.items()
            if option != WRITE_BACK
        }
        remarks = _remarks(tournament, paired, attendance=noted or task.format == "table")
        done = FileAnswer(name, "", None, documents, data, None, adjustments, (*symbols, *remarks))
        if noted:
            from swisspair.event import Event

            event = Event.of(found, task.reading)
            keeps, is_new = bool(asked.get("avoid_rounds")), paired.number > len(tournament.rounds)
            add = event.play if is_new else event.paired_again
            documents[WRITE_BACK] = add(paired, asked=[*_in_words(how)], keep_rounds=keeps).write()
            done = done._replace(step=say("round {number} is paired", number=paired.number))
        text = FORMS[task.format].text
        if text is None:
            return done._replace(paired=paired)
        return done._replace(text=text(Told(name, paired, adjustments, task.ascii_only, target.scores)))
    except Exception as error:
        faults = tuple(one for one in adjustments if one.code != UNDER_WAY)  # of which the failure tells
        return FileAnswer(name, failure=failure_of(error, name), adjustments=faults, wished=symbols)


def _in_words(how: HowToPair) -> Iterator[str]:
    """Yield the options that said how to pair the round, for a note in the file."""
    teams = {"teams": None, **how.event.teams._asdict()}
    for name, value in {"system": how.system, "edition": how.edition, **how.event._asdict(), **teams}.items():
        if value is not None and value is not False:
            flag = f"--{name.replace('_', '-')}"
            yield flag if value is True else f"{flag} {value}"


def _document(option: str, path: Path | None, name: str, paired: PairedRound, style: Style) -> str | bytes | Checklist:
    if option == "list":
        checklist = paired.checklist(style)
        if path is None and is_terminal(sys.stdout):
            return checklist  # drawn as a table
        from pairing_engine.answers.checklist import as_text

        return as_text(checklist)
    if option == "html":
        from swisspair.page.sheets import round_page

        return round_page(name, paired)
    from pairing_engine.answers.published import published
    from swisspair.page.sheets import printed

    return printed(option, published(paired), as_pdf=path is not None and path.suffix.lower() == ".pdf")


def _give(answer: FileAnswer, path: Path | None, target: Target, *, is_first: bool) -> int:
    if target.format_ == "csv" and path is None and not is_first:
        answer = answer._replace(text=answer.text.partition("\n")[2])  # the header line was written before
    failure = answer.failure
    if failure is None:
        try:
            if path is not None or target.documents:
                from swisspair.commands.answer_files import write

                write(answer, path, target)
            _show(answer, path, target)
        except BrokenPipeError:
            raise  # nobody reads the output any more: no message
        except OSError as error:
            failure = failure_of(error, str(next((path for path in (path, *target.documents.values()) if path), "-")))
    if failure is None:
        return ExitStatus.DONE
    warn(str(failure))
    if target.format_ in ("json", "jsonl"):
        show_json({"file": answer.name, **failure.to_dict()})
    return failure.status


def _show(answer: FileAnswer, path: Path | None, target: Target) -> None:
    if answer.paired is not None:
        show_table(answer.name, answer.paired)
    elif path is None:
        show(fitted(answer.text) if target.format_ == "account" else answer.text)
    for option, at in target.documents.items():
        content = answer.documents[option]
        if at is not None:
            continue
        if isinstance(content, bytes):
            show(content.decode())
        elif isinstance(content, str):
            show(content, drawn=option == "list")  # the tabs of a checklist are for other programs
        else:
            show_checklist(content)


def _format(target: Target) -> RoundFormat:
    """Return the requested format. The default is a table on a terminal, and pairs elsewhere."""
    if target.format_ == "table" and target.to_file:
        names = ", ".join(format_ for format_, form in FORMS.items() if form.suffix)
        raise refused("--format table is for the screen; for a file, use one of {suffixes}", suffixes=names)
    return target.format_ or ("pairs" if target.to_file or not is_terminal(sys.stdout) else "table")


def _ask_for_one_more(tournament: Tournament) -> None:
    """Raise `BadRequest` for an event that looks finished although it states no number of rounds."""
    if tournament.settings.rounds is not None or not tournament.recorded_ranks or tournament.under_way:
        return
    from pairing_engine.changes.presence import looks_finished

    if looks_finished(tournament):
        played = len(tournament.rounds)
        raise refusal(
            "the number of rounds is not stated (record 142), and the event looks finished after round "
            "{played}: to pair one more round, use --round {following}",
            played=played,
            following=played + 1,
        )


def _remarks(tournament: Tournament, paired: PairedRound, *, attendance: bool) -> Iterator[str]:
    """Yield remarks about doubtful facts, wishes, absences, and players who have no entry in the previous round."""
    yield from cautions(tournament)
    if paired.number <= len(tournament.rounds):
        from pairing_engine.answers.published import otherwise

        yield from otherwise(paired)
    if paired.wished is not None:
        from pairing_engine.answers.wishes import as_lines

        yield from map(one_line, as_lines(paired.wished))
    is_next = paired.number == len(tournament.rounds) + 1 > 1
    if not (attendance or is_next):
        return
    from pairing_engine.changes.presence import in_words, not_heard_of, who_plays

    if attendance:
        yield from who_plays(tournament, paired.number)
    if is_next:
        others = (one for one in not_heard_of(tournament) if one.tpn not in paired.absent)
        yield from (in_words(one, tournament.settings.kind, paired.number) for one in others)
