"""``swisspair --pair``: the files of a request, each read, paired and answered."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pairing_engine.answers.checklist import Checklist, as_text
from pairing_engine.answers.contract import stated
from pairing_engine.answers.paired import PairedRound, as_account, as_card, as_pairs, pair
from pairing_engine.answers.style import Style
from pairing_engine.errors import BadRequest
from pairing_engine.facts.cautions import cautions
from pairing_engine.facts.model import EventKind, Tournament
from pairing_engine.facts.overrides import AS_WRITTEN, Overrides
from pairing_engine.facts.shown import as_json, one_line
from pairing_engine.language import say
from pairing_engine.matching import Backend
from swisspair.commands.event_files import check_target, contents
from swisspair.commands.inputs import content_of, given, is_read_once, is_standard_input, name_of, path_of
from swisspair.terminal.console import failure_of, warn_of, words_of_rest
from swisspair.terminal.many import HowToWork, each
from swisspair.terminal.program import show_json
from swisspair.terminal.screen import show_checklist, show_table, with_progress
from swisspair.terminal.statuses import INTERRUPTED, ExitStatus, Failure
from swisspair.terminal.streams import can_draw, encoded, is_terminal, show, warn
from swisspair.terminal.whole_files import STANDARD, overwritten, write_together, written_twice
from trf import Adjustment, examine

if TYPE_CHECKING:
    from pairing_engine.changes.presence import WhoPlays
    from pairing_engine.facts.asked_wishes import AskedAs
    from swisspair.terminal.sources import Source

SUFFIXES = {
    "pairs": ".pairs",
    "json": ".json",
    "jsonl": ".jsonl",
    "csv": ".csv",
    "account": ".txt",
    "card": ".txt",
}
ONE_AFTER_ANOTHER = ("jsonl", "csv")
"""Formats in which the answers to several files can follow each other."""


class HowToRead(NamedTuple):
    """How files are to be read, see `trf.examine`."""

    strict: bool = False
    encoding: str | None = None
    recompute: bool = False
    kind: EventKind | None = None
    overrides: Overrides = AS_WRITTEN


class HowToPair(NamedTuple):
    """The round (None: the next one), the system and the edition (None: the file's), and how to pair, see `pair`."""

    round: int | None = None
    system: str | None = None
    edition: str | None = None
    engine: Backend = Backend.AUTO
    verify: bool = True
    asked: AskedAs | None = None
    """What is wished beside the rules."""
    who: WhoPlays | None = None
    """Who plays, where something else is asked for than the file says."""


class Target(NamedTuple):
    """Where the answers go: into a file, into a directory, else (neither, or ``-``) to standard output; and in which
    format.
    """

    output: Path | None = None
    output_dir: Path | None = None
    format: str | None = None
    list_file: Path | None = None
    """Where the checklist goes; ``-`` is standard output."""
    list_style: Style = Style.BBP
    html: Path | None = None
    """Where a page about the round goes."""
    sheet: Path | None = None
    """Where a sheet for the wall goes, as .html or .pdf."""
    slips: Path | None = None
    """Where slips for the results go, as .html or .pdf."""
    write_back: Path | None = None
    """Where the file goes with the round that was paired, and with notes on what was done."""
    force: bool = False
    """May that be a file which is there already?"""

    def beside(self) -> list[Path]:
        """Whatever is written for each answer beside the answer itself: checklist, page, and file written back."""
        paths = (self.list_file, self.html, self.sheet, self.slips, self.write_back)
        return [path for path in paths if path is not None]

    def printed(self) -> dict[str, Path]:
        """What is to be printed, by what it is."""
        return {what: path for what, path in (("sheet", self.sheet), ("slips", self.slips)) if path is not None}


class FileAnswer(NamedTuple):
    """What became of one file: its answer as a text, or as the round itself for a table; or why there is none."""

    name: str
    text: str = ""
    paired: PairedRound | None = None
    checklist: Checklist | None = None
    page: str = ""
    printed: Mapping[str, bytes] = {}
    """Sheets and slips, by what they are."""
    noted: str = ""
    """The file with the round that was paired, and with notes."""
    failure: Failure | None = None
    adjustments: tuple[Adjustment, ...] = ()
    wished: tuple[str, ...] = ()
    """What wishes have made of the round, and who is paired though nothing was heard, in lines."""


class Wanted(NamedTuple):
    """What is wanted of each file: an answer in this format, and what else."""

    format: str
    list_style: Style | None = None
    """Whose columns the checklist has; None if there is to be none."""
    page: bool = False
    printed: tuple[tuple[str, bool], ...] = ()
    """Sheets and slips, and whether each is a PDF."""
    ascii_only: bool = False
    """Must what is drawn be made of ASCII?"""
    noted: bool = False
    """Is the file to be written with the round, and with notes?"""


def pair_files(files: list[str], reading: HowToRead, how: HowToPair, target: Target, work: HowToWork) -> int:
    """Pair each file; one that fails does not stop the others. The worst status counts. Raises `Failure`."""
    inputs, passed_over = given(files)
    _check_target(inputs, target)
    wanted = _wanted(target)
    paths = _targets(inputs, target, wanted.format)
    make = partial(answer_for, reading=reading, how=how, wanted=wanted)
    statuses = _give_all(_answers(make, inputs, work), inputs, paths, target, work)
    if passed_over:
        names = words_of_rest(passed_over)
        warn(say("passed over, being no tournament report files: {names}", names=names))
    if len(inputs) > 1 and not work.quiet:
        warn(say("paired {count} of {files} files", count=statuses.count(ExitStatus.DONE), files=len(inputs)))
    return max(statuses)


def _wanted(target: Target) -> Wanted:
    to_file = target.output is not None or target.output_dir is not None
    return Wanted(
        format=_format(target),
        list_style=None if target.list_file is None else target.list_style,
        page=target.html is not None,
        printed=tuple((what, path.suffix.lower() == ".pdf") for what, path in target.printed().items()),
        ascii_only=not to_file and not can_draw(sys.stdout),
        noted=target.write_back is not None,
    )


def _answers(
    make: Callable[[str | Source], FileAnswer], files: list[str | Source], work: HowToWork
) -> Generator[FileAnswer, None, None]:
    """The answers in the order of the files. No other process can read what this one was given."""
    jobs, cluster = (1, None) if any(map(is_read_once, files)) else (work.jobs, work.cluster)
    yield from each(make, files, jobs, cluster, of_death=_died)


def _died(file: str | Source) -> FileAnswer:
    name = name_of(file)
    words = say(
        "{name}: the process that paired it was killed, and again when it paired nothing else: out of memory?",
        name=name,
    )
    return FileAnswer(name, failure=Failure(ExitStatus.TOO_LARGE, words))


def _give_all(
    answers: Generator[FileAnswer, None, None],
    inputs: Sequence[str | Source],
    paths: Sequence[Path | None],
    target: Target,
    work: HowToWork,
) -> list[int]:
    """Show or write each answer as it comes; the exit statuses, with that of an interruption at the end."""
    statuses: list[int] = []
    try:
        with closing(answers):
            for answer in with_progress(answers, len(inputs), say("pairing"), wanted=work.progress):
                if not work.quiet:
                    warn_of(answer.name, answer.adjustments)
                    for line in answer.wished:
                        warn(one_line(f"{answer.name}: {line}"))
                path = paths[len(statuses)] if target.output_dir is not None else paths[0]
                statuses.append(_give(answer, path, target, is_first=ExitStatus.DONE not in statuses))
    except KeyboardInterrupt:
        rest = [*map(name_of, inputs[len(statuses) :])]
        words = say(
            "interrupted: {number} of {files} files not paired: {names}",
            number=len(rest),
            files=len(inputs),
            names=words_of_rest(rest),
        )
        warn(words)
        statuses.append(INTERRUPTED)
    return statuses


def _check_target(files: Sequence[object], target: Target) -> None:
    in_line = target.format in ONE_AFTER_ANOTHER and target.output in (None, STANDARD)
    if len(files) > 1 and target.output_dir is None and not in_line:
        raise Failure(ExitStatus.BAD_REQUEST, say("several files need --output-dir, or --format jsonl or csv"))
    if len(files) > 1 and target.list_file is not None:
        raise Failure(ExitStatus.BAD_REQUEST, say("--list is for one file"))
    if len(files) > 1 and target.html is not None:
        raise Failure(ExitStatus.BAD_REQUEST, say("--html is for one file"))
    for what in target.printed():
        if len(files) > 1:
            raise Failure(ExitStatus.BAD_REQUEST, say("--{what} is for one file", what=what))
    if len(files) > 1 and target.write_back is not None:
        raise Failure(ExitStatus.BAD_REQUEST, say("--write-back is for one file"))
    if target.output is not None and target.output_dir is not None:
        raise Failure(ExitStatus.BAD_REQUEST, say("--output and --output-dir exclude each other"))


def answer_for(file: str | Source, reading: HowToRead, how: HowToPair, wanted: Wanted) -> FileAnswer:
    """Read a file and pair its round."""
    name = name_of(file)
    adjustments: tuple[Adjustment, ...] = ()
    try:
        found = examine(content_of(file), name=name, **reading._asdict())
        adjustments = found.adjustments
        tournament = _as_asked(found.tournament, how)
        if how.round is None:
            _ask_for_one_more(tournament)
        paired = pair(
            tournament, how.round, how.system, how.edition, how.engine, verify=how.verify, **(how.asked or {})
        )
        listed = None if wanted.list_style is None else paired.checklist(wanted.list_style)
        page = _page(name, paired) if wanted.page else ""
        done = FileAnswer(
            name, checklist=listed, page=page, adjustments=adjustments, wished=_remarks(tournament, paired)
        )
        if wanted.printed:
            from swisspair.page.sheet import printed

            done = done._replace(printed={what: printed(what, paired, as_pdf=pdf) for what, pdf in wanted.printed})
        if wanted.noted:
            from swisspair.commands.write_back import with_what_was_done

            asked = reading.overrides, how.system, how.edition
            done = done._replace(noted=with_what_was_done(found, tournament, paired, *asked))
        if wanted.format == "table":
            return done._replace(paired=paired)
        formatted = "ascii card" if wanted.format == "card" and wanted.ascii_only else wanted.format
        return done._replace(text=TEXTS[formatted](name, paired, adjustments))
    except Exception as error:
        return FileAnswer(name, failure=failure_of(error, name), adjustments=adjustments)


def _as_asked(tournament: Tournament, how: HowToPair) -> Tournament:
    """The tournament with those in the round who are to play in it."""
    if how.who is None:
        return tournament
    from pairing_engine.changes.presence import as_asked

    return as_asked(tournament, how.who, how.round)


def _ask_for_one_more(tournament: Tournament) -> None:
    """Raise `Failure` for an event that does not say how many rounds it has, and looks finished: who wants one more
    asks for it.
    """
    if tournament.settings.rounds is not None or not tournament.recorded_ranks or tournament.under_way:
        return
    from pairing_engine.changes.finished import looks_finished

    if looks_finished(tournament):
        played = len(tournament.rounds)
        words = say(
            "the event does not say how many rounds it has (record 142), and after round {played} it looks finished: "
            "--round {following} pairs one more",
            played=played,
            following=played + 1,
        )
        raise BadRequest(words)


def _remarks(tournament: Tournament, paired: PairedRound) -> tuple[str, ...]:
    """What is said of the round on standard error."""
    return (*cautions(tournament), *_of_wishes(paired), *_not_heard_of(tournament, paired))


def _not_heard_of(tournament: Tournament, paired: PairedRound) -> tuple[str, ...]:
    """Who is paired, though the round before says nothing of them."""
    if paired.number != len(tournament.rounds) + 1 or len(tournament.rounds) == 0:
        return ()
    from pairing_engine.changes.presence import in_words, not_heard_of

    return tuple(in_words(one, paired.number) for one in not_heard_of(tournament) if one.tpn not in paired.absent)


def _of_wishes(paired: PairedRound) -> tuple[str, ...]:
    """What is said of wishes on standard error; nothing if there are none."""
    if paired.wished is None:
        return ()
    from pairing_engine.answers.wishes import as_lines

    return tuple(one_line(line) for line in as_lines(paired.wished))


def _page(name: str, paired: PairedRound) -> str:
    from swisspair.page.round_page import round_page

    return round_page(name, paired)


def _value(name: str, paired: PairedRound, adjustments: tuple[Adjustment, ...]) -> dict[str, object]:
    noted = [adjustment._asdict() for adjustment in adjustments]
    return stated({"file": name, **paired.to_dict(), "adjustments": noted})


def _as_line(name: str, paired: PairedRound, adjustments: tuple[Adjustment, ...]) -> str:
    """JSON in a line, in ASCII, so that no name can break it."""
    return json.dumps(_value(name, paired, adjustments)) + "\n"


def _as_csv(name: str, paired: PairedRound, _adjustments: tuple[Adjustment, ...]) -> str:
    """A line for each board, after one that names the columns."""
    from pairing_engine.answers.rows import as_csv

    return as_csv(name, paired)


TEXTS: Mapping[str, Callable[[str, PairedRound, tuple[Adjustment, ...]], str]] = {
    "pairs": lambda _name, paired, _adjustments: as_pairs(paired),
    "json": lambda name, paired, adjustments: as_json(_value(name, paired, adjustments)),
    "jsonl": _as_line,
    "csv": _as_csv,
    "account": lambda _name, paired, _adjustments: as_account(paired),
    "card": lambda _name, paired, _adjustments: as_card(paired),
    "ascii card": lambda _name, paired, _adjustments: as_card(paired, ascii_only=True),
}
"""What can be written into a file, by format."""


def _give(answer: FileAnswer, path: Path | None, target: Target, *, is_first: bool) -> int:
    """Show an answer or write it to its file; the exit status that this file alone would give."""
    if target.format == "csv" and path is None and not is_first:
        answer = answer._replace(text=answer.text.partition("\n")[2])  # the columns have been named
    failure = answer.failure
    if failure is None:
        try:
            write_together(_files_of(answer, path, target))
            _show(answer, path, target)
        except BrokenPipeError:
            raise  # nobody reads: nobody is told
        except OSError as error:
            failure = failure_of(error, str(next((path for path in (path, *target.beside()) if path), "-")))
    if failure is None:
        return ExitStatus.DONE
    warn(str(failure))
    if target.format in ("json", "jsonl"):
        show_json({"file": answer.name, **failure.to_dict()})
    return failure.status


def _files_of(answer: FileAnswer, path: Path | None, target: Target) -> dict[Path, bytes]:
    """What is written for an answer: all of it, or nothing."""
    found = {} if path is None or answer.paired is not None else {path: encoded(answer.text)}
    if answer.checklist is not None and target.list_file not in (None, STANDARD):
        found[target.list_file] = encoded(as_text(answer.checklist))
    if target.html not in (None, STANDARD):
        found[target.html] = encoded(answer.page)
    for what, at in target.printed().items():
        if at != STANDARD:
            found[at] = answer.printed[what]
    if target.write_back not in (None, STANDARD):
        found |= contents(target.write_back, answer.noted)
    return found


def _show(answer: FileAnswer, path: Path | None, target: Target) -> None:
    """Show on standard output what is to stand there."""
    if answer.paired is not None:
        show_table(answer.name, answer.paired)
    elif path is None:
        show(answer.text)
    if answer.checklist is not None and target.list_file == STANDARD:
        _show_list(answer.checklist)
    pages = [(answer.printed[what].decode(), at) for what, at in target.printed().items() if at == STANDARD]
    for text, at in ((answer.page, target.html), *pages, (answer.noted, target.write_back)):
        if at == STANDARD:
            show(text)


def _show_list(checklist: Checklist) -> None:
    if is_terminal(sys.stdout):
        show_checklist(checklist)
    else:
        show(as_text(checklist), drawn=True)  # numbers, and the tabs that other programs read


def _format(target: Target) -> str:
    """The format: as asked; else a table on a terminal, and pairs elsewhere."""
    to_file = target.output is not None or target.output_dir is not None
    if target.format == "table" and to_file:
        words = say("--format table is for the screen; a file takes {suffixes}", suffixes=", ".join(SUFFIXES))
        raise Failure(ExitStatus.BAD_REQUEST, words)
    return target.format or ("pairs" if to_file or not is_terminal(sys.stdout) else "table")


def _targets(files: list[str | Source], target: Target, format_: str) -> list[Path | None]:
    """Where each answer goes; None is standard output. Two inputs must not share one, and none may be one."""
    targets = _by_name(files, target, format_)
    outputs = [path for path in (*targets, *target.beside()) if path is not None]
    inputs = [path_of(file) for file in files]
    if target.write_back is not None:
        check_target(target.write_back, inputs, force=target.force)
        if all(isinstance(file, str) for file in files):  # the file itself: the one before is kept
            outputs.remove(target.write_back)
    if (path := overwritten(outputs, inputs)) is not None:
        raise Failure(
            ExitStatus.BAD_REQUEST, one_line(say("{path}: the answer would be written over an input", path=path))
        )
    files_only = [path for path in (*targets, *target.beside()) if path not in (None, STANDARD)]
    if (path := written_twice(files_only)) is not None:
        raise Failure(
            ExitStatus.BAD_REQUEST, one_line(say("{path}: two answers would be written into the same file", path=path))
        )
    return targets


def _by_name(files: list[str | Source], target: Target, format_: str) -> list[Path | None]:
    if target.output_dir is None:
        return [None if target.output == STANDARD else target.output]
    target.output_dir.mkdir(exist_ok=True)
    targets: dict[Path, str] = {}
    for file in files:
        name = name_of(file)
        stem = "standard-input" if is_standard_input(file) else Path(name).stem
        path = target.output_dir / f"{stem}{SUFFIXES[format_]}"
        if path in targets:
            words = say(
                "{target} and {file} would both be answered in {path}: pair them one by one",
                target=targets[path],
                file=name,
                path=path,
            )
            raise Failure(ExitStatus.BAD_REQUEST, one_line(words))
        targets[path] = name
    return list(targets)
