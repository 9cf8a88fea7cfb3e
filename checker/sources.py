"""From paths to tournaments: files, directories of them, zip archives of them."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

SUFFIXES = (".trf", ".trfx", ".txt")
"""What a TRF is called. A .txt found in a directory or an archive counts only if it looks like one inside."""


class Source(NamedTuple):
    """Where a TRF is: a file, or a member of a zip archive. ``certain``: it was named, or is called a TRF."""

    path: Path
    member: str | None
    certain: bool

    @property
    def name(self) -> str:
        """What messages call it."""
        return str(self.path) if self.member is None else f"{self.path}/{self.member}"

    def read(self) -> bytes:
        """What it holds. Raises OSError."""
        if self.member is None:
            return self.path.read_bytes()
        return _archive(self.path).read(self.member)


@lru_cache(maxsize=1)
def _archive(path: Path) -> zipfile.ZipFile:
    """The archive that was read last, which stays open: to read its directory takes longer than to check a member."""
    return zipfile.ZipFile(path)


def find(paths: Iterable[Path]) -> Iterator[Source]:
    """All TRFs under these paths, in the order of the paths, and of their names below each."""
    for path in paths:
        if path.is_dir():
            yield from (_found(file, None, file.name) for file in sorted(path.rglob("*")) if _is_candidate(file))
        elif path.suffix.lower() == ".zip" and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                members = sorted(member for member in archive.namelist() if member.lower().endswith(SUFFIXES))
            yield from (_found(path, member, member) for member in members)
        else:
            yield Source(path, None, certain=True)


def _is_candidate(file: Path) -> bool:
    return file.suffix.lower() in SUFFIXES and file.is_file()


def _found(path: Path, member: str | None, name: str) -> Source:
    return Source(path, member, certain=not name.lower().endswith(".txt"))


def looks_like_trf(data: bytes) -> bool:
    r"""Does some line of it begin with a player's record?

    >>> looks_like_trf(b"012 Open\r001    1 ..."), looks_like_trf(b"Shopping: 001 apple")
    (True, False)
    """
    return any(line.startswith(b"001 ") for line in data.replace(b"\r", b"\n").split(b"\n"))
