"""JSON lines with tournaments, as ``swisspair --generate --format jsonl`` writes them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from pairing_engine.facts.bounded import json_in
from pairing_engine.language import say
from pairing_engine.values import NamedTuple
from swisspair.terminal.opening import at, opened
from trf.event_json import MARK
from trf.format.source import MOST_BYTES

SUFFIX = ".jsonl"

LONGEST = 2 * MOST_BYTES
"""The maximum length of a line in bytes. An event in JSON is at most twice as long as its TRF."""


class LinePlace(NamedTuple):
    """A line: its position, whether it contains a tournament, and the tournament's name."""

    name: str
    offset: int
    is_event: bool


def places(path: Path) -> Iterator[LinePlace]:
    """Yield the positions of all lines in a file. Raises OSError."""
    with opened(path) as file:
        for number in count(1):
            offset = file.tell()
            line = file.readline(LONGEST)
            if not line:
                return
            found = _event_in(line)
            name = found.name if found is not None else ""
            yield LinePlace(name or say("line {number}", number=number), offset, found is not None)


def event_at(path: Path, offset: int) -> bytes:
    """Return the TRF or JSON event in the line at this position. Raises OSError if the line contains no event."""
    with at(path, offset) as file:
        found = _event_in(file.readline(LONGEST))
    if found is None:
        raise OSError(say("has changed while it was in use"))
    return found.text.encode(errors="surrogatepass")


class _Event(NamedTuple):
    """A tournament on a line, perhaps without a name."""

    name: str
    text: str


def _event_in(line: bytes) -> _Event | None:
    try:
        value = json_in(line)
        if MARK in value:
            return _Event("", line.decode())
        name, text = value["file"], value["trf"]
    except (ValueError, KeyError, TypeError):
        return None
    return _Event(name, text) if isinstance(name, str) and isinstance(text, str) else None
