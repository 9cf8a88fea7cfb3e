"""The contract of the conversation: every kind of question, with its arguments and its answer, as a JSON Schema.

Questions are checked against this schema before they are answered. The types for TypeScript and the reference
(docs/conversation.md) are made from it. Keys may be added; no key is removed or changes its meaning within a version.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Set
from functools import cache
from importlib.resources import files
from inspect import Parameter, signature
from typing import Any, NamedTuple, TypeVar

CONTRACT = 1
"""The version of the contract; a new version means that old programs could fail."""

Schema = Mapping[str, Any]

_STATED = json.loads(files(__package__).joinpath(f"conversation-{CONTRACT}.json").read_text(encoding="utf-8"))

ARGUMENTS: Mapping[str, Schema] = _STATED["arguments"]
"""Every argument of a question. A name means one thing in all questions, but for those in `DESCRIBED`."""

OWN_ANSWERS: Mapping[str, Schema] = _STATED["answers"]
"""The answers that no program prints, and their parts."""

MORE: Mapping[str, Mapping[str, Schema]] = _STATED["more"]
"""The parts of answers in addition to the output of the program for the same question."""

ALWAYS = "id language seconds"

EVENT = f"{ALWAYS} name trf path kept keep"
"""The arguments of every question about an event, which is given as ``trf``, ``path`` or ``kept``."""

CHANGED = f"{EVENT} shown"
"""The arguments of every question that changes an event."""


class Kind(NamedTuple):
    """A kind of question: what it asks, its answer, and the function that answers it.

    Each parameter of the function is an argument of the question; without a default it is required. ``also`` are the
    arguments that all such questions have. A parameter that is an event, a moment, or a conversation is made from them.
    """

    words: str
    also: str
    gives: str
    answer: Callable[..., object]

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        return signature(self.answer).parameters

    @property
    def takes(self) -> dict[str, tuple[str, bool]]:
        """The arguments: for each, the name under which it is described, and whether it is required."""
        found = {name: (name, False) for name in self.also.split()}
        for name, one in self.parameters.items():
            if one.kind is one.VAR_KEYWORD:
                found |= {wish: (wish, False) for wish in WISHES.split()}
            elif one.annotation == "Moment":
                found["round"] = ("round", False)
            elif one.annotation not in ("Event", "Conversation") and name not in found:
                found[name] = (DESCRIBED.get((name, one.annotation), name), one.default is one.empty)
        return found


DESCRIBED = {("boards", "int | None"): "number_of_boards"}
"""The descriptions of arguments that mean something else in other questions, by their name and type."""

WISHES = "avoid avoid_pairs prefer_bye no_bye strength"

KINDS: dict[str, Kind] = {}
"""The kinds of questions. `asks` enters the functions that answer them."""

Answer = TypeVar("Answer", bound=Callable[..., object])


def asks(kind: str, words: str, gives: str, also: str = EVENT) -> Callable[[Answer], Answer]:
    """Enter a function as the answer to a kind of question, which ``words`` tell."""

    def entered(answer: Answer) -> Answer:
        KINDS[kind] = Kind(words, also, gives, answer)
        return answer

    return entered


@cache
def question_schema(kind: str) -> Schema:
    takes = KINDS[kind].takes
    fields = {"ask": {"const": kind, "description": "The kind of the question."}}
    return {
        "type": "object",
        "description": KINDS[kind].words,
        "required": ["ask", *(name for name, (_, is_required) in takes.items() if is_required)],
        "properties": fields | {name: ARGUMENTS[described] for name, (described, _) in takes.items()},
        "additionalProperties": False,
    }


def _with(one: Schema, fields: Mapping[str, Schema]) -> Schema:
    """Return an object, or one of several objects, with further fields that may be missing."""
    if "anyOf" in one:
        return {**one, "anyOf": [_with(part, fields) for part in one["anyOf"]]}
    return {**one, "properties": {**fields, **one["properties"]}} if "properties" in one else one


def _reached(names: Set[str], definitions: Mapping[str, Schema]) -> list[str]:
    """Return the definitions that these definitions use, with themselves, in the order of all definitions."""
    found: set[str] = set()
    rest = [*names, *re.findall(r"#/\$defs/(\w+)", str(OWN_ANSWERS))]
    while rest:
        name = rest.pop()
        if name in definitions and name not in found:
            found.add(name)
            rest += re.findall(r"#/\$defs/(\w+)", str(definitions[name]))
    return [name for name in definitions if name in found]


@cache
def schema() -> Schema:
    """Return the JSON Schema of every question and every answer."""
    from pairing_engine.answers.contract import schema_text

    answers = json.loads(schema_text())
    of_all = {"id": ARGUMENTS["id"], "schema": {"const": answers["$defs"]["pairing"]["properties"]["schema"]["const"]}}
    found = {name: one for name, one in answers["$defs"].items() if name not in OWN_ANSWERS}
    for name in {kind.gives for kind in KINDS.values()} - set(OWN_ANSWERS):
        more = {**MORE["all"], **MORE.get(name, {})}
        found[name] = {**found[name], "properties": {**found[name]["properties"], **more}}
    shared = {name: found[name] for name in _reached({kind.gives for kind in KINDS.values()} | {"failure"}, found)}
    given = {**OWN_ANSWERS, **shared}
    for name in {"failure", *(kind.gives for kind in KINDS.values())}:
        given[name] = _with(given[name], of_all)
    questions = {f"ask_{kind.replace('-', '_')}": question_schema(kind) for kind in KINDS}
    return {
        "$schema": answers["$schema"],
        "$id": f"urn:swisspair:conversation:{CONTRACT}",
        "title": f"The conversation with swisspair, version {CONTRACT}",
        "description": "A question is one of the definitions ask_...; the answer to a kind of question is named in "
        "x-answers. Every answer can be a failure instead, and repeats the id of its question. Programs must accept "
        "keys of answers that are not named here, because a minor version may add some.",
        "x-answers": {kind: one.gives for kind, one in KINDS.items()},
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in questions],
        "$defs": {**questions, **given},
    }
