"""The exit statuses of both programs, and the failure that leads to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from pairing_engine.language import say


class ExitStatus(IntEnum):
    """The exit status of a program. Among several files the worst counts, which has the highest number."""

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


INTERRUPTED = 130
"""The exit status of a program that was stopped by Ctrl-C, as shells have it."""


def is_interruption(error: Exception) -> bool:
    """Whether an error comes from Ctrl-C: in a class with cached properties, Python makes an ordinary error of it."""
    return isinstance(error.__cause__, KeyboardInterrupt)


def exit_statuses(first: str) -> str:
    """The exit statuses in a line or two for a help page; ``first`` gives the meaning of 0 and 1 in the program."""
    return say(
        "Exit status: {first}, 2 internal error, 3 bad request or file, 4 too large, 5 no access to "
        "a file, {interrupted} interrupted.",
        first=first,
        interrupted=INTERRUPTED,
    )


class Failure(Exception):
    """The reason why a request was not fulfilled, and the exit status for it."""

    def __init__(self, status: ExitStatus, words: str, problems: Sequence[Mapping[str, object]] = ()) -> None:
        super().__init__(status, words, problems)
        self.status = status
        self.words = words
        self.problems = problems
        """The problems of a file, one by one, as values for JSON."""

    def to_dict(self) -> dict[str, object]:
        """The failure as a value for JSON."""
        problems = {"problems": list(self.problems)} if self.problems else {}
        return {"error": self.words, "status": int(self.status), **problems}

    def __str__(self) -> str:
        return self.words
