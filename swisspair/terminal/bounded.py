"""Functions that read lists, settings, pairs and JSON lines within size limits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn, Protocol

from pairing_engine.facts.bounded import at_most
from pairing_engine.facts.shown import one_line
from pairing_engine.language import say
from swisspair.terminal.statuses import ExitStatus, Failure
from swisspair.terminal.streams import standard_input
from swisspair.terminal.whole_files import STANDARD

MOST_TEXT = 16 * 2**20
"""The maximum size in bytes of a file with settings, pairs or ratings."""

LONGEST_NAME = 2**16
"""The maximum length in bytes of a line in a list of files. No usable path is longer."""


class HasLines(Protocol):
    """Any object that can be read line by line."""

    def readline(self, size: int = -1, /) -> bytes:
        """Return the next line, or up to ``size`` bytes of it; empty at the end."""
        ...


def read_bounded(path: Path, most: int = MOST_TEXT) -> bytes:
    """Read a file, or standard input for ``-``.

    Raises OSError. Raises `Failure` if the file is larger than ``most`` bytes.
    """
    if path == STANDARD:
        data = at_most(standard_input(), most)
    else:
        from swisspair.terminal.opening import opened  # imported late: inputs are nearly always local files

        with opened(path) as file:
            data = at_most(file, most)
    if len(data) > most:
        words = say("larger than {most} MiB: is it the right file?", most=most // 2**20)
        raise Failure(ExitStatus.TOO_LARGE, one_line(f"{path}: {words}"))
    return data


def bounded_lines(stream: HasLines, name: str, longest: int) -> Iterator[tuple[int, bytes]]:
    """Yield the numbered lines of a stream, counted from 1.

    Raises OSError, and `Failure` for a line that is too long.
    """
    number = 0
    while line := stream.readline(longest + 1):
        number += 1
        if len(line) > longest:
            refuse_line(name, number, longest)
        yield number, line


def refuse_line(name: str, number: int, longest: int) -> NoReturn:
    words = say(
        "{name}: line {number} has more than {longest:,} bytes: is it the right file?",
        name=name,
        number=number,
        longest=longest,
    )
    raise Failure(ExitStatus.TOO_LARGE, one_line(words))
