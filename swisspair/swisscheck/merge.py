"""``swisscheck --merge``: the JSON lines of all shards as one report, with one exit status."""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, NamedTuple

from pairing_engine.language import say
from swisspair.swisscheck.lines import Summary, counts_in, summary_in
from swisspair.swisscheck.render import summary_of, without_report
from swisspair.swisscheck.shards import Shard, shard_in, value_in
from swisspair.terminal.console import words_of_rest
from swisspair.terminal.statuses import ExitStatus, Failure
from swisspair.terminal.streams import show, standard_input, warn
from swisspair.terminal.whole_files import STANDARD

OPEN_FILES = 64
"""So many of the files are open at once: systems allow some hundreds."""


class Part(NamedTuple):
    """What a file of JSON lines says of itself: what its lines came to, or its last line where it has one."""

    path: Path
    summary: Summary
    shard: Shard | None = None
    listed: int | None = None
    """How many files there are for all shards together."""
    whole: bool = False
    """Has the run come to its end?"""


class Index:
    """Where the line of each file is: 20 bytes for a line, however long it is."""

    def __init__(self) -> None:
        self.places, self.parts, self.offsets = array("Q"), array("I"), array("Q")

    def add(self, place: int, part: int, offset: int) -> None:
        """A file's line: the file's place in the list, the number of the part, and where it begins there, in bytes."""
        self.places.append(place)
        self.parts.append(part)
        self.offsets.append(offset)

    def cut(self, length: int) -> None:
        """Forget the lines after so many."""
        for numbers in (self.places, self.parts, self.offsets):
            del numbers[length:]

    def in_order(self) -> list[int]:
        """The numbers of the lines, in the order of the list of files."""
        return sorted(range(len(self.places)), key=self.places.__getitem__)


def merge(paths: Sequence[Path], *, as_json: bool, only_differing: bool, only_summary: bool) -> int:
    """Show one report of all parts; the worst status counts, and that of what is missing. Raises `Failure`, OSError."""
    with TemporaryDirectory() as folder:
        kept = [_kept(path, Path(folder)) for path in paths]
        return _merge(paths, kept, as_json=as_json, only_differing=only_differing, only_summary=only_summary)


def _kept(path: Path, folder: Path) -> Path:
    """A file that can be read twice: standard input is kept in one."""
    if path != STANDARD:
        return path
    copy = folder / "lines"
    with copy.open("wb") as file:
        copyfileobj(standard_input(), file)
    return copy


def _merge(
    names: Sequence[Path], paths: Sequence[Path], *, as_json: bool, only_differing: bool, only_summary: bool
) -> int:
    index = Index()
    parts: list[Part] = []
    total = Summary()
    for number, path in enumerate(paths):
        known = len(index.places)
        part = _read(path, number, index)._replace(path=names[number])
        if part.shard is not None and part.shard in [other.shard for other in parts]:
            index.cut(known)  # it counts once, and is complained of
        else:
            total = total.and_(part.summary)
        parts.append(part)
    complaints = [*_unfinished(parts), *_of_shards(parts), *_twice(index)]
    if not only_summary:
        for line, value in _lines(paths, index):
            if int(value["status"]) or (as_json and not only_differing):
                show(line if as_json else _in_words(value))
    listed = next((part.listed for part in parts if part.listed is not None), None)
    show(total.to_json(listed=listed) if as_json else summary_of(total.counts))
    for words in complaints:
        warn(f"swisscheck: {words}")
    return max(total.status, ExitStatus.BAD_REQUEST if complaints else ExitStatus.DONE)


def _read(path: Path, number: int, index: Index) -> Part:
    part, offset = Part(path, Summary()), 0
    with path.open("rb") as file:
        for count, line in enumerate(file, 1):
            value = value_in(line)
            if value is None:
                if line.endswith(b"\n") and b'"error"' not in line:
                    words = say(
                        "{path}: line {count}: expected a line of swisscheck --format jsonl", path=path, count=count
                    )
                    raise Failure(ExitStatus.BAD_REQUEST, words)
                return part  # torn when the run was stopped, or it ended with an error
            if "summary" in value:
                part = _ended(part, value["summary"], count)
            else:
                index.add(int(value["place"]), number, offset)
                over = bool(value.get("passed_over"))
                summary = part.summary.plus(counts_in(value), int(value["status"]), passed_over=over)
                part = part._replace(summary=summary)
            offset += len(line)
    return part


def _ended(part: Part, value: dict[str, Any], line: int) -> Part:
    try:
        shard = shard_in(value["shard"]) if "shard" in value else None
        return Part(part.path, summary_in(value), shard, value.get("listed"), whole=True)
    except (KeyError, TypeError, ValueError) as error:
        words = say(
            "{path}: line {line}: the summary is not one of this version of swisscheck ({error})",
            path=part.path,
            line=line,
            error=error,
        )
        raise Failure(ExitStatus.BAD_REQUEST, words) from None


def _unfinished(parts: Sequence[Part]) -> Iterator[str]:
    for part in parts:
        if not part.whole:
            words = say("it has no summary at its end: go on with --resume")
            yield say(
                "{path}: the run was not finished after {files} files: {words}",
                path=part.path,
                files=part.summary.files,
                words=words,
            )


def _of_shards(parts: Sequence[Part]) -> Iterator[str]:
    """Shards that are missing or doubled, and those of different lists."""
    found = [part for part in parts if part.shard is not None]
    if not found:
        return
    kinds = sorted({(part.shard.of, part.listed or 0) for part in found if part.shard is not None})
    if len(kinds) > 1:
        shown = words_of_rest(
            [say("{count} shards of {listed} files", count=count, listed=listed) for count, listed in kinds]
        )
        yield say("these are shards of different lists, or of one that has changed meanwhile: {shown}", shown=shown)
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
                "shard {number}/{count} is there {times} times: {names}",
                number=number,
                count=count,
                times=times,
                names=words_of_rest(names),
            )


def _twice(index: Index) -> Iterator[str]:
    """Files that are told of more than once."""
    seen = Counter(index.places)
    twice = [str(place) for place, times in sorted(seen.items()) if times > 1]
    if twice:
        yield say("told of more than once, by their places in the list: {twice}", twice=words_of_rest(twice))


def _lines(paths: Sequence[Path], index: Index) -> Iterator[tuple[str, dict[str, Any]]]:
    """All lines in the order of the list of files, with their values."""

    @lru_cache(OPEN_FILES)
    def opened(number: int) -> _OpenFile:
        return _OpenFile(paths[number].open("rb"))

    for number in index.in_order():
        file = opened(index.parts[number]).file
        file.seek(index.offsets[number])
        line = file.readline()
        yield line.decode(), json.loads(line)


class _OpenFile:
    """A file that is closed when nobody has it any longer."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file

    def __del__(self) -> None:
        self.file.close()


def _in_words(value: dict[str, Any]) -> str:
    """A line for a file that does not agree. Why, its own check tells."""
    name = value["file"]
    if "error" in value:
        lines = "".join(f"  {line}\n" for line in str(value["error"]).splitlines())
        return without_report(name, was_read=not value.get("counts", {}).get("unreadable")) + lines
    rounds = [one for one in value["rounds"] if one["status"] != "agrees"]
    words = [say("round {round} {status}", round=one["round"], status=say(one["status"])) for one in rounds]
    wrong = value.get("counts", {}).get("wrong_standings")
    return f"{name}: {', '.join(words + ([say('standings differ')] if wrong else []))}\n"
