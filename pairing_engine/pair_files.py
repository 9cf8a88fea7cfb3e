"""``swisspair --pair``: the files of a request, each read, paired and answered."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from pairing_engine.console import Failure, failure_of, show, show_table, warn, warn_of, with_progress, write_whole
from pairing_engine.reply import Reply, Request, as_json, as_pairs, reply_to
from pairing_engine.statuses import ExitStatus
from trf import examine

STANDARD_INPUT = "-"
SUFFIXES = {"pairs": ".pairs", "json": ".json"}


class Reading(NamedTuple):
    """How files are to be read, see `trf.examine`."""

    strict: bool = False
    encoding: str | None = None
    recompute: bool = False
    adjourned_as_draw: bool = False


class Target(NamedTuple):
    """Where the answers go: into a file, into a directory, else (neither) to standard output; and in which format."""

    output: Path | None = None
    output_dir: Path | None = None
    format: str | None = None


def _format(target: Target) -> str:
    """The format: as asked; else a table on a terminal, and pairs elsewhere."""
    to_file = target.output is not None or target.output_dir is not None
    match target.format:
        case None:
            return "pairs" if to_file or not sys.stdout.isatty() else "table"
        case "table" if to_file:
            raise Failure(ExitStatus.BAD_REQUEST, "--format table is for the screen; a file takes pairs or json")
        case "pairs" | "table" | "json":
            return target.format
        case unknown:
            raise Failure(ExitStatus.BAD_REQUEST, f"--format: {unknown!r} is unknown; there are: pairs, table, json")


def pair_files(files: list[str], reading: Reading, request: Request, target: Target) -> ExitStatus:
    """Pair each file; one that fails does not stop the others. The worst status counts. Raises `Failure`."""
    if len(files) > 1 and target.output_dir is None:
        raise Failure(ExitStatus.BAD_REQUEST, "several files need --output-dir")
    if target.output is not None and target.output_dir is not None:
        raise Failure(ExitStatus.BAD_REQUEST, "--output and --output-dir exclude each other")
    format_ = _format(target)
    targets = _targets(files, target, format_)
    worst = ExitStatus.DONE
    done = 0
    for file, path in with_progress(zip(files, targets, strict=True), len(files), "pairing"):
        try:
            _give(_pair_file(file, reading, request), path, format_)
            done += 1
        except Exception as error:
            failure = failure_of(error, file)
            warn(str(failure))
            worst = max(worst, failure.status)
    if len(files) > 1:
        warn(f"paired {done} of {len(files)} files")
    return worst


def _targets(files: list[str], target: Target, format_: str) -> list[Path | None]:
    """Where each answer goes; None is standard output. Two inputs must not share one."""
    if target.output_dir is None:
        return [target.output]
    if not target.output_dir.is_dir():
        raise Failure(ExitStatus.NO_ACCESS, f"{target.output_dir}: there is no such directory")
    targets: dict[Path, str] = {}
    for file in files:
        stem = "standard-input" if file == STANDARD_INPUT else Path(file).stem
        path = target.output_dir / f"{stem}{SUFFIXES[format_]}"
        if path in targets:
            words = f"{targets[path]} and {file} would both be answered in {path}: pair them one by one"
            raise Failure(ExitStatus.BAD_REQUEST, words)
        targets[path] = file
    return list(targets)


def _pair_file(file: str, reading: Reading, request: Request) -> Reply:
    name = "standard input" if file == STANDARD_INPUT else file
    source = sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file)
    found = examine(source, name=name, **reading._asdict())
    warn_of(name, found.adjustments)
    return reply_to(name, found.tournament, found.adjustments, request)


def _give(reply: Reply, target: Path | None, format_: str) -> None:
    if format_ == "table":
        show_table(reply)
        return
    text = as_json(reply) if format_ == "json" else as_pairs(reply)
    if target is None:
        show(text)
    else:
        write_whole(target, text)
