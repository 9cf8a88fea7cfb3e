"""Destinations for generated tournaments: standard output, files, a zip archive, or JSON lines."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

from pairing_engine.answers.contract import stated
from swisspair.terminal.formats import in_format_of
from swisspair.terminal.streams import show
from swisspair.terminal.whole_files import STANDARD, write_or_show, writing

ARCHIVE, LINES = ".zip", ".jsonl"

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of every member of an archive. With a constant date, equal events give equal archives."""


class Store(Protocol):
    """A destination for generated tournaments."""

    def put(self, path: Path, text: str) -> None:
        """Write one tournament. Raises OSError."""


class Files:
    """A destination with one file for each tournament, or standard output."""

    def put(self, path: Path, text: str) -> None:
        write_or_show(path, in_format_of(path, text))


class Archive:
    """A zip archive with one member for each tournament."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    def put(self, path: Path, text: str) -> None:
        member = zipfile.ZipInfo(path.name, EARLIEST)
        member.compress_type = zipfile.ZIP_DEFLATED
        member.external_attr = 0o644 << 16
        self._archive.writestr(member, text)


class Lines:
    """A destination with one JSON line for each tournament. Each line contains a file name and a TRF."""

    def __init__(self, file: BinaryIO | None) -> None:
        self._file = file

    def put(self, path: Path, text: str) -> None:
        line = json.dumps(stated({"file": path.name, "trf": text})) + "\n"
        if self._file is None:
            show(line)
        else:
            self._file.write(line.encode())


def holds_many(output: Path | None) -> bool:
    return output is not None and output.suffix.lower() in (ARCHIVE, LINES)


@contextmanager
def opened(output: Path | None, *, lines: bool = False) -> Iterator[Store]:
    """Open the destination for the tournaments. Raises OSError.

    A file with many tournaments appears only when it is complete.
    """
    if output == STANDARD and lines:
        yield Lines(None)
    elif output is None or not (lines or holds_many(output)):
        yield Files()
    else:
        with writing(output) as file:
            if output.suffix.lower() == ARCHIVE:
                with zipfile.ZipFile(file, "w") as archive:
                    yield Archive(archive)
            else:
                yield Lines(file)
