"""Where generated tournaments go: standard output, a file, a directory of files, or a zip archive of them."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from pairing_engine.terminal.streams import STANDARD, show, write_whole

ARCHIVE = ".zip"

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time that an archive gives its members, so that the same events are the same bytes."""


class Store(Protocol):
    """Takes tournaments."""

    def put(self, path: Path, text: str) -> None:
        """Write one. Raises OSError."""


class Files:
    """Each tournament is a file of its own, or goes to standard output."""

    def put(self, path: Path, text: str) -> None:
        """Write one. Raises OSError."""
        if path == STANDARD:
            show(text)
        else:
            write_whole(path, text)


class Archive:
    """Each tournament is a member of a zip archive."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    def put(self, path: Path, text: str) -> None:
        """Write one. Raises OSError."""
        member = zipfile.ZipInfo(path.name, EARLIEST)
        member.compress_type = zipfile.ZIP_DEFLATED
        member.external_attr = 0o644 << 16
        self._archive.writestr(member, text)


def is_archive(output: Path | None) -> bool:
    """Is an archive of tournaments asked for?"""
    return output is not None and output.suffix.lower() == ARCHIVE


@contextmanager
def opened(output: Path | None) -> Iterator[Store]:
    """The store for this output; an archive is there when it is complete. Raises OSError."""
    if output is None or not is_archive(output):
        yield Files()
        return
    temporary = output.with_name(f".swisspair-{os.urandom(8).hex()}")
    try:
        with zipfile.ZipFile(temporary, "x") as archive:
            yield Archive(archive)
        temporary.replace(output)
    finally:
        temporary.unlink(missing_ok=True)
