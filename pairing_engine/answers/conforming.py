"""A check of JSON answers against their schema, for programs that receive answers from elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from pairing_engine.answers.contract import schema_text
from pairing_engine.language import say

Schema = Mapping[str, Any]

TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}

LONGEST_SHOWN = 40


def fault_in(value: object, kind: str | Schema) -> str:
    """Describe the first place where a value breaks a schema; return an empty string if the value is valid.

    The schema is a kind of answer by its name, or any schema that refers to kinds of answers.

    >>> fault_in({"place": 0, "file": "a.trf", "error": "unreadable", "status": 3}, "failure")
    'place: found 0, expected at least 1'
    """
    return next(_faults(value, _definitions()[kind] if isinstance(kind, str) else kind, ""), "")


@cache
def _definitions() -> Mapping[str, Schema]:
    definitions: Mapping[str, Schema] = json.loads(schema_text())["$defs"]
    return definitions


def _faults(value: object, schema: Schema, where: str) -> Iterator[str]:
    for word, check in CHECKS.items():
        if word in schema:
            yield from check(value, schema[word], where)
    if isinstance(value, dict):
        yield from _in_object(value, schema, where)
    elif isinstance(value, list):
        yield from _in_list(value, schema, where)


def _fault(value: object, where: str, expected: str) -> Iterator[str]:
    shown = repr(value)
    found = shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}..."
    yield say("{where}: found {found}, expected {expected}", where=where or "JSON", found=found, expected=expected)


def _of_type(value: object, names: str | list[str], where: str) -> Iterator[str]:
    allowed = [names] if isinstance(names, str) else names
    if not any(type(value) in TYPES[name] for name in allowed):
        yield from _fault(value, where, "/".join(allowed))


def _one_of(value: object, allowed: list[object], where: str) -> Iterator[str]:
    if not any(type(value) is type(one) and value == one for one in allowed):
        yield from _fault(value, where, say("one of {values}", values=", ".join(map(str, allowed))))


def _at_least(value: object, least: int, where: str) -> Iterator[str]:
    if isinstance(value, int) and value < least:
        yield from _fault(value, where, say("at least {least}", least=least))


def _of_form(value: object, pattern: str, where: str) -> Iterator[str]:
    if isinstance(value, str) and not re.search(pattern, value):
        yield from _fault(value, where, pattern)


def _of_length(value: object, most: int, where: str) -> Iterator[str]:
    if isinstance(value, list) and len(value) > most:
        yield from _fault(value, where, say("at most {most}", most=most))


def _not_shorter(value: object, least: int, where: str) -> Iterator[str]:
    if isinstance(value, list) and len(value) < least:
        yield from _fault(value, where, say("at least {least}", least=least))


def _like_one(value: object, schemas: list[Schema], where: str) -> Iterator[str]:
    """Check that at least one schema accepts the value; otherwise yield the first fault under the last schema."""
    found = ""
    for schema in schemas:
        found = next(_faults(value, schema, where), "")
        if not found:
            return
    yield found


def _referred(value: object, name: str, where: str) -> Iterator[str]:
    yield from _faults(value, _definitions()[name.rpartition("/")[2]], where)


CHECKS: Mapping[str, Callable[[Any, Any, str], Iterator[str]]] = {
    "$ref": _referred,
    "type": _of_type,
    "const": lambda value, one, where: _one_of(value, [one], where),
    "enum": _one_of,
    "minimum": _at_least,
    "pattern": _of_form,
    "minItems": _not_shorter,
    "maxItems": _of_length,
    "anyOf": _like_one,
    "oneOf": _like_one,
}
"""The check for each keyword of the schema."""


def _in_object(value: dict[str, object], schema: Schema, where: str) -> Iterator[str]:
    for name in schema.get("required", ()):
        if name not in value:
            yield say("{name} is missing", name=_below(where, name))
    known = schema.get("properties", {})
    others = schema.get("additionalProperties")
    for name, one in value.items():
        rule = known.get(name, others)
        if isinstance(rule, dict):
            yield from _faults(one, rule, _below(where, name[:LONGEST_SHOWN]))
        elif rule is False:
            yield say(
                "{where} is unknown; the known keys are {keys}",
                where=_below(where, repr(name[:LONGEST_SHOWN])),
                keys=", ".join(known),
            )


def _in_list(value: list[object], schema: Schema, where: str) -> Iterator[str]:
    firsts = schema.get("prefixItems", ())
    for place, one in enumerate(value):
        rule = firsts[place] if place < len(firsts) else schema.get("items")
        if rule is not None:
            yield from _faults(one, rule, f"{where}[{place}]")


def _below(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name
