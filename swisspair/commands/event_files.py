"""Functions that write an event to a new file, or over the original with a backup."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pairing_engine.facts.shown import one_line
from pairing_engine.language import say
from swisspair.terminal.bounded import read_bounded
from swisspair.terminal.formats import in_format_of
from swisspair.terminal.opening import is_there
from swisspair.terminal.statuses import ExitStatus, Failure
from swisspair.terminal.stores import shown_path
from swisspair.terminal.streams import encoded, show
from swisspair.terminal.whole_files import STANDARD, overwritten, write_together

BEFORE = ".bak"
"""The suffix of backup files."""


def check_target(path: Path, inputs: Iterable[Path], *, force: bool) -> None:
    """Raise `Failure` if an output file already exists, unless it is an input file or overwriting is allowed."""
    if path == STANDARD or force or not is_there(path) or overwritten([path], inputs) is not None:
        return
    words = say("{path}: this file exists already; --force overwrites it", path=one_line(shown_path(path)))
    raise Failure(ExitStatus.BAD_REQUEST, words)


def contents(path: Path, text: str) -> dict[Path, bytes]:
    """Return the files to write for an event, with their contents. Raises OSError and `Failure`.

    The event's file is in JSON if its name ends in ``.json``. If that file exists already, its old content becomes a
    backup whose name ends in ``.bak``.
    """
    kept = {path.with_name(path.name + BEFORE): read_bounded(path)} if is_there(path) else {}
    return {**kept, path: encoded(in_format_of(path, text))}


def write_event(path: Path | None, text: str, inputs: Iterable[Path], *, force: bool) -> None:
    """Write an event to a file, or print it if no file is given. Raises `Failure` and OSError."""
    if path is None or path == STANDARD:
        show(text)
        return
    check_target(path, inputs, force=force)
    write_together(contents(path, text))
