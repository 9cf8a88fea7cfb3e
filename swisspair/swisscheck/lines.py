"""The result of one file in a run: the report as text or as a JSON line, and the file's totals."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pairing_engine.answers.contract import stated
from pairing_engine.language import say
from pairing_engine.values import NamedTuple
from swisspair.statuses import ExitStatus, Failure
from swisspair.swisscheck.checked_file import CheckedFile, Figures, HowToCheck, Sent, check_source, figures
from swisspair.swisscheck.render import text_of, value_of
from swisspair.terminal.sources import Source
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
        text = _json({"place": listed.place, "file": listed.source.name, "passed_over": True, "status": 0})
        return Line(listed.source.name, text if format_ == "jsonl" else "", ZERO, ExitStatus.DONE, passed_over=True)
    return _line(listed.place, found, format_=format_, whole=whole, keep=keep)


def line_of_death(listed: Listed, *, format_: str, keep: bool = False) -> Line:
    name = listed.source.name
    words = say(
        "{name}: the process that checked it was killed twice, the second time while nothing else was "
        "running: out of memory?",
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
    return line._replace(text=_json({"place": place, **files[0], **told}))


def _json(value: Mapping[str, object]) -> str:
    """Return a value as one line of JSON in ASCII, so that no character in a name can break the line."""
    return json.dumps(stated(value)) + "\n"


def short(counts: Figures) -> dict[str, int]:
    """Return the totals of a run that are not zero."""
    return {name: number for name, number in counts._asdict().items() if number}


def add(one: Figures, other: Figures) -> Figures:
    return Figures(*(mine + yours for mine, yours in zip(one, other, strict=True)))


def counts_in(value: Mapping[str, object]) -> Figures:
    """Return the file's totals in a JSON line. Missing totals are 0."""
    counts = value.get("counts", {})
    if not isinstance(counts, dict):
        return ZERO
    return ZERO._replace(**{name: int(number) for name, number in counts.items() if name in Figures._fields})


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
        return _json({"summary": value})


def summary_in(value: Mapping[str, object]) -> Summary:
    """Read the summary from the last line of a run. Raises an error if ``value`` is not a summary."""
    counts = ZERO._replace(**{name: int(value[name]) for name in Figures._fields})  # type: ignore[call-overload]
    files, passed_over, status = (int(value[name]) for name in ("files", "passed_over", "status"))  # type: ignore[call-overload]
    return Summary(files, passed_over, counts, status)
