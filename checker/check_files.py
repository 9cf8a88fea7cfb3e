"""The work of ``swisscheck``: every file of a run read, checked and told of."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

from checker.checked_file import CheckedFile, HowToCheck, check_source
from checker.render import summary, text_of, value_of
from checker.sources import find
from pairing_engine.answers.contract import stated
from pairing_engine.facts.shown import as_json
from pairing_engine.language import say
from pairing_engine.terminal.console import failure_of, warn_of, words_of_rest
from pairing_engine.terminal.jobs import spread
from pairing_engine.terminal.screen import with_progress
from pairing_engine.terminal.statuses import INTERRUPTED, ExitStatus, Failure
from pairing_engine.terminal.streams import STANDARD, fitted, overwritten, show, warn, write_whole

__all__ = ["HowToCheck", "Work", "check_files"]


class Work(NamedTuple):
    """How many files at once, and what is told: adjustments (unless ``quiet``), progress, long lists as a ``whole``."""

    jobs: int = 1
    quiet: bool = False
    progress: bool = True
    whole: bool = False


def check_files(
    paths: list[Path],
    how: HowToCheck,
    work: Work,
    *,
    format_: str,
    html: Path | None = None,
    write_back: Path | None = None,
) -> int:
    """Check what is found under these paths; the worst status counts. The format is ``text``, ``json`` or ``csv``. With
    ``html`` a page about it goes there, with ``write_back`` the one file that there is, with notes.
    """
    checked: list[CheckedFile] = []
    sources = list(find(paths))
    _check_outputs(html, write_back, paths, len(sources))
    how = how._replace(among_others=len(sources) > 1)
    # No other process can read what this one was given.
    jobs = 1 if STANDARD in paths else work.jobs
    passed_over: list[str] = []
    tell = _teller(format_, whole=work.whole)
    done, stopped = 0, 0
    try:
        with closing(spread(partial(check_source, how=how), sources, jobs)) as results:
            for one in with_progress(results, len(sources), say("checking"), wanted=work.progress):
                done += 1
                if one is None:
                    passed_over.append(sources[done - 1].name)
                else:
                    checked.append(one)
                    if format_ != "json" and not work.quiet:
                        warn_of(one.name, one.adjustments, whole=work.whole)
                    tell(one)
    except (KeyboardInterrupt, MemoryError) as stop:
        stopped = INTERRUPTED if isinstance(stop, KeyboardInterrupt) else ExitStatus.TOO_LARGE
        why = say("interrupted") if stopped == INTERRUPTED else say("out of memory ({stop})", stop=stop)
        rest = words_of_rest([source.name for source in sources[done:]])
        warn(
            say(
                "swisscheck: {why}: {number} of {files} files not checked: {rest}",
                why=why,
                number=len(sources) - done,
                files=len(sources),
                rest=rest,
            )
        )
    if passed_over:
        warn(
            say(
                "swisscheck: passed over, being no tournament report files: {names}",
                names=words_of_rest(passed_over),
            )
        )
    if not checked and not stopped:
        words = say(
            "no tournament report file was found in {paths}", paths=words_of_rest([str(path) for path in paths])
        )
        raise Failure(ExitStatus.BAD_REQUEST, words)
    _end(checked, format_)
    if html is not None and not stopped:
        _write_page(checked, html)
    if write_back is not None and checked and not stopped:
        _write_back(checked[0], write_back)
    return stopped or max((one.status for one in checked), default=ExitStatus.DONE)


def _put(path: Path, text: str) -> None:
    """Write a file, or show it where ``-`` stands for standard output. Raises OSError."""
    if path == STANDARD:
        show(text)
    else:
        write_whole(path, text)


def _check_outputs(html: Path | None, write_back: Path | None, paths: list[Path], files: int) -> None:
    if html is not None and overwritten([html], paths) is not None:
        raise Failure(ExitStatus.BAD_REQUEST, say("{path}: the page would be written over an input", path=html))
    if write_back is not None and overwritten([write_back], paths) is not None:
        raise Failure(ExitStatus.BAD_REQUEST, say("{path}: the file would be written over an input", path=write_back))
    if write_back is not None and files != 1:
        raise Failure(ExitStatus.BAD_REQUEST, say("--write-back is for one file"))


def _teller(format_: str, *, whole: bool) -> Callable[[CheckedFile], None]:
    """What is shown of a file as soon as it is checked: nothing in JSON, which is one value for all of them."""
    if format_ == "json":
        return lambda _one: None
    if format_ == "text":
        return lambda one: show(fitted(text_of(one, whole=whole)))
    from checker.rows import heading, rows_of

    headings = iter([heading()])
    return lambda one: show(next(headings, "") + rows_of(one))


def _end(checked: list[CheckedFile], format_: str) -> None:
    """What is shown when all files are checked."""
    if format_ == "text":
        show(fitted(summary(checked)))
    elif format_ == "json":
        show(as_json(stated(value_of(checked))))


def _write_back(checked: CheckedFile, path: Path) -> None:
    from checker.write_back import with_what_was_found

    try:
        _put(path, with_what_was_found(checked))
    except OSError as error:
        raise failure_of(error, str(path)) from error


def _write_page(checked: list[CheckedFile], path: Path) -> None:
    from checker.page import report_page

    try:
        _put(path, report_page(checked))
    except OSError as error:
        raise failure_of(error, str(path)) from error
