"""The places where a JSON value breaks its JSON schema, for events, for questions, and for answers from elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from pairing_engine.language import marked, say

Schema = Mapping[str, Any]

TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "number": (int, float, Decimal),
    "boolean": (bool,), "null": (type(None),),
}  # fmt: skip

WORDS = marked(
    {
        "object": "an object", "array": "a list", "string": "a text", "integer": "a whole number",
        "number": "a number", "boolean": "true or false", "null": "null",
    }
)  # fmt: skip

LONGEST_SHOWN = 40

ONE_LINE = "one line"
"""The keyword of a fault in a text with line ends or halves of letters, which no line of a TRF can hold."""

_OF_NO_LINE = re.compile(r"[\r\n\ud800-\udfff]")


class Fault(NamedTuple):
    """A value that breaks a keyword of its schema. The path is written like ``rounds[0].games[2].result``."""

    path: str
    keyword: str
    value: object
    limit: Any

    def expected(self) -> str:
        """Return in words what the schema asks for."""
        match self.keyword:
            case "type":
                return say(" or ").join(say(WORDS[name]) for name in _names(self.limit))
            case "pattern":
                return say("a text such as {example}", example=self.limit)
            case "enum" | "properties":
                return say("one of {values}", values=", ".join(str(one) or '""' for one in self.limit))
            case "required":
                return say("a value")
            case "minimum" | "minItems":
                return say("at least {least}", least=self.limit)
            case "maxLength":
                return say("at most {most} characters", most=self.limit)
            case "maximum" | "maxItems":
                return say("at most {most}", most=self.limit)
            case _:
                return say("text in one line")


def shown(value: object) -> str:
    """Write a value as JSON, as messages show it.

    >>> shown({"white": 1}), shown(True), shown(None)
    ('{"white": 1}', 'true', 'null')
    """
    text = json.dumps(value, default=str)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def below(path: str, name: str | int) -> str:
    """Return the path of a part. ``path`` leads to the object or list that contains the part."""
    if isinstance(name, int):
        return f"{path}[{name}]"
    name = name[:LONGEST_SHOWN]
    return f"{path}.{name}" if path else name


def _names(types: str | list[str]) -> list[str]:
    return [types] if isinstance(types, str) else types


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | Decimal)


CHECKS: Mapping[str, Callable[[Any, Any], bool]] = {
    "enum": lambda value, allowed: any(type(value) is type(one) and value == one for one in allowed),
    "pattern": lambda text, form: not isinstance(text, str) or bool(re.fullmatch(form.strip("^$"), text, re.ASCII)),
    "minimum": lambda value, least: not _is_number(value) or value >= least,
    "maximum": lambda value, most: not _is_number(value) or value <= most,
    "minItems": lambda value, least: not isinstance(value, list) or len(value) >= least,
    "maxItems": lambda value, most: not isinstance(value, list) or len(value) <= most,
    "maxLength": lambda value, most: not isinstance(value, str) or len(value) <= most,
}
"""The keywords that limit a value of the right type, each with its test."""


class Schemas(NamedTuple):
    """The definitions to which schemas refer. With ``in_lines``, every text must fit into a line of a TRF."""

    definitions: Mapping[str, Schema]
    in_lines: bool = False

    def faults(self, value: object, schema: Schema, path: str = "") -> Iterator[Fault]:
        """Yield the places where a value breaks a schema. The parts of a value of a wrong type are not checked."""
        if "$ref" in schema:
            yield from self.faults(value, self.definitions[schema["$ref"].rpartition("/")[2]], path)
            return
        # A oneOf beside a type only says which keys exclude each other; whoever asks knows better words for that.
        alternatives = schema.get("anyOf") or ("type" not in schema and schema.get("oneOf"))
        if alternatives:
            yield from self._like_one(value, alternatives, path)
            return
        allowed = {"enum": [schema["const"]], **schema} if "const" in schema else schema
        if "type" in schema and not any(type(value) in TYPES[name] for name in _names(schema["type"])):
            yield Fault(path, "type", value, schema["type"])
            return
        for word, fits in CHECKS.items():
            if word in allowed and not fits(value, allowed[word]):
                limit = allowed.get("examples", [allowed[word]])[0] if word == "pattern" else allowed[word]
                yield Fault(path, word, value, limit)
        if isinstance(value, dict):
            yield from self._in_object(value, schema, path)
        elif isinstance(value, list):
            firsts = schema.get("prefixItems", ())
            for place, one in enumerate(value):
                rule = firsts[place] if place < len(firsts) else schema.get("items", {})
                yield from self.faults(one, rule, below(path, place))
        elif self.in_lines and isinstance(value, str) and _OF_NO_LINE.search(value):
            yield Fault(path, ONE_LINE, value, None)

    def _like_one(self, value: object, schemas: list[Schema], path: str) -> Iterator[Fault]:
        """Yield the faults under the schema of the value's type, or all expected types; nothing if one accepts it."""
        found = [list(self.faults(value, schema, path)) for schema in schemas]
        if all(found):
            of_type = (one for one in found if (one[0].path, one[0].keyword) != (path, "type"))
            types = (name for one in found if one[0].keyword == "type" for name in _names(one[0].limit))
            expected = [name for name in types if name != "null"]
            yield from next(of_type, [Fault(path, "type", value, [*dict.fromkeys(expected)])])

    def _in_object(self, value: dict[str, object], schema: Schema, path: str) -> Iterator[Fault]:
        known = schema.get("properties", {})
        for name in schema.get("required", ()):
            if name not in value:
                yield Fault(below(path, name), "required", None, None)
        for name, one in value.items():
            rule = known.get(name, schema.get("additionalProperties", True))
            if rule is False:
                yield Fault(below(path, name), "properties", name, list(known))
            elif rule is not True:
                yield from self.faults(one, rule, below(path, name))
