"""Events as files: their text, as TRF or JSON, written to a new file or over the original with a backup."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from pairing_engine.facts.bounded import decoded
from pairing_engine.facts.model import Tournament
from pairing_engine.facts.shown import one_line
from pairing_engine.language import say
from swisspair.statuses import ExitStatus, Failure, refused
from swisspair.terminal.opening import is_there, read_bounded
from swisspair.terminal.stores import shown_path
from swisspair.terminal.streams import encoded, show
from swisspair.terminal.whole_files import (
    NO_FILE,
    STANDARD,
    Replacement,
    check_inputs_stay,
    is_far,
    overwritten,
    write_together,
)
from trf import TrfProblems, read, read_json, write, write_json
from trf.event_json import SUFFIX
from trf.format.records import TooLongError

if TYPE_CHECKING:
    from swisspair.terminal.steps import Steps

BEFORE = ".bak"
"""The suffix of backup files."""


def check_target(path: Path, inputs: Iterable[Path], *, force: bool) -> None:
    """Raise `Failure` if an output file already exists, unless it is an input file or overwriting is allowed."""
    if path == STANDARD or force or not is_there(path) or overwritten([path], inputs) is not None:
        return
    raise refused("{path}: this file exists already; --force overwrites it", path=one_line(shown_path(path)))


def backup_of(path: Path) -> Path:
    return path.with_name(path.name + BEFORE)


def contents(
    path: Path,
    text: str | bytes,
    expected: bytes | None = None,
    *,
    replaces: bool,
    words: Iterable[str] = (),
    steps: Steps | None = None,
) -> dict[Path, bytes | Replacement]:
    """Return the files to write for an event, with their contents. Raises OSError and `Failure`.

    Everything that changes an event writes it here. The event's file is in JSON if its name ends in ``.json``. If that
    file exists already, its old content becomes a backup whose name ends in ``.bak``, which is written first.
    ``expected`` is the content that the program has read: a file that has changed since then is not overwritten. Unless
    the file ``replaces`` another one, it must be new when it is written. Bytes are written as they are. The change is a
    step with these ``words``, unless ``steps`` has it already; a change that leaves the file as it is writes nothing.
    """
    data = text if isinstance(text, bytes) else encoded(in_format_of(path, text))
    if not replaces or not is_there(path):
        return {path: data if is_far(path) else Replacement(data, NO_FILE)}
    before = read_bounded(path)
    if before == data and steps is None:
        return {}
    far = is_far(path)
    backup = Replacement(before, like=None if far else path, followed=False)
    found: dict[Path, bytes | Replacement] = {
        backup_of(path): backup,
        path: Replacement(data, before if expected is None else expected),
    }
    if far:
        return found
    steps = steps or known_steps(path, before).taken(words, data)
    return {files_beside(path)[1]: Replacement(steps.as_bytes(), like=path, followed=False), **found}


def files_beside(path: Path) -> tuple[Path, Path]:
    from swisspair.terminal.steps import path_of_steps

    return backup_of(path), path_of_steps(path)


def known_steps(path: Path, now: bytes) -> Steps:
    """Return the steps that were taken in an event, whose file has the content ``now``."""
    from swisspair.terminal.steps import steps_of

    backup = backup_of(path)
    return steps_of(path, now, read_bounded(backup) if backup.is_file() else None)


def write_event(
    path: Path | None,
    text: str | bytes,
    inputs: Iterable[Path],
    *,
    force: bool,
    expected: bytes | None = None,
    words: Iterable[str] = (),
    steps: Steps | None = None,
) -> None:
    """Write an event to a file, or print it. ``expected`` is the old content. Raises `Failure` and OSError."""
    if path is None or path == STANDARD:
        show(decoded(text) if isinstance(text, bytes) else text)
        return
    inputs = [*inputs]
    check_target(path, inputs, force=force)
    check_backup(path, inputs)
    own = overwritten([path], inputs) is not None
    write_together(
        contents(
            path, text, expected if own else None, replaces=own or force, words=words, steps=steps if own else None
        )
    )


def check_backup(path: Path, inputs: Iterable[Path]) -> None:
    if is_there(path):
        check_inputs_stay(files_beside(path), inputs)


def in_format_of(path: Path, text: str) -> str:
    """Return the TRF, or JSON if the name ends in ``.json``. Raises `Failure` if JSON cannot hold the event."""
    if path.suffix.lower() != SUFFIX:
        return text
    try:
        found = write_json(read(text))
        read_json(found)
        return found
    except (ValueError, TrfProblems) as error:
        raise Failure(ExitStatus.BAD_REQUEST, one_line(say("{name}: {words}", name=path, words=error))) from None


def text_of(event: Tournament) -> str:
    """Return the event as TRF26. Raises `Failure` if a fact or a number does not fit into a TRF26."""
    try:
        return write(event)
    except ValueError as error:
        status = ExitStatus.TOO_LARGE if isinstance(error, TooLongError) else ExitStatus.BAD_REQUEST
        raise Failure(status, say("{name}: {words}", name=event.name, words=error)) from None
