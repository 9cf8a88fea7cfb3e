"""The standard streams, which may be closed: input of the programs, and their output."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import IO, TextIO

from pairing_engine.facts.shown import without_controls
from pairing_engine.language import say

DASH = "-"
"""The name for standard input or output, where the name of a file is expected."""

_NARROWEST = 30
"""The least width to which lines are broken, however narrow the terminal is."""


_shown = [0]


def standard_input() -> IO[bytes]:
    """The bytes on standard input. Raises OSError if the caller has closed it."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), say("standard input"))
    return sys.stdin.buffer


def is_terminal(stream: TextIO | None) -> bool:
    """Whether the stream is a terminal; None is a stream that the caller has closed."""
    return stream is not None and stream.isatty()


def can_draw(stream: TextIO | None) -> bool:
    """Whether lines and arrows can be shown there: not on a dumb terminal, or one with another encoding."""
    if stream is None or not stream.isatty():
        return True
    try:
        "─│↓✓".encode(stream.encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return os.environ.get("TERM") not in ("dumb", "linux")


def warn(words: str) -> None:
    """Show a message on standard error; if nobody can read it, no second message follows."""
    if sys.stderr is not None:
        try:
            print(without_controls(words), file=sys.stderr, flush=True)
        except OSError:
            _give_up(sys.stderr)


def show(text: str, *, drawn: bool = False, line_end: bytes = b"\n") -> None:
    """Write text to standard output with its own line ends. Raises OSError if it cannot be written.

    Other control characters are left out, unless we have ``drawn`` them ourselves.
    """
    text = text if drawn else without_controls(text)
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        _shown[0] += 1
        sys.stdout.flush()
        sys.stdout.buffer.write(encoded(text).replace(b"\n", line_end))
        sys.stdout.buffer.flush()
    except OSError as error:
        if sys.stdout is not None:
            _give_up(sys.stdout)
        raise OSError(error.errno, error.strerror, say("standard output")) from None


def shown_so_far() -> int:
    """The number of texts written to standard output so far."""
    return _shown[0]


def width_to_fit() -> int | None:
    """The width of the terminal that standard output is; None if it is none, where nothing must fit."""
    if not is_terminal(sys.stdout):
        return None
    import shutil  # imported late: it loads all archivers

    return max(shutil.get_terminal_size().columns, _NARROWEST)


def fitted(text: str) -> str:
    """Text for standard output; on a terminal its lines are broken between words to fit the width, and indented."""
    width = width_to_fit()
    if width is None:
        return text
    return "".join(f"{_broken(line, width)}\n" for line in text.splitlines())


def _broken(line: str, width: int) -> str:
    r"""A line as several lines, if it is too wide.

    >>> _broken("  round 3: differs from that", 20)
    '  round 3: differs\n      from that'
    """
    if len(line) <= width:
        return line
    from textwrap import fill

    indent = line[: len(line) - len(line.lstrip())]
    return fill(
        line.strip(),
        width,
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def encoded(text: str) -> bytes:
    """Text as bytes to be written; the name of a file need not be valid text."""
    return text.encode(errors="backslashreplace")


def _give_up(stream: TextIO) -> None:
    """Discard text that could not be written; otherwise the interpreter would try again, and complain, at its end."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def finish() -> None:
    """Write the rest of standard output, as the interpreter would do at its end, but without complaint."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError:
            _give_up(sys.stdout)
