"""A check of JSON answers against their schema, for programs that receive answers from elsewhere."""

from __future__ import annotations

import json
from functools import cache

from pairing_engine.answers.contract import schema_text
from pairing_engine.facts.schema_faults import LONGEST_SHOWN, Fault, Schema, Schemas
from pairing_engine.language import quoted, say


def fault_in(value: object, kind: str | Schema) -> str:
    """Describe the first place where a value breaks a schema; return an empty string if the value is valid.

    The schema is a kind of answer by its name, or any schema that refers to kinds of answers.

    >>> fault_in({"place": 0, "file": "a.trf", "error": "unreadable", "status": 3}, "failure")
    'place: found 0, expected at least 1'
    """
    schemas = _answers()
    fault = next(schemas.faults(value, schemas.definitions[kind] if isinstance(kind, str) else kind), None)
    return "" if fault is None else _in_words(fault)


@cache
def _answers() -> Schemas:
    return Schemas(json.loads(schema_text())["$defs"])


def _in_words(fault: Fault) -> str:
    if fault.keyword == "required":
        return say("{name} is missing", name=fault.path)
    if fault.keyword == "properties":
        head, dot, name = fault.path.rpartition(".")
        where, keys = f"{head}{dot}{name!r}", ", ".join(fault.limit)
        return say("{where} is unknown; the known keys are {keys}", where=where, keys=keys)
    shown = quoted(fault.value) if isinstance(fault.value, str) else repr(fault.value)
    found = shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}..."
    return say(
        "{where}: found {found}, expected {expected}",
        where=fault.path or "JSON",
        found=found,
        expected=fault.expected(),
    )
