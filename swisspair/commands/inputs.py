"""The inputs of swisspair: files, directories, archives, JSON lines, store addresses, standard input."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from pairing_engine.facts.shown import one_line
from pairing_engine.language import say
from swisspair.statuses import ExitStatus, Failure, refused
from swisspair.terminal.command_line import EMPTY
from swisspair.terminal.streams import DASH, standard_input

if TYPE_CHECKING:
    from pairing_engine.facts.model import Tournament
    from swisspair.terminal.sources import Source

PACKED_OR_LINES = (".jsonl", ".gz", ".tgz", ".tar")
"""The suffixes of packed files and of files with one tournament per line."""


def given(files: Sequence[str]) -> tuple[list[str | Source], list[str]]:
    """Return the tournaments to read, and the names of other files. Raises `Failure` without a tournament."""
    found: list[str | Source] = []
    passed_over: list[str] = []
    for file in files:
        if not file:
            raise refused(EMPTY, name=say("FILE"))
        if not _holds_many(file):
            found.append(file)
            continue
        from swisspair.terminal.sources import find

        for source in find([Path(file)]):
            if source.is_passed_over():
                passed_over.append(source.name)
            else:
                found.append(source)
    if not found:
        raise refused("no tournament report file was found in {paths}", paths=", ".join(files))
    return found, passed_over


def only_one(file: str) -> str | Source:
    """Return the only tournament in a file, directory or archive. Raises `Failure` unless there is exactly one."""
    found, _ = given([file])
    if len(found) == 1:
        return found[0]
    raise refused(
        "{file}: found {number} tournaments, expected one; give a file that contains only one tournament",
        file=one_line(file),
        number=len(found),
    )


def _holds_many(file: str) -> bool:
    """Whether a name stands for many tournaments, or for a packed or remote file."""
    if file.lower().endswith(PACKED_OR_LINES):
        return "://" in file or Path(file).is_file()
    return file != DASH and ("://" in file or file.lower().endswith(".zip") or Path(file).is_dir())


def name_of(one: str | Source) -> str:
    if isinstance(one, str):
        return say("standard input") if one == DASH else one
    return one.name


def path_of(one: str | Source) -> Path:
    return Path("/dev/stdin" if one == DASH else one) if isinstance(one, str) else one.path


def own_path(one: str | Source) -> Path:
    """Return the path of an input that can be replaced. Raises `Failure` for standard input, and inside an archive."""
    if one == DASH or not isinstance(one, str):
        raise refused("{name}: only a file of its own can be replaced; use --output FILE", name=one_line(name_of(one)))
    return Path(one)


def content_of(one: str | Source) -> Path | IO[bytes] | bytes:
    """Return the content of the input. Raises OSError, and `TrfProblems` if the content is too large."""
    if isinstance(one, str):
        return standard_input() if one == DASH else Path(one)
    return one.read()


def is_named_here(one: str | Source) -> bool:
    """Whether the user chose the name of the input. Names in archives and stores come from other people."""
    return isinstance(one, str) or (one.member is None and "://" not in one.name)


def is_read_once(one: str | Source) -> bool:
    """Whether the input can be read only once, and only by this process."""
    return isinstance(one, str) and (one == DASH or Path(one).is_fifo())


def told_apart(arguments: Sequence[str], form: str, takes: str) -> tuple[list[str], str]:
    """Split the arguments into questions and the file that exists. Raises `Failure` if the choice is ambiguous."""
    questions = [word for word in arguments if re.fullmatch(form, word)]
    files = [word for word in arguments if not re.fullmatch(form, word)]
    if len(files) > 1:
        there = [word for word in files if word == DASH or _is_there(word)] or files[-1:]
        questions = [word for word in arguments if word not in there]
        files = there
    if len(files) != 1 or not questions:
        raise not_taken(arguments, takes)
    return questions, files[0]


def not_taken(arguments: Sequence[str], takes: str) -> Failure:
    """Return the failure for arguments that are too few or too many for what a mode ``takes``."""
    words = say("{found!r} does not have the form {takes}", found=" ".join(arguments), takes=say(takes))
    return Failure(ExitStatus.BAD_REQUEST, say("{name}: {words}", name="swisspair", words=words))


def _is_there(word: str) -> bool:
    try:
        return Path(word).exists()
    except OSError:  # not a possible file name
        return False


def read_file(file: str, how: Mapping[str, Any], *, quiet: bool, passed_over: str = "") -> tuple[str, Tournament]:
    """Read the file of a question, report adjustments, and return the event with its name.

    ``file`` may also be a directory or an archive with only one tournament, and ``how`` has arguments of `trf.examine`.
    Adjustments with the code ``passed_over`` are not reported. Raises the errors of `trf.examine`, and `Failure`.
    """
    from swisspair.terminal.program import warn_of
    from trf import examine

    one = only_one(file)
    name = name_of(one)
    found = examine(content_of(one), name=name, **how)
    if not quiet:
        warn_of(name, [one for one in found.adjustments if one.code != passed_over])
    return name, found.tournament
