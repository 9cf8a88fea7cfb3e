"""The choice between JSON and TRF for an event, according to the name of the output file."""

from __future__ import annotations

from pathlib import Path

from pairing_engine.facts.shown import one_line
from swisspair.terminal.statuses import ExitStatus, Failure
from trf import read, write_json
from trf.event_json import SUFFIX


def in_format_of(path: Path, text: str) -> str:
    """Return the TRF unchanged, or as JSON if the name ends in ``.json``.

    Raises `Failure` if JSON cannot hold the event.
    """
    if path.suffix.lower() != SUFFIX:
        return text
    try:
        return write_json(read(text))
    except ValueError as error:
        raise Failure(ExitStatus.BAD_REQUEST, one_line(f"{path}: {error}")) from None
