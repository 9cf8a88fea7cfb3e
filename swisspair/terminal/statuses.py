"""The exit statuses of both programs, and the failures that cause them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from pairing_engine.language import say


class ExitStatus(IntEnum):
    """The exit status of a program. If a run has several outcomes, the exit status is the highest status."""

    DONE = 0
    """The program has done its task, and a check found no difference."""
    NO_PAIRING = 1
    """There is no valid pairing, or a check found differences."""
    INTERNAL = 2
    """The program has a bug, and shows its traceback."""
    BAD_REQUEST = 3
    """The user's request or the file contains a mistake."""
    TOO_LARGE = 4
    """The event is larger than a TRF can hold."""
    NO_ACCESS = 5
    """The program cannot read or write a file."""


INTERRUPTED = 130
"""The exit status after Ctrl-C, as in shells."""


def is_interruption(error: Exception) -> bool:
    """Whether an error comes from Ctrl-C, even if Python has wrapped the error in another error."""
    return isinstance(error.__cause__, KeyboardInterrupt)


def exit_statuses(first: str) -> str:
    """Return the exit statuses as text for a help page. ``first`` explains the statuses 0 and 1."""
    return say(
        "Exit status: {first}, 2 internal error, 3 bad request or file, 4 too large, 5 no access to "
        "a file, {interrupted} interrupted.",
        first=first,
        interrupted=INTERRUPTED,
    )


class Failure(Exception):
    """A request that failed, with the reason and the exit status."""

    def __init__(self, status: ExitStatus, words: str, problems: Sequence[Mapping[str, object]] = ()) -> None:
        super().__init__(status, words, problems)
        self.status = status
        self.words = words
        self.problems = problems
        """The problems of a file as values for JSON."""

    def to_dict(self) -> dict[str, object]:
        problems = {"problems": list(self.problems)} if self.problems else {}
        return {"error": self.words, "status": int(self.status), **problems}

    def __str__(self) -> str:
        return self.words
