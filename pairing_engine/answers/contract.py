"""The contract of JSON answers (docs/json.md): the schema of all answers, and the version in each answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from pairing_engine.answers import printed
from pairing_engine.facts.model import show_points
from pairing_engine.facts.shown import outdated
from pairing_engine.language import marked, say

if TYPE_CHECKING:
    from pairing_engine.facts.schema_faults import Schemas

SCHEMA = 1
"""The version of the schema; a new version means that old programs could fail."""

SCHEMA_FILE = f"schema-{SCHEMA}.json"


def stated(value: Mapping[str, object]) -> dict[str, object]:
    """Add the version of the schema to a complete answer.

    >>> stated({"round": 3})
    {'schema': 1, 'round': 3}
    """
    return {"schema": SCHEMA, **value}


def schema_text() -> str:
    """Return the JSON Schema of everything that the programs write as JSON."""
    from importlib.resources import files

    return files(__package__).joinpath(SCHEMA_FILE).read_text(encoding="utf-8")


def fault_in(value: object, kind: str | Mapping[str, Any]) -> str:
    """Describe the first place where a value breaks a schema; return an empty string if the value is valid.

    The schema is a kind of answer by its name, or any schema that refers to kinds of answers.

    >>> fault_in({"place": 0, "file": "a.trf", "error": "unreadable", "status": 3}, "failure")
    'place: found 0, expected at least 1'
    """
    from pairing_engine.facts.schema_faults import shown

    fault = next(_answers().faults(value, _answers().definitions[kind] if isinstance(kind, str) else kind), None)
    if fault is None:
        return ""
    if fault.keyword == "required":
        return say("{name} is missing", name=fault.path)
    if fault.keyword == "properties":
        head, dot, name = fault.path.rpartition(".")
        where, keys = f"{head}{dot}{name!r}", ", ".join(fault.limit)
        return say("{where} is unknown; the known keys are {keys}", where=where, keys=keys)
    message = marked("{where}: found {found}, expected {expected}")
    return say(message, where=fault.path or "JSON", found=shown(fault.value), expected=fault.expected())


@cache
def _answers() -> Schemas:
    import json

    from pairing_engine.facts.schema_faults import Schemas

    return Schemas(json.loads(schema_text())["$defs"])


def as_dict(value: Any, names: Iterable[str] = ()) -> dict[str, Any]:
    """Return the named fields of a named tuple, or all, in the forms of JSON; each field ``score`` becomes points."""
    fields = {name: _in_json(getattr(value, name)) for name in names or value._fields}
    return fields | ({"score": show_points(value.score)} if fields.get("score") is not None else {})


def _in_json(value: Any) -> Any:
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "_asdict"):
        return as_dict(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (tuple, list)):
        return tuple(map(_in_json, value))
    return sorted(value) if isinstance(value, frozenset) else value


class Lines(list[str]):
    """The sentences of an answer."""

    def __call__(self) -> Iterator[str]:
        """Return the sentences, as answers did when ``lines`` was a method."""
        return outdated("lines()", "lines", iter(self))


@printed(lambda answer: answer.shown(whole=True))
class Answer(NamedTuple):
    """An answer in two forms: lines for people, and a value for JSON.

    The short form shows ``lines``, followed by ``folded``. The full form shows ``lines``, followed by the lines that
    ``behind_it`` computes.
    """

    lines: Sequence[str]
    value: Mapping[str, object]
    folded: Sequence[str] = ()
    behind_it: Callable[[], Iterable[str]] = tuple

    def shown(self, *, whole: bool) -> list[str]:
        """Return the lines of the answer, in short form or in full."""
        return [*self.lines, *(self.behind_it() if whole else self.folded)]

    def to_dict(self) -> dict[str, object]:
        """Return the answer as a dictionary with the keys of ``swisspair why --format json``."""
        return dict(self.value)
