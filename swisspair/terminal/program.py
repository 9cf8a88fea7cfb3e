"""Code that turns a function into a program with command line, exit status, and messages about errors."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from pairing_engine.errors import BadRequests, IllegalPairing, NoPairing, PairingError, TooLarge
from pairing_engine.facts.shown import WIDEST, one_line, shown
from pairing_engine.language import marked, say
from swisspair.statuses import INTERRUPTED, ExitStatus, Failure, is_interruption, refused, stranger, words_of
from swisspair.terminal.command_line import AS_JSON, HelpWanted, MistakeError, arguments_in, asks_for
from swisspair.terminal.jobs import collect_less_often
from swisspair.terminal.screen import heartbeat
from swisspair.terminal.streams import finish, json_text, show, warn
from trf.format.findings import MOST_SHOWN, Adjustment, TrfProblems
from trf.format.source import UnknownEncoding

if TYPE_CHECKING:
    from swisspair.terminal.help_pages import Page


@contextmanager
def ending(program: str, arguments: Sequence[str]) -> Iterator[list[object]]:
    """Report an error of the block, and end the program with the exit status that the block appends to the list."""
    collect_less_often()
    statuses: list[object] = []
    try:
        yield statuses
    except KeyboardInterrupt:
        statuses = [_interrupted(program)]
    except BrokenPipeError:
        statuses = [ExitStatus.NO_ACCESS]  # nobody reads the output any more: no message
    except Exception as error:
        statuses = [_interrupted(program) if is_interruption(error) else _failed(error, program, arguments)]
    finish()
    sys.exit(next((status for status in statuses if isinstance(status, int)), ExitStatus.DONE))


def run(work: Callable[..., object], name: str, words: Sequence[str], page: Callable[[], Page]) -> object:
    """Run a function with the words of a command line, or show its help page, and return the exit status.

    Raises `Failure` for mistakes in the words, with ``name`` in the message.
    """
    with heartbeat(name, words):
        try:
            return work(**arguments_in(work, words))
        except HelpWanted:
            from swisspair.terminal.help_pages import show_page

            show_page(name, page())
            return None
        except MistakeError as error:
            raise failure_of(error, name) from None


def _interrupted(program: str) -> int:
    warn(say("{name}: interrupted", name=program))
    return INTERRUPTED


def _failed(error: Exception, program: str, arguments: Sequence[str]) -> ExitStatus:
    failure = failure_of(error, program)
    warn(str(failure))
    if asks_for(AS_JSON, arguments):
        show_json(failure.to_dict())
    return failure.status


def show_json(value: Mapping[str, object]) -> None:
    """Print the reason why there is no answer, as one line of JSON."""
    with suppress(OSError):  # nobody reads the output any more: no message
        show(json_text(value))


def show_version(name: str) -> None:
    from pairing_engine import __version__
    from pairing_engine.kernel.engine import parts_of_fast_engine

    compiled, has_matcher = parts_of_fast_engine()
    build = say("compiled") if compiled else say("pure Python")
    matcher = say("the C++ matcher") if has_matcher else say("networkx, which takes longer")
    show(f"{name} {__version__}\n{say('{build}, matchings by {matcher}', build=build, matcher=matcher)}\n")


FILE_ERRORS = marked(
    (
        "No such file or directory",
        "Permission denied",
        "Is a directory",
        "Not a directory",
        "File exists",
        "File name too long",
        "No space left on device",
        "Read-only file system",
        "Bad file descriptor",
        "Input/output error",
        "Too many open files",
    )
)
"""The operating system's messages about files. Each message has a translation."""


def failure_of(error: Exception, name: str, said: Callable[[PairingError], str] = words_of) -> Failure:
    """Turn an error into a failure with a message and a status. ``said`` turns an error of the engine into a message.

    An unexpected error is a bug, and keeps its traceback.
    """
    match error:
        case Failure():
            return error
        case MistakeError():
            return refused("{name}: {usage} (see {name} --help)", name=name, usage=error)
        case TrfProblems():
            too_large = any(problem.code == "limit" for problem in error.problems)
            status = ExitStatus.TOO_LARGE if too_large else ExitStatus.BAD_REQUEST
            return Failure(status, str(error), [problem._asdict() for problem in error.problems])
        case NoPairing():
            status, words = ExitStatus.NO_PAIRING, say("{name}: no valid pairing: {error}", name=name, error=error)
        case TooLarge() | MemoryError():
            why = error if isinstance(error, TooLarge) else say("the program ran out of memory")
            status, words = ExitStatus.TOO_LARGE, say("{name}: {words}", name=name, words=why)
        case PairingError():
            words = said(error)
            faults = words.split("\n") if isinstance(error, BadRequests) else [words]
            return Failure(
                ExitStatus.BAD_REQUEST,
                "\n".join(one_line(say("{name}: {words}", name=name, words=fault)) for fault in faults),
            )
        case IllegalPairing():
            form = marked("{name}: internal error, please report it together with the file ({error})")
            status, words = ExitStatus.INTERNAL, say(form, name=name, error=error)
        case OSError():
            why = say(error.strerror or str(error))
            status, words = ExitStatus.NO_ACCESS, say("{name}: {words}", name=error.filename or name, words=why)
        case UnknownEncoding():
            return refused("--encoding: {error}; use utf-8, cp1252, latin-1, ...", error=error)
        case _:
            return _of_a_bug(error, name)
    return Failure(status, one_line(words))


@contextmanager
def failing_as(name: str) -> Iterator[None]:
    """Turn every error in the block into a failure with a message that names the file."""
    try:
        yield
    except Exception as error:
        raise failure_of(error, name) from error


def _of_a_bug(error: Exception, name: str) -> Failure:
    """Return the failure for a bug. If another package hides ours, the failure gives advice."""
    found = stranger() if isinstance(error, ImportError) else None
    if found is not None:
        return Failure(ExitStatus.NO_ACCESS, found)
    import traceback

    trace = "".join(traceback.format_exception(error))
    words = say("{name}: internal error, please report it:", name=name)
    return Failure(ExitStatus.INTERNAL, f"{words}\n{trace}")


def warn_of(name: str, adjustments: Sequence[Adjustment], *, whole: bool = False) -> None:
    """Report adjustments, the first `MOST_SHOWN` kinds on a line each or, with ``whole``, every one."""
    lines = [adjustment.show(name) for adjustment in adjustments] if whole else _together(name, adjustments)
    most = len(lines) if whole else MOST_SHOWN
    for line in lines[:most]:
        warn(line)
    if len(lines) > most:
        warn(one_line(say("{name}: {number} more kinds of adjustments", name=name, number=len(lines) - most)))


FEW_ADJUSTMENTS = 3
"""Up to this number, adjustments of one kind are listed one by one."""


def _together(name: str, adjustments: Sequence[Adjustment]) -> list[str]:
    same: dict[tuple[str, str], list[Adjustment]] = {}
    kinds = Counter(adjustment.code for adjustment in adjustments)
    for adjustment in adjustments:
        words = "" if kinds[adjustment.code] > FEW_ADJUSTMENTS else adjustment.words
        same.setdefault((adjustment.code, words), []).append(adjustment)
    return [_of_one_kind(name, found) for found in same.values()]


def _of_one_kind(name: str, found: Sequence[Adjustment]) -> str:
    if len(found) == 1:
        return found[0].show(name)
    lines = sorted({adjustment.line for adjustment in found})
    where = (
        say("line {line}", line=lines[0])
        if len(lines) == 1
        else say("lines {first} to {last}", first=lines[0], last=lines[-1])
    )
    alike = len({adjustment.words for adjustment in found}) == 1
    message = marked("{name}: {code}: in {number} places ({where}), {words}")
    if not alike:
        message = marked("{name}: {code}: {words}; {number} such cases in all ({where})")
    words = shown(found[0].words, 2 * WIDEST)
    return one_line(say(message, name=name, code=found[0].code, number=len(found), where=where, words=words))


def words_of_rest(names: Sequence[str], number: int | None = None) -> str:
    """Join names with commas. A long list is cut off, and the number of other names follows.

    >>> words_of_rest(["a.trf", "b.trf"]), words_of_rest(["a.trf"] * MOST_SHOWN, MOST_SHOWN + 7)[-11:]
    ('a.trf, b.trf', ' and 7 more')
    """
    more = (len(names) if number is None else number) - MOST_SHOWN
    return ", ".join(map(one_line, names[:MOST_SHOWN])) + (say(" and {more} more", more=more) if more > 0 else "")
