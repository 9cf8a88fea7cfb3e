"""Code that reads and writes events as JSON with readable keys (docs/json.md)."""

from __future__ import annotations

import re

from trf.format.source import is_json

VERSION = 1
"""The version of the JSON format, which changes only if older readers could fail."""

MARK = "event_schema"
"""The key for the version of the format in a JSON event."""

SUFFIX = ".json"

SCHEMA_FILE = f"event-{VERSION}.json"


def schema_text() -> str:
    from importlib.resources import files

    return files(__package__).joinpath(SCHEMA_FILE).read_text(encoding="utf-8")


def looks_like_event(data: bytes) -> bool:
    """Whether a JSON file that begins with this text is an event.

    >>> looks_like_event(b'{"event_schema": 1, "name": "Open"}'), looks_like_event(b'{"version": "1.0"}')
    (True, False)
    """
    return is_json(data) and re.search(rb'"%s"\s*:' % MARK.encode(), data) is not None
