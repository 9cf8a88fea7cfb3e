"""The contract of the conversation: every kind of question, with its arguments and its answer, as a JSON Schema.

Questions are checked against this schema before they are answered. The types for TypeScript and the reference
(docs/conversation.md) are made from it. Keys may be added; no key is removed or changes its meaning within a version.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set
from functools import cache
from inspect import Parameter, signature
from typing import Any, NamedTuple, TypeVar

CONTRACT = 1
"""The version of the contract; a new version means that old programs could fail."""

Schema = Mapping[str, Any]


def _of(kind: str, words: str, **more: object) -> Schema:
    return {"type": kind, "description": words, **more}


def _text(words: str) -> Schema:
    return _of("string", words)


def _number(words: str, least: int = 0) -> Schema:
    return _of("integer", words, minimum=least)


def _maybe(schema: Schema) -> Schema:
    return {"anyOf": [{key: value for key, value in schema.items() if key != "description"}, {"type": "null"}]} | {
        "description": schema["description"]
    }


def _list(words: str, items: Schema) -> Schema:
    return _of("array", words, items=items)


def _object(words: str, fields: Mapping[str, Schema], left_out: str = "") -> Schema:
    """Return an object with these fields; those that ``left_out`` names may be missing."""
    required = [name for name in fields if name not in left_out.split()]
    return _of("object", words, required=required, properties=dict(fields))


def _objects(words: str, one: str, fields: Mapping[str, Schema], left_out: str = "") -> Schema:
    return _list(words, _object(one, fields, left_out))


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


ROUND = _maybe(_number("The number of a round; null stands for the next one, or for the last one that is recorded.", 1))
PLAYER = _number("The number of a participant.", 1)
TRUTH = {"type": "boolean"}

ARGUMENTS: Mapping[str, Schema] = {
    "id": {"type": ["string", "integer", "null"], "description": "A text or a whole number, which the answer repeats."},
    "language": _text("The language of the sentences: en (the default) or fr."),
    "seconds": _number("The most seconds of processor time for the answer, up to the bound of the program.", 1),
    "name": _text("The name of the event in messages; by default its path, or the name under which it is kept."),
    "trf": _text("The text of the event: a TRF, or an event as JSON."),
    "path": _text("The file of the event, below a directory that was allowed at the start."),
    "kept": _text("The name under which the event is kept; a question that changes the event changes what is kept."),
    "keep": _text("Keep the event under this name, after any change."),
    "data": _text("The bytes of a file in base64, instead of its text."),
    "member": _text("The file of an archive, by its name in the answer `members`."),
    "round": ROUND,
    "shown": _maybe(_number("The round that the view of the event shows; null stands for the last one.", 1)),
    "after": _maybe(_number("The number of rounds after which to rank; null stands for all complete rounds.")),
    "player": PLAYER,
    "player_by_name": _text("A participant by number or name, such as 7 or aalto."),
    "other": PLAYER,
    "what": _text("A number for an opponent; or bye, up, down, white or black."),
    "changes": _list("Changed facts, in the words of `swisspair what-if`, such as absent:3.", {"type": "string"}),
    "pairs": _list("Boards: the numbers of White and Black, with 0 for nobody.", _ref("pair")),
    "page": {
        "enum": ["round", "sheet", "slips", "results", "standings", "poster", "crosstable", "check"],
        "description": "The page to make.",
    },
    "event": _text("The name of the new event."),
    "list": _text("Players, one in each line, with the rating if there is one."),
    "rounds": _number("The number of rounds.", 1),
    "day": _text("The first day, such as 2026/11/26; by default today."),
    "colour": {"enum": ["", "white", "black"], "description": "The initial-colour; empty: it is drawn by lot."},
    "system": _text("The pairing system, such as dutch or dubov; empty stands for dutch."),
    "edition": _text("The edition of the rules; empty stands for the one in force."),
    "tie_breaks": _text("The tie-breaks with commas between them, such as DE, BH/C1, SB."),
    "article": _text("The article of an exercise, such as C9 or 2.4.4; empty stands for any."),
    "level": {"enum": ["", "easy", "medium", "hard"], "description": "The level of an exercise; empty stands for any."},
    "seed": _text("A text that gives the same exercise again."),
    "number_of_boards": _maybe(_number("In a team event, the number of boards in a match.", 1)),
    "baku": TRUTH | {"description": "Whether to use the Baku Acceleration Method."},
    "results": {
        "type": "object",
        "additionalProperties": {"type": "string"},
        "description": "Results by board, such as 1-0, ½-½ or +--; an empty text removes a result.",
    },
    "line_ups": _list("In a team event, the players of a team by board, such as Kiel: 3, 4.", {"type": "string"}),
    "absent": _text("Participants who do not play in the round, such as 7, aalto."),
    "byes": _text("Participants with their byes in the round, such as 5=H."),
    "bye": {"enum": ["", "Z", "H", "F"], "description": "The bye: zero, half or full point; empty takes it back."},
    "players": _text("Participants by numbers or names, such as 7, aalto; to swap two, such as 5-8."),
    "boards": _text("The boards of the last round, such as 5-1 2-8 3-bye."),
    "by_hand": TRUTH | {"description": "Whether to write also what breaks a rule, with a note in the file."},
    "fields": {
        "type": "object",
        "additionalProperties": {"type": "string"},
        "description": "The fields to correct, such as rating or club.",
    },
    "facts": {
        "type": "object",
        "additionalProperties": {"type": "string"},
        "description": "The facts about the event, such as city, chief arbiter or days (of the rounds).",
    },
    "instead": _text("Who sits in; or bye or point, for the opponent."),
    "renumber": TRUTH
    | {"description": "Whether those who are named get the numbers of their places; all others keep their order."},
    "force": TRUTH
    | {"description": "Whether to lose results, or to take tie-breaks that C.07 excludes, if the change needs that."},
    "avoid": _text("Keep players of the same federation or team apart."),
    "avoid_pairs": _text("Pairs that should not meet, such as 3-7, 4-9."),
    "prefer_bye": _text("One of these players should get the bye."),
    "no_bye": _text("Players who should not get the bye."),
    "strength": {"enum": ["", "weak", "strong", "hard"], "description": "The strength of the wishes (default: weak)."},
}
"""Every argument of a question. A name means one thing in all questions."""

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
    def takes(self) -> str:
        """The names of the arguments, those with ``!`` are required.

        An argument such as ``boards=number_of_boards`` is described under the second name.
        """
        found = self.also.split()
        for name, one in self.parameters.items():
            described = DESCRIBED.get((name, str(one.annotation)), "")
            words = {"Moment": "round", "Event": "", "Conversation": ""}.get(
                one.annotation, f"{name}{described and '='}{described}{'!' * (one.default is one.empty)}"
            )
            found += WISHES.split() if one.kind is one.VAR_KEYWORD else [words] * (name not in found)
        return " ".join(filter(None, found))


DESCRIBED = {("player", "str"): "player_by_name", ("boards", "int | None"): "number_of_boards"}
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


CODED = {"code": _text("The code that questions use."), "words": _text("The words for people.")}

SIDES = {
    **{side: _ref("number") for side in ("white", "black")},
    **{f"{side}_score": _ref("points") for side in ("white", "black")},
}

PERSON: Mapping[str, Schema] = {
    "name": {"type": "string"},
    "rating": {"type": "integer"},
    **{key: {"type": "string"} for key in ("title", "federation", "sex", "fide_number", "birth_date")},
}

VIEW = _object(
    "The event as a person sees it, and its text.",
    {
        "file": _text("The name of the event in messages."),
        "trf": _text("The text of the event; after a question that changes the event, the new text."),
        "name": _text("The name of the event, from the file."),
        "rounds": _maybe(_number("The number of rounds that are planned.")),
        "recorded": _number("The number of rounds in the file."),
        "done": _number("The number of complete rounds."),
        "next": _maybe(_number("The round that can be paired now.")),
        "to_come": _maybe(_number("The round for which participants can be marked as absent.")),
        "not_heard_of": _list("Participants without an entry in the last round, who will be paired.", _ref("number")),
        "rules": _of("object", "The system and the edition, with the reasons for them."),
        "kind": {"enum": ["individual", "double", "team"], "description": "Players, matches of two games, or teams."},
        "players": _objects(
            "The participants.",
            "A participant.",
            {
                "number": _ref("number"),
                **PERSON,
                "team": {"type": "string"},
                "score": _ref("points"),
                "away": _text("The bye in the next round; empty if the participant plays."),
                "byes": _of("object", "The byes in rounds to come, by round.", additionalProperties={"type": "string"}),
                "team_members": _objects(
                    "The members of a team in the order of their boards.",
                    "A member.",
                    {"number": _ref("number"), **PERSON},
                ),
            },
            left_out="team_members",
        ),
        "round": _maybe(
            _object(
                "A recorded round.",
                {
                    "number": {"type": "integer"},
                    "boards": _objects(
                        "The boards in their order.",
                        "A board.",
                        {
                            "board": {"type": "integer"},
                            **SIDES,
                            "result": _text("The result; empty if it is missing."),
                            "games": _objects(
                                "The games of a match.",
                                "A game of a match.",
                                {
                                    "board": _text("The board in `results`, such as 3.2."),
                                    "white": _text("The name of White."),
                                    "black": _text("The name of Black."),
                                    "numbers": _ref("pair"),
                                    "result": _text("The result; ?-? if it is missing."),
                                },
                            ),
                        },
                        left_out="games",
                    ),
                    "byes": _objects(
                        "The participants without a board.",
                        "A bye.",
                        {
                            "player": _ref("number"),
                            "player_score": _ref("points"),
                            "kind": _text("The letter of the bye in a TRF."),
                            "words": {"type": "string"},
                        },
                    ),
                    "open": _number("The number of missing results."),
                    "by_hand": _list("Notes about boards made by hand.", {"type": "string"}),
                    "enterable": _of("boolean", "Whether results can be entered."),
                    "last": _of("boolean", "Whether this is the last round in the file."),
                },
            )
        ),
        "results": _objects(
            "The results to choose from.", "A result.", {**CODED, "short": _text("A short label, or nothing.")}
        ),
        "byes": _of("object", "The words for the letters of byes.", additionalProperties={"type": "string"}),
        "fields": _objects("The fields by which wishes can keep players apart.", "A field.", CODED),
        "wishes": _list("The organiser's wishes as sentences.", {"type": "string"}),
        "facts": _of("object", "The facts about the event by name.", additionalProperties={"type": "string"}),
        "missing": _list("What a rating report still needs, in sentences, after the last round.", {"type": "string"}),
        "tie_breaks": _text("The tie-breaks with commas between them; empty if only points count."),
        "adjustments": _list("The adjustments that were needed to read the file.", _ref("adjustment")),
        "notices": _list("Sentences about what was done.", {"type": "string"}),
    },
    left_out="to_come notices",
)

ARTICLE = {
    "article": _text("The article with its chapter."),
    "code": _text("The code of a criterion, or nothing."),
    "about": _text("A sentence about the article, or nothing."),
}

EXERCISE = _object(
    "A round to pair by hand, in which an article decides.",
    {
        "trf": _text("The event before the round."),
        "round": _number("The round.", 1),
        "system": _text("The pairing system."),
        "edition": _text("The edition of the rules."),
        **ARTICLE,
        "misread": _text("How the article is misread in `without`; empty if it is left out."),
        "seed": _text("The seed, which gives the same exercise again."),
        "level": _text("The level: easy, medium or hard."),
        "brackets": _number("The number of different scores."),
        "floaters": _number("The number of pairs with different scores."),
        "deciding": _list("The articles without which the round would be another.", {"type": "string"}),
        "pairs": _list("The right boards, with 0 for nobody.", _ref("pair")),
        "without": _list("The boards without the article.", _ref("pair")),
        "facts": _list("What to know about the round, as sentences.", {"type": "string"}),
        "players": _objects(
            "The participants to pair, in the order of the ranking.",
            "A participant.",
            {
                "number": _ref("number"),
                "name": {"type": "string"},
                "score": _ref("points"),
                "floats": _text("The floats so far: D, U or - for each round."),
                "rounds": _list("The rounds so far, such as 12w1.", {"type": "string"}),
            },
        ),
        "articles": _objects("The articles of the edition with exercises.", "An article.", ARTICLE),
    },
)

OWN_ANSWERS: Mapping[str, Schema] = {
    "event": VIEW,
    "opened": {"anyOf": [_ref("event"), _ref("archive")], "description": "An event, or the list of an archive."},
    "archive": _object(
        "An archive of files.", {"members": _list("The names of the files, for `member`.", {"type": "string"})}
    ),
    "exercise": EXERCISE,
    "hints": _object(
        "What is wrong with boards.",
        {
            "agrees": _of("boolean", "Whether the right round has all these boards."),
            "complete": _of("boolean", "Whether everybody has a board or the bye."),
            "hints": _list("Hints, each of which says more than the one before.", {"type": "string"}),
            "exchange": _maybe(_list("Two participants to exchange, or to seat together.", _ref("number"))),
        },
    ),
    "page": _object("A page.", {"html": _text("The page as HTML.")}),
    "brackets": _object(
        "The brackets of a round, with what a picture of them shows.",
        {
            "number": _number("The round."),
            "brackets": _objects(
                "The brackets in the order in which they were paired.",
                "A bracket.",
                {
                    "name": _text("The score; empty for a round of a table."),
                    "left": _list("The first players of the pairs, and MDPs who stay in the limbo.", _ref("number")),
                    "right": _list("All other players.", _ref("number")),
                    "joined": _list("The players from other brackets.", _ref("number")),
                    "pairs": _list("The pairs.", _ref("pair")),
                },
            ),
            "bye": _maybe(_number("The participant with the pairing-allocated bye.")),
            "whites": _list("The participants who have White.", _ref("number")),
            "met": _of("object", "The round in which two participants met, by their numbers."),
        },
    ),
    "about": _object(
        "The program.",
        {
            "version": _text("The version of swisspair."),
            "contract": {"const": CONTRACT, "description": "The version of this contract."},
            "kinds": _list("The kinds of questions.", {"type": "string"}),
            "languages": _list("The languages of sentences.", {"type": "string"}),
            "kept": _list("The names of the events that are kept.", {"type": "string"}),
            "bounds": _of(
                "object",
                "The bounds of a conversation: seconds for an answer (0: none), bytes of a question, events that are "
                "kept, and bytes of their texts.",
                additionalProperties={"type": "integer"},
            ),
        },
    ),
    "forgotten": _object("The events that are still kept.", {"kept": _list("Their names.", {"type": "string"})}),
}


WITH_LINES = ("why", "why-not", "what-if", "judge", "standings", "why-rank", "check")
"""The kinds of questions whose answers also have ``lines``."""

MORE: Mapping[str, Schema] = {"lines": _list("The answer in sentences for people.", {"type": "string"})}
"""The parts of answers in addition to the output of the program for the same question."""

MORE_OF: Mapping[str, Mapping[str, Schema]] = {
    "check": {
        "rounds_in_words": _objects(
            "The rounds for people.",
            "A round.",
            {
                "number": {"type": "integer"},
                "agrees": {"type": "boolean"},
                "words": _text("The status of the round."),
                "causes": _list("What differs, and possible causes.", {"type": "string"}),
                "boards": _list("The differing boards: White, Black, and recorded or expected.", {"type": "array"}),
            },
        )
    }
}


@cache
def question_schema(kind: str) -> Schema:
    fields: dict[str, Schema] = {"ask": {"const": kind, "description": "The kind of the question."}}
    required = ["ask"]
    for word in KINDS[kind].takes.split():
        name, _, described = word.rstrip("!").partition("=")
        fields[name] = ARGUMENTS[described or name]
        if word.endswith("!"):
            required.append(name)
    return _of("object", KINDS[kind].words, required=required, properties=fields, additionalProperties=False)


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
    from json import loads

    from pairing_engine.answers.contract import schema_text

    answers = loads(schema_text())
    of_all = {"id": ARGUMENTS["id"], "schema": {"const": answers["$defs"]["pairing"]["properties"]["schema"]["const"]}}
    found = {name: one for name, one in answers["$defs"].items() if name not in OWN_ANSWERS}
    for name in {kind.gives for kind in KINDS.values()} - set(OWN_ANSWERS):
        found[name] = {**found[name], "properties": {**found[name]["properties"], **MORE, **MORE_OF.get(name, {})}}
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
        "anyOf": [_ref(name) for name in questions],
        "$defs": {**questions, **given},
    }
