"""The text of a TRF from a path, bytes or a stream."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import IO, NoReturn, cast

from pairing_engine.facts.bounded import at_most
from pairing_engine.language import say
from trf.format.findings import WHOLE_FILE, Findings, Problem, TrfProblems

Source = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]
"""A path, a text, bytes, or an open file."""

MOST_BYTES = 16 * 2**20
"""The size limit of files in bytes. The largest file that can occur, with 9,999 players and 99 rounds, has 11 MB."""

MOST_LINES = 100_000
MOST_COLUMNS = 100_000
"""The length limit of lines in bytes. A list of 9,999 players needs only half of this length."""

LONGEST_PATH = 4096

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")

_END_MARKS = "\x00\x1a"


class UnknownEncoding(LookupError):
    """The error for an encoding that Python does not know."""


def is_text(source: str) -> bool:
    r"""Whether a text is a TRF and not a path.

    Any text counts as a TRF if it is blank, contains a line end or is longer than any path.

    >>> is_text("open.trf"), is_text("XXR 5\n")
    (False, True)
    """
    return len(source) > LONGEST_PATH or "\n" in source or "\r" in source or is_json(source) or not source.strip()


def is_json(data: str | bytes) -> bool:
    r"""Whether the text is a JSON object. No TRF begins with a brace.

    >>> is_json(' {"name": "Open"}'), is_json(b"012 Open\n")
    (True, False)
    """
    if isinstance(data, str):
        return data[:1000].lstrip("\ufeff \t\r\n").startswith("{")
    return data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")


def load(source: Source, name: str | None = None) -> tuple[str, str | bytes]:
    """Return the name and content of a source. Raises OSError, and `TrfProblems` if it is far too large for a TRF."""
    if isinstance(source, bytes) or (isinstance(source, str) and is_text(source)):
        if name is None and not source.strip():
            raise TrfProblems("read", (Problem(0, 0, "empty", "source", "''", say("a path, text, bytes or a stream")),))
        name, data = name or ("<bytes>" if isinstance(source, bytes) else "<text>"), source
    elif isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:  # noqa: PTH123  (to import pathlib takes longer than to read most files)
            name, data = name or os.fspath(source), at_most(file, MOST_BYTES)
    else:
        if not hasattr(source, "read"):
            raise TypeError(f"source: found {source!r}, expected a path, text, bytes or a stream")
        own_name = getattr(source, "name", None)
        name = name or (own_name if isinstance(own_name, str) else "<stream>")
        data = at_most(cast("IO[bytes]", source), MOST_BYTES)
    check_size(name, len(data))
    if not is_json(data):
        _check_lines(name, data)
    return name, data


def check_size(name: str, size: int) -> None:
    """Raise `TrfProblems` for a file that is too large for a TRF."""
    if size > MOST_BYTES:
        refuse(name, WHOLE_FILE, "file", f"{MOST_BYTES // 2**20} MiB")


def _check_lines(name: str, data: str | bytes) -> None:
    feed, back = ("\n", "\r") if isinstance(data, str) else (b"\n", b"\r")
    if data.count(feed) > MOST_LINES or data.count(back) > MOST_LINES:  # type: ignore[arg-type]
        refuse(name, WHOLE_FILE, "file", say("{most:,} lines", most=MOST_LINES))
    if len(data) > MOST_COLUMNS:
        whole = data if isinstance(data, bytes) else data.encode(errors="replace")
        for number, line in enumerate(whole.splitlines(), 1):
            if len(line) > MOST_COLUMNS:
                refuse(name, number, "line", say("{most:,} bytes", most=MOST_COLUMNS))


def refuse(name: str, line: int, field: str, most: str, advice: str = "is this a tournament report file?") -> NoReturn:
    """Raise `TrfProblems` with one problem: more of something than a file may have."""
    column = MOST_COLUMNS + 1 if line else 0
    found, expected = say("more than {most}", most=most), say("at most {most}", most=most)
    raise TrfProblems(name, (Problem(line, column, "limit", field, found, expected, advice),))


def decode(data: str | bytes, encoding: str | None, findings: Findings) -> str:
    """Decode bytes as stated, else as UTF-8 or cp1252. Raises `TrfProblems` if none fits, and `UnknownEncoding`."""
    return (data if isinstance(data, str) else _decode_bytes(data, encoding, findings)).rstrip(_END_MARKS)


def _decode_bytes(data: bytes, encoding: str | None, findings: Findings) -> str:
    if encoding is None and data.startswith(_UTF16_MARKS):
        advice = say("save the file as UTF-8, or name the encoding")
        raise TrfProblems(findings.name, (Problem(1, 1, "encoding", "encoding", "UTF-16", "UTF-8", advice),))
    text, start = None, 0
    try:
        text = data.decode(encoding or "utf-8")
        if encoding is None or data.isascii():
            return text
    except UnicodeError as error:
        start = error.start if isinstance(error, UnicodeDecodeError) else 0
    except LookupError as error:
        raise UnknownEncoding(*error.args) from None
    line, column = _position(data[:start])
    byte = say("byte {number}", number=f"0x{data[start : start + 1].hex()}")
    if encoding is None:
        with suppress(UnicodeDecodeError):
            text = data.decode("cp1252")
            findings.adjust("ADJ-03", line, column, byte=byte)
    elif not data.isascii():  # a file that was changed is in UTF-8, whatever is stated
        with suppress(UnicodeDecodeError):
            plain = data.decode()
            if plain.lstrip("\ufeff") != (text or "").lstrip("\ufeff") and "\x00" not in plain:  # no UTF-16
                text = plain
                findings.adjust("ADJ-03 stated", WHOLE_FILE, 0, encoding=encoding)
    if text is None:
        expected = say("text in {encoding}", encoding=encoding or say("UTF-8 or cp1252"))
        advice = say("name the file's encoding")
        raise TrfProblems(findings.name, (Problem(line, column, "encoding", "encoding", byte, expected, advice),))
    return text


def _position(before: bytes) -> tuple[int, int]:
    lines = (before + b".").splitlines()
    return len(lines), len(lines[-1].decode(errors="replace"))
