"""Checks of any number of files. To save memory, each result is reported at once."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from contextlib import closing, nullcontext
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

from checker.causes.trials import BY_HAND
from checker.report import RoundReport, Status
from pairing_engine.answers.contract import stated
from pairing_engine.facts.formats import as_json, csv_lines
from pairing_engine.facts.model import NOBODY, Note, NoteKind
from pairing_engine.language import say
from swisspair.examples import shown_pairs
from swisspair.statuses import INTERRUPTED, ExitStatus, Failure, refused
from swisspair.swisscheck import lines
from swisspair.swisscheck.checked_file import COLUMNS, CheckedFile, HowToCheck, Totals, sent, summary, value_of
from swisspair.swisscheck.lines import Earlier, Line, Listed, expected, line_of, line_of_death
from swisspair.swisscheck.options import Telling
from swisspair.terminal.many import spread
from swisspair.terminal.options import Work
from swisspair.terminal.program import failure_of, warn_of, words_of_rest
from swisspair.terminal.screen import with_progress
from swisspair.terminal.sources import Source, find
from swisspair.terminal.stores import address_of, shown_path
from swisspair.terminal.streams import encoded, fitted, json_text, show, warn
from swisspair.terminal.whole_files import STANDARD, overwritten, write_together
from trf import write
from trf.event.settings import of_import, with_notes
from trf.format.findings import MOST_SHOWN


class Which(NamedTuple):
    """The files to check, from paths and a list, without those that the run in ``resume`` has finished."""

    paths: tuple[Path, ...] = ()
    files_from: Path | None = None
    resume: Path | None = None


class Run:
    """A run in progress, with its output and totals."""

    def __init__(self, which: Which, telling: Telling, *, quiet: bool) -> None:
        self.which, self.telling, self.quiet = which, telling, quiet
        self.earlier = None if which.resume is None else Earlier(which.resume)
        self.totals = Totals() if self.earlier is None else self.earlier.totals
        self.listed = 0
        self.passed_over: list[str] = []
        self.kept: list[CheckedFile] = []
        sources = lines.listed_files(which.paths, which.files_from)
        first = list(islice(sources, 2))
        if telling.write_back is not None and len(first) != 1:
            raise refused("--write-back takes only one file")
        self.alone = len(first) < 2
        self._sources = chain(first, sources)
        self._headed = False
        self._out: BinaryIO | None = None
        self.unread: BrokenPipeError | None = None
        """The error about closed standard output, which is raised after all files are written."""

    def files(self) -> Iterator[Listed]:
        for source in self._sources:
            self.listed += 1
            listed = Listed(self.listed, source)
            if self.earlier is None or not self.earlier.has(listed):
                yield listed

    def tell(self, line: Line) -> None:
        self.totals = self.totals.plus(line.totals)
        if line.totals.passed_over and len(self.passed_over) < MOST_SHOWN:
            self.passed_over.append(line.name)
        if line.found is not None:
            self.kept.append(line.found)
        if self.telling.only_summary or (self.telling.only_differing and line.totals.status == ExitStatus.DONE):
            return
        if not self.quiet:
            warn_of(line.name, line.adjustments, whole=self.telling.whole)
        if self.telling.format_ == "csv" and not self._headed:
            self._headed = True
            self._show(csv_lines([COLUMNS]))
        self._show(line.text)

    def end(self, *, whole: bool) -> None:
        """Print the totals, in JSON lines only after a complete run. Raises `Failure` if no file was a tournament."""
        if whole and self.earlier is not None:
            self.earlier.check_end(self.listed)
        format_, some = self.telling.format_, self.totals.files > self.totals.passed_over
        if self.passed_over and format_ != "jsonl" and not self.telling.only_summary:
            names = words_of_rest(self.passed_over, self.totals.passed_over)
            warn(say("swisscheck: skipped, because they are not tournament report files: {names}", names=names))
        if whole and not (some or (self.listed and self.earlier is not None)):
            where = [*self.which.paths, *([] if self.which.files_from is None else [self.which.files_from])]
            raise refused(
                "no tournament report file was found in {paths}", paths=words_of_rest([*map(shown_path, where)])
            )
        pages = _pages(self.kept, self.telling) if whole else []
        try:  # all pages or none of them, before success is reported
            write_together({path: encoded(text) for path, text in pages if path != STANDARD})
        except OSError as error:
            raise failure_of(error, str(error.filename)) from error
        if format_ == "text":
            self._put_out(fitted(summary(self.totals)))
        elif format_ == "json":
            self._put_out(as_json(stated(value_of(self.kept))))
        elif format_ == "jsonl" and whole:
            self._show(json_text({"summary": {"listed": self.listed, **self.totals._asdict()}}))
        for path, text in pages:
            if path == STANDARD:
                self._put_out(text)

    def interrupted(self) -> str:
        """Return the message about an interrupted run, with the number of unchecked files if that number is known."""
        done = self.totals.files
        is_far = any(address_of(path) is not None for path in self.which.paths)
        resumed = self.earlier is not None
        if self.which.files_from is not None or is_far or resumed or not _in_order(self.which, self.telling):
            return say("swisscheck: interrupted after {files} files", files=done)
        rest = [source.name for source in islice(find(self.which.paths), done, None)]
        return say(
            "swisscheck: interrupted, and {number} of {files} files not checked: {rest}",
            number=len(rest),
            files=done + len(rest),
            rest=words_of_rest(rest),
        )

    def opened(self) -> BinaryIO | nullcontext[None]:
        """Open the file of the earlier run, to continue it after its last complete line."""
        if self.earlier is None:
            return nullcontext()
        path = self.earlier.path
        self._out = path.open("r+b" if path.exists() else "wb")
        self._out.truncate(self.earlier.end)
        self._out.seek(0, os.SEEK_END)
        return self._out

    def _show(self, text: str) -> None:
        if self._out is not None:
            self._out.write(text.encode())
            self._out.flush()
        elif text:
            self._put_out(fitted(text) if self.telling.format_ == "text" else text)

    def _put_out(self, text: str) -> None:
        """Print a text. If standard output is closed, a run that also writes files continues."""
        try:
            show(text)
        except BrokenPipeError as error:
            if not self.telling.wants_events:
                raise
            self.unread = error


def stream(which: Which, how: HowToCheck, telling: Telling, work: Work, *, send_files: bool = False) -> int:
    """Check the files. The exit status is the highest status of all files. Raises `Failure` and OSError."""
    _check(which, telling)
    run = Run(which, telling, quiet=work.quiet)
    how = how._replace(among_others=not run.alone, keep=telling.wants_events)
    line = partial(line_of, how=how, format_=telling.format_, whole=telling.whole, keep=telling.keeps)
    stopped = 0
    with run.opened():
        try:
            with closing(_lines(run, line, work, send_files=send_files)) as results:
                total = partial(expected, which.paths, which.files_from)
                for told in with_progress(results, total, say("checking"), wanted=work.progress and not run.alone):
                    run.tell(told)
        except KeyboardInterrupt:
            stopped = INTERRUPTED
            warn(run.interrupted())
        run.end(whole=not stopped)
    if run.unread is not None:
        raise run.unread
    return stopped or run.totals.status


def _in_order(which: Which, telling: Telling) -> bool:
    """Whether to report files in the order of the list, instead of the order in which they are finished."""
    return telling.ordered or telling.keeps or (telling.format_ != "jsonl" and which.files_from is None)


def _lines(run: Run, line: partial[Line], work: Work, *, send_files: bool) -> Generator[Line, None, None]:
    files, which, telling = run.files(), run.which, run.telling
    few = work.cluster is None and (run.alone or (work.at_once == 1 and which.files_from is None))
    if few or STANDARD in which.paths:  # only this process can read its standard input
        yield from map(line, files)
        return
    if send_files:
        files = (listed._replace(source=sent(listed.source)) for listed in files if isinstance(listed.source, Source))
    died = partial(line_of_death, format_=telling.format_, keep=telling.keeps)
    yield from spread(line, files, work.at_once, work.cluster, of_death=died, ordered=_in_order(which, telling))


def _pages(checked: list[CheckedFile], telling: Telling) -> list[tuple[Path, str]]:
    found = []
    if telling.html is not None:
        from swisspair.swisscheck.page import report_page

        found.append((telling.html, report_page(checked)))
    if telling.write_back is not None and checked:
        from swisspair.terminal.event_files import in_format_of

        text = in_format_of(telling.write_back, _with_notes(checked[0]))
        found.append((telling.write_back, text))
    return found


def _check(which: Which, telling: Telling) -> None:
    if which.files_from == STANDARD and STANDARD in which.paths:
        raise refused("standard input cannot be both a list of files and a file")
    if telling.html is not None and overwritten([telling.html], which.paths) is not None:
        raise refused("{path}: the page would overwrite an input file", path=shown_path(telling.html))
    if telling.write_back is not None and overwritten([telling.write_back], which.paths) is not None:
        raise refused("{path}: the file would overwrite an input file", path=shown_path(telling.write_back))
    if telling.format_ != "text" and STANDARD in (telling.html, telling.write_back):
        raise refused(
            "standard output can take either --format {format} or a page, but not both", format=telling.format_
        )
    only_some = telling.only_differing or telling.only_summary
    if telling.format_ == "json" and (which.files_from is not None or which.resume is not None or only_some):
        raise refused(
            "--format {format} needs PATHs and shows the complete output; for "
            "a list, a continued run or partial output, use text or jsonl",
            format=telling.format_,
        )
    if which.resume is None:
        return
    if telling.format_ != "jsonl":
        raise refused("--resume continues JSON lines, so it needs --format jsonl")
    if only_some:
        raise refused("--resume needs a line for every file: leave out --only-differing and --summary")


def _with_notes(one: CheckedFile) -> str:
    """Return the text of a checked file with notes. Raises `Failure` if the file could not be read."""
    if one.file is None or one.report is None or one.report.tournament is None:
        raise one.failure or Failure(ExitStatus.BAD_REQUEST, one.no_edition)
    notes = [*of_import(one.adjustments, len(one.report.tournament.rounds)), *_by_hand(one.report.rounds)]
    return write(with_notes(one.file, notes))


def _by_hand(rounds: tuple[RoundReport, ...]) -> Iterator[Note]:
    """Yield a note for each differing round without one: boards made by hand or, if unknown, those that break rules."""
    for one in rounds:
        if one.status is not Status.DIFFERS or one.note.startswith(NoteKind.MANUAL.value):
            continue
        changes = () if one.cause is None else one.cause.changes
        if changes and all(change.kind in BY_HAND for change in changes):
            pairs = [(one.players[0], one.players[-1] if one.players[1:] else NOBODY) for one in changes]
            words = f"{shown_pairs(pairs)} by hand"
        else:
            words = f"{shown_pairs(one.difference.recorded)} not by the rules"
        yield Note(NoteKind.MANUAL, one.number, f"{words} (expected {shown_pairs(one.difference.expected)})")
