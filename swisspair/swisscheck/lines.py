"""The result of one file in a run, as text or as a JSON line; JSON lines of an earlier run, read again.

A line that is read must have the form that swisscheck gives it; its sums are believed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from pairing_engine.facts.bounded import json_in
from pairing_engine.language import say
from pairing_engine.values import NamedTuple
from swisspair.statuses import ExitStatus, Failure, refused
from swisspair.swisscheck.checked_file import CheckedFile, Figures, HowToCheck, Sent, check_source, figures
from swisspair.swisscheck.render import text_of, value_of
from swisspair.terminal.opening import HasLines, bounded_lines
from swisspair.terminal.sources import Source
from swisspair.terminal.stores import shown_path
from swisspair.terminal.streams import json_text
from trf import Adjustment

ZERO = Figures(*(0 for _ in Figures._fields))


class Listed(NamedTuple):
    """A file and its place in the list of all files, counted from 1."""

    place: int
    source: Source | Sent


class Line(NamedTuple):
    """The result for one file. ``text`` contains the output about the file."""

    name: str
    text: str
    counts: Figures
    status: int
    passed_over: bool = False
    adjustments: tuple[Adjustment, ...] = ()
    """The adjustments to print on standard error. In JSON lines, ``text`` contains the adjustments."""
    found: CheckedFile | None = None
    """The report on the file; None if the report is not needed at the end of the run."""

    @property
    def agrees(self) -> bool:
        """Whether the check found no difference."""
        return self.status == ExitStatus.DONE


def line_of(listed: Listed, how: HowToCheck, *, format_: str, whole: bool = False, keep: bool = False) -> Line:
    """Check a file, and return the output about the file as a `Line`.

    ``format_`` is text, csv, jsonl or json. With json, nothing is printed before all files are done. With ``whole``,
    long lists are printed completely. With ``keep``, the line also holds the report for the end of the run.
    """
    found = check_source(listed.source, how)
    if found is None:
        text = json_text({"place": listed.place, "file": listed.source.name, "passed_over": True, "status": 0})
        return Line(listed.source.name, text if format_ == "jsonl" else "", ZERO, ExitStatus.DONE, passed_over=True)
    return _line(listed.place, found, format_=format_, whole=whole, keep=keep)


def line_of_death(listed: Listed, *, format_: str, keep: bool = False) -> Line:
    name = listed.source.name
    words = say(
        "{name}: the process that checked it was killed twice, the second time while nothing else was running; out of "
        "memory?",
        name=name,
    )
    failure = Failure(ExitStatus.TOO_LARGE, words)
    return _line(listed.place, CheckedFile(name, None, failure=failure, was_read=False), format_=format_, keep=keep)


def _line(place: int, one: CheckedFile, *, format_: str, whole: bool = False, keep: bool = False) -> Line:
    counts = figures([one])
    line = Line(one.name, "", counts, one.status, found=one if keep else None)
    if format_ == "text":
        return line._replace(text=text_of(one, whole=whole), adjustments=one.adjustments)
    if format_ == "csv":
        from swisspair.swisscheck.render import rows_of

        return line._replace(text=rows_of(one), adjustments=one.adjustments)
    if format_ == "json":
        return line
    files = value_of([one])["files"]
    assert isinstance(files, list)
    told = {"status": int(one.status), "counts": short(counts)}
    return line._replace(text=json_text({"place": place, **files[0], **told}))


def short(counts: Figures) -> dict[str, int]:
    """Return the totals of a run that are not zero."""
    return {name: number for name, number in counts._asdict().items() if number}


def add(one: Figures, other: Figures) -> Figures:
    return Figures(*(mine + yours for mine, yours in zip(one, other, strict=True)))


TOTALS = "files", "passed_over", "status"


class Summary(NamedTuple):
    """The summary of a stream of results: the number of files, and their totals."""

    files: int = 0
    passed_over: int = 0
    counts: Figures = ZERO
    status: int = 0

    def plus(self, counts: Figures, status: int, *, passed_over: bool = False) -> Summary:
        passed = self.passed_over + passed_over
        return Summary(self.files + 1, passed, add(self.counts, counts), max(self.status, status))

    def and_(self, other: Summary) -> Summary:
        return Summary(
            self.files + other.files,
            self.passed_over + other.passed_over,
            add(self.counts, other.counts),
            max(self.status, other.status),
        )

    def to_json(self, shard: str = "", listed: int | None = None) -> str:
        """Return the last line of a JSON stream. ``listed`` is the number of files in all shards."""
        value: dict[str, object] = {"shard": shard} if shard else {}
        if listed is not None:
            value["listed"] = listed
        value |= {"files": self.files, "passed_over": self.passed_over, **self.counts._asdict(), "status": self.status}
        return json_text({"summary": value})


LONGEST = 64 * 2**20
"""The maximum length of a line in bytes. The line of a large round with many differences takes up about 3 MB."""

MOST_FILES = 50_000_000
"""The maximum number of files in a list."""


class PlacedLine(NamedTuple):
    """A line of JSON and its position. A line contains the result for one file, or the summary of a run."""

    offset: int
    end: int
    value: Mapping[str, Any]
    counts: Figures = ZERO
    status: int = 0
    summary: Summary | None = None
    """The summary that ends a run."""

    @property
    def place(self) -> int:
        return int(self.value["place"])

    @property
    def passed_over(self) -> bool:
        return bool(self.value.get("passed_over"))


def lines_told(stream: HasLines, path: Path) -> Iterator[PlacedLine]:
    """Yield the checked lines of a file. Raises OSError.

    Two kinds of last line are left out: an incomplete line, and a line that says why the run ended. Raises `Failure`
    for the first line that swisscheck did not write.
    """
    offset, last = 0, ""
    for number, line in bounded_lines(stream, shown_path(path), LONGEST):
        if not line.endswith(b"\n"):
            return  # cut off when the run was stopped
        if last:
            _refuse(path, number, say("there are lines after {what}, which should be the last line", what=last))
        told = _told(line, offset, path, number)
        offset = told.end
        if told.summary is not None:
            last = say("the summary")
            yield told
        elif "place" in told.value:
            yield told
        else:
            last = say("an error")


def _told(line: bytes, offset: int, path: Path, number: int) -> PlacedLine:
    end = offset + len(line)
    try:
        value = json_in(line) if line.isascii() else None
    except ValueError as error:
        _refuse(path, number, str(error))
    if not isinstance(value, dict):
        _refuse(path, number, say("not a JSON object in ASCII"))
    from pairing_engine.answers.conforming import fault_in  # imported late: it reads the schema of all answers

    kind = _kind(value)
    fault = fault_in(value, kind)
    if not fault and kind == "summary":
        total = value["summary"]
        counts = Figures(**{name: total[name] for name in Figures._fields})
        return PlacedLine(
            offset, end, total, summary=Summary(total["files"], total["passed_over"], counts, total["status"])
        )
    if fault or not (kind == "failure" and "place" not in value):
        fault = fault or next(_faults(value), "")
    if fault:
        _refuse(path, number, fault)
    return PlacedLine(offset, end, value, ZERO._replace(**value.get("counts", {})), value["status"])


def _kind(value: Mapping[str, Any]) -> str:
    for key, kind in (("summary", "summary"), ("passed_over", "passed_over"), ("error", "failure")):
        if key in value:
            return kind
    return "checked_file"


def _faults(value: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a line lacks or exceeds, which the schema cannot find."""
    for name in ("place", "file", "status"):
        if name not in value:
            yield say("{name} is missing", name=name)
            return
    if value["place"] > MOST_FILES:
        yield say(
            "place {place} is too large: a list has at most {most:,} files", place=value["place"], most=MOST_FILES
        )


def _refuse(path: Path, number: int, fault: str) -> NoReturn:
    raise refused(
        "{path}: line {number}: expected a line of swisscheck --format jsonl ({fault})",
        path=shown_path(path),
        number=number,
        fault=fault,
    )
