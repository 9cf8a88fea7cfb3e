"""The lines of a run: the listed files, the line about each file, and the lines of an earlier run, read again.

A line that is read must have the form that swisscheck gives it; its sums are believed.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import IO, Any, NamedTuple

from pairing_engine.answers.contract import fault_in
from pairing_engine.facts.bounded import json_in
from pairing_engine.language import say
from swisspair.statuses import ExitStatus, Failure, refused
from swisspair.swisscheck import checked_file
from swisspair.swisscheck.checked_file import COUNTS, CheckedFile, HowToCheck, Sent, Totals, check_source, totals
from swisspair.terminal.many import killed
from swisspair.terminal.opening import LONGEST_NAME, HasLines, bounded_lines, is_packed, opened
from swisspair.terminal.sources import Source, find
from swisspair.terminal.stores import address_of, shown_path
from swisspair.terminal.streams import json_text, standard_input
from swisspair.terminal.whole_files import STANDARD
from trf import Adjustment


class Listed(NamedTuple):
    """A file and its place in the list of all files, counted from 1."""

    place: int
    source: Source | Sent


class Line(NamedTuple):
    """The result for one file. ``text`` contains the output about the file."""

    name: str
    text: str
    totals: Totals
    adjustments: tuple[Adjustment, ...] = ()
    """The adjustments to print on standard error. In JSON lines, ``text`` contains the adjustments."""
    found: CheckedFile | None = None
    """The report on the file; None if the report is not needed at the end of the run."""


def line_of(listed: Listed, how: HowToCheck, *, format_: str, whole: bool = False, keep: bool = False) -> Line:
    """Check a file, and return the output about the file as a `Line`.

    ``format_`` is text, csv, jsonl or json. With json, nothing is printed before all files are done. With ``whole``,
    long lists are printed completely. With ``keep``, the line also holds the report for the end of the run.
    """
    found = check_source(listed.source, how)
    if found is None:
        text = json_text({"place": listed.place, "file": listed.source.name, "passed_over": True, "status": 0})
        return Line(listed.source.name, text if format_ == "jsonl" else "", Totals(1, 1))
    return _line(listed.place, found, format_=format_, whole=whole, keep=keep)


def line_of_death(listed: Listed, *, format_: str, keep: bool = False) -> Line:
    name = listed.source.name
    failure = Failure(ExitStatus.TOO_LARGE, say("{name}: {words}", name=name, words=killed()))
    return _line(listed.place, CheckedFile(name, None, failure=failure, was_read=False), format_=format_, keep=keep)


def _line(place: int, one: CheckedFile, *, format_: str, whole: bool = False, keep: bool = False) -> Line:
    line = Line(one.name, "", totals([one]), found=one if keep else None)
    if format_ == "text":
        return line._replace(text=checked_file.text_of(one, whole=whole), adjustments=one.adjustments)
    if format_ == "csv":
        return line._replace(text=checked_file.rows_of(one), adjustments=one.adjustments)
    if format_ == "json":
        return line
    short = {name: number for name, number in line.totals.counts.items() if number}
    return line._replace(
        text=json_text({"place": place, **checked_file.file_value(one), "status": int(one.status), "counts": short})
    )


LONGEST = 64 * 2**20
"""The maximum length of a line in bytes. The line of a large round with many differences takes up about 3 MB."""

MOST_FILES = 50_000_000
"""The maximum number of files in a list."""


def _told(line: bytes) -> tuple[Mapping[str, Any], str]:
    """Return the value of a line, and what is wrong with it; empty if swisscheck could have written it."""
    try:
        value = json_in(line) if line.isascii() else None
    except ValueError as error:
        return {}, str(error)
    if not isinstance(value, dict):
        return {}, say("not a JSON object in ASCII")
    kind = next((kind for key, kind in KINDS.items() if key in value), "checked_file")
    fault = fault_in(value, kind)
    if fault or kind == "summary" or (kind == "failure" and "place" not in value):
        return value, fault
    for name in ("place", "file", "status"):
        if name not in value:
            return value, say("{name} is missing", name=name)
    for name in sorted({*value.get("counts", {})} - {*COUNTS}):
        return value, say("{name!r} is not one of the counts", name=name)
    if value["place"] > MOST_FILES:
        fault = say(
            "place {place} is too large: a list has at most {most:,} files", place=value["place"], most=MOST_FILES
        )
    return value, fault


KINDS = {"summary": "summary", "passed_over": "passed_over", "error": "failure"}
"""The kinds of lines, by a key that only they have. Every other line is about a checked file."""


FILE_SUFFIXES = (".trf", ".trfx", ".txt")
"""A listed name with one of these suffixes counts as a file, without a look at the disk."""


def listed_files(paths: Iterable[Path], files_from: Path | None) -> Iterator[Source]:
    """Yield all files: first the files below the paths, then the files named in the list. Raises OSError."""
    yield from find(paths)
    if files_from is None:
        return
    stream: IO[bytes] = standard_input() if files_from == STANDARD else opened(files_from)
    with stream:
        for _, line in bounded_lines(stream, shown_path(files_from), LONGEST_NAME):
            name = line.rstrip(b"\r\n").decode(errors="surrogateescape")
            if address_of(name) is not None:
                yield from find([Path(name)])
            elif name.lower().endswith(FILE_SUFFIXES):
                yield Source(Path(name), None, certain=True)
            elif name == str(STANDARD):
                yield Source(STANDARD, None, certain=True, fault=say("standard input cannot be named in a list"))
            elif name:
                yield from find([Path(name)])


def expected(paths: Iterable[Path], files_from: Path | None) -> int | None:
    """Count the files of the run in advance. Return None if counting would take too long."""
    known = [*paths]
    if any(address_of(path) is not None for path in known):
        return None  # listing the files twice may take long
    number = sum(1 for _ in find(known))
    if files_from is not None:
        if not files_from.is_file() or is_packed(files_from):
            return None
        with files_from.open("rb") as file:
            number += sum(chunk.count(b"\n") for chunk in iter(partial(file.read, 2**20), b""))
    return number


class Earlier:
    """The finished files and totals of a run to continue from byte ``end``. Raises OSError and `Failure`."""

    def __init__(self, path: Path) -> None:
        self.path, self.end, self.last, self.totals = path, 0, 0, Totals()
        self._names = array("I")  # the checksum of the name at each place; 0 if the file is not finished
        if address_of(path) is not None or is_packed(path):
            raise refused("{path}: --resume needs a file on this machine that is not packed", path=shown_path(path))
        if not path.exists():
            return
        if not path.is_file():
            raise refused(
                "{path}: not a regular file; --resume needs one, because it may have to shorten the file", path=path
            )
        with path.open("rb") as file:
            self._read(file)

    def _read(self, file: HasLines) -> None:
        """Keep the lines about files. An incomplete line at the end, the summary and an error are left out."""
        last = ""
        for number, line in bounded_lines(file, shown_path(self.path), LONGEST):
            if not line.endswith(b"\n"):
                return  # cut off when the run was stopped
            value, fault = _told(line)
            if last:
                fault = say("there are lines after {what}, which should be the last line", what=last)
            if fault:
                raise refused(
                    "{path}: line {number}: expected a line of swisscheck --format jsonl ({fault})",
                    path=shown_path(self.path),
                    number=number,
                    fault=fault,
                )
            if "place" in value:
                self._keep(value)
                self.end += len(line)
            else:
                last = say("the summary") if "summary" in value else say("an error")

    def _keep(self, value: Mapping[str, Any]) -> None:
        place = int(value["place"])
        missing = place + 1 - len(self._names)
        if missing > 0:
            self._names.frombytes(bytes(self._names.itemsize * (missing + place // 8)))
        if self._names[place]:
            raise refused("{path}: place {place} of the list occurs twice", path=self.path, place=place)
        self._names[place] = _sum_of(value["file"])
        self.last = max(self.last, place)
        passed_over, counts = int(bool(value.get("passed_over"))), value.get("counts", {})
        self.totals = self.totals.plus(Totals(1, passed_over, **counts, status=value["status"]))

    def has(self, listed: Listed) -> bool:
        """Whether the interrupted run has finished a file. Raises `Failure` if its list differs at this place."""
        found = self._names[listed.place] if listed.place < len(self._names) else 0
        if found and found != _sum_of(listed.source.name):
            raise refused(
                "{path} belongs to a different list of files: file number {place} of that list was not {name}",
                path=self.path,
                place=listed.place,
                name=listed.source.name,
            )
        return bool(found)

    def check_end(self, listed: int) -> None:
        """Raise `Failure` if a line refers to a place beyond the end of the list."""
        if self.last > listed:
            raise refused(
                "{path} belongs to a different list of files: it reports file number {place}, but "
                "this list has only {listed} files",
                path=self.path,
                place=self.last,
                listed=listed,
            )


def _sum_of(name: str) -> int:
    return zlib.crc32(name.encode(errors="surrogateescape")) or 1
