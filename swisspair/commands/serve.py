"""``swisspair serve``: answer the questions of another program, one line of JSON each."""

from __future__ import annotations

import gc
import json
import os
import select
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from pairing_engine.language import say
from swisspair.statuses import ExitStatus, Failure
from swisspair.terminal.command_line import Argument, Option
from swisspair.terminal.options import READING, WORK
from swisspair.terminal.screen import hush
from swisspair.terminal.streams import show, standard_input

LONGEST_SEARCH = 600

COLLECTED = 1_000
"""The number of questions between collections of garbage, which programs otherwise collect rarely."""

PIECE = 2**16
"""The maximum number of bytes read at once."""

MOST_AT_THE_END = 2**20
"""The maximum number of bytes that are still read after a signal has asked the program to end."""

TOO_LONG = None
"""A line that was longer than a question can be, and whose text is lost."""


def run(
    directories: Annotated[
        list[Path] | None, Argument("Questions may name files below these directories.", READING, "DIR...")
    ] = None,
    seconds: Annotated[
        int, Option("The most seconds of processor time for one answer.", WORK, "N", min=1, max=LONGEST_SEARCH)
    ] = 60,
) -> ExitStatus:
    """Answer questions until the input ends, each a line of JSON on standard input, with a line on standard output."""
    from pairing_engine.answers.contract import stated
    from swisspair.conversation.answering import LONGEST, Conversation

    for directory in directories or ():
        if not directory.is_dir():
            raise Failure(ExitStatus.NO_ACCESS, say("{path}: this is no directory", path=directory))
    hush()
    conversation = Conversation(directories or (), seconds)
    words = say("the question has more than {longest:,} bytes", longest=LONGEST)
    with _signals() as (came, wake):
        for number, line in enumerate(_lines(standard_input().fileno(), LONGEST, came, wake), 1):
            if line is TOO_LONG:
                answer = stated(Failure(ExitStatus.TOO_LARGE, words).to_dict())
            else:
                answer = conversation.answer(line)
            show(json.dumps(answer) + "\n", drawn=True)
            if number % COLLECTED == 0:
                gc.collect()
    for number in came[:1]:
        signal.raise_signal(number)
    return ExitStatus.DONE


@contextmanager
def _signals() -> Iterator[tuple[list[int], int]]:
    """Collect the signals that end programs. Yield them, and a handle from which a byte can be read after each."""
    came: list[int] = []
    wake, awaken = os.pipe()

    def note(number: int, _: object) -> None:
        came.append(number)
        os.write(awaken, b"!")

    endings = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in endings}
    try:
        for number, answer in before.items():
            if answer is not signal.SIG_IGN:
                signal.signal(number, note)
        yield came, wake
    finally:
        for number, answer in before.items():
            signal.signal(number, answer)
        os.close(wake)
        os.close(awaken)


def _lines(handle: int, longest: int, came: Sequence[int], wake: int) -> Iterator[bytes | None]:
    """Yield the lines of a stream until it ends, or until a signal has come and the pipe is empty."""
    line, is_lost = bytearray(), False
    for piece in _pieces(handle, came, wake):
        *ended, rest = piece.split(b"\n")
        for part in ended:
            line += part
            yield TOO_LONG if is_lost or len(line) > longest else bytes(line)
            line, is_lost = bytearray(), False
        line += rest
        if len(line) > longest:
            line, is_lost = bytearray(), True
    if (line or is_lost) and not came:
        yield TOO_LONG if is_lost else bytes(line)


def _pieces(handle: int, came: Sequence[int], wake: int) -> Iterator[bytes]:
    most = MOST_AT_THE_END
    while most > 0:
        if os.name != "nt":  # there, pipes cannot be waited for, and nobody sends SIGTERM
            ready, _, _ = select.select([handle], [], [], 0) if came else select.select([handle, wake], [], [])
            if came and handle not in ready:
                return
            if handle not in ready:
                continue
        piece = os.read(handle, PIECE)
        if not piece:
            return
        most -= len(piece) if came else 0
        yield piece
