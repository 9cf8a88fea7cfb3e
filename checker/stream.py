"""``swisscheck`` on any number of files: each is told of as soon as it is done, and nothing is kept."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from typing import BinaryIO, NamedTuple

from checker.checked_file import HowToCheck
from checker.lines import Line, Listed, Summary, line_of, line_of_death
from checker.render import summary_of
from checker.sent import sent
from checker.shards import Earlier, Shard, listed_files
from checker.sources import Source
from pairing_engine.language import say
from pairing_engine.terminal.console import warn_of, words_of_rest
from pairing_engine.terminal.statuses import INTERRUPTED, ExitStatus, Failure
from pairing_engine.terminal.streams import STANDARD, fitted, show, warn
from pairing_engine.terminal.window import Done, flow, hired

KEPT_NAMES = 100


class Which(NamedTuple):
    """Which files: those under the paths and of the list, of them a shard, without those that are done."""

    paths: tuple[Path, ...] = ()
    files_from: Path | None = None
    shard: Shard | None = None
    resume: Path | None = None


class Telling(NamedTuple):
    """What is told of them: JSON lines, else text; only of files that do not agree; only the ``summary`` of all; in
    the order of the list; adjustments unless ``quiet``; long lists as a ``whole``.
    """

    as_json: bool = False
    only_differing: bool = False
    only_summary: bool = False
    ordered: bool = False
    quiet: bool = False
    whole: bool = False


class Work(NamedTuple):
    """Who does it: so many processes, or a cluster, to which files may be sent as they are."""

    jobs: int = 1
    cluster: str | None = None
    send_files: bool = False


class Run:
    """A run under way: where its lines go, and what they come to."""

    def __init__(self, which: Which, telling: Telling) -> None:
        self.which, self.telling = which, telling
        self.earlier = None if which.resume is None else Earlier(which.resume)
        self.summary = Summary() if self.earlier is None else self.earlier.summary
        self.listed = 0
        self.passed_over: list[str] = []
        self._out: BinaryIO | None = None

    def files(self) -> Iterator[Listed]:
        """The files that are to be done."""
        for source in listed_files(self.which.paths, self.which.files_from):
            self.listed += 1
            listed = Listed(self.listed, source)
            if self.which.shard is not None and not self.which.shard.has(self.listed):
                continue
            if self.earlier is None or not self.earlier.has(listed):
                yield listed

    def tell(self, line: Line) -> None:
        """Show what became of a file, and count it."""
        self.summary = self.summary.plus(line.counts, line.status, passed_over=line.passed_over)
        if line.passed_over and len(self.passed_over) < KEPT_NAMES:
            self.passed_over.append(line.name)
        if self.telling.only_summary or (self.telling.only_differing and line.agrees):
            return
        if not self.telling.quiet:
            warn_of(line.name, line.adjustments, whole=self.telling.whole)
        self._show(line.text)

    def end(self, *, whole: bool) -> None:
        """Show the summary; JSON lines have one only if they are ``whole``."""
        if self.passed_over and not self.telling.as_json:
            more = self.summary.passed_over - len(self.passed_over)
            names = words_of_rest(self.passed_over) + (say(" (and {more} after them)", more=more) if more else "")
            warn(say("swisscheck: passed over, being no tournament report files: {names}", names=names))
        if not self.telling.as_json:
            show(fitted(summary_of(self.summary.counts)))
        elif whole:
            self._show(self.summary.to_json("" if self.which.shard is None else str(self.which.shard), self.listed))

    def opened(self) -> BinaryIO | nullcontext[None]:
        """The file that is gone on with, cut where its whole lines end."""
        if self.earlier is None:
            return nullcontext()
        path = self.earlier.path
        self._out = path.open("r+b" if path.exists() else "wb")
        self._out.truncate(self.earlier.end)
        self._out.seek(0, os.SEEK_END)
        return self._out

    def _show(self, text: str) -> None:
        if self._out is None:
            show(text if self.telling.as_json else fitted(text))
        else:
            self._out.write(text.encode())
            self._out.flush()


def stream(which: Which, how: HowToCheck, telling: Telling, work: Work) -> int:
    """Check the files; the worst status counts. Raises `Failure`, OSError."""
    _check(which, telling)
    run = Run(which, telling)
    line = partial(line_of, how=how._replace(among_others=True), as_json=telling.as_json, whole=telling.whole)
    stopped = 0
    with run.opened():
        try:
            with closing(_lines(run, line, work)) as lines:
                for told in lines:
                    run.tell(told)
        except KeyboardInterrupt:
            stopped = INTERRUPTED
            warn(say("swisscheck: interrupted: {files} files are done", files=run.summary.files))
        run.end(whole=not stopped)
    if not run.listed and not stopped:
        raise Failure(ExitStatus.BAD_REQUEST, say("no tournament report file was found: the list is empty"))
    return stopped or run.summary.status


def _lines(run: Run, line: partial[Line], work: Work) -> Generator[Line, None, None]:
    files = run.files()
    if STANDARD in run.which.paths:  # no other process can read what this one was given
        yield from map(line, files)
        return
    if work.send_files:
        files = (listed._replace(source=sent(listed.source)) for listed in files if isinstance(listed.source, Source))
    with (
        hired(work.jobs, work.cluster) as crew,
        closing(flow(line, files, crew, ordered=run.telling.ordered)) as results,
    ):
        for done in results:
            yield _told(done, as_json=run.telling.as_json)


def _told(done: Done[Listed, Line], *, as_json: bool) -> Line:
    return line_of_death(done.item, as_json=as_json) if done.result is None else done.result


def _check(which: Which, telling: Telling) -> None:
    if which.files_from == STANDARD and STANDARD in which.paths:
        raise Failure(ExitStatus.BAD_REQUEST, say("standard input is either a list of files or a file"))
    if which.resume is None:
        return
    if not telling.as_json:
        raise Failure(ExitStatus.BAD_REQUEST, say("--resume goes on with JSON lines: it needs --format jsonl"))
    if telling.only_differing or telling.only_summary:
        words = say("--resume needs a line for every file: use --only-differing and --summary with --merge")
        raise Failure(ExitStatus.BAD_REQUEST, words)
