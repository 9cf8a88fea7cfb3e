"""The lines of a run: the files of a shard, the line about each file, and the lines of earlier runs, read again.

A line that is read must have the form that swisscheck gives it; its sums are believed. ``--merge`` puts the lines of
all shards together into one report.
"""

from __future__ import annotations

import re
import zlib
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import IO, Any, NoReturn

from pairing_engine.facts.bounded import json_in
from pairing_engine.language import say, say_many
from pairing_engine.values import NamedTuple
from swisspair.statuses import ExitStatus, Failure, refused
from swisspair.swisscheck import checked_file
from swisspair.swisscheck.checked_file import ZERO, CheckedFile, Figures, HowToCheck, Sent, check_source, figures
from swisspair.terminal.many import killed
from swisspair.terminal.opening import LONGEST_NAME, HasLines, bounded_lines, is_packed, opened
from swisspair.terminal.program import words_of_rest
from swisspair.terminal.sources import Source, find
from swisspair.terminal.stores import address_of, shown_path
from swisspair.terminal.streams import json_text, show, standard_input, warn
from swisspair.terminal.whole_files import STANDARD
from trf import Adjustment


class Listed(NamedTuple):
    """A file and its place in the list of all files, counted from 1."""

    place: int
    source: Source | Sent


class Summary(NamedTuple):
    """The summary of a run, or of one file: the number of files, and their totals."""

    files: int = 0
    passed_over: int = 0
    counts: Figures = ZERO
    status: int = ExitStatus.DONE

    def plus(self, other: Summary) -> Summary:
        counts = Figures(*map(sum, zip(self.counts, other.counts, strict=True)))
        passed_over = self.passed_over + other.passed_over
        return Summary(self.files + other.files, passed_over, counts, max(self.status, other.status))

    def to_json(self, shard: str = "", listed: int | None = None) -> str:
        """Return the last line of a JSON stream. ``listed`` is the number of files in all shards."""
        value: dict[str, object] = {"shard": shard} if shard else {}
        if listed is not None:
            value["listed"] = listed
        value |= {"files": self.files, "passed_over": self.passed_over, **self.counts._asdict(), "status": self.status}
        return json_text({"summary": value})


class Line(NamedTuple):
    """The result for one file. ``text`` contains the output about the file."""

    name: str
    text: str
    summary: Summary
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
        return Line(listed.source.name, text if format_ == "jsonl" else "", Summary(1, passed_over=1))
    return _line(listed.place, found, format_=format_, whole=whole, keep=keep)


def line_of_death(listed: Listed, *, format_: str, keep: bool = False) -> Line:
    name = listed.source.name
    failure = Failure(ExitStatus.TOO_LARGE, say("{name}: {words}", name=name, words=killed()))
    return _line(listed.place, CheckedFile(name, None, failure=failure, was_read=False), format_=format_, keep=keep)


def _line(place: int, one: CheckedFile, *, format_: str, whole: bool = False, keep: bool = False) -> Line:
    counts = figures([one])
    line = Line(one.name, "", Summary(1, 0, counts, one.status), found=one if keep else None)
    if format_ == "text":
        return line._replace(text=checked_file.text_of(one, whole=whole), adjustments=one.adjustments)
    if format_ == "csv":
        return line._replace(text=checked_file.rows_of(one), adjustments=one.adjustments)
    if format_ == "json":
        return line
    short = {name: number for name, number in counts._asdict().items() if number}
    return line._replace(
        text=json_text({"place": place, **checked_file.file_value(one), "status": int(one.status), "counts": short})
    )


LONGEST = 64 * 2**20
"""The maximum length of a line in bytes. The line of a large round with many differences takes up about 3 MB."""

MOST_FILES = 50_000_000
"""The maximum number of files in a list."""


class PlacedLine(NamedTuple):
    """A line of JSON and its position: the result for one file or, if it is the ``last`` line, the summary of a run."""

    offset: int
    line: bytes
    value: Mapping[str, Any]
    summary: Summary
    last: bool = False

    @property
    def end(self) -> int:
        return self.offset + len(self.line)

    @property
    def place(self) -> int:
        return int(self.value["place"])


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
        if told.last or "place" in told.value:
            last = say("the summary") if told.last else ""
            yield told
        else:
            last = say("an error")


def _told(line: bytes, offset: int, path: Path, number: int) -> PlacedLine:
    try:
        value = json_in(line) if line.isascii() else None
    except ValueError as error:
        _refuse(path, number, str(error))
    if not isinstance(value, dict):
        _refuse(path, number, say("not a JSON object in ASCII"))
    from pairing_engine.answers.conforming import fault_in  # imported late: it reads the schema of all answers

    kind = next((kind for key, kind in KINDS.items() if key in value), "checked_file")
    fault = fault_in(value, kind)
    if not fault and kind == "summary":
        total = value["summary"]
        counts = Figures(**{name: total[name] for name in Figures._fields})
        whole = Summary(total["files"], total["passed_over"], counts, total["status"])
        return PlacedLine(offset, line, total, whole, last=True)
    if fault or not (kind == "failure" and "place" not in value):
        fault = fault or next(_faults(value), "")
    if fault:
        _refuse(path, number, fault)
    counts = ZERO._replace(**value.get("counts", {}))
    return PlacedLine(offset, line, value, Summary(1, bool(value.get("passed_over")), counts, value["status"]))


KINDS = {"summary": "summary", "passed_over": "passed_over", "error": "failure"}
"""The kinds of lines, by a key that only they have. Every other line is about a checked file."""


def _faults(value: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a line lacks or exceeds, which the schema cannot find."""
    for name in ("place", "file", "status"):
        if name not in value:
            yield say("{name} is missing", name=name)
            return
    for name in sorted({*value.get("counts", {})} - {*Figures._fields}):
        yield say("{name!r} is not one of the counts", name=name)
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


FILE_SUFFIXES = (".trf", ".trfx", ".txt")
"""A listed name with one of these suffixes counts as a file, without a look at the disk."""


class Shard(NamedTuple):
    """A shard: every ``of``-th file, beginning with file ``number``."""

    number: int
    of: int

    def has(self, place: int) -> bool:
        """Whether a file belongs to this shard. ``place`` is the file's place in the list, counted from 1."""
        return (place - self.number) % self.of == 0

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


def shard_in(text: str) -> Shard:
    """Parse the value of --shard.

    >>> shard_in("17/1000").has(1017)
    True
    """
    found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise refused("--shard: found {text!r}, expected a shard such as 17/1000 (the 17th of 1000)", text=text)
    return Shard(int(found[1]), int(found[2]))


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


def expected(paths: Iterable[Path], files_from: Path | None, shard: Shard | None) -> int | None:
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
    return number if shard is None else -(-number // shard.of)


class Earlier:
    """The finished files and totals of a run to continue from byte ``end``. Raises OSError and `Failure`."""

    def __init__(self, path: Path) -> None:
        self.path, self.end, self.last, self.summary = path, 0, 0, Summary()
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
            for told in lines_told(file, path):
                if not told.last:
                    self._keep(told)
                    self.end = told.end

    def _keep(self, told: PlacedLine) -> None:
        missing = told.place + 1 - len(self._names)
        if missing > 0:
            self._names.frombytes(bytes(self._names.itemsize * (missing + told.place // 8)))
        if self._names[told.place]:
            raise refused("{path}: place {place} of the list occurs twice", path=self.path, place=told.place)
        self._names[told.place] = _sum_of(told.value["file"])
        self.last = max(self.last, told.place)
        self.summary = self.summary.plus(told.summary)

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


class Part(NamedTuple):
    """A file of JSON lines with its totals, or with its summary if there is one."""

    path: Path
    summary: Summary
    shard: Shard | None = None
    listed: int | None = None
    """The number of files in all shards together."""
    whole: bool = False
    """Whether the run was completed."""


def _in_order(index: array[int]) -> list[int]:
    """Return the positions of the lines in the index, sorted by the files' places in the list.

    The index has three numbers for each line: the place of the file, the number of the part, and the first byte.
    """
    return sorted(range(0, len(index), 3), key=index.__getitem__)


def merge(paths: Sequence[Path], *, as_json: bool, only_differing: bool, only_summary: bool) -> int:
    """Merge the reports of all parts, print them, and return the highest status. Raises `Failure` and OSError."""
    from tempfile import TemporaryDirectory  # imported late: a check needs none

    with TemporaryDirectory() as folder:
        kept = [_kept(path, Path(folder, f"lines-{number}")) for number, path in enumerate(paths)]
        total, index, complaints, listed = _read_all(paths, kept)
        if not only_summary:
            for told in _lines(kept, index):
                if told.summary.status or (as_json and not only_differing):
                    show(told.line.decode() if as_json else _in_words(told.value))
    show(total.to_json(listed=listed) if as_json else checked_file.summary_of(total.counts))
    for words in complaints:
        warn(f"swisscheck: {words}")
    return max(total.status, ExitStatus.BAD_REQUEST if complaints else ExitStatus.DONE)


def _kept(path: Path, copy: Path) -> Path:
    """Return the path of an input, or of a copy if it cannot be read twice. Raises `Failure` for a foreign line."""
    if path != STANDARD and address_of(path) is None and not is_packed(path):
        return path
    stream = standard_input() if path == STANDARD else opened(path)
    with nullcontext() if path == STANDARD else stream, copy.open("wb") as file:
        file.writelines(told.line for told in lines_told(stream, path))
    return copy


def _read_all(names: Sequence[Path], paths: Sequence[Path]) -> tuple[Summary, array[int], list[str], int | None]:
    """Return the totals of all parts, the positions of their lines, their faults, and the number of listed files."""
    index = array("Q")
    parts: list[Part] = []
    total = Summary()
    for number, path in enumerate(paths):
        known = len(index)
        part = _read(path, number, index, names[number])
        if part.shard is not None and part.shard in [other.shard for other in parts]:
            del index[known:]  # a file that occurs twice counts once, and is reported
        else:
            total = total.plus(part.summary)
        parts.append(part)
    complaints = [*_unfinished(parts), *_of_shards(parts), *_twice(index)]
    return total, index, complaints, next((part.listed for part in parts if part.listed is not None), None)


def _read(path: Path, number: int, index: array[int], name: Path) -> Part:
    """Add the lines of a file to the index. Raises `Failure` at the first line that swisscheck did not write."""
    part = Part(name, Summary())
    known = len(index)
    with path.open("rb") as file:
        for told in lines_told(file, name):
            if told.last:
                part = _ended(part, told.value, told.summary, index[known::3])
                continue
            index.extend((told.place, number, told.offset))
            part = part._replace(summary=part.summary.plus(told.summary))
    return part


def _ended(part: Part, value: Mapping[str, Any], summary: Summary, places: Sequence[int]) -> Part:
    """Return the part with the facts from its last line. Raises `Failure` for a place outside the list or the shard."""
    listed = value.get("listed")
    shard = shard_in(value["shard"]) if "shard" in value else None
    last = max(places, default=0)
    if listed is not None and max(last, summary.files) > listed:
        raise refused(
            "{path}: one line reports file number {place}, but the list has only {listed} files",
            path=part.path,
            place=max(last, summary.files),
            listed=listed,
        )
    other = None if shard is None else next((place for place in places if not shard.has(place)), None)
    if other is not None:
        raise refused("{path}: file {place} is not in shard {shard}", path=part.path, place=other, shard=shard)
    return Part(part.path, summary, shard, listed, whole=True)


def _unfinished(parts: Sequence[Part]) -> Iterator[str]:
    for part in parts:
        if not part.whole:
            words = say("there is no summary at the end; continue the run with --resume")
            yield say_many(
                "{path}: the run stopped after {number} file: {words}",
                "{path}: the run stopped after {number} files: {words}",
                part.summary.files,
                path=part.path,
                words=words,
            )


def _of_shards(parts: Sequence[Part]) -> Iterator[str]:
    """Yield a message for each fault of the shards. Shards can be missing, repeated, or from different lists."""
    found = [part for part in parts if part.shard is not None]
    if not found:
        return
    kinds = sorted({(part.shard.of, part.listed or 0) for part in found if part.shard is not None})
    if len(kinds) > 1:
        shown = words_of_rest(
            [say("{count} shards of a list of {listed} files", count=count, listed=listed) for count, listed in kinds]
        )
        yield say("these are shards of different lists, or of a list that has changed: {shown}", shown=shown)
        return
    there = Counter(part.shard.number for part in found if part.shard is not None)
    count = kinds[0][0]
    missing = [f"{number}/{count}" for number in range(1, count + 1) if number not in there]
    if missing:
        yield say("missing shards: {missing}", missing=words_of_rest(missing))
    for number, times in sorted(there.items()):
        if times > 1:
            names = [str(part.path) for part in found if part.shard is not None and part.shard.number == number]
            yield say(
                "shard {number}/{count} occurs {times} times: {names}",
                number=number,
                count=count,
                times=times,
                names=words_of_rest(names),
            )


def _twice(index: array[int]) -> Iterator[str]:
    """Yield a message that lists all files reported more than once, if there are any."""
    places = (index[at] for at in _in_order(index))
    twice = [str(place) for place, group in groupby(places) if len(list(group)) > 1]
    if twice:
        yield say("files reported more than once (places in the list): {twice}", twice=words_of_rest(twice))


def _lines(paths: Sequence[Path], index: array[int]) -> Iterator[PlacedLine]:
    """Parse all lines, and yield them in the order of the list of files."""
    for at in _in_order(index):
        _, part, offset = index[at : at + 3]
        with paths[part].open("rb") as file:
            file.seek(offset)
            told = next(lines_told(file, paths[part]), None)
        if told is None or told.last:
            raise refused("{path}: the file has changed while it was in use", path=paths[part])
        yield told


def _in_words(value: Mapping[str, Any]) -> str:
    """Describe a file that is wrong or could not be checked. The description does not say why a round is wrong."""
    name = value["file"]
    if "error" in value:
        lines = "".join(f"  {line}\n" for line in str(value["error"]).splitlines())
        return checked_file.without_report(name, was_read=not value.get("counts", {}).get("unreadable")) + lines
    rounds = [one for one in value["rounds"] if one["status"] != "agrees"]
    words = [say("round {round} {status}", round=one["round"], status=say(one["status"])) for one in rounds]
    if wrong := value.get("counts", {}).get("wrong_standings"):
        words.append(say_many("{number} ranking differs", "{number} rankings differ", wrong))
    return say("{name}: {words}", name=name, words=", ".join(words)) + "\n"
