"""The modes that need no event: ``--rules`` lists the rules of a system, ``--json-schema`` shows the JSON schemas."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from pairing_engine.language import say
from swisspair.statuses import ExitStatus
from swisspair.terminal.command_line import Argument
from swisspair.terminal.options import EVENT, Edition
from swisspair.terminal.streams import show


def rules(
    system: Annotated[str, Argument("dutch, dubov, lim, ...", EVENT, "SYSTEM")],
    edition: Edition = None,
) -> ExitStatus:
    """List the criteria, steps and colour rules of a system in their order, each with its article."""
    from pairing_engine.facts.model import Settings
    from pairing_engine.systems.choice import choose

    found = choose(Settings(), system, edition).system
    lines = [
        say(
            "{title}, edition {edition} ({article})",
            title=say(found.title),
            edition=found.edition,
            article=found.article,
        )
    ]
    lines += [f"  {say(rule.code):4} {rule.article:8} {say(rule.summary)}" for rule in found.criteria]
    lines += [f"  {'':4} {article:8} {say(words)}" for article, words in found.procedure]
    lines += [f"  {'':4} {step.article:8} {say(step.summary)}" for step in found.colour_steps]
    show("".join(f"{line}\n" for line in lines))
    return ExitStatus.DONE


class Contract(Enum):
    """The schemas, by their names on the command line."""

    ANSWERS = "answers"
    EVENT = "event"
    CONVERSATION = "conversation"


def json_schema(
    contract: Annotated[
        Contract,
        Argument(
            "The schema to show: of the answers, of an event, or of a conversation.",
            metavar="[answers|event|conversation]",
        ),
    ] = Contract.ANSWERS,
) -> ExitStatus:
    """Show the JSON Schema of an event, of a conversation, or of the answers of both programs (docs/json.md)."""
    if contract is Contract.CONVERSATION:
        from json import dumps

        from swisspair.conversation.contract import schema

        show(dumps(schema(), ensure_ascii=False, indent=2) + "\n")
        return ExitStatus.DONE
    if contract is Contract.EVENT:
        from trf.event_json import schema_text
    else:
        from pairing_engine.answers.contract import schema_text

    show(schema_text())
    return ExitStatus.DONE
