"""Safe reading of tar archives, whether plain or compressed with gzip."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from pairing_engine.facts.bounded import CHUNK
from pairing_engine.language import say
from pairing_engine.values import NamedTuple
from swisspair.terminal.opening import opened

MOST_OF_HEADER = 2**20
"""The maximum size in bytes of a member's name and attributes."""


class Member(NamedTuple):
    """A file in a tar archive: its name, first byte and size."""

    name: str
    offset: int
    size: int
    is_file: bool
    """Whether the member is a regular file. Links, pipes and devices are never followed."""


def members(path: Path) -> Iterator[Member]:
    """Yield the files in the order of the archive. Raises OSError for a damaged archive."""
    with opened(path) as file:
        try:
            with tarfile.open(fileobj=_Forward(file), mode="r:") as archive:  # type: ignore[call-overload]
                while (found := archive.next()) is not None:
                    archive.members = []  # otherwise the archive would keep all members in memory
                    if not found.isdir():
                        is_file = found.isreg() and not found.issparse()
                        yield Member(found.name, found.offset_data, found.size, is_file)
        except (tarfile.TarError, ValueError, RecursionError, EOFError) as error:
            raise OSError(say("cannot be unpacked: {error}", error=error)) from None


class _Forward:
    """A stream that is read only forwards, in small pieces."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._at = file, 0

    def read(self, size: int) -> bytes:
        """Read the header of an archive member. Raises OSError if the header is absurdly large."""
        if not 0 <= size <= MOST_OF_HEADER:
            raise tarfile.ReadError(say("a file in the archive has a header of {size:,} bytes", size=size))
        data = self._file.read(size)
        self._at += len(data)
        return data

    def seek(self, place: int) -> None:
        if place < self._at:
            raise tarfile.ReadError(say("a file in the archive begins before the end of the previous file"))
        while self._at < place:
            data = self._file.read(min(CHUNK, place - self._at))
            if not data:
                raise tarfile.ReadError(say("the archive ends in the middle of a file"))
            self._at += len(data)

    def tell(self) -> int:
        return self._at
