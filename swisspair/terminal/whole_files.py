"""Functions that write files completely or not at all, and never over an input."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from pairing_engine.facts.bounded import at_most
from pairing_engine.language import say
from swisspair.terminal.stores import (
    address_of,
    is_object,
    local,
    open_address,
    remove_object,
    shown_path,
    write_object,
)
from swisspair.terminal.streams import DASH, encoded, show

STANDARD = Path(DASH)

OUTPUT_HANDLES = (1, 2)
"""The system's handles of standard output and standard error."""

PACKED = ".gz"
"""The suffix of files compressed with gzip."""

MOST_KEPT = 64 * 2**20
"""Before an object is replaced, its old content is kept up to this size in bytes."""

_TEMPORARY = ".swisspair-{}"
"""The name of an unfinished file. Searches for tournaments ignore the file, because its name has no suffix."""


def write_or_show(path: Path, text: str) -> None:
    """Write a file, or print the text if the name is ``-``. Raises OSError."""
    if path == STANDARD:
        show(text)
    else:
        write_whole(path, text)


def write_whole(path: Path, text: str) -> None:
    """Write a file completely or not at all. Raises OSError with the path.

    The content goes directly to a device or a pipe. An existing file keeps its permissions and its hard links, and a
    symbolic link stays a link. The file appears only after its content is safely on the disk.
    """
    write_together({path: encoded(text)})


def write_together(contents: Mapping[Path, bytes]) -> None:
    """Write several files completely or not at all. Raises OSError with the path."""
    with ExitStack() as stack:
        for path in sorted(contents, key=_turn):
            if _has_other_names(path):
                with _named(path):
                    _rewrite(path, contents[path])
            elif is_far(path):
                if len(contents) > 1:
                    stack.push(_undo(path))
                with writing(path) as file:
                    file.write(contents[path])
            else:
                file = stack.enter_context(writing(path))
                with _named(path):
                    file.write(contents[path])
                    file.flush()  # a full disk is noticed here, while everything can still be undone


def _turn(path: Path) -> int:
    """Return a sort key that puts a file last if the file is hard to restore."""
    return 2 if _has_other_names(path) else int(is_far(path))


def is_far(path: Path) -> bool:
    return address_of(local(path)) is not None


def _undo(path: Path) -> Callable[[object, object, object], None]:
    """Return a function that restores the old state of an object after an error."""
    address = address_of(path) or ""
    with _named(path):
        before = None
        if is_object(address):
            with open_address(address, in_order=True) as file:
                before = at_most(file, MOST_KEPT)
            if len(before) > MOST_KEPT:
                raise OSError(
                    say("this object already exists, and is too large to be replaced safely: remove it first")
                )

    def undone(kind: object, _error: object, _trace: object) -> None:
        if kind is None:
            return
        if before is None:
            remove_object(address)
        else:
            with suppress(OSError), _stored(address) as file:
                file.write(before)

    return undone


@contextmanager
def _stored(address: str) -> Iterator[BinaryIO]:
    """Yield a local file that is uploaded to a store when the file is complete."""
    from tempfile import TemporaryDirectory  # imported late: outputs are nearly always local files

    with TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        with copy.open("wb") as file:
            yield file
        write_object(address, copy)


class _NamedError(OSError):
    """An error that names the requested file instead of the temporary file."""


@contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except _NamedError:
        raise
    except OSError as error:
        raise _NamedError(error.errno, error.strerror or str(error), shown_path(path)) from None


def _has_other_names(path: Path) -> bool:
    """Whether a regular file has several names (hard links)."""
    with suppress(OSError):
        found = path.stat()
        return stat.S_ISREG(found.st_mode) and found.st_nlink > 1 and _handle_of(found) is None
    return False


def _handle_of(found: os.stat_result) -> int | None:
    """Return the handle of standard output or standard error, if this handle writes to the file; else None."""
    for handle in OUTPUT_HANDLES:
        with suppress(OSError):
            if os.path.samestat(os.fstat(handle), found):
                return handle
    return None


def _rewrite(path: Path, data: bytes) -> None:
    """Overwrite a file in place, so that its hard links stay. After a failure, the file is unchanged."""
    with path.open("r+b", buffering=0) as file:
        before = file.readall()
        try:
            _overwrite(file, data)
        except BaseException:
            _overwrite(file, before)
            raise


def _overwrite(file: FileIO, data: bytes) -> None:
    file.seek(0)
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]
    file.truncate()
    os.fsync(file.fileno())


@contextmanager
def _beside(path: Path, found: os.stat_result | None) -> Iterator[BinaryIO]:
    """Yield a temporary file in the same directory, which replaces this file when complete."""
    if found is not None and not os.access(path, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    target = Path(os.path.realpath(path))
    temporary = target.with_name(_TEMPORARY.format(os.urandom(8).hex()))
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if found is not None:
            if hasattr(os, "chown"):  # not possible on every system or for every user
                with suppress(PermissionError):
                    os.chown(temporary, found.st_uid, found.st_gid)
            temporary.chmod(stat.S_IMODE(found.st_mode))
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """Yield a file that the caller writes piece by piece. Raises OSError with the path.

    The file appears complete or not at all, with the permissions of an existing file. The content goes directly to a
    device or a pipe. An object of a store is uploaded when it is complete.
    """
    path = local(path)
    address = address_of(path)
    with _named(path):
        if path.suffix.lower() == PACKED:
            raise OSError(say("files are written uncompressed: leave out .gz"))
        if address is not None:
            with _stored(address) as file:
                yield file
            return
        found = path.stat() if path.exists() else None
        handle = None if found is None else _handle_of(found)
        if found is None or (stat.S_ISREG(found.st_mode) and handle is None):
            with _beside(path, found) as file:
                yield file
        else:
            with open(path if handle is None else handle, "wb", closefd=handle is None) as file:
                yield file


def make_directory(path: Path) -> None:
    """Create a directory if needed; stores need none. Raises OSError."""
    if not is_far(path):
        local(path).mkdir(exist_ok=True)


def overwritten(outputs: Iterable[Path], inputs: Iterable[Path]) -> Path | None:
    """Return the first output that would overwrite an input, directly or through a link."""
    known: set[tuple[int, int] | str] | None = None
    for output in outputs:
        identity = _identity(output)
        if identity is None:
            continue
        if known is None:
            known = {found for path in inputs if (found := _identity(path)) is not None}
        if identity in known:
            return output
    return None


def written_twice(outputs: Iterable[Path]) -> Path | None:
    """Return the first output that would overwrite an earlier output, directly or through a link."""
    names: set[str] = set()
    files: set[tuple[int, int] | str] = set()
    for output in outputs:
        identity = _identity(output)
        if identity is None and output.exists():
            continue
        name = os.path.realpath(output)
        if name in names or identity in files:
            return output
        names.add(name)
        files |= set() if identity is None else {identity}
    return None


def _identity(path: Path) -> tuple[int, int] | str | None:
    """Return a value that identifies a file: an object's address, or the same key for all names of a local file."""
    path = local(path)
    if (address := address_of(path)) is not None:
        return address
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


_NOWHERE = '<>:"/\\|?*'
"""The characters that Windows does not allow in file names."""

_DEVICES = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", *(a + b for a in ("COM", "LPT") for b in "0123456789¹²³")}
"""The device names of Windows, which no file may have."""

INSTEAD = "_"
"""The replacement for a character that is not allowed."""


def portable(stem: str) -> str:
    """Change a name without its suffix so that every operating system and terminal accepts the name.

    Anybody can make an archive, with any names. An unchanged name could control a terminal, leave the output directory
    or reach a device.
    """
    kept = "".join(one if one.isprintable() and one not in _NOWHERE else INSTEAD for one in stem)
    kept = kept.rstrip(" .")  # Windows drops trailing blanks and dots
    if not kept or kept.partition(".")[0].rstrip().upper() in _DEVICES:
        return INSTEAD + kept
    return kept
