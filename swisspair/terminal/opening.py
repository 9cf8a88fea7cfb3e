"""Functions that open files and store objects, plain or compressed with gzip, and read them within size limits."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, Protocol

from pairing_engine.facts.bounded import CHUNK, at_most
from pairing_engine.facts.shown import one_line
from pairing_engine.language import marked, say
from swisspair.statuses import ExitStatus, Failure
from swisspair.terminal.stores import address_of, is_object, open_address
from swisspair.terminal.streams import standard_input
from swisspair.terminal.whole_files import PACKED, STANDARD
from trf.format.source import MOST_BYTES

DENSEST = 200
"""The greatest allowed ratio of decompressed to compressed size. Real tournaments have ratios from 4 to 40."""

LEAST_UNPACKED = 4 * MOST_BYTES
"""The compression ratio is only checked beyond this number of decompressed bytes."""


def unpacked_name(name: str) -> str:
    """Return the name in lower case without the suffix of gzip.

    >>> unpacked_name("Events.TAR.GZ"), unpacked_name("open.tgz"), unpacked_name("open.trf")
    ('events.tar', 'open.tar', 'open.trf')
    """
    name = name.lower()
    return f"{name.removesuffix('.tgz')}.tar" if name.endswith(".tgz") else name.removesuffix(PACKED)


def is_packed(path: Path) -> bool:
    return file_name(path).lower().endswith((PACKED, ".tgz"))


def file_name(path: Path) -> str:
    """Return the name of a file or object. The query of an address is left out."""
    return path.name if address_of(path) is None else path.name.partition("?")[0]


def is_there(path: Path) -> bool:
    """Whether a file or object exists. Raises OSError and `Failure`."""
    address = address_of(path)
    return path.is_file() if address is None else is_object(address)


def opened(path: Path) -> IO[bytes]:
    """Open a file or object for sequential reading, decompressed. Raises OSError and `Failure`."""
    if "\0" in str(path):
        raise OSError(say("no file can have this name"))
    address = address_of(path)
    file = path.open("rb") if address is None else open_address(address)
    return io.BufferedReader(Unpacked(file)) if is_packed(path) else file


def opened_anywhere(path: Path) -> IO[bytes]:
    """Open an uncompressed file or object for random access. Raises OSError and `Failure`."""
    address = address_of(path)
    if address is None:
        return path.open("rb")
    with open_address(address) as file:
        data = at_most(file, MOST_BYTES)
    return io.BytesIO(data) if len(data) <= MOST_BYTES else open_address(address)


class Unpacked(io.RawIOBase):
    """The decompressed content of a gzip file. Reading fails if the compression is suspiciously strong."""

    def __init__(self, file: IO[bytes]) -> None:
        import gzip  # imported late: files are rarely packed
        import zlib

        self._file = _Counted(file)
        self._faults = (EOFError, zlib.error, gzip.BadGzipFile)
        self._content = gzip.GzipFile(fileobj=self._file)  # type: ignore[call-overload]
        self._unpacked = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer from the file. Raises OSError for damaged files, and for suspiciously strong compression."""
        try:
            data = self._content.read1(len(buffer))
        except self._faults as error:
            raise OSError(say("cannot be unpacked ({error})", error=error)) from None
        self._unpacked += len(data)
        if self._unpacked > max(LEAST_UNPACKED, DENSEST * self._file.number):
            words = say("it unpacks to more than {times} times its size, which tournaments do not", times=DENSEST)
            raise OSError(say("{words}: unpack it, look at its contents, and give the directory", words=words))
        buffer[: len(data)] = data
        return len(data)

    def tell(self) -> int:
        return self._unpacked

    def close(self) -> None:
        self._content.close()
        self._file.close()
        super().close()


class _Counted:
    """A stream that counts the bytes read from it."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self.number = file, 0

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self.number += len(data)
        return data

    def close(self) -> None:
        self._file.close()


@contextmanager
def at(path: Path, offset: int) -> Iterator[IO[bytes]]:
    """Yield a file or object, opened at the byte ``offset``. Raises OSError and `Failure`.

    Compressed files and objects in a store are kept open for the next call. To reach a byte in a compressed file,
    everything before it must be decompressed.
    """
    if not is_packed(path) and address_of(path) is None:
        with path.open("rb") as file:
            file.seek(offset)
            yield file
        return
    kept = _kept(path, version_of(path))
    if not is_packed(path):
        kept.seek(offset)
    elif kept.tell() > offset:
        _kept.cache_clear()
        kept = _kept(path, version_of(path))
    while (missing := offset - kept.tell()) > 0:
        if not kept.read(min(missing, CHUNK)):
            raise OSError(say("has changed while it was in use"))
    yield kept


def version_of(path: Path) -> tuple[int, ...]:
    """Return a key that changes with a file's content. The key is valid only in this process."""
    if address_of(path) is not None:
        return (os.getpid(),)
    found = path.stat()
    return (os.getpid(), found.st_ino, found.st_size, found.st_mtime_ns)


@lru_cache(maxsize=1)
def _kept(path: Path, _: tuple[int, ...]) -> IO[bytes]:
    return opened(path) if is_packed(path) else opened_anywhere(path)


MOST_TEXT = 16 * 2**20
"""The maximum size in bytes of a file with settings, pairs or ratings."""

LONGEST_NAME = 2**16
"""The maximum length in bytes of a line in a list of files. No usable path is longer."""


class HasLines(Protocol):
    """Any object that can be read line by line."""

    def readline(self, size: int = -1, /) -> bytes:
        """Return the next line, or up to ``size`` bytes of it; empty at the end."""
        ...


def read_bounded(path: Path, most: int = MOST_TEXT) -> bytes:
    """Read a file, or standard input for ``-``. Raises OSError, and `Failure` above ``most`` bytes."""
    if path == STANDARD:
        data = at_most(standard_input(), most)
    else:
        with opened(path) as file:
            data = at_most(file, most)
    if len(data) > most:
        words = say("larger than {most} MiB: is it the right file?", most=most // 2**20)
        raise Failure(ExitStatus.TOO_LARGE, one_line(say("{name}: {words}", name=path, words=words)))
    return data


def bounded_lines(stream: HasLines, name: str, longest: int) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a stream, counted from 1. Raises OSError, and `Failure` for a line that is too long."""
    number = 0
    while line := stream.readline(longest + 1):
        number += 1
        if len(line) > longest:
            form = marked("{name}: line {number} has more than {longest:,} bytes; is it the right file?")
            raise Failure(ExitStatus.TOO_LARGE, one_line(say(form, name=name, number=number, longest=longest)))
        yield number, line
