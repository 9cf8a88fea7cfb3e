"""Safe access to standard input and output, which the caller may have closed."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import IO, TextIO

from pairing_engine.facts.shown import without_controls
from pairing_engine.language import say

DASH = "-"
"""The file name that stands for standard input or output."""

_NARROWEST = 30
"""The least width to which lines are wrapped."""


_shown = [0]


def standard_input() -> IO[bytes]:
    """Return the standard input as bytes. Raises OSError if standard input is closed."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), say("standard input"))
    return sys.stdin.buffer


def is_terminal(stream: TextIO | None) -> bool:
    """Whether the stream is a terminal. For a closed stream, ``stream`` is None."""
    return stream is not None and stream.isatty()


def can_draw(stream: TextIO | None) -> bool:
    if stream is None or not stream.isatty():
        return True
    try:
        "─│↓✓".encode(stream.encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return os.environ.get("TERM") not in ("dumb", "linux")


def warn(words: str) -> None:
    """Print a message on standard error. After a failed write, print nothing more."""
    if sys.stderr is not None:
        try:
            print(without_controls(words), file=sys.stderr, flush=True)
        except OSError:
            _give_up(sys.stderr)


def show(text: str, *, drawn: bool = False, line_end: bytes = b"\n") -> None:
    """Print text without control characters, unless the program has ``drawn`` it itself. Raises OSError."""
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
    return _shown[0]


def width_to_fit() -> int | None:
    """Return the width of the terminal on standard output; None if it is not a terminal."""
    if not is_terminal(sys.stdout):
        return None
    import shutil  # imported late: it loads all archivers

    return max(shutil.get_terminal_size().columns, _NARROWEST)


def fitted(text: str) -> str:
    width = width_to_fit()
    if width is None:
        return text
    return "".join(f"{_broken(line, width)}\n" for line in text.splitlines())


def _broken(line: str, width: int) -> str:
    r"""Wrap a line between words if it is too wide.

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


def json_text(value: Mapping[str, object], indent: int | None = None) -> str:
    """Return an answer as JSON, in ASCII, so that no character in a name can break a line."""
    import json  # imported late: most answers are text

    from pairing_engine.answers.contract import stated

    return json.dumps(stated(value), indent=indent) + "\n"


def encoded(text: str) -> bytes:
    """Return text as bytes, even if it contains file names that are not valid text."""
    return text.encode(errors="backslashreplace")


def _give_up(stream: TextIO) -> None:
    """Discard text that cannot be written, so that Python does not complain at the end."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def finish() -> None:
    """Flush standard output without reporting a failure."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError:
            _give_up(sys.stdout)
