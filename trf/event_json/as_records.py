"""From JSON to the TRF26 records of the same event."""

from __future__ import annotations

from pairing_engine.language import say
from trf.event_json.reader import tournament_in
from trf.event_json.shape import DOCUMENT
from trf.format.dialect import Dialect
from trf.format.findings import WHOLE_FILE, Findings
from trf.format.writer import write_file
from trf.writing.file import file_of


def lines_of(text: str, findings: Findings) -> str:
    """Return the TRF of an event in JSON. Raises `TrfProblems` for faults, and for content that no TRF can hold."""
    event = tournament_in(text, findings)
    try:
        return write_file(file_of(event, Dialect.TRF26))
    except ValueError as error:
        found, expected = str(error), say("an event that a TRF can hold")
        findings.problem(WHOLE_FILE, 0, "json", DOCUMENT, found, expected)
        findings.conclude()
        raise
