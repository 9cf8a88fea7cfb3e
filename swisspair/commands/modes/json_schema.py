"""``swisspair --json-schema``: the contract of all JSON that both programs write."""

from __future__ import annotations

from swisspair.commands.modes import Mode
from swisspair.terminal.statuses import ExitStatus
from swisspair.terminal.streams import show


def run() -> ExitStatus:
    """Show the JSON Schema of all answers of swisspair and swisscheck: docs/json.md."""
    from pairing_engine.answers.contract import schema_text

    show(schema_text())
    return ExitStatus.DONE


MODE = Mode("", "Show the schema of all answers as JSON.", run, on_first_page=False)
