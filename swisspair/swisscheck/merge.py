"""The work of ``swisscheck --merge``: the JSON lines of all shards become one report."""

from __future__ import annotations

import io
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, BinaryIO

from pairing_engine.language import say, say_many
from pairing_engine.values import NamedTuple
from swisspair.statuses import ExitStatus, refused
from swisspair.swisscheck.checked_file import summary_of, without_report
from swisspair.swisscheck.lines import LONGEST, PlacedLine, Shard, Summary, lines_told, shard_in
from swisspair.terminal.opening import is_packed, opened
from swisspair.terminal.program import words_of_rest
from swisspair.terminal.stores import address_of
from swisspair.terminal.streams import show, standard_input, warn
from swisspair.terminal.whole_files import STANDARD

OPEN_FILES = 64
"""The maximum number of files open at once, safely below the limits of operating systems."""


class Part(NamedTuple):
    """A file of JSON lines with its totals, or with its summary if there is one."""

    path: Path
    summary: Summary
    shard: Shard | None = None
    listed: int | None = None
    """The number of files in all shards together."""
    whole: bool = False
    """Whether the run was completed."""


class LineIndex:
    """The positions of all lines. The index needs 20 bytes for each line."""

    def __init__(self) -> None:
        self.places, self.parts, self.offsets = array("Q"), array("I"), array("Q")

    def add(self, place: int, part: int, offset: int) -> None:
        """Add the position of a line: the file's place in the list, the number of the part, and the first byte."""
        self.places.append(place)
        self.parts.append(part)
        self.offsets.append(offset)

    def cut(self, length: int) -> None:
        for numbers in (self.places, self.parts, self.offsets):
            del numbers[length:]

    def in_order(self) -> list[int]:
        """Return the indexes of the lines, sorted by the files' places in the list."""
        return sorted(range(len(self.places)), key=self.places.__getitem__)


def merge(paths: Sequence[Path], *, as_json: bool, only_differing: bool, only_summary: bool) -> int:
    """Merge the reports of all parts, print them, and return the highest status. Raises `Failure` and OSError."""
    with TemporaryDirectory() as folder:
        kept = [_kept(path, Path(folder)) for path in paths]
        total, index, complaints, listed = _read_all(paths, kept)
        if not only_summary:
            for line, told in _lines(kept, index):
                if told.status or (as_json and not only_differing):
                    show(line if as_json else _in_words(told.value))
    show(total.to_json(listed=listed) if as_json else summary_of(total.counts))
    for words in complaints:
        warn(f"swisscheck: {words}")
    return max(total.status, ExitStatus.BAD_REQUEST if complaints else ExitStatus.DONE)


def _kept(path: Path, folder: Path) -> Path:
    """Return the path of an input, or of a copy if it cannot be read twice. Raises `Failure` for a foreign line."""
    if path != STANDARD and address_of(path) is None and not is_packed(path):
        return path
    copy = folder / f"lines-{len(list(folder.iterdir()))}"
    stream = standard_input() if path == STANDARD else opened(path)
    with copy.open("wb") as file:
        for _ in lines_told(_Copied(stream, file), path):
            pass
    if path != STANDARD:
        stream.close()
    return copy


class _Copied:
    """A stream that copies each line into a file as it is read."""

    def __init__(self, stream: IO[bytes], file: BinaryIO) -> None:
        self._stream, self._file = stream, file

    def readline(self, size: int = -1, /) -> bytes:
        line = self._stream.readline(size)
        self._file.write(line)
        return line


def _read_all(names: Sequence[Path], paths: Sequence[Path]) -> tuple[Summary, LineIndex, list[str], int | None]:
    """Return the totals of all parts, the positions of their lines, their faults, and the number of listed files."""
    index = LineIndex()
    parts: list[Part] = []
    total = Summary()
    for number, path in enumerate(paths):
        known = len(index.places)
        part = _read(path, number, index, names[number])
        if part.shard is not None and part.shard in [other.shard for other in parts]:
            index.cut(known)  # a file that occurs twice counts once, and is reported
        else:
            total = total.and_(part.summary)
        parts.append(part)
    complaints = [*_unfinished(parts), *_of_shards(parts), *_twice(index)]
    return total, index, complaints, next((part.listed for part in parts if part.listed is not None), None)


def _read(path: Path, number: int, index: LineIndex, name: Path) -> Part:
    """Add the lines of a file to the index. Raises `Failure` at the first line that swisscheck did not write."""
    part = Part(name, Summary())
    known = len(index.places)
    with path.open("rb") as file:
        for told in lines_told(file, name):
            if told.summary is not None:
                part = _ended(part, told.value, told.summary, index.places[known:])
                continue
            index.add(told.place, number, told.offset)
            summary = part.summary.plus(told.counts, told.status, passed_over=told.passed_over)
            part = part._replace(summary=summary)
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


def _twice(index: LineIndex) -> Iterator[str]:
    """Yield a message that lists all files reported more than once, if there are any."""
    places = (index.places[number] for number in index.in_order())
    twice = [str(place) for place, group in groupby(places) if len(list(group)) > 1]
    if twice:
        yield say("files reported more than once (places in the list): {twice}", twice=words_of_rest(twice))


def _lines(paths: Sequence[Path], index: LineIndex) -> Iterator[tuple[str, PlacedLine]]:
    """Parse all lines, and yield them in the order of the list of files."""

    @lru_cache(OPEN_FILES)
    def opened(number: int) -> _OpenFile:
        return _OpenFile(paths[number].open("rb"))

    for number in index.in_order():
        part = index.parts[number]
        file = opened(part).file
        file.seek(index.offsets[number])
        line = file.readline(LONGEST + 1)
        told = next(lines_told(io.BytesIO(line), paths[part]), None)
        if told is None or told.summary is not None:
            raise refused("{path}: the file has changed while it was in use", path=paths[part])
        yield line.decode(), told


class _OpenFile:
    """A file that is closed when this object is deleted."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file

    def __del__(self) -> None:
        self.file.close()


def _in_words(value: Mapping[str, Any]) -> str:
    """Describe a file that is wrong or could not be checked. The description does not say why a round is wrong."""
    name = value["file"]
    if "error" in value:
        lines = "".join(f"  {line}\n" for line in str(value["error"]).splitlines())
        return without_report(name, was_read=not value.get("counts", {}).get("unreadable")) + lines
    rounds = [one for one in value["rounds"] if one["status"] != "agrees"]
    words = [say("round {round} {status}", round=one["round"], status=say(one["status"])) for one in rounds]
    wrong = value.get("counts", {}).get("wrong_standings")
    return f"{name}: {', '.join(words + ([say('standings differ')] if wrong else []))}\n"
