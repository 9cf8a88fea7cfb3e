"""Functions that write files completely or not at all, and never over an input."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import BinaryIO, NamedTuple

from pairing_engine.facts.bounded import at_most
from pairing_engine.facts.shown import one_line
from pairing_engine.language import say
from swisspair.statuses import refused
from swisspair.terminal import stores
from swisspair.terminal.stores import address_of, is_object, local, open_address, remove_object, shown_path
from swisspair.terminal.streams import DASH, encoded, show, warn

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


def write_pages(pages: Mapping[Path, bytes], inputs: Iterable[Path]) -> None:
    """Write pages completely or not at all, and print those named ``-``. Raises `Failure` for an input, and OSError."""
    check_inputs_stay(pages, inputs)
    write_together({path: page for path, page in pages.items() if path != STANDARD})
    if STANDARD in pages:
        show(pages[STANDARD].decode())


def check_inputs_stay(outputs: Iterable[Path], inputs: Iterable[Path]) -> None:
    if (path := overwritten(outputs, inputs)) is not None:
        raise refused("{path}: the answer would overwrite an input file", path=shown_path(path))


NO_FILE = object()
"""The marker for a file that the program did not find."""


class Replacement(NamedTuple):
    """The new content of a file, with conditions.

    ``expected`` is the content that the program has read, or `NO_FILE`: if the file has changed since then, nothing is
    written.
    ``like`` is a file whose permissions the new file gets. A file that is not ``followed`` replaces a symbolic link
    instead of the file to which the link leads.
    """

    data: bytes
    expected: object = None
    like: Path | None = None
    followed: bool = True


class ChangedMeanwhileError(OSError):
    """The error for a file that somebody else has changed since the program read it."""


def write_whole(path: Path, text: str) -> None:
    """Write a file completely or not at all. Raises OSError with the path.

    The content goes directly to a device or a pipe. An existing file keeps its permissions, and a symbolic link stays a
    link. If a file has several names (hard links), the other names keep the old content, because a file can be replaced
    at once only under one name. The file appears only after its content is safely on the disk.
    """
    write_together({path: encoded(text)})


def write_together(contents: Mapping[Path, bytes | Replacement]) -> None:
    """Write several files completely or not at all. Raises OSError with the path.

    All contents are on the disk before the first file is replaced. The files are replaced in the given order, so a
    backup comes before the file that it keeps: at every moment, the disk has the old file or the new file, and from the
    first replacement on also the backup. While files are replaced, their directories are locked, so that of two
    programs which change a file, the second one sees the change of the first.
    """
    wanted = {path: one if isinstance(one, Replacement) else Replacement(one) for path, one in contents.items()}
    with ExitStack() as stack:
        prepared = []
        for path in sorted(wanted, key=is_far):
            replacement = wanted[path]
            if is_far(path) or not _is_replaced(local(path)):
                if is_far(path) and len(wanted) > 1:
                    stack.push(_undo(path))
                with writing(path) as file:
                    file.write(replacement.data)
            else:
                with _named(path):
                    unfinished = _unfinished(local(path), replacement.like, followed=replacement.followed)
                    new = stack.enter_context(unfinished)
                    new.file.write(replacement.data)
                    new.finish()
                prepared.append((path, replacement, new))
        with _locked({new.target.parent for _, _, new in prepared}):
            for path, replacement, _ in prepared:
                _check_unchanged(path, replacement)
            for path, _, new in prepared:
                with _named(path):
                    new.temporary.replace(new.target)


def _check_unchanged(path: Path, replacement: Replacement) -> None:
    if replacement.expected is None:
        return
    with _named(path):
        try:
            now: object = path.read_bytes()
        except FileNotFoundError:
            now = NO_FILE
    if now != replacement.expected:
        words = say("this file has changed since it was read, so nothing was written; give the command again")
        if replacement.expected is NO_FILE:
            words = say("another program has just written this file, so nothing was written; give the command again")
        raise ChangedMeanwhileError(errno.EAGAIN, words, shown_path(path))


def is_far(path: Path) -> bool:
    return address_of(local(path)) is not None


def _undo(path: Path) -> Callable[[object, object, object], None]:
    """Return a function that restores the old state of an object after an error."""
    address = address_of(path) or ""
    with _named(path):
        before = None
        if is_object(address):
            with open_address(address) as file:
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
        stores.write_object(address, copy)


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


def _handle_of(found: os.stat_result) -> int | None:
    """Return the handle of standard output or standard error, if this handle writes to the file; else None."""
    for handle in OUTPUT_HANDLES:
        with suppress(OSError):
            if os.path.samestat(os.fstat(handle), found):
                return handle
    return None


def _is_replaced(path: Path) -> bool:
    """Whether a new file takes the place of the old one. Devices, pipes and standard output are written directly."""
    if path.suffix.lower() == PACKED:
        return False  # `writing` refuses it
    if not path.exists():
        return True
    status = path.stat()
    return stat.S_ISREG(status.st_mode) and _handle_of(status) is None


class _Unfinished(NamedTuple):
    """A temporary file beside the file that it is to replace."""

    file: BinaryIO
    temporary: Path
    target: Path
    before: os.stat_result | None

    def finish(self) -> None:
        """Put the content safely on the disk, with the owner and the permissions of the old file."""
        self.file.flush()
        if self.before is not None:
            if hasattr(os, "chown"):  # not possible on every system or for every user
                with suppress(PermissionError):
                    os.chown(self.temporary, self.before.st_uid, self.before.st_gid)
            self.temporary.chmod(stat.S_IMODE(self.before.st_mode))
        os.fsync(self.file.fileno())
        if os.name == "nt":  # an open file cannot be renamed there
            self.file.close()


@contextmanager
def _unfinished(path: Path, like: Path | None = None, *, followed: bool = True) -> Iterator[_Unfinished]:
    """Yield a temporary file. It stays locked: the next program removes the unlocked ones of killed programs."""
    target = Path(os.path.realpath(path)) if followed else Path(os.path.realpath(path.parent), path.name)
    like = target if like is None else like
    before = like.stat() if like.exists() else None
    if followed and before is not None and not os.access(path, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    _remove_left_over(target.parent)
    permissions = 0o666 if before is None else stat.S_IMODE(before.st_mode) & 0o600
    while True:
        temporary = target.with_name(_TEMPORARY.format(os.urandom(8).hex()))
        try:
            handle = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), permissions)
            with os.fdopen(handle, "wb") as file:
                _lock(handle, waits=True)
                if temporary.exists():  # another program may have removed the file before it was locked
                    try:
                        yield _Unfinished(file, temporary, target, before)
                    except OSError:
                        with suppress(OSError):  # a full disk refuses the rest once more, and would hide the name
                            file.close()
                        raise
                    return
        finally:
            temporary.unlink(missing_ok=True)


def _remove_left_over(directory: Path) -> None:
    for path in directory.glob(_TEMPORARY.format("*")):
        with suppress(OSError), path.open("rb") as file:
            if _lock(file.fileno()):
                path.unlink()


def _lock(handle: int, *, waits: bool = False) -> bool | None:
    """Lock an open file or directory until it is closed; return False if another program has locked it.

    Return None where nothing can be locked. There, the comparison before the replacement must be enough.
    """
    try:
        import fcntl
    except ImportError:  # Windows has other locks
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


SAID_AFTER, GIVEN_UP_AFTER = 1.0, 10.0
"""The seconds after which a program that waits for a lock says so, and gives up."""


def _lock_patiently(handle: int, directory: Path) -> None:
    """Lock an open directory. Raises OSError with the path if another program does not release it."""
    start, is_said = monotonic(), False
    while _lock(handle) is False:
        waited = monotonic() - start
        if waited >= GIVEN_UP_AFTER:
            words = say("another program has locked this directory, so nothing was written")
            raise _NamedError(errno.EAGAIN, words, str(directory))
        if waited >= SAID_AFTER and not is_said:
            is_said = True
            warn(one_line(say("{path}: waiting for another program that has locked this directory", path=directory)))
        sleep(0.02)


@contextmanager
def _locked(directories: Iterable[Path]) -> Iterator[None]:
    """Lock directories while files in them are replaced, and make the replacements last beyond a power failure."""
    if os.name == "nt":
        yield
        return
    handles = []
    try:
        for directory in sorted(directories):
            handles.append(os.open(directory, os.O_RDONLY))
            _lock_patiently(handles[-1], directory)
        yield
        for handle in handles:
            with suppress(OSError):  # some file systems cannot do this
                os.fsync(handle)
    finally:
        for handle in handles:
            os.close(handle)


@contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """Yield a file to write piece by piece; it appears whole or not at all. Raises OSError with the path."""
    path = local(path)
    address = address_of(path)
    with _named(path):
        if path.suffix.lower() == PACKED:
            raise OSError(say("files are written uncompressed: leave out .gz"))
        if address is not None:
            with _stored(address) as file:
                yield file
            return
        if _is_replaced(path):
            with _unfinished(path) as new:
                yield new.file
                new.finish()
                with _locked({new.target.parent}):
                    new.temporary.replace(new.target)
            return
        handle = _handle_of(path.stat())
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
        found = _identities(output)
        if not found:
            continue
        if known is None:
            known = {identity for path in inputs for identity in _identities(path)}
        if found & known:
            return output
    return None


def written_twice(outputs: Iterable[Path]) -> Path | None:
    """Return the first output that would overwrite an earlier output, directly or through a link."""
    known: set[tuple[int, int] | str] = set()
    for output in outputs:
        found = _identities(output)
        if not found and not output.exists():
            found = {os.path.realpath(output)}
        if found & known:
            return output
        known |= found
    return None


def _identities(path: Path) -> set[tuple[int, int] | str]:
    """Return what two paths of one file have in common: an object's address; a local file's key, or its real path.

    Links to a file have the same key. Only the real path stays the same if another program replaces the file meanwhile.
    """
    path = local(path)
    if (address := address_of(path)) is not None:
        return {address}
    try:
        found = path.stat()
    except OSError:
        return set()
    return {(found.st_dev, found.st_ino), os.path.realpath(path)} if stat.S_ISREG(found.st_mode) else set()


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
