"""From paths to tournaments: files, directories of them, zip archives or JSON lines of them, also in directories.

Every file is accounted for: it is a TRF by its content, whatever its name, or an event in a file of JSON, or
it is passed over, which is said.
"""

from __future__ import annotations

import os
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from io import FileIO
from itertools import count
from pathlib import Path
from typing import NamedTuple

from pairing_engine.facts.bounded_json import json_in
from pairing_engine.language import say
from swisspair.terminal.streams import standard_input
from swisspair.terminal.whole_files import STANDARD
from trf.event_json import MARK, looks_like_event
from trf.event_json import SUFFIX as EVENT
from trf.format.findings import WHOLE_FILE
from trf.format.source import MOST_BYTES, check_size, load, refuse

SUFFIXES = (".trf", ".trfx")
"""Names that only TRFs have. Any other file of a directory or an archive is read only if its content looks like
a TRF.
"""

ARCHIVE = ".zip"

LINES = ".jsonl"
"""The ending of lines of JSON with tournaments or events, as ``swisspair --generate --format jsonl`` writes them."""

LONGEST_LINE = 2 * MOST_BYTES
"""The greatest number of bytes of a line: in JSON a line end of the TRF takes two, and hardly anything takes more."""

MOST_OF_DIRECTORY = 16 * 2**20
"""The greatest number of bytes of an archive's directory: names and places of about 150,000 members."""

DENSEST = 200
"""The greatest ratio of unpacked to packed bytes over all members; tournaments have some 4 to 40."""

LEAST_UNPACKED = 4 * MOST_BYTES
"""The number of bytes that may always be unpacked, however densely they are packed."""

_BEGINNING = 2**18
"""The number of bytes that tell whether a file looks like a TRF: the players' lines come after a few dozen others."""

_LZMA_ERROR = getattr(getattr(zipfile, "lzma", None), "LZMAError", EOFError)  # Python can be built without LZMA

_DAMAGED = (zipfile.BadZipFile, zlib.error, _LZMA_ERROR, EOFError, RuntimeError, ValueError, LookupError)
"""The errors for an archive that is damaged, encrypted, or packed in a way that Python does not know."""


MOST_IN_WORDS = f"{MOST_OF_DIRECTORY // 2**20} MiB of names"
TOO_MANY = f"more than {MOST_IN_WORDS}"


class Source(NamedTuple):
    """A place where a TRF may be: a file, or a member of a zip archive.

    ``certain``: the caller named it, or its name is that of a TRF.
    """

    path: Path
    member: str | None
    certain: bool
    fault: str = ""
    """The reason why the file cannot be read; empty if it can."""
    place: int = 0
    """The index of the member in the archive, since two may have the same name. In JSON lines, the byte where the line
    begins.
    """
    namesake: int = 1
    """The place among the members with this name, counted from 1."""
    special: bool = False
    """Whether it is a pipe, a device, or a link to a directory that nobody has named."""

    @property
    def name(self) -> str:
        """The name of the source in messages."""
        if self.path == STANDARD:
            return say("standard input")
        if self.member is None:
            return str(self.path)
        return f"{self.path}/{self.member}" + (f" ({self.namesake})" if self.namesake > 1 else "")

    def read(self) -> bytes:
        """The content of the source. Raises OSError, and `TrfProblems` if it is too large."""
        if TOO_MANY in self.fault:
            refuse(self.name, WHOLE_FILE, "archive", MOST_IN_WORDS, say("are these tournaments?"))
        if self.fault:
            raise OSError(self.fault)
        if self.path == STANDARD:
            _, data = load(standard_input(), self.name)
        elif self.member is None:
            _, data = load(self.path, self.name)
        elif self.path.suffix.lower() == LINES:
            _, data = load(event_at(self.path, self.place), self.name)
        else:
            with _unpacking():
                archive = _archive(self.path.absolute())
                member = archive.infolist()[self.place]
                check_size(self.name, member.file_size)
                with archive.open(member) as stream:  # its stated size may be false
                    _, data = load(stream, self.name)
        assert isinstance(data, bytes)
        return data

    def is_passed_over(self) -> bool:
        """Whether it is a file of a directory or archive that does not look like an event. Raises OSError."""
        if self.special or self.certain or self.fault:
            return self.special
        beginning = self._beginning()
        if (self.member or self.path.name).lower().endswith(EVENT):
            return not looks_like_event(beginning)
        return not looks_like_trf(beginning)

    def _beginning(self) -> bytes:
        if self.member is None:
            with self.path.open("rb") as file:
                return file.read(_BEGINNING)
        with _unpacking():
            archive = _archive(self.path.absolute())
            with archive.open(archive.infolist()[self.place]) as stream:
                return stream.read(_BEGINNING)


@contextmanager
def _unpacking() -> Iterator[None]:
    """Turn every error about a damaged archive into an OSError."""
    try:
        yield
    except _DAMAGED as error:
        raise OSError(say("cannot be unpacked: {error}", error=error)) from error


@lru_cache(maxsize=1)
def _archive(path: Path) -> zipfile.ZipFile:
    """An open archive.

    The last one stays open, because reading its table of contents takes longer than checking a file.
    """
    return _Archive(path)


class _Archive(zipfile.ZipFile):
    """An archive that reads its directory with care."""

    def __init__(self, path: Path) -> None:
        self._file = _Careful(path)
        try:
            super().__init__(self._file)
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Close the file as well."""
        super().close()
        self._file.close()


class _Careful(FileIO):
    """An archive whose directory is not read if it is far larger than that of any collection of tournaments."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Read the file as a file does, but not everything at once."""
        if size is not None and size > MOST_OF_DIRECTORY:
            raise zipfile.BadZipFile(TOO_MANY)
        return super().read(size) or b""


def find(paths: Iterable[Path]) -> Iterator[Source]:
    """All files under these paths, in the order of the paths, and of their names below each."""
    for path in paths:
        if path.is_dir():
            yield from _in_directory(path)
        elif path.suffix.lower() == ARCHIVE and path.is_file():
            yield from _in_archive(path)
        elif path.suffix.lower() == LINES and path.is_file():
            yield from _in_lines(path, certain=True)
        else:
            yield Source(path, None, certain=True)


def _in_directory(path: Path) -> Iterator[Source]:
    """The files below a directory, in the order of their names; of each directory only the names are kept."""
    levels = [_entries(path)]
    while levels:
        found = next(levels[-1], None)
        if found is None:
            levels.pop()
        elif isinstance(found, Source):
            yield found
        elif found.is_dir():
            levels.append(_entries(found))
        elif found.name.lower().endswith(ARCHIVE):
            yield from _in_archive(found)
        elif found.name.lower().endswith(LINES):
            yield from _in_lines(found, certain=False)
        else:
            yield Source(found, None, _is_certain(found.name))


def _entries(path: Path) -> Iterator[Path | Source]:
    """The files and directories in a directory; for anything else, or unreadable, a source that says so."""
    try:
        with os.scandir(path) as entries:
            kinds = {entry.name: _kind(entry) for entry in entries}
    except OSError as error:
        yield Source(path, None, certain=True, fault=str(error.strerror))
        return
    for name in sorted(kinds):
        match kinds[name]:
            case "":
                yield path / name
            case "special":
                yield Source(path / name, None, certain=False, special=True)
            case fault:
                yield Source(path / name, None, certain=True, fault=fault)


def _kind(entry: os.DirEntry[str]) -> str:
    """The kind of an entry: empty for a file or directory, ``special``, or the reason why it cannot be read.

    Special entries are never opened: a pipe, a device, or a link to a directory, which may lead in a circle.
    """
    if entry.is_dir(follow_symlinks=False) or entry.is_file():
        return ""
    try:
        entry.stat()
    except OSError as error:
        return error.strerror or str(error)
    return "special"


def _in_lines(path: Path, *, certain: bool) -> Iterator[Source]:
    """The tournaments in lines of JSON; the file itself if its first line is no tournament."""
    try:
        for place in places(path):
            if not (place.is_event or place.offset):
                yield Source(path, None, certain)
                return
            fault = "" if place.is_event else say("is no line of JSON with a tournament in it")
            yield Source(path, place.name, True, fault, place.offset)
    except OSError as error:
        yield Source(path, None, certain=True, fault=error.strerror or str(error))


def _in_archive(path: Path) -> list[Source]:
    try:
        with _unpacking(), _Archive(path) as archive:
            check_members(archive.infolist())
            members = [(info.filename, place) for place, info in enumerate(archive.infolist()) if not info.is_dir()]
    except OSError as error:
        return [Source(path, None, certain=True, fault=error.strerror or str(error))]
    found = []
    seen: Counter[str] = Counter()
    for name, place in sorted(members):
        seen[name] += 1
        is_archive = name.lower().endswith(ARCHIVE)
        fault = say("is an archive in an archive: unpack it first") if is_archive else ""
        found.append(Source(path, name, is_archive or _is_certain(name), fault, place, seen[name]))
    return found


def check_members(members: Sequence[zipfile.ZipInfo]) -> None:
    """Raise OSError if members share bytes, or are packed far more densely than tournaments can be.

    A small archive of this kind could take hours to unpack.
    """
    end, packed, unpacked = 0, 0, 0
    for member in sorted(members, key=lambda info: info.header_offset):
        overlaps = member.header_offset < end
        end = member.header_offset + member.compress_size
        packed, unpacked = packed + member.compress_size, unpacked + member.file_size
        if overlaps or unpacked > max(LEAST_UNPACKED, DENSEST * packed):
            words = say("its {number} members are far more than it has room for", number=len(members))
            raise OSError(say("{words}: unpack it, look what is in it, and name the directory", words=words))


def _is_certain(name: str) -> bool:
    return name.lower().endswith(SUFFIXES)


def looks_like_trf(data: bytes) -> bool:
    r"""Whether some line begins with the code of a player's record.

    >>> looks_like_trf(b"012 Open\r001    1 ..."), looks_like_trf(b"Shopping: 001 apple")
    (True, False)
    """
    return any(line.startswith(b"001 ") for line in data.replace(b"\r", b"\n").split(b"\n"))


class Place(NamedTuple):
    """A line: the name of its tournament, the byte where it begins, and whether there is a tournament in it."""

    name: str
    offset: int
    is_event: bool


def places(path: Path) -> Iterator[Place]:
    """All lines of a file, one after the other. Raises OSError."""
    with path.open("rb") as file:
        for number in count(1):
            offset = file.tell()
            line = file.readline(LONGEST_LINE)
            if not line:
                return
            found = _event_in(line)
            name = found.name if found is not None else ""
            yield Place(name or say("line {number}", number=number), offset, found is not None)


def event_at(path: Path, offset: int) -> bytes:
    """The TRF, or the event in JSON, in the line that begins there. Raises OSError, also if there no longer is one."""
    with path.open("rb") as file:
        file.seek(offset)
        found = _event_in(file.readline(LONGEST_LINE))
    if found is None:
        raise OSError(say("has changed meanwhile"))
    return found.text.encode(errors="surrogatepass")


class _Event(NamedTuple):
    """A tournament in a line; its name is empty if the line names none."""

    name: str
    text: str


def _event_in(line: bytes) -> _Event | None:
    try:
        value = json_in(line)
        if MARK in value:
            return _Event("", line.decode())
        name, text = value["file"], value["trf"]
    except (ValueError, KeyError, TypeError):
        return None
    return _Event(name, text) if isinstance(name, str) and isinstance(text, str) else None
