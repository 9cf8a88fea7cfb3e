"""The format in which an event is written: TRF, or JSON where the name of the file says so."""

from __future__ import annotations

from pathlib import Path

from pairing_engine.facts.shown import one_line
from swisspair.terminal.statuses import ExitStatus, Failure
from trf import read, write_json
from trf.event_json import SUFFIX


def in_format_of(path: Path, text: str) -> str:
    """The TRF as it is, or as JSON for a name in ``.json``. Raises `Failure` for an event that JSON cannot hold."""
    if path.suffix.lower() != SUFFIX:
        return text
    try:
        return write_json(read(text))
    except ValueError as error:
        raise Failure(ExitStatus.BAD_REQUEST, one_line(f"{path}: {error}")) from None
