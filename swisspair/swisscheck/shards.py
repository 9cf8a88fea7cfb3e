"""Functions that split a run into shards, or continue an interrupted run."""

from __future__ import annotations

import re
import zlib
from array import array
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import IO

from pairing_engine.language import say
from pairing_engine.values import NamedTuple
from swisspair.statuses import refused
from swisspair.swisscheck.lines import Listed, PlacedLine, Summary, lines_told
from swisspair.terminal.opening import LONGEST_NAME, bounded_lines, is_packed, opened
from swisspair.terminal.sources import Source, find
from swisspair.terminal.stores import address_of, shown_path
from swisspair.terminal.streams import standard_input
from swisspair.terminal.whole_files import STANDARD

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
                if told.summary is None:
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
        self.summary = self.summary.plus(told.counts, told.status, passed_over=told.passed_over)

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
