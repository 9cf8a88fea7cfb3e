"""Limits on what is read from outside: the size of a file, and the depth and memory of a JSON text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import IO, Any, NoReturn

from pairing_engine.language import marked, quoted, say

CHUNK = 2**20


def at_most(stream: IO[bytes], most: int) -> bytes:
    """Read a stream to its end, or until it has more than ``most`` bytes.

    The limit protects against devices and pipes that never end.

    >>> from io import BytesIO
    >>> at_most(BytesIO(b"four"), 10)
    b'four'
    """
    chunks = [chunk := stream.read(CHUNK)]
    size = len(chunk)
    while chunk and size <= most:
        chunks.append(chunk := stream.read(CHUNK))
        size += len(chunk)
    return chunks[0][:0].join(chunks)


def decoded(data: bytes) -> str:
    """Decode a text in UTF-8 or cp1252, even if it is neither."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


DEEPEST = 32
"""The maximum depth of nested JSON values."""

_SMALL = 2**16
"""The size, in bytes, below which no JSON text can take much memory."""

_MOST_MEMORY = 400 * 2**20
"""The maximum memory, in bytes, that parsed JSON may take in addition to its text."""

_COSTS = {b"{": 240, b"[": 90, b",": 60, b'"': 50}
"""An estimate of the memory, in bytes, that each of these characters in a JSON text takes.

Characters inside strings are counted too, but a tournament has too few of them to matter.
"""


EXPECTED: Mapping[str, str] = marked(
    {
        "Extra data": "nothing after the first JSON value",
        "Expecting ',' delimiter": "a comma or the end of the list or object",
        "Expecting ':' delimiter": "a colon",
        "Expecting property name enclosed in double quotes": "a key in double quotation marks",
        "Expecting value": "a value",
    }
)
"""The words for each fault of JSON that the standard library reports: the text that may stand in its place."""


class JsonFault(ValueError):
    """The error for a text that is not JSON: its ``line`` and ``column``, and what was ``found`` and ``expected``."""

    def __init__(self, line: int, column: int, found: str, expected: str) -> None:
        self.line, self.column, self.found, self.expected = line, column, found, expected
        super().__init__(line, column, found, expected)

    def __str__(self) -> str:
        return say("found {found} in column {column}, expected {expected}", **vars(self))


def json_in(
    data: bytes,
    decimals: Callable[[str], object] | None = None,
    pairs: Callable[[list[tuple[str, Any]]], object] | None = None,
) -> Any:
    """Parse JSON by ``decimals`` and ``pairs``. Raises `JsonFault`, and ValueError for too much or too deep."""
    import json

    if len(data) > _SMALL:
        _check_structure(data)
    try:
        return json.loads(data, parse_constant=_no_number, parse_float=decimals, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        found = quoted(error.doc[error.pos : error.pos + 10]) if error.doc[error.pos :] else say("the end of the text")
        raise JsonFault(error.lineno, error.colno, found, say(EXPECTED.get(error.msg, "JSON"))) from None
    except RecursionError:
        raise ValueError("too deep") from None


def _check_structure(data: bytes) -> None:
    if sum(data.count(mark) * cost for mark, cost in _COSTS.items()) > _MOST_MEMORY:
        raise ValueError("too many values")
    outside_of_texts = data.replace(rb"\\", b"").replace(rb"\"", b"").split(b'"')[::2]
    brackets = b"".join(outside_of_texts).translate(None, delete=bytes(set(range(256)) - set(b"[]{}")))
    for _ in range(DEEPEST):
        if not brackets:
            return
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    if brackets:
        raise ValueError("too deep")


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)
