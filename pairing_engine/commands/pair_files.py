"""``swisspair --pair``: the files of a request, each read, paired and answered."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pairing_engine.answers.checklist import Checklist, as_text
from pairing_engine.answers.paired import PairedRound, as_account, as_card, as_pairs, pair
from pairing_engine.answers.style import Style
from pairing_engine.facts.model import EventKind
from pairing_engine.facts.overrides import AS_WRITTEN, Overrides
from pairing_engine.facts.shown import as_json, one_line
from pairing_engine.language import say
from pairing_engine.matching import Backend
from pairing_engine.terminal.console import failure_of, warn_of, words_of_rest
from pairing_engine.terminal.jobs import spread
from pairing_engine.terminal.screen import show_checklist, show_table, with_progress
from pairing_engine.terminal.statuses import INTERRUPTED, ExitStatus, Failure
from pairing_engine.terminal.streams import (
    can_draw,
    is_terminal,
    overwritten,
    show,
    standard_input,
    warn,
    write_whole,
    written_twice,
)
from trf import Adjustment, examine

STANDARD_INPUT = STANDARD_OUTPUT = "-"
SUFFIXES = {"pairs": ".pairs", "json": ".json", "account": ".txt", "card": ".txt"}


class Reading(NamedTuple):
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


class Work(NamedTuple):
    """How many files at once, and what is told meanwhile: adjustments and a summary (unless ``quiet``), progress."""

    jobs: int = 1
    cluster: str | None = None
    """The address of the scheduler whose workers do it instead."""
    quiet: bool = False
    progress: bool = True


class FileAnswer(NamedTuple):
    """What became of one file: its answer as a text, or as the round itself for a table; or why there is none."""

    name: str
    text: str = ""
    paired: PairedRound | None = None
    checklist: Checklist | None = None
    page: str = ""
    failure: Failure | None = None
    adjustments: tuple[Adjustment, ...] = ()


class Wanted(NamedTuple):
    """What is wanted of each file: its format, whose columns a checklist has, if there is to be one, and a page; and
    whether what is drawn must be made of ASCII.
    """

    format: str
    list_style: Style | None = None
    page: bool = False
    ascii_only: bool = False


def pair_files(files: list[str], reading: Reading, how: HowToPair, target: Target, work: Work) -> int:
    """Pair each file; one that fails does not stop the others. The worst status counts. Raises `Failure`."""
    _check_target(files, target)
    list_style = None if target.list_file is None else target.list_style
    to_file = target.output is not None or target.output_dir is not None
    ascii_only = not to_file and not can_draw(sys.stdout)
    wanted = Wanted(_format(target), list_style, target.html is not None, ascii_only)
    paths = _targets(files, target, wanted.format)
    # No other process can read what this one was given.
    jobs = 1 if any(file == STANDARD_INPUT or Path(file).is_fifo() for file in files) else work.jobs
    statuses: list[int] = []
    try:
        make = partial(answer_for, reading=reading, how=how, wanted=wanted)
        with closing(_answers(make, files, work._replace(jobs=jobs))) as answers:
            for answer in with_progress(answers, len(files), say("pairing"), wanted=work.progress):
                if not work.quiet:
                    warn_of(answer.name, answer.adjustments)
                statuses.append(_give(answer, paths[len(statuses)], target))
    except (KeyboardInterrupt, MemoryError) as stop:
        rest, is_interrupted = files[len(statuses) :], isinstance(stop, KeyboardInterrupt)
        why = say("interrupted") if is_interrupted else say("out of memory ({stop})", stop=stop)
        warn(
            say(
                "{why}: {number} of {files} files not paired: {names}",
                why=why,
                number=len(rest),
                files=len(files),
                names=words_of_rest(rest),
            )
        )
        statuses.append(INTERRUPTED if is_interrupted else ExitStatus.TOO_LARGE)
    if len(files) > 1 and not work.quiet:
        warn(say("paired {count} of {files} files", count=statuses.count(ExitStatus.DONE), files=len(files)))
    return max(statuses)


def _answers(make: Callable[[str], FileAnswer], files: list[str], work: Work) -> Generator[FileAnswer, None, None]:
    """The answers in the order of the files."""
    if work.cluster is None or STANDARD_INPUT in files:
        yield from spread(make, files, work.jobs)
        return
    from pairing_engine.terminal.window import flow, hired

    with hired(work.jobs, work.cluster) as crew, closing(flow(make, files, crew, ordered=True)) as results:
        for done in results:
            words = say("{name}: the workers that paired it were killed: out of memory?", name=done.item)
            yield done.result or FileAnswer(done.item, failure=Failure(ExitStatus.TOO_LARGE, words))


def _check_target(files: list[str], target: Target) -> None:
    if len(files) > 1 and target.output_dir is None:
        raise Failure(ExitStatus.BAD_REQUEST, say("several files need --output-dir"))
    if len(files) > 1 and target.list_file is not None:
        raise Failure(ExitStatus.BAD_REQUEST, say("--list is for one file"))
    if len(files) > 1 and target.html is not None:
        raise Failure(ExitStatus.BAD_REQUEST, say("--html is for one file"))
    if target.output is not None and target.output_dir is not None:
        raise Failure(ExitStatus.BAD_REQUEST, say("--output and --output-dir exclude each other"))


def answer_for(file: str, reading: Reading, how: HowToPair, wanted: Wanted) -> FileAnswer:
    """Read a file and pair its round."""
    name = say("standard input") if file == STANDARD_INPUT else file
    adjustments: tuple[Adjustment, ...] = ()
    try:
        source = standard_input() if file == STANDARD_INPUT else Path(file)
        found = examine(source, name=name, **reading._asdict())
        adjustments = found.adjustments
        paired = pair(found.tournament, **how._asdict())
        listed = None if wanted.list_style is None else paired.checklist(wanted.list_style)
        page = _page(name, paired) if wanted.page else ""
        if wanted.format == "table":
            return FileAnswer(name, paired=paired, checklist=listed, page=page, adjustments=adjustments)
        formatted = "ascii card" if wanted.format == "card" and wanted.ascii_only else wanted.format
        text = TEXTS[formatted](name, paired, adjustments)
        return FileAnswer(name, text, checklist=listed, page=page, adjustments=adjustments)
    except Exception as error:
        return FileAnswer(name, failure=failure_of(error, name), adjustments=adjustments)


def _page(name: str, paired: PairedRound) -> str:
    from pairing_engine.page.round_page import round_page

    return round_page(name, paired)


def _as_json(name: str, paired: PairedRound, adjustments: tuple[Adjustment, ...]) -> str:
    noted = [adjustment._asdict() for adjustment in adjustments]
    return as_json({"file": name, **paired.to_dict(), "adjustments": noted})


TEXTS: Mapping[str, Callable[[str, PairedRound, tuple[Adjustment, ...]], str]] = {
    "pairs": lambda _name, paired, _adjustments: as_pairs(paired),
    "json": _as_json,
    "account": lambda _name, paired, _adjustments: as_account(paired),
    "card": lambda _name, paired, _adjustments: as_card(paired),
    "ascii card": lambda _name, paired, _adjustments: as_card(paired, ascii_only=True),
}
"""What can be written into a file, by format."""


def _give(answer: FileAnswer, path: Path | None, target: Target) -> int:
    """Show an answer or write it to its file; the exit status that this file alone would give."""
    failure = answer.failure
    if failure is None:
        try:
            _render(answer, path)
            if answer.checklist is not None and target.list_file is not None:
                _render_list(answer.checklist, target.list_file)
            if target.html is not None:
                _write_page(answer.page, target.html)
        except BrokenPipeError:
            raise  # nobody reads: nobody is told
        except OSError as error:
            failure = failure_of(error, str(path or target.list_file or target.html))
    if failure is None:
        return ExitStatus.DONE
    warn(str(failure))
    return failure.status


def _render(answer: FileAnswer, path: Path | None) -> None:
    if answer.paired is not None:
        show_table(answer.name, answer.paired)
    elif path is None:
        show(answer.text)
    else:
        write_whole(path, answer.text)


def _write_page(page: str, path: Path) -> None:
    if path == Path(STANDARD_OUTPUT):
        show(page)
    else:
        write_whole(path, page)


def _render_list(checklist: Checklist, path: Path) -> None:
    if path != Path(STANDARD_OUTPUT):
        write_whole(path, as_text(checklist))
    elif is_terminal(sys.stdout):
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


def _targets(files: list[str], target: Target, format_: str) -> list[Path | None]:
    """Where each answer goes; None is standard output. Two inputs must not share one, and none may be one."""
    targets = _by_name(files, target, format_)
    outputs = [path for path in (*targets, target.list_file, target.html) if path is not None]
    inputs = [Path("/dev/stdin" if file == STANDARD_INPUT else file) for file in files]
    if (path := overwritten(outputs, inputs)) is not None:
        raise Failure(
            ExitStatus.BAD_REQUEST, one_line(say("{path}: the answer would be written over an input", path=path))
        )
    files_only = [path for path in outputs if path != Path(STANDARD_OUTPUT)]
    if (path := written_twice(files_only)) is not None:
        raise Failure(
            ExitStatus.BAD_REQUEST, one_line(say("{path}: two answers would be written into the same file", path=path))
        )
    return targets


def _by_name(files: list[str], target: Target, format_: str) -> list[Path | None]:
    if target.output_dir is None:
        return [None if target.output == Path(STANDARD_OUTPUT) else target.output]
    target.output_dir.mkdir(exist_ok=True)
    targets: dict[Path, str] = {}
    for file in files:
        stem = "standard-input" if file == STANDARD_INPUT else Path(file).stem
        path = target.output_dir / f"{stem}{SUFFIXES[format_]}"
        if path in targets:
            words = say(
                "{target} and {file} would both be answered in {path}: pair them one by one",
                target=targets[path],
                file=file,
                path=path,
            )
            raise Failure(ExitStatus.BAD_REQUEST, one_line(words))
        targets[path] = file
    return list(targets)
