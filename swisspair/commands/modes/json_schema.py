"""``swisspair --json-schema``: show the schemas of the JSON that both programs read and write."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from swisspair.commands.modes import Mode
from swisspair.statuses import ExitStatus
from swisspair.terminal.command_line import Argument
from swisspair.terminal.streams import show


class Contract(Enum):
    """The schemas, by their names on the command line."""

    ANSWERS = "answers"
    EVENT = "event"


def run(
    contract: Annotated[
        Contract,
        Argument(metavar="[answers|event]", help="The schema to show: of the answers, or of an event."),
    ] = Contract.ANSWERS,
) -> ExitStatus:
    """Show the JSON Schema of an event, or of the answers that swisspair and swisscheck give (docs/json.md)."""
    if contract is Contract.EVENT:
        from trf.event_json import schema_text
    else:
        from pairing_engine.answers.contract import schema_text

    show(schema_text())
    return ExitStatus.DONE


MODE = Mode("[event]", "Show the JSON Schema of answers or of an event.", run, on_first_page=False)
