"""The search for tournaments in files, directories, archives, JSON lines and object stores.

No file is skipped silently. A file that contains a TRF or a JSON event is read under any name. For every other file, a
message says that the file is not a tournament.
"""

from __future__ import annotations

import os
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import IO, NamedTuple

from pairing_engine.facts.bounded import CHUNK, json_in
from pairing_engine.language import say
from swisspair.terminal import opening, steps
from swisspair.terminal.opening import DENSEST, at, file_name, opened, opened_anywhere, unpacked_name, version_of
from swisspair.terminal.stores import address_of, has_pattern, names_below, shown_path
from swisspair.terminal.streams import standard_input
from swisspair.terminal.whole_files import STANDARD
from trf.event_json import MARK, looks_like_event
from trf.event_json import SUFFIX as EVENT
from trf.format.findings import WHOLE_FILE
from trf.format.source import MOST_BYTES, check_size, load, refuse

SUFFIXES = (".trf", ".trfx")
"""The suffixes of TRFs. In directories and archives, the content of other files must look like a TRF."""

OTHER_SUFFIXES = (".txt", ".json")
"""The suffixes of files that can only be recognised by their content."""

ARCHIVE, TAR, LINES = ".zip", ".tar", ".jsonl"

COLLECTIONS = (ARCHIVE, TAR, LINES)
"""The suffixes of files with many tournaments."""

_BEGINNING = 2**18
"""The number of bytes that are read to recognise a TRF."""


class Source(NamedTuple):
    """A file, store object or member of an archive, ``certain`` to be a tournament by its suffix or its caller."""

    path: Path
    member: str | None
    certain: bool
    fault: str = ""
    """The reason why the file is unreadable; empty if it is readable."""
    place: int = 0
    """The index of a member in a zip archive; in any other collection, the position of the member's first byte."""
    size: int = 0
    """The stated size of a member of an archive in bytes."""
    namesake: int = 1
    """The number of this member among members with the same name in the archive, counted from 1."""
    special: bool = False
    """Whether the source is a pipe, a device, or a link to a directory that the caller did not name."""

    @property
    def name(self) -> str:
        if self.path == STANDARD:
            return say("standard input")
        if self.member is None:
            return shown_path(self.path)
        return f"{shown_path(self.path)}/{self.member}" + (f" ({self.namesake})" if self.namesake > 1 else "")

    def read(self) -> bytes:
        """Return the content of the source. Raises OSError, and `TrfProblems` if the content is too large."""
        if TOO_MANY in self.fault:
            refuse(self.name, WHOLE_FILE, "archive", MOST_IN_WORDS, say("are these tournaments?"))
        if self.fault:
            raise OSError(self.fault)
        check_size(self.name, self.size)
        with self._opened() as content:
            _, data = load(content, self.name)
        assert isinstance(data, bytes)
        return data

    def is_passed_over(self) -> bool:
        """Whether a file that is not ``certain`` does not look like a tournament. Raises OSError."""
        if self.special or self.certain or self.fault:
            return self.special
        with self._opened() as content:
            beginning = content[:_BEGINNING] if isinstance(content, bytes) else content.read(_BEGINNING)
        if (self.member or unpacked_name(file_name(self.path))).lower().endswith(EVENT):
            return not looks_like_event(beginning)
        return not looks_like_trf(beginning)

    @property
    def _kind(self) -> str:
        return "" if self.member is None else _kind_of(self.path)

    @contextmanager
    def _opened(self) -> Iterator[IO[bytes] | bytes]:
        if self.path == STANDARD:
            yield standard_input()
        elif self._kind == LINES:
            yield _event_at(self.path, self.place)
        elif self._kind == TAR:
            read = self if self.size <= MOST_BYTES else self._replace(size=_BEGINNING)
            yield _tar_member(read, version_of(self.path))
        elif self.member is None:
            with opened(self.path) as file:
                yield file
        else:
            with unpacking():
                archive = archive_at(self.path)
                with archive.open(archive.infolist()[self.place]) as stream:  # its stated size may be false
                    yield stream


@lru_cache(maxsize=1)
def _tar_member(source: Source, _: tuple[int, ...]) -> bytes:
    """Return the content of a tar member, cached because it is read twice. Raises OSError."""
    with at(source.path, source.place) as file:
        data = file.read(source.size)
    if len(data) < source.size:
        raise OSError(say("has changed while it was in use"))
    return data


def find(paths: Iterable[Path]) -> Iterator[Source]:
    """Yield all files under the paths, sorted below each. Raises `Failure` for an address without its packages."""
    for path in paths:
        if address_of(path) is not None:
            yield from _at_address(path)
        elif path.is_dir():
            yield from _in_directory(path)
        elif path.is_file():
            yield from in_file(path, certain=True)
        else:
            yield Source(path, None, certain=True)


def _at_address(path: Path) -> Iterator[Source]:
    """Yield the objects at or below an address, or the objects that match its pattern."""
    address = address_of(path) or ""
    if unpacked_name(file_name(path)).endswith((*SUFFIXES, *OTHER_SUFFIXES, *COLLECTIONS)) and not has_pattern(address):
        yield from in_file(path, certain=True)
        return
    try:
        names = names_below(address)
    except OSError as error:
        yield Source(path, None, certain=True, fault=str(error))
        return
    if names is None:
        yield Source(path, None, certain=True)
    for name in names or ():
        yield from in_file(Path(name), certain=False)


def holds_many(path: Path) -> bool:
    return _kind_of(path) in COLLECTIONS


def _kind_of(path: Path) -> str:
    """Return the suffix of the file name; for a gzip file, the suffix before ``.gz``."""
    return Path(unpacked_name(file_name(path))).suffix


def in_file(path: Path, *, certain: bool) -> Iterator[Source]:
    """Yield the file itself, or its members; an unreadable file has a fault."""
    try:
        match _kind_of(path):
            case ".zip":
                yield from _in_archive(path)
            case ".tar":
                yield from _in_tar(path)
            case ".jsonl":
                yield from _in_lines(path, certain=certain)
            case _:
                yield Source(path, None, certain or _is_certain(unpacked_name(path.name)))
    except OSError as error:
        yield Source(path, None, certain=True, fault=error.strerror or str(error))


def _in_directory(path: Path) -> Iterator[Source]:
    levels = [_entries(path)]
    while levels:
        found = next(levels[-1], None)
        if found is None:
            levels.pop()
        elif isinstance(found, Source):
            yield found
        elif found.is_dir():
            levels.append(_entries(found))
        elif found.suffix != steps.SUFFIX:
            yield from in_file(found, certain=False)


def _entries(path: Path) -> Iterator[Path | Source]:
    """Yield the entries of a directory. For an unreadable directory, yield a source with the fault."""
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
    """Return an empty text for a file or directory, ``special`` if it is never opened, or why it is unreadable."""
    if entry.is_dir(follow_symlinks=False) or entry.is_file():
        return ""
    try:
        entry.stat()
    except OSError as error:
        return error.strerror or str(error)
    return "special"


def _in_lines(path: Path, *, certain: bool) -> Iterator[Source]:
    """Yield the tournaments in a file of JSON lines, or the file itself if its first line contains none."""
    with opened(path) as file:
        for number in count(1):
            offset = file.tell()
            line = file.readline(LONGEST)
            if not line:
                return
            event = _event_in(line)
            if event is None and not offset:
                yield Source(path, None, certain)
                return
            name, fault = (event[0], "") if event else ("", say("is not a line of JSON with a tournament"))
            yield Source(path, name or say("line {number}", number=number), True, fault, offset)


def _in_archive(path: Path) -> Iterator[Source]:
    seen: Counter[str] = Counter()
    with unpacking(), _Archive(path) as archive:
        _check_members(archive.infolist())
        found = sorted((one.filename, place, one) for place, one in enumerate(archive.infolist()) if not one.is_dir())
    yield from (_member(path, name, seen)._replace(place=place, size=one.file_size) for name, place, one in found)


def _in_tar(path: Path) -> Iterator[Source]:
    """Yield the members of a tar archive in its order; only regular files are read, and no links are followed."""
    import tarfile  # imported late: it loads all archivers

    seen: Counter[str] = Counter()
    names = 0
    with opened(path) as file:
        try:
            with tarfile.open(fileobj=_Forward(file), mode="r:") as archive:  # type: ignore[call-overload]
                while (found := archive.next()) is not None:
                    archive.members = []  # otherwise the archive would keep all members in memory
                    if found.isdir():
                        continue
                    names += len(found.name)
                    if names > MOST_OF_DIRECTORY:
                        raise OSError(TOO_MANY)
                    source = _member(path, found.name, seen)
                    special = not found.isreg() or found.issparse()
                    yield source._replace(place=found.offset_data, size=found.size, special=special)
        except (tarfile.TarError, ValueError, RecursionError, EOFError) as error:
            raise OSError(say("cannot be unpacked ({error})", error=error)) from None


def _member(path: Path, name: str, seen: Counter[str]) -> Source:
    """Return a member of an archive, with its number among the members of the same name."""
    seen[name] += 1
    is_archive = unpacked_name(name).endswith((ARCHIVE, TAR))
    fault = say("is an archive in an archive: unpack it first") if is_archive else ""
    return Source(path, name, is_archive or _is_certain(name), fault, namesake=seen[name])


def _is_certain(name: str) -> bool:
    return name.lower().endswith(SUFFIXES)


def looks_like_trf(data: bytes) -> bool:
    r"""Whether some line begins like a player's record.

    >>> looks_like_trf(b"012 Open\r001    1 ..."), looks_like_trf(b"Shopping: 001 apple")
    (True, False)
    """
    return any(line.startswith(b"001 ") for line in data.replace(b"\r", b"\n").split(b"\n"))


MOST_OF_DIRECTORY = 16 * 2**20
"""The maximum size in bytes of an archive's table of contents, enough for about 150,000 members."""

_LZMA_ERROR = getattr(getattr(zipfile, "lzma", None), "LZMAError", EOFError)  # Python may have been built without LZMA

_DAMAGED = (zipfile.BadZipFile, zlib.error, _LZMA_ERROR, EOFError, RuntimeError, ValueError, LookupError)
"""The errors for archives that are damaged, encrypted, or compressed by an unknown method."""


MOST_IN_WORDS = f"{MOST_OF_DIRECTORY // 2**20} MiB of names"
TOO_MANY = f"more than {MOST_IN_WORDS}"


@contextmanager
def unpacking() -> Iterator[None]:
    """Turn every error of a damaged archive into an OSError."""
    try:
        yield
    except _DAMAGED as error:
        raise OSError(say("cannot be unpacked ({error})", error=error)) from error


def archive_at(path: Path) -> zipfile.ZipFile:
    """Open an archive, and keep the last one open, as its table takes long. Raises OSError and `Failure`."""
    return _kept(path.absolute() if address_of(path) is None else path, version_of(path))


@lru_cache(maxsize=1)
def _kept(path: Path, _: tuple[int, ...]) -> zipfile.ZipFile:
    return _Archive(path)


class _Archive(zipfile.ZipFile):
    """A zip archive with a size limit for its table of contents."""

    def __init__(self, path: Path) -> None:
        self._file = opened_anywhere(path)
        try:
            super().__init__(_Careful(self._file))
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        super().close()
        self._file.close()


class _Careful:
    """A stream that refuses to read an oversized table of contents."""

    def __init__(self, file: IO[bytes]) -> None:
        self.seek, self.tell, self.seekable, self.close = file.seek, file.tell, file.seekable, file.close
        self._file = file

    def read(self, size: int = -1, /) -> bytes:
        """Read from the file. Raises BadZipFile for a request of more than `MOST_OF_DIRECTORY` bytes."""
        if size > MOST_OF_DIRECTORY:
            raise zipfile.BadZipFile(TOO_MANY)
        return self._file.read(size)


def _check_members(members: Sequence[zipfile.ZipInfo]) -> None:
    """Raise OSError for members that overlap, or so compressed that unpacking could take hours."""
    end, packed, unpacked = 0, 0, 0
    for member in sorted(members, key=lambda info: info.header_offset):
        overlaps = member.header_offset < end
        end = member.header_offset + member.compress_size
        packed, unpacked = packed + member.compress_size, unpacked + member.file_size
        if overlaps or unpacked > max(opening.LEAST_UNPACKED, DENSEST * packed):
            words = say("its {number} files unpack to far more data than tournaments need", number=len(members))
            raise OSError(say("{words}: unpack it, look at its contents, and give the directory", words=words))


MOST_OF_HEADER = 2**20
"""The maximum size in bytes of a member's name and attributes."""


class _Forward:
    """A stream that is read only forwards, in small pieces."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._at = file, 0

    def read(self, size: int) -> bytes:
        """Read the header of an archive member. Raises OSError if the header is absurdly large."""
        if not 0 <= size <= MOST_OF_HEADER:
            raise ValueError(say("a file in the archive has a header of {size:,} bytes", size=size))
        data = self._file.read(size)
        self._at += len(data)
        return data

    def seek(self, place: int) -> None:
        if place < self._at:
            raise ValueError(say("a file in the archive begins before the end of the previous file"))
        while self._at < place:
            data = self._file.read(min(CHUNK, place - self._at))
            if not data:
                raise ValueError(say("the archive ends in the middle of a file"))
            self._at += len(data)

    def tell(self) -> int:
        return self._at


LONGEST = 2 * MOST_BYTES
"""The maximum length of a line in bytes. An event in JSON is at most twice as long as its TRF."""


def _event_at(path: Path, offset: int) -> bytes:
    """Return the TRF or JSON event in the line at this position. Raises OSError if the line contains no event."""
    with at(path, offset) as file:
        found = _event_in(file.readline(LONGEST))
    if found is None:
        raise OSError(say("has changed while it was in use"))
    return found[1].encode(errors="surrogatepass")


def _event_in(line: bytes) -> tuple[str, str] | None:
    """Return the name, which may be empty, and the text of the tournament on a line."""
    try:
        value = json_in(line)
        if MARK in value:
            return "", line.decode()
        name, text = value["file"], value["trf"]
    except (ValueError, KeyError, TypeError):
        return None
    return (name, text) if isinstance(name, str) and isinstance(text, str) else None
