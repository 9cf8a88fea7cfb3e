"""The exit statuses of both programs."""

from __future__ import annotations

from enum import IntEnum


class ExitStatus(IntEnum):
    """What a program says to the shell when it ends; of several files the worst counts, which is the highest number."""

    DONE = 0
    """Paired; or everything agrees."""
    NO_PAIRING = 1
    """No valid pairing exists; or (swisscheck) something differs."""
    INTERNAL = 2
    """A bug: its traceback is shown."""
    BAD_REQUEST = 3
    """The request or the file is wrong."""
    TOO_LARGE = 4
    """The event is larger than a TRF can hold."""
    NO_ACCESS = 5
    """A file cannot be read or written."""
