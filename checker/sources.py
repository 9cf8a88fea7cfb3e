"""From paths to tournaments: files, directories of them, zip archives of them."""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pairing_engine.terminal.streams import STANDARD, standard_input
from trf.format.source import check_size, load

SUFFIXES = (".trf", ".trfx", ".txt")
"""What a TRF is called. A .txt found in a directory or an archive counts only if it looks like one inside."""

ARCHIVE = ".zip"

_LZMA_ERROR = getattr(getattr(zipfile, "lzma", None), "LZMAError", EOFError)  # Python can be built without LZMA

_DAMAGED = (zipfile.BadZipFile, zlib.error, _LZMA_ERROR, EOFError, RuntimeError, ValueError, LookupError)
"""What is raised for an archive that is damaged, encrypted, or packed in a way that Python does not know."""


class Source(NamedTuple):
    """Where a TRF is: a file, or a member of a zip archive. ``certain``: it was named, or is called a TRF."""

    path: Path
    member: str | None
    certain: bool
    fault: str = ""
    """Why there is nothing to be read."""

    @property
    def name(self) -> str:
        """What messages call it."""
        if self.path == STANDARD:
            return "standard input"
        return str(self.path) if self.member is None else f"{self.path}/{self.member}"

    def read(self) -> bytes:
        """What it holds. Raises OSError, and `TrfProblems` for what is too large."""
        if self.fault:
            raise OSError(self.fault)
        if self.path == STANDARD:
            _, data = load(standard_input(), self.name)
        elif self.member is None:
            _, data = load(self.path, self.name)
        else:
            with _unpacking():
                archive = _archive(self.path.absolute())
                check_size(self.name, archive.getinfo(self.member).file_size)
                with archive.open(self.member) as stream:  # what it says of its size need not be true
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
    return zipfile.ZipFile(path)


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
        with _unpacking(), zipfile.ZipFile(path) as archive:
            names = sorted(archive.namelist())
    except OSError as error:
        return [Source(path, None, certain=True, fault=error.strerror or str(error))]
    nested = [
        Source(path, name, certain=True, fault="is an archive in an archive: unpack it first")
        for name in names
        if name.lower().endswith(ARCHIVE)
    ]
    return [_found(path, name, name) for name in names if name.lower().endswith(SUFFIXES)] + nested


def _found(path: Path, member: str | None, name: str) -> Source:
    return Source(path, member, certain=not name.lower().endswith(".txt"))


def looks_like_trf(data: bytes) -> bool:
    r"""Does some line of it begin with a player's record?

    >>> looks_like_trf(b"012 Open\r001    1 ..."), looks_like_trf(b"Shopping: 001 apple")
    (True, False)
    """
    return any(line.startswith(b"001 ") for line in data.replace(b"\r", b"\n").split(b"\n"))
