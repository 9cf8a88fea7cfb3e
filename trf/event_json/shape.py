"""A comparison of JSON values with their schema. Every fault is reported with its path."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from functools import cache
from typing import Any

from pairing_engine.language import marked, say
from pairing_engine.values import NamedTuple
from trf.event_json import schema_text

Schema = Mapping[str, Any]

TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, Decimal),
    "boolean": (bool,),
}

WORDS = marked(
    {
        "object": "an object",
        "array": "a list",
        "string": "a text",
        "integer": "a whole number",
        "number": "a number",
        "boolean": "true or false",
    }
)
"""The words in messages for each type of value."""

LONGEST_SHOWN = 40

DOCUMENT = "JSON"
"""The path of a fault that concerns the whole document."""


class SchemaFault(NamedTuple):
    """A violation of the schema. The path is written like ``rounds[0].games[2].result``."""

    path: str
    found: str
    expected: str


def faults_in(value: object) -> Iterator[SchemaFault]:
    return _faults(value, whole_schema(), "")


def shown(value: object) -> str:
    """Write a value as messages show it.

    >>> shown({"white": 1}), shown(True)
    ('{"white": 1}', 'true')
    """
    text = json.dumps(value, default=str)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def below(path: str, name: str | int) -> str:
    """Return the path of a part. ``path`` leads to the object or list that contains the part."""
    if isinstance(name, int):
        return f"{path}[{name}]"
    name = name[:LONGEST_SHOWN]
    return f"{path}.{name}" if path else name


@cache
def whole_schema() -> Schema:
    found: Schema = json.loads(schema_text())
    return found


def _faults(value: object, schema: Schema, path: str) -> Iterator[SchemaFault]:
    if "$ref" in schema:
        yield from _faults(value, whole_schema()["$defs"][schema["$ref"].rpartition("/")[2]], path)
        return
    if "anyOf" in schema:
        yield from _like_one(value, schema["anyOf"], path)
        return
    names = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    if not any(type(value) in TYPES[name] for name in names):
        yield _fault(value, path, say(" or ").join(say(WORDS[name]) for name in names))
        return
    for word, check in CHECKS.items():
        if word in schema:
            expected = check(value, schema[word])
            if expected:
                yield _fault(value, path, expected)
    if isinstance(value, dict):
        yield from _in_object(value, schema, path)
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from _faults(one, schema["items"], below(path, place))
    elif isinstance(value, str) and _OF_NO_LINE.search(value):
        yield _fault(value, path, say("text in one line"))


_OF_NO_LINE = re.compile(r"[\r\n\ud800-\udfff]")
"""What no line of a TRF can hold: the ends of lines, and halves of letters. Every other letter may be in a name."""


def _fault(value: object, path: str, expected: str) -> SchemaFault:
    return SchemaFault(path or DOCUMENT, shown(value), expected)


def _like_one(value: object, schemas: list[Schema], path: str) -> Iterator[SchemaFault]:
    """Yield the faults under the schema for the type of the value, or else under the last schema."""
    for schema in schemas:
        if type(value) in TYPES[schema["type"]]:
            yield from _faults(value, schema, path)
            return
    yield from _faults(value, schemas[-1], path)


def _in_object(value: dict[str, object], schema: Schema, path: str) -> Iterator[SchemaFault]:
    known = schema["properties"]
    for name in schema.get("required", ()):
        if name not in value:
            yield SchemaFault(below(path, name), say("nothing"), say("a value"))
    for name, one in value.items():
        if name in known:
            yield from _faults(one, known[name], below(path, name))
        else:
            yield SchemaFault(below(path, name), say("an unknown key"), say("one of {values}", values=", ".join(known)))


def _one_of(value: object, allowed: list[object]) -> str:
    return "" if value in allowed else say("one of {values}", values=", ".join(map(str, allowed)))


def _of_form(value: object, pattern: str) -> str:
    return pattern if isinstance(value, str) and not re.fullmatch(pattern.strip("^$"), value, re.ASCII) else ""


def _at_least(value: Any, least: int) -> str:
    return say("at least {least}", least=least) if not isinstance(value, str) and value < least else ""


def _at_most(value: Any, most: int) -> str:
    return say("at most {most}", most=most) if not isinstance(value, str) and value > most else ""


def _not_longer(value: Any, most: int) -> str:
    if len(value) <= most:
        return ""
    return say("at most {most} characters" if isinstance(value, str) else "at most {most}", most=most)


def _not_shorter(value: Any, least: int) -> str:
    return say("at least {least}", least=least) if len(value) < least else ""


CHECKS: Mapping[str, Callable[[Any, Any], str]] = {
    "enum": _one_of,
    "pattern": _of_form,
    "minimum": _at_least,
    "maximum": _at_most,
    "minItems": _not_shorter,
    "maxItems": _not_longer,
    "maxLength": _not_longer,
}
"""The function that checks values for each keyword of the schema.

If the check fails, it returns the expected value in words.
"""
