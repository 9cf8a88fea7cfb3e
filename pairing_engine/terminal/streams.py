"""Where the programs read and write: the standard streams, which may be closed, and files, whole ones or none."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import IO, BinaryIO, TextIO

from pairing_engine.facts.shown import without_controls
from pairing_engine.language import say

STANDARD_HANDLES = (1, 2)

STANDARD = Path("-")
"""What people call standard input, or standard output, where the name of a file is expected."""

_NARROWEST = 30
"""Lines are never broken to less than so many characters, however narrow the terminal is."""

_TEMPORARY = ".swisspair-{}"
"""What a file is called until it is complete. No suffix: whoever looks for tournaments must not find it."""


def standard_input() -> IO[bytes]:
    """The bytes on standard input. Raises OSError if the caller has closed it."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), say("standard input"))
    return sys.stdin.buffer


def read_whole(path: Path) -> bytes:
    """What a file holds; ``-`` is standard input. Raises OSError."""
    return standard_input().read() if path == STANDARD else path.read_bytes()


def is_terminal(stream: TextIO | None) -> bool:
    """Is somebody looking? Not at a stream that the caller has closed, which is None."""
    return stream is not None and stream.isatty()


def can_draw(stream: TextIO | None) -> bool:
    """Can lines and arrows be shown there? Not on a terminal that is dumb, or has another encoding."""
    if stream is None or not stream.isatty():
        return True
    try:
        "─│↓✓".encode(stream.encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return os.environ.get("TERM") not in ("dumb", "linux")


def warn(words: str) -> None:
    """A message on standard error. If nobody can read it, that is not worth a second one."""
    if sys.stderr is not None:
        try:
            print(without_controls(words), file=sys.stderr, flush=True)
        except OSError:
            _give_up(sys.stderr)


def show(text: str, *, drawn: bool = False) -> None:
    """Text on standard output, with the line ends that it has, without other control characters unless we have drawn
    them ourselves. Raises OSError if it cannot be written.
    """
    text = text if drawn else without_controls(text)
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        sys.stdout.flush()
        sys.stdout.buffer.write(_bytes(text))
        sys.stdout.buffer.flush()
    except OSError as error:
        if sys.stdout is not None:
            _give_up(sys.stdout)
        raise OSError(error.errno, error.strerror, say("standard output")) from None


def fitted(text: str) -> str:
    """Text for standard output; on a terminal with lines no wider than it, each broken between words and indented."""
    if not is_terminal(sys.stdout):
        return text
    import shutil  # it loads all archivers

    width = max(shutil.get_terminal_size().columns, _NARROWEST)
    return "".join(f"{_broken(line, width)}\n" for line in text.splitlines())


def _broken(line: str, width: int) -> str:
    r"""A line in several ones, if it is too wide.

    >>> _broken("  round 3: differs from that", 20)
    '  round 3: differs\n      from that'
    """
    if len(line) <= width:
        return line
    from textwrap import fill

    indent = line[: len(line) - len(line.lstrip())]
    return fill(
        line.strip(),
        width,
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _bytes(text: str) -> bytes:
    return text.encode(errors="backslashreplace")  # the name of a file need not be text


def _give_up(stream: TextIO) -> None:
    """Discard what could not be written; otherwise the interpreter would try again, and complain, when it ends."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def finish() -> None:
    """Write what is left for standard output, as the interpreter would do when it ends, but without complaint."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError:
            _give_up(sys.stdout)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it appears complete or not at all; into what is no regular file (a device, a pipe) as it is.

    A file that is there keeps its permissions, its other names, and a link its place. What is written is on the disk
    before the file appears. Raises OSError, which names the path.
    """
    try:
        found = path.stat() if path.exists() else None
        if found is not None and stat.S_ISREG(found.st_mode) and found.st_nlink > 1 and _handle_of(found) is None:
            _rewrite(path, _bytes(text))
        elif found is None or (stat.S_ISREG(found.st_mode) and _handle_of(found) is None):
            _replace(path, _bytes(text), found)
        else:
            handle = _handle_of(found)
            with open(path if handle is None else handle, "wb", closefd=handle is None) as file:
                file.write(_bytes(text))
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def _handle_of(found: os.stat_result) -> int | None:
    """The standard stream that leads into this file, if one does."""
    for handle in STANDARD_HANDLES:
        with suppress(OSError):
            if os.path.samestat(os.fstat(handle), found):
                return handle
    return None


def _rewrite(path: Path, data: bytes) -> None:
    """Write into a file that has several names, each of which is to be that of the new one; or leave it as it was."""
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


def _replace(path: Path, data: bytes, found: os.stat_result | None) -> None:
    with _beside(path, found) as file:
        file.write(data)


@contextmanager
def _beside(path: Path, found: os.stat_result | None) -> Iterator[BinaryIO]:
    """A file to be written beside this one, and then put in its place."""
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
            if hasattr(os, "chown"):  # not everywhere, and not for everybody
                with suppress(PermissionError):
                    os.chown(temporary, found.st_uid, found.st_gid)
            temporary.chmod(stat.S_IMODE(found.st_mode))
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """A file that is too large to be made in memory. It appears complete or not at all, with the permissions of the one
    that was there; into what is no regular file (a device, a pipe) as it is. Raises OSError, which names the path.
    """
    try:
        found = path.stat() if path.exists() else None
        handle = None if found is None else _handle_of(found)
        if found is None or (stat.S_ISREG(found.st_mode) and handle is None):
            with _beside(path, found) as file:
                yield file
        else:
            with open(path if handle is None else handle, "wb", closefd=handle is None) as file:
                yield file
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def overwritten(outputs: Iterable[Path], inputs: Iterable[Path]) -> Path | None:
    """The first of these outputs that is one of the inputs, by whatever name. Input files are never written."""
    known: set[tuple[int, int]] | None = None
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
    """The first of these outputs that is the same file as one before it, by whatever name; devices are not files."""
    names: set[str] = set()
    files: set[tuple[int, int]] = set()
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


def _identity(path: Path) -> tuple[int, int] | None:
    """What makes a regular file the same under all its names."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None
