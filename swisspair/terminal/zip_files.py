"""Safe opening and reading of zip archives."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import IO

from pairing_engine.language import say
from swisspair.terminal.opening import DENSEST, LEAST_UNPACKED, opened_anywhere, version_of
from swisspair.terminal.stores import address_of

SUFFIX = ".zip"

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
        raise OSError(say("cannot be unpacked: {error}", error=error)) from error


def archive_at(path: Path) -> zipfile.ZipFile:
    """Open an archive. Raises OSError and `Failure`.

    The last archive stays open, because reading its table of contents takes longer than checking a file.
    """
    return _kept(path.absolute() if address_of(path) is None else path, version_of(path))


@lru_cache(maxsize=1)
def _kept(path: Path, _: tuple[int, ...]) -> zipfile.ZipFile:
    return _Archive(path)


def members_of(path: Path) -> list[tuple[str, int]]:
    """Return the name and the index of each file in an archive, sorted by name. Raises OSError and `Failure`."""
    with unpacking(), _Archive(path) as archive:
        check_members(archive.infolist())
        return sorted((info.filename, place) for place, info in enumerate(archive.infolist()) if not info.is_dir())


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


def check_members(members: Sequence[zipfile.ZipInfo]) -> None:
    """Raise OSError if members overlap, or if their compression is suspiciously strong.

    A small archive with suspiciously strong compression could take hours to decompress.
    """
    end, packed, unpacked = 0, 0, 0
    for member in sorted(members, key=lambda info: info.header_offset):
        overlaps = member.header_offset < end
        end = member.header_offset + member.compress_size
        packed, unpacked = packed + member.compress_size, unpacked + member.file_size
        if overlaps or unpacked > max(LEAST_UNPACKED, DENSEST * packed):
            words = say("its {number} files unpack to far more data than tournaments need", number=len(members))
            raise OSError(say("{words}: unpack it, look at its contents, and give the directory", words=words))
