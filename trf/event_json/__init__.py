"""Events as JSON, by names that people know: the facts of a tournament and back. docs/json.md describes the keys."""

from __future__ import annotations

import re

from trf.format.source import is_json

VERSION = 1
"""The version of the contract, which every event states. It changes only where a reader of the old one could fail."""

MARK = "event_schema"
"""The key of the version."""

SUFFIX = ".json"

SCHEMA_FILE = f"event-{VERSION}.json"


def schema_text() -> str:
    """The JSON Schema of an event."""
    from importlib.resources import files

    return files(__package__).joinpath(SCHEMA_FILE).read_text(encoding="utf-8")


def looks_like_event(data: bytes) -> bool:
    """Whether a file of JSON, of which this is the beginning, is an event and not somebody's settings.

    >>> looks_like_event(b'{"event_schema": 1, "name": "Open"}'), looks_like_event(b'{"version": "1.0"}')
    (True, False)
    """
    return is_json(data) and re.search(rb'"%s"\s*:' % MARK.encode(), data) is not None
