"""Object stores with addresses such as ``s3://bucket/open.trf``, which fsspec reads and writes.

The program imports the packages for a store only when the user names an address in that store.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, cast

from pairing_engine.facts.shown import one_line
from pairing_engine.language import say
from swisspair.statuses import Failure, refused

HELD = "held"
"""The scheme of contents that the program has in memory."""

PACKAGES = {"s3": "s3fs", "gs": "gcsfs", "file": "", HELD: ""}
"""The supported address schemes. Each scheme of a store needs its package in addition to fsspec."""

_held: dict[str, bytes] = {}
_places = count()

MOST_NAMES = 1_000_000
"""The maximum number of objects below one address."""

_ADDRESS = re.compile(r"([a-z][a-z0-9]+):/+(.*)", re.IGNORECASE | re.DOTALL)
_WEB = {"http", "https", "ftp"}
_KEY = re.compile(r"(?<=://)[^/@]*@")


def address_of(path: Path | str) -> str | None:
    """Return the address in a path, with its slashes restored; None for a local path.

    Raises `Failure` for an address of the web: a pipe does the same, and the bounds of `curl` are better than ours.

    >>> address_of(Path("s3://bucket/open.trf")), address_of("C:/open.trf")
    ('s3://bucket/open.trf', None)
    """
    match = _ADDRESS.fullmatch(path if isinstance(path, str) else path.as_posix())
    if match is None:
        return None
    scheme = match[1].lower()
    address = f"{scheme}://{'/' if scheme == 'file' else ''}{match[2]}"
    if scheme in _WEB:
        shown = one_line(without_key(address))
        raise refused(
            "{address}: web addresses are not read; pipe the file, as in curl {address} | swisscheck -", address=shown
        )
    return address if scheme in PACKAGES else None


def without_key(address: str) -> str:
    """Return an address without a name and a password.

    >>> without_key("s3://name:password@club/open.trf")
    's3://club/open.trf'
    """
    return _KEY.sub("", address)


def shown_path(path: Path) -> str:
    address = address_of(path) or str(path)
    return address.rpartition("/")[2] if address.startswith(f"{HELD}:") else without_key(address)


@contextmanager
def held(name: str, content: bytes) -> Iterator[Path]:
    """Yield a path at which a content can be read although no file has it."""
    address = f"{HELD}://{next(_places)}/{name}"
    _held[address] = content
    try:
        yield Path(address)
    finally:
        del _held[address]


def local(path: Path) -> Path:
    """Return the local path for an address with ``file://``. Return other addresses and paths unchanged.

    >>> local(Path("file:///events/open.trf")).as_posix(), local(Path("open.trf")).as_posix()
    ('/events/open.trf', 'open.trf')
    """
    address = address_of(path)
    if address is None or not address.startswith("file://"):
        return path
    return Path(address.removeprefix("file:///" if os.name == "nt" else "file://"))


def open_address(address: str) -> io.BufferedReader:
    """Open the object at an address. Raises OSError, and `Failure` if a package is missing."""
    if address in _held:
        return io.BufferedReader(cast("io.RawIOBase", io.BytesIO(_held[address])))
    with in_words(address):
        system, path = _system(address)
        return io.BufferedReader(_Stored(system.open(path, "rb"), address), 2**18)


def is_object(address: str) -> bool:
    """Whether an object exists at the address. Raises OSError and `Failure`."""
    with in_words(address):
        system, path = _system(address)
        return bool(system.isfile(path))


def names_below(address: str) -> list[str] | None:
    """Return the sorted addresses below a directory or pattern; None for an object. Raises OSError and `Failure`."""
    with in_words(address):
        system, path = _system(address)
        if has_pattern(address):
            found = _matching(system, path)
        elif not system.isdir(path):
            return None
        else:
            found = system.find(path)
        names = sorted(str(system.unstrip_protocol(name)) for name in found)
    if len(names) > MOST_NAMES:
        raise OSError(say("has more than {most:,} names: give them in a list (--files-from)", most=MOST_NAMES))
    return names


def has_pattern(address: str) -> bool:
    return re.search(r"[*?[]", address) is not None


def _matching(system: Any, path: str) -> list[str]:
    found: list[str] = []
    for name, kind in system.glob(path, detail=True).items():
        found += [name] if kind["type"] == "file" else system.find(name)
    return found


def write_object(address: str, file: Path) -> None:
    """Upload a local file as a whole object. Raises OSError and `Failure`."""
    with in_words(address):
        system, path = _system(address)
        system.put_file(str(file), path)


def remove_object(address: str) -> None:
    with suppress(OSError), in_words(address):
        system, path = _system(address)
        system.rm_file(path)


class _Stored(io.RawIOBase):
    """An open object of a store, with clear messages for reading errors."""

    def __init__(self, file: Any, address: str) -> None:
        self._file, self._address = file, address

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        """Return True. If the server refuses random access, the first attempt to seek fails."""
        return True

    def readinto(self, buffer: Any) -> int:
        with in_words(self._address):
            data = self._file.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        with in_words(self._address):
            return int(self._file.seek(offset, whence))

    def tell(self) -> int:
        with in_words(self._address):
            return int(self._file.tell())

    def close(self) -> None:
        if not self.closed:
            with in_words(self._address):
                self._file.close()
        super().close()


def _system(address: str) -> tuple[Any, str]:
    from fsspec.core import url_to_fs  # imported only for addresses: it comes with an extra

    system: tuple[Any, str] = url_to_fs(address, use_listings_cache=False)
    return system


@contextmanager
def in_words(address: str) -> Iterator[None]:
    """Turn an error of a store into an OSError. A missing package gives a `Failure`."""
    try:
        yield
    except (Failure, MemoryError, _TellsItself):
        raise
    except ImportError as error:
        raise _missing(address, error) from None
    except Exception as error:  # each store has errors of its own
        cause = error.__cause__ if isinstance(error, FileNotFoundError) and error.__cause__ is not None else error
        if isinstance(cause, FileNotFoundError) or getattr(cause, "status", 0) == 404:
            raise _TellsItself(say("No such file or directory")) from None
        raise _TellsItself(one_line(f"{type(cause).__name__}: {cause}")) from None


class _TellsItself(OSError):
    """An error of a store. Converted to text, the error gives only its message, without an error number."""


def _missing(address: str, error: ImportError) -> Failure:
    scheme = address.partition(":")[0]
    packages = " ".join(("'swisspair-fide[cluster]'", PACKAGES[scheme])).strip()
    return refused(
        "{address}: {scheme}:// needs packages that are not installed ({error}); give pip install {packages}",
        address=address,
        scheme=scheme,
        error=error,
        packages=packages,
    )
