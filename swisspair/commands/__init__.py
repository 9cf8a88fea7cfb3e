"""The program swisspair. This module imports little, because every call starts here; the command line is in `cli`."""

from __future__ import annotations

import os
import sys

from pairing_engine.language import say
from swisspair.legacy import is_legacy


def main() -> None:
    """Run a command of swisspair, a legacy command line of bbpPairings or JaVaFo, or shell completion."""
    if "_SWISSPAIR_COMPLETE" in os.environ:
        from swisspair.commands.cli import complete_own

        complete_own()
    arguments = sys.argv[1:]
    if not arguments and sys.stdout is not None and not sys.stdout.isatty():
        from swisspair.legacy.reading import banner
        from swisspair.terminal.streams import show

        show(f"{banner()}\n\n")  # Chess Admin reads the version from it
    if is_legacy(arguments) and not _is_command(arguments[0]):
        from swisspair.legacy.run import run

        try:
            status = run(arguments)
        except KeyboardInterrupt:
            from swisspair.statuses import INTERRUPTED

            print(say("swisspair: interrupted"), file=sys.stderr)
            status = INTERRUPTED
        sys.exit(status)
    from swisspair.commands.cli import run_own

    run_own(arguments)


def _is_command(first: str) -> bool:
    """Whether the first word of a line with a flag of a legacy command is a command, and not a file of this name."""
    if first.startswith("-") or "." in first:
        return False
    from swisspair.commands.table import COMMANDS

    return first in COMMANDS and not os.path.exists(first)  # noqa: PTH110 - pathlib is not loaded yet
