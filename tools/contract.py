"""The contract of the conversation in other forms: types for TypeScript, and the reference in docs/conversation.md.

``python -m tools.contract`` writes both; a test fails if they are not up to date.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from swisspair.conversation.contract import (
    ALWAYS,
    ARGUMENTS,
    CHANGED,
    CONTRACT,
    EVENT,
    KINDS,
    OWN_ANSWERS,
    Schema,
    schema,
)

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "web" / "npm" / "index.d.ts"
PAGE = ROOT / "docs" / "conversation.md"
WITH_LINES = ("why", "why-not", "what-if", "judge", "standings", "why-rank", "check")
"""The kinds of questions whose answers also have ``lines``."""

PARTS = ("checked_file", "checked_round", "failure")
"""The parts of answers of the programs that the reference describes, too."""

MARK = "<!-- from here on made by python -m tools.contract -->\n"

OF_TYPESCRIPT = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

HEAD = f"// The types of questions and answers, version {CONTRACT} of the contract. Made by python -m tools.contract.\n"

SHARED = {
    "asked": ("The keys that every question can have.", ALWAYS),
    "asked_of_event": ("The keys that every question about an event can have.", EVENT),
    "asked_change": ("The keys that every question can have that changes an event.", CHANGED),
}
"""The groups of arguments that have a name in TypeScript."""

FUNCTIONS = """
/** The question of each kind. */
export interface Questions {{
{questions}
}}

/** The answer to each kind of question. */
export interface Answers {{
{answers}
}}

/** An answer, or an error, which has these keys and none of the others. */
export type Answered<Answer> = Answer & {{ error?: string; status?: number; problems?: Problem[] }};

export interface Engine {{
  /** Answers a question. An error is an answer, too: it has the key `error`. */
  ask<K extends keyof Questions>(question: Questions[K] & {{ ask: K }}): Promise<Answered<Answers[K]>>;
  /** Pairs the next round of an event, or another round. */
  pair(trf: string, values?: Partial<Questions["pair"]>): Promise<Answered<Answers["pair"]>>;
  /** Ends the engine. */
  close(): void;
}}

/** Starts an engine. It keeps events until it is closed. */
export function start(): Promise<Engine>;
"""


def type_name(name: str) -> str:
    """Return the name of a definition in TypeScript.

    >>> type_name("why_not"), type_name("ask_next_round")
    ('WhyNot', 'AskNextRound')
    """
    return "".join(part.capitalize() for part in re.split("[_-]", name))


def type_of(one: Schema, indent: str = "") -> str:
    """Return a type in TypeScript.

    >>> type_of({"anyOf": [{"type": "integer"}, {"type": "null"}]}), type_of({"enum": ["a", "b"]})
    ('number | null', '"a" | "b"')
    """
    if "$ref" in one:
        return type_name(one["$ref"].rpartition("/")[2])
    if "const" in one or "enum" in one:
        return " | ".join(map(json.dumps, one.get("enum", [one.get("const")])))
    for together in ("anyOf", "oneOf"):
        if together in one:
            return " | ".join(dict.fromkeys(type_of(part, indent) for part in one[together]))
    kind = one.get("type", "")
    if isinstance(kind, list):
        return " | ".join(OF_TYPESCRIPT[part] for part in kind)
    if kind == "array":
        if "prefixItems" in one:
            return f"[{', '.join(type_of(part, indent) for part in one['prefixItems'])}]"
        inner = type_of(one.get("items", {}), indent)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        return _object(one, indent)
    return OF_TYPESCRIPT.get(kind, "unknown")


def _object(one: Schema, indent: str) -> str:
    if "properties" not in one:
        others = one.get("additionalProperties")
        return f"Record<string, {type_of(others, indent) if isinstance(others, Mapping) else 'unknown'}>"
    lines = ["{"]
    for name, field in one["properties"].items():
        if "description" in field:
            lines.append(f"{indent}  /** {field['description']} */")
        key = name if name.isidentifier() else json.dumps(name)
        optional = "" if name in one.get("required", ()) else "?"
        lines.append(f"{indent}  {key}{optional}: {type_of(field, f'{indent}  ')};")
    return "\n".join([*lines, f"{indent}}}"])


def types() -> str:
    """Return the types of all questions and answers, and of the functions of the npm package."""
    whole = schema()
    parts = [HEAD]
    named = {**{name: _shared(*one) for name, one in SHARED.items()}, **whole["$defs"]}
    for name, one in named.items():
        words = f"/** {one['description']} */\n" if "description" in one else ""
        parts.append(f"{words}export type {type_name(name)} = {_with_base(name, named)};\n")
    questions = "\n".join(f'  "{kind}": {type_name("ask_" + kind)};' for kind in KINDS)
    answers = "\n".join(f'  "{kind}": {type_name(one)}{_always(kind)};' for kind, one in whole["x-answers"].items())
    return "\n".join(parts) + FUNCTIONS.format(questions=questions, answers=answers)


def _shared(words: str, takes: str) -> Schema:
    fields = {name: ARGUMENTS[name] for name in takes.split()}
    return {"type": "object", "description": words, "required": [], "properties": fields}


def _with_base(name: str, named: Mapping[str, Schema]) -> str:
    """Return a type; if it has all keys of another one, and more, as that type with further keys."""
    one = named[name]
    keys = one.get("properties", {})
    bases = [base for base in named if base != name and _is_in(named[base], one)]
    if not bases:
        return type_of(one)
    base = max(bases, key=lambda base: len(named[base]["properties"]))
    more = {key: field for key, field in keys.items() if key not in named[base]["properties"]}
    return f"{type_name(base)} & {type_of({**one, 'properties': more})}" if more else type_name(base)


def _is_in(base: Schema, one: Schema) -> bool:
    """Whether an object has all keys of another one, at least two, required as there."""
    keys, own = base.get("properties", {}), one.get("properties", {})
    required = [key for key in one.get("required", ()) if key in keys]
    return 2 <= len(keys) < len(own) and keys.items() <= own.items() and required == base.get("required", [])


def _always(kind: str) -> str:
    """Return the keys that an answer to a question of this kind always has, but other uses of its type may lack."""
    if kind in WITH_LINES:
        return " & { lines: string[] }"
    return ' & { round: NonNullable<Event["round"]> }' if kind == "next-round" else ""


def reference() -> str:
    """Return the reference: all kinds of questions with their arguments, and all arguments."""
    return "".join(_reference())


def _reference() -> Iterator[str]:
    yield MARK
    yield "\n## Questions\n\n| `ask` | question | arguments | answer |\n|---|---|---|---|\n"
    for kind, one in KINDS.items():
        takes = ((name, is_required) for name, (_, is_required) in one.takes.items())
        own = {name: is_required for name, is_required in takes if is_required or name not in EVENT.split()}
        listed = (f"`{name}`{' (required)' * is_required}" for name, is_required in own.items())
        about = "an event" if set(EVENT.split()) <= {*one.takes} else ""
        yield f"| `{kind}` | {one.words} | {', '.join(filter(None, (about, *listed)))} | `{one.gives}` |\n"
    yield "\n## Arguments\n\n| argument | type | meaning |\n|---|---|---|\n"
    known = {(name, described) for one in KINDS.values() for name, (described, _) in one.takes.items()}
    for name in ARGUMENTS:
        for shown in sorted({argument for argument, described in known if described == name}):
            kind = type_of(ARGUMENTS[name]).replace("|", "\\|")
            yield f"| `{shown}` | `{kind}` | {ARGUMENTS[name]['description']} |\n"
    yield "\n## Answers\n"
    defined = schema()["$defs"]
    names = dict.fromkeys([*(kind.gives for kind in KINDS.values()), *OWN_ANSWERS, *PARTS])
    yield from (f"\n### `{name}`\n\n{_fields(defined[name], defined)}" for name in names)


def _fields(one: Schema, defined: Mapping[str, Schema]) -> str:
    if "anyOf" in one:
        return f"{one['description']} ({type_of(one)})\n"
    lines = [f"{one['description']}\n\n| key | meaning |\n|---|---|\n"]
    lines += [f"| `{key}` | {_meaning(rule, defined)} |\n" for key, rule in _own(one).items()]
    return "".join(lines)


def _own(one: Schema) -> Schema:
    """Return the keys of an object but for those that every answer has."""
    return {key: rule for key, rule in one["properties"].items() if key not in ("id", "schema")}


def _meaning(rule: Schema, defined: Mapping[str, Schema]) -> str:
    """Return the description of a key, or of the definition that it refers to, and the keys of what it holds."""
    parts = [rule]
    for one in parts:  # which grows meanwhile
        parts += [*one.get("anyOf", ()), *([one["items"]] if "items" in one else ())]
        parts += [defined[one["$ref"].rpartition("/")[2]]] if "$ref" in one else ()
    words = next((one["description"] for one in parts if "description" in one), "")
    keys = next((_own(one) for one in parts if "properties" in one), {})
    return f"{words} Keys: {', '.join(f'`{key}`' for key in keys)}.".strip() if keys else str(words)


def with_reference(page: str) -> str:
    return page.partition(MARK)[0] + reference()


if __name__ == "__main__":
    TYPES.write_text(types(), encoding="utf-8")
    PAGE.write_text(with_reference(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
