"""From paths to tournaments: files, directories of them, zip archives of them."""

from __future__ import annotations

import os
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from io import FileIO
from pathlib import Path
from typing import NamedTuple

from trf.format.findings import WHOLE_FILE
from trf.format.source import check_size, load, refuse

SUFFIXES = (".trf", ".trfx", ".txt")
"""What a TRF is called. A .txt found in a directory or an archive counts only if it looks like one inside."""

ARCHIVE = ".zip"

MOST_OF_DIRECTORY = 16 * 2**20
"""Bytes of an archive's directory that are read: names and places of about 150,000 members."""

_LZMA_ERROR = getattr(getattr(zipfile, "lzma", None), "LZMAError", EOFError)  # Python can be built without LZMA

_DAMAGED = (zipfile.BadZipFile, zlib.error, _LZMA_ERROR, EOFError, RuntimeError, ValueError, LookupError)
"""What is raised for an archive that is damaged, encrypted, or packed in a way that Python does not know."""


MOST_IN_WORDS = f"{MOST_OF_DIRECTORY // 2**20} MiB of names"
TOO_MANY = f"more than {MOST_IN_WORDS}"


class Source(NamedTuple):
    """Where a TRF is: a file, or a member of a zip archive. ``certain``: it was named, or is called a TRF."""

    path: Path
    member: str | None
    certain: bool
    fault: str = ""
    """Why there is nothing to be read."""
    place: int = 0
    """Which of the archive's entries it is: several can have the same name."""
    namesakes: int = 0
    """How many entries of that name come before it."""

    @property
    def name(self) -> str:
        """What messages call it."""
        if self.member is None:
            return str(self.path)
        return f"{self.path}/{self.member}" + (f" (number {self.namesakes + 1} of that name)" if self.namesakes else "")

    def read(self) -> bytes:
        """What it holds. Raises OSError, and `TrfProblems` for what is too large."""
        if TOO_MANY in self.fault:
            refuse(self.name, WHOLE_FILE, "archive", MOST_IN_WORDS, "are these tournaments?")
        if self.fault:
            raise OSError(self.fault)
        if self.member is None:
            _, data = load(self.path, self.name)
        else:
            with _unpacking():
                archive = _archive(self.path.absolute())
                entry = archive.infolist()[self.place]
                check_size(self.name, entry.file_size)
                with archive.open(entry) as stream:  # what it says of its size need not be true
                    _, data = load(stream, self.name)
        assert isinstance(data, bytes)
        return data


@contextmanager
def _unpacking() -> Iterator[None]:
    """Makes an OSError of whatever is wrong with an archive."""
    try:
        yield
    except _DAMAGED as error:
        raise OSError(f"cannot be unpacked: {error}") from error


@lru_cache(maxsize=1)
def _archive(path: Path) -> zipfile.ZipFile:
    """The archive that was read last, which stays open: to read its directory takes longer than to check a member."""
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
        """As a file, but not everything at once."""
        if size is not None and size > MOST_OF_DIRECTORY:
            raise zipfile.BadZipFile(TOO_MANY)
        return super().read(size) or b""


def find(paths: Iterable[Path]) -> Iterator[Source]:
    """All TRFs under these paths, in the order of the paths, and of their names below each."""
    for path in paths:
        if path.is_dir():
            yield from _in_directory(path)
        elif path.suffix.lower() == ARCHIVE and path.is_file():
            yield from _in_archive(path)
        else:
            yield Source(path, None, certain=True)


def _in_directory(path: Path) -> list[Source]:
    found = []

    def report(error: OSError) -> None:
        found.append(Source(Path(error.filename), None, certain=True, fault=str(error.strerror)))

    for folder, _, names in os.walk(path, onerror=report):
        for name in names:
            file = Path(folder, name)
            if name.lower().endswith(SUFFIXES) and file.is_file():
                found.append(_found(file, None, name))
    return sorted(found)


def _in_archive(path: Path) -> list[Source]:
    try:
        with _unpacking(), _Archive(path) as archive:
            entries = sorted((entry.filename, place) for place, entry in enumerate(archive.infolist()))
    except OSError as error:
        return [Source(path, None, certain=True, fault=error.strerror or str(error))]
    found, nested, before = [], [], Counter[str]()
    for name, place in entries:
        if name.lower().endswith(ARCHIVE):
            nested.append(Source(path, name, certain=True, fault="is an archive in an archive: unpack it first"))
        elif name.lower().endswith(SUFFIXES):
            found.append(_found(path, name, name)._replace(place=place, namesakes=before[name]))
        before[name] += 1
    return found + nested


def _found(path: Path, member: str | None, name: str) -> Source:
    return Source(path, member, certain=not name.lower().endswith(".txt"))


def looks_like_trf(data: bytes) -> bool:
    r"""Does some line of it begin with a player's record?

    >>> looks_like_trf(b"012 Open\r001    1 ..."), looks_like_trf(b"Shopping: 001 apple")
    (True, False)
    """
    return any(line.startswith(b"001 ") for line in data.replace(b"\r", b"\n").split(b"\n"))
