"""A line on standard error that shows the progress of long work."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from pairing_engine.facts.shown import one_line
from pairing_engine.language import say
from pairing_engine.under_way import Stage, Watch, watched
from swisspair.terminal.streams import is_terminal, shown_so_far

FIRST, THEN = 1.2, 0.5
"""The seconds of CPU time before the first report, and between later reports."""

SILENT = {"--quiet", "-q", "--no-progress"}

ERASE = "\r\x1b[K"
"""The characters that erase the current line of a terminal."""


@contextmanager
def heartbeat(name: str, arguments: Sequence[str]) -> Iterator[None]:
    """Report progress if the block takes long.

    There is no report if an argument such as ``--quiet`` forbids it, or if the program has already printed something.
    """
    if SILENT.intersection(arguments) or not hasattr(signal, "setitimer") or sys.stderr is None:
        yield
        return
    watch, before, beats = Watch(), shown_so_far(), 0
    lasting = is_terminal(sys.stderr)

    def beat(*_: object) -> None:
        nonlocal beats
        if shown_so_far() != before:
            return
        line = one_line(_line(name, watch, FIRST + beats * THEN))
        beats += 1
        with suppress(OSError):  # a signal handler may not use any other writer
            os.write(sys.stderr.fileno(), f"{ERASE}{line}".encode() if lasting else f"{line}\n".encode())

    try:
        earlier = signal.signal(signal.SIGVTALRM, beat)
    except ValueError:  # raised outside the main thread
        yield
        return
    signal.setitimer(signal.ITIMER_VIRTUAL, FIRST, THEN if lasting else 0)
    try:
        with watched(watch):
            yield
    finally:
        hush()
        signal.signal(signal.SIGVTALRM, earlier)
        if lasting and beats:
            with suppress(OSError):
                os.write(sys.stderr.fileno(), ERASE.encode())


def hush() -> None:
    """Stop progress reports, because another part of the program takes over."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _line(name: str, watch: Watch, seconds: float) -> str:
    stages = [_said(stage) for stage in (watch.stage, watch.within) if stage.words] or [say("reading")]
    what = ": ".join(stages)
    return say("{name}: {what} ({seconds} s so far, Ctrl-C stops it)", name=name, what=what, seconds=round(seconds))


def _said(stage: Stage) -> str:
    words = say(stage.words)
    return say("{what}, {number} of {of}", what=words, number=stage.number, of=stage.of) if stage.of else words
