"""What both programs do at the terminal: the statuses of errors, and what they say of files."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.errors import IllegalPairing, NoPairing, PairingError, TooLarge
from pairing_engine.facts.shown import one_line
from pairing_engine.terminal.advice import words_of
from pairing_engine.terminal.statuses import ExitStatus, Failure
from pairing_engine.terminal.streams import warn
from trf.format.findings import MOST_SHOWN, Adjustment, TrfProblems
from trf.format.source import UnknownEncoding


def failure_of(error: Exception, name: str) -> Failure:
    """An error in words that name the file. One that no file or request can cause is a bug: it keeps its traceback."""
    match error:
        case Failure():
            return error
        case TrfProblems():
            too_large = any(problem.code == "limit" for problem in error.problems)
            return Failure(ExitStatus.TOO_LARGE if too_large else ExitStatus.BAD_REQUEST, str(error))
        case NoPairing():
            return Failure(ExitStatus.NO_PAIRING, one_line(f"{name}: no valid pairing: {error}"))
        case TooLarge() | MemoryError():
            why = error if isinstance(error, TooLarge) else "the program ran out of memory"
            return Failure(ExitStatus.TOO_LARGE, one_line(f"{name}: {why}"))
        case PairingError():
            return Failure(ExitStatus.BAD_REQUEST, one_line(f"{name}: {words_of(error)}"))
        case IllegalPairing():
            words = f"{name}: internal error, please report it together with the file: {error}"
            return Failure(ExitStatus.INTERNAL, one_line(words))
        case OSError():
            return Failure(ExitStatus.NO_ACCESS, one_line(f"{error.filename or name}: {error.strerror or error}"))
        case UnknownEncoding():
            return Failure(ExitStatus.BAD_REQUEST, f"--encoding: {error}; there are: utf-8, cp1252, latin-1, ...")
        case _:
            import traceback

            trace = "".join(traceback.format_exception(error))
            return Failure(ExitStatus.INTERNAL, f"{name}: internal error, please report it:\n{trace}")


def warn_of(name: str, adjustments: Sequence[Adjustment]) -> None:
    """The adjustments that a file needed, on standard error; of far too many the first."""
    for adjustment in adjustments[:MOST_SHOWN]:
        warn(adjustment.show(name))
    if len(adjustments) > MOST_SHOWN:
        warn(one_line(f"{name}: {len(adjustments) - MOST_SHOWN} more adjustments"))


def words_of_rest(names: Sequence[str]) -> str:
    """Which files were left, by name unless they are many.

    >>> words_of_rest(["a.trf", "b.trf"])
    'a.trf, b.trf'
    """
    more = len(names) - MOST_SHOWN
    return ", ".join(map(one_line, names[:MOST_SHOWN])) + (f" and {more} more" if more > 0 else "")
