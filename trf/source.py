"""From a path, bytes or a stream to text."""

from __future__ import annotations

import os
from typing import IO

from trf.findings import Findings

Source = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]

LONGEST_PATH = 4096
"""Characters. No common system opens a path that is longer."""

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")

_END_MARKS = "\x00\x1a"
"""What some old programs leave at the end of a file."""


def is_text(source: str) -> bool:
    r"""Is this a TRF itself, and not the path of one? It is when it has a line end or is longer than any path.

    >>> is_text("open.trf"), is_text("XXR 5\n")
    (False, True)
    """
    return len(source) > LONGEST_PATH or "\n" in source or "\r" in source


def load(source: Source) -> tuple[str, str | bytes]:
    """A name for the source, and what it holds. Raises OSError when a path cannot be read."""
    if isinstance(source, bytes):
        return "<bytes>", source
    if isinstance(source, str) and is_text(source):
        return "<text>", source
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:  # noqa: PTH123  (to import pathlib takes longer than to read most files)
            return os.fspath(source), file.read()
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<stream>", source.read()


def decode(data: str | bytes, encoding: str | None, findings: Findings) -> str:
    """The text in these bytes, in the encoding named, else in UTF-8, else in cp1252.

    Raises `TrfProblems` when they are text in none of them, LookupError for an encoding that Python does not know.
    """
    text = data if isinstance(data, str) else _decode_bytes(data, encoding, findings)
    if text is None:
        findings.conclude()
    return (text or "").rstrip(_END_MARKS)


def _decode_bytes(data: bytes, encoding: str | None, findings: Findings) -> str | None:
    if encoding is None and data.startswith(_UTF16_MARKS):
        findings.problem(
            1, 1, "encoding", "encoding", "UTF-16", "UTF-8", "save the file as UTF-8, or name the encoding"
        )
        return None
    try:
        return data.decode(encoding or "utf-8")
    except UnicodeError as error:
        start = error.start if isinstance(error, UnicodeDecodeError) else 0
    line, column = _position(data[:start])
    byte = f"byte 0x{data[start : start + 1].hex()}"
    if encoding is None:
        try:
            text = data.decode("cp1252")
        except UnicodeDecodeError:
            pass
        else:
            findings.adjust("ADJ-03", line, column, f"{byte} is not UTF-8: the file was read as cp1252")
            return text
    findings.problem(
        line,
        column,
        "encoding",
        "encoding",
        byte,
        f"text in {encoding or 'UTF-8 or cp1252'}",
        "name the file's encoding",
    )
    return None


def _position(before: bytes) -> tuple[int, int]:
    """The line and the column of what follows these bytes."""
    lines = before.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return len(lines), len(lines[-1].decode(errors="replace")) + 1
