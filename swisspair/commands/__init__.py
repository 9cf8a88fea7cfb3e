"""The program swisspair. This module imports little, because every call starts here; the command line is in `cli`."""

from __future__ import annotations

import os
import sys

from pairing_engine.language import say


def main() -> None:
    """Run a legacy command of bbpPairings or JaVaFo, a mode of swisspair, or shell completion."""
    if "_SWISSPAIR_COMPLETE" in os.environ:
        from swisspair.commands.cli import complete_own

        complete_own()
    from swisspair.legacy.arguments import is_legacy

    arguments = sys.argv[1:]
    if not arguments and sys.stdout is not None and sys.stdout.isatty():
        arguments = ["--help"]  # other programs get bbpPairings' banner, from which Chess Admin reads the version
    if is_legacy(arguments):
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
