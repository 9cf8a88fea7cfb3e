"""``swisspair --pair``: the files of a request, each read, paired and answered."""

from __future__ import annotations

import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pairing_engine.answers.checklist import as_text
from pairing_engine.answers.reply import Reply, Request, as_account, as_json, as_pairs, reply_to
from pairing_engine.facts.model import EventKind
from pairing_engine.facts.overrides import AS_WRITTEN, Overrides
from pairing_engine.facts.shown import one_line
from pairing_engine.terminal.console import (
    INTERRUPTED,
    Failure,
    failure_of,
    warn_of,
    words_of_rest,
)
from pairing_engine.terminal.jobs import spread
from pairing_engine.terminal.screen import show_checklist, show_table, with_progress
from pairing_engine.terminal.statuses import ExitStatus
from pairing_engine.terminal.streams import (
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
SUFFIXES = {"pairs": ".pairs", "json": ".json", "account": ".txt"}
TEXTS = {"pairs": as_pairs, "json": as_json, "account": as_account}


class Reading(NamedTuple):
    """How files are to be read, see `trf.examine`."""

    strict: bool = False
    encoding: str | None = None
    recompute: bool = False
    kind: EventKind | None = None
    overrides: Overrides = AS_WRITTEN


class Target(NamedTuple):
    """Where the answers go: into a file, into a directory, else (neither, or ``-``) to standard output; and in which
    format.
    """

    output: Path | None = None
    output_dir: Path | None = None
    format: str | None = None
    list_file: Path | None = None
    """Where the checklist goes; ``-`` is standard output."""


class Answer(NamedTuple):
    """What became of one file: a reply, or why there is none."""

    name: str
    reply: Reply | None = None
    failure: Failure | None = None
    adjustments: tuple[Adjustment, ...] = ()


def pair_files(files: list[str], reading: Reading, request: Request, target: Target, jobs: int) -> int:
    """Pair each file; one that fails does not stop the others. The worst status counts. Raises `Failure`."""
    if len(files) > 1 and target.output_dir is None:
        raise Failure(ExitStatus.BAD_REQUEST, "several files need --output-dir")
    if len(files) > 1 and target.list_file is not None:
        raise Failure(ExitStatus.BAD_REQUEST, "--list is for one file")
    if target.output is not None and target.output_dir is not None:
        raise Failure(ExitStatus.BAD_REQUEST, "--output and --output-dir exclude each other")
    format_ = _format(target)
    paths = _targets(files, target, format_)
    if any(file == STANDARD_INPUT or Path(file).is_fifo() for file in files):
        jobs = 1  # no other process can read what this one was given
    request = request._replace(account=format_ in ("json", "account"))
    statuses: list[int] = []
    try:
        with closing(spread(partial(answer_for, reading=reading, request=request), files, jobs)) as answers:
            for answer in with_progress(answers, len(files), "pairing"):
                statuses.append(_give(answer, paths[len(statuses)], target.list_file, format_))
    except (KeyboardInterrupt, MemoryError) as stop:
        rest, is_interrupted = files[len(statuses) :], isinstance(stop, KeyboardInterrupt)
        why = "interrupted" if is_interrupted else f"out of memory ({stop})"
        warn(f"{why}: {len(rest)} of {len(files)} files not paired: {words_of_rest(rest)}")
        statuses.append(INTERRUPTED if is_interrupted else ExitStatus.TOO_LARGE)
    if len(files) > 1:
        warn(f"paired {statuses.count(ExitStatus.DONE)} of {len(files)} files")
    return max(statuses)


def answer_for(file: str, reading: Reading, request: Request) -> Answer:
    """Read a file and pair its round."""
    name = "standard input" if file == STANDARD_INPUT else file
    adjustments: tuple[Adjustment, ...] = ()
    try:
        source = standard_input() if file == STANDARD_INPUT else Path(file)
        found = examine(source, name=name, **reading._asdict())
        adjustments = found.adjustments
        return Answer(name, reply_to(name, found.tournament, adjustments, request), adjustments=adjustments)
    except Exception as error:
        return Answer(name, failure=failure_of(error, name), adjustments=adjustments)


def _give(answer: Answer, path: Path | None, list_file: Path | None, format_: str) -> int:
    """Show an answer or write it to its file; the exit status that this file alone would give."""
    warn_of(answer.name, answer.adjustments)
    failure = answer.failure
    if answer.reply is not None:
        try:
            _render(answer.reply, path, format_)
            if list_file is not None:
                _render_list(answer.reply, list_file)
        except BrokenPipeError:
            raise  # nobody reads: nobody is told
        except OSError as error:
            failure = failure_of(error, str(path or list_file))
    if failure is None:
        return ExitStatus.DONE
    warn(str(failure))
    return failure.status


def _render(reply: Reply, path: Path | None, format_: str) -> None:
    if format_ == "table":
        show_table(reply)
        return
    text = TEXTS[format_](reply)
    if path is None:
        show(text)
    else:
        write_whole(path, text)


def _render_list(reply: Reply, path: Path) -> None:
    assert reply.checklist is not None
    if path != Path(STANDARD_OUTPUT):
        write_whole(path, as_text(reply.checklist))
    elif is_terminal(sys.stdout):
        show_checklist(reply.checklist)
    else:
        show(as_text(reply.checklist))


def _format(target: Target) -> str:
    """The format: as asked; else a table on a terminal, and pairs elsewhere."""
    to_file = target.output is not None or target.output_dir is not None
    match target.format:
        case None:
            return "pairs" if to_file or not is_terminal(sys.stdout) else "table"
        case "table" if to_file:
            words = f"--format table is for the screen; a file takes {', '.join(TEXTS)}"
            raise Failure(ExitStatus.BAD_REQUEST, words)
        case format_ if format_ == "table" or format_ in TEXTS:
            return format_
        case unknown:
            words = f"--format: {unknown!r} is unknown; there are: table, {', '.join(TEXTS)}"
            raise Failure(ExitStatus.BAD_REQUEST, words)


def _targets(files: list[str], target: Target, format_: str) -> list[Path | None]:
    """Where each answer goes; None is standard output. Two inputs must not share one, and none may be one."""
    targets = _by_name(files, target, format_)
    outputs = [path for path in (*targets, target.list_file) if path is not None]
    inputs = [Path("/dev/stdin" if file == STANDARD_INPUT else file) for file in files]
    if (path := overwritten(outputs, inputs)) is not None:
        raise Failure(ExitStatus.BAD_REQUEST, one_line(f"{path}: the answer would be written over an input"))
    files_only = [path for path in outputs if path != Path(STANDARD_OUTPUT)]
    if (path := written_twice(files_only)) is not None:
        raise Failure(ExitStatus.BAD_REQUEST, one_line(f"{path}: two answers would be written into the same file"))
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
            words = f"{targets[path]} and {file} would both be answered in {path}: pair them one by one"
            raise Failure(ExitStatus.BAD_REQUEST, one_line(words))
        targets[path] = file
    return list(targets)
