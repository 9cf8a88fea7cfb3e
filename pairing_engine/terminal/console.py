"""What both programs do at the terminal: statuses of errors, values of options."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from pairing_engine.answers.checklist import Style
from pairing_engine.errors import IllegalPairing, NoPairing, PairingError, TooLarge
from pairing_engine.facts.model import Settings
from pairing_engine.facts.shown import one_line
from pairing_engine.matching import Backend
from pairing_engine.systems.choice import choose
from pairing_engine.terminal.jobs import collect_less_often, cores
from pairing_engine.terminal.statuses import ExitStatus
from pairing_engine.terminal.streams import finish, show, warn
from trf.format.findings import MOST_SHOWN, Adjustment, TrfProblems

INTERRUPTED = 130
"""The exit status of a program that was stopped by Ctrl-C, as shells have it."""


class Failure(Exception):
    """Why a request was not fulfilled, and the exit status that says so."""

    def __init__(self, status: ExitStatus, words: str) -> None:
        super().__init__(status, words)
        self.status = status
        self.words = words

    def __str__(self) -> str:
        return self.words


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
        case TooLarge():
            return Failure(ExitStatus.TOO_LARGE, one_line(f"{name}: {error}"))
        case PairingError():
            return Failure(ExitStatus.BAD_REQUEST, one_line(f"{name}: {error}"))
        case IllegalPairing():
            words = f"{name}: internal error, please report it together with the file: {error}"
            return Failure(ExitStatus.INTERNAL, one_line(words))
        case MemoryError():
            return Failure(ExitStatus.TOO_LARGE, one_line(f"{name}: the program ran out of memory"))
        case OSError():
            return Failure(ExitStatus.NO_ACCESS, one_line(f"{error.filename or name}: {error.strerror or error}"))
        case LookupError() if "encoding" in str(error):
            return Failure(ExitStatus.BAD_REQUEST, f"--encoding: {error}; there are: utf-8, cp1252, latin-1, ...")
        case _:
            import traceback

            trace = "".join(traceback.format_exception(error))
            return Failure(ExitStatus.INTERNAL, f"{name}: internal error, please report it:\n{trace}")


def run(app: Callable[..., object], name: str) -> NoReturn:
    """Run a program to its exit status."""
    collect_less_often()
    try:
        status = app(standalone_mode=False)
    except KeyboardInterrupt:
        warn(f"{name}: interrupted")
        status = INTERRUPTED
    except (BrokenPipeError, SystemExit):  # which of them, is for click to say
        status = ExitStatus.NO_ACCESS  # nobody reads: nobody is told
    except Exception as error:
        failure = failure_of(error, name)
        usage = getattr(error, "format_message", None)  # what click's own errors have, wherever typer keeps its click
        if usage is not None:
            words = f"{name}: {usage() or 'say what to do'} (see {name} --help)"
            failure = Failure(ExitStatus.BAD_REQUEST, one_line(words))
        warn(str(failure))
        status = failure.status
    finish()
    sys.exit(status if isinstance(status, int) else ExitStatus.DONE)


def choose_backend(engine: str) -> Backend:
    """The value of --engine."""
    try:
        return Backend(engine)
    except ValueError:
        words = f"--engine: {engine!r} is unknown; there are: auto, reference"
        raise Failure(ExitStatus.BAD_REQUEST, words) from None


def choose_style(style: str) -> Style:
    """The value of --list-style."""
    try:
        return Style(style)
    except ValueError:
        words = f"--list-style: {style!r} is unknown; there are: bbp, javafo"
        raise Failure(ExitStatus.BAD_REQUEST, words) from None


def jobs_from(jobs: int | None) -> int:
    """The value of --jobs."""
    if jobs is not None and jobs < 1:
        raise Failure(ExitStatus.BAD_REQUEST, f"--jobs: {jobs} is too few; one is the least")
    return cores() if jobs is None else jobs


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


def list_rules(name: str, edition: str | None) -> ExitStatus:
    """The criteria of a system and its colour rules, in their order."""
    system = choose(Settings(), name, edition).system
    lines = [f"{system.title}, edition {system.edition} ({system.article})"]
    lines += [f"  {rule.code:4} {rule.article:8} {rule.summary}" for rule in system.criteria]
    lines += [f"  {'':4} {article:8} {words}" for article, words in system.procedure]
    lines += [f"  {'':4} {step.article:8} {step.summary}" for step in system.colour_steps]
    show("".join(f"{line}\n" for line in lines))
    return ExitStatus.DONE
