"""``swisspair --serve``: answer the questions of another program, one line of JSON each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from swisspair.statuses import ExitStatus
from swisspair.terminal.command_line import Argument, Option
from swisspair.terminal.options import READING, WORK

LONGEST_SEARCH = 600


def run(
    directories: Annotated[
        list[Path] | None, Argument("Questions may name files below these directories.", READING, "DIR...")
    ] = None,
    seconds: Annotated[
        int, Option("The most seconds of processor time for one answer.", WORK, "N", min=1, max=LONGEST_SEARCH)
    ] = 60,
) -> ExitStatus:
    """Answer questions until the input ends, each a line of JSON on standard input, with a line on standard output."""
    from swisspair.conversation.serving import serve

    serve(directories or (), seconds)
    return ExitStatus.DONE
