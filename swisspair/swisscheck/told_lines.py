"""JSON lines of an earlier run. Each line must have the form that swisscheck gives it; its sums are believed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from pairing_engine.answers.conforming import fault_in
from pairing_engine.facts.bounded import json_in
from pairing_engine.language import say
from pairing_engine.values import NamedTuple
from swisspair.statuses import refused
from swisspair.swisscheck.checked_file import Figures
from swisspair.swisscheck.lines import ZERO, Summary, counts_in, summary_in
from swisspair.terminal.opening import HasLines, bounded_lines
from swisspair.terminal.stores import shown_path

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
    kind = _kind(value)
    fault = fault_in(value, kind)
    if not fault and kind == "summary":
        return PlacedLine(offset, end, value["summary"], summary=summary_in(value["summary"]))
    if fault or not (kind == "failure" and "place" not in value):
        fault = fault or next(_faults(value), "")
    if fault:
        _refuse(path, number, fault)
    return PlacedLine(offset, end, value, counts_in(value), value["status"])


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
