"""Shell completion: the scripts of the shells, and suggestions of commands, options and values.

A script of the folder ``completions`` calls the program with the variable ``_NAME_COMPLETE``, and passes the line up to
the cursor.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

from pairing_engine.language import say
from swisspair.statuses import ExitStatus
from swisspair.terminal.command_line import HELP_FLAGS, Parameter, parameters_of, said_help
from swisspair.terminal.streams import finish, warn

WorkOf = Callable[[Sequence[str]], tuple[Callable[..., object], list[str]]]
"""A function that finds the mode in the typed words, and returns the mode's command and the other words."""


SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


def script(shell: str, name: str) -> str:
    """Return what a shell reads to complete the command lines of a program."""
    path = Path(__file__).with_name("completions") / shell.replace("pwsh", "powershell")
    return path.read_text(encoding="utf-8").replace("NAME", name).replace("VARIABLE", f"_{name.upper()}_COMPLETE")


def complete(name: str, commands: Mapping[str, str], work_of: WorkOf) -> NoReturn:
    """Answer the shell's request in the variable ``_NAME_COMPLETE``, and end the program.

    ``commands`` are the commands with their descriptions.
    """
    variable = f"_{name.upper()}_COMPLETE"
    request, _, shell = os.environ[variable].partition("_")
    if shell not in SHELLS or request not in ("source", "complete"):
        words = say(
            "{name}: {variable}={asked}: expected source_ or complete_ and one of {shells}",
            name=name,
            variable=variable,
            asked=os.environ[variable],
            shells=", ".join(SHELLS),
        )
        warn(words)
        sys.exit(ExitStatus.BAD_REQUEST)
    if request == "source":
        _end(script(shell, name))
    typed, unfinished = typed_line()
    found = candidates(typed, unfinished, commands, work_of)
    if "_COMPLETE_ONLY_ASKS" in os.environ:  # the fish shell only asks whether there are candidates
        sys.exit(ExitStatus.DONE if found else 1)
    _end(answer(shell, found))


def _end(text: str) -> NoReturn:
    sys.stdout.write(text)  # not shown with `show`, because fish needs the tabs
    finish()
    sys.exit(ExitStatus.DONE)


def candidates(typed: Sequence[str], unfinished: str, commands: Mapping[str, str], work_of: WorkOf) -> list[Candidate]:
    """Return the words that fit at the cursor. The list is empty where a file name or free text is expected."""
    work, rest = work_of(typed)
    declared = list(parameters_of(work))
    flag, equals, value = unfinished.partition("=")
    if equals:
        return [Candidate(f"{flag}={word}") for word in _values(declared, flag, value)]
    last = rest[-1] if rest and "--" not in rest else ""
    if any((last, None) in one.flags for one in declared):
        return [Candidate(word) for word in _values(declared, last, unfinished)]
    found: list[Candidate] = []
    if len(rest) == len(typed) and (unfinished or not typed):  # no command has been typed yet
        found = [Candidate(name, say(words)) for name, words in commands.items() if name.startswith(unfinished)]
    if unfinished.startswith("-") and "--" not in rest:
        return found + list(_flags(declared, rest, unfinished))
    return found + [Candidate(word) for one in declared if not one.flags for word in _fitting(one, unfinished)]


def _values(declared: Sequence[Parameter], flag: str, unfinished: str) -> list[str]:
    return [word for one in declared if (flag, None) in one.flags for word in _fitting(one, unfinished)]


def _fitting(one: Parameter, unfinished: str) -> list[str]:
    return [word for word in one.values if word.startswith(unfinished)]


def _flags(declared: Sequence[Parameter], words: Sequence[str], unfinished: str) -> Iterator[Candidate]:
    """Yield the options that are still allowed at the cursor."""
    for one in declared:
        if one.is_repeated or not any(flag in words for flag, _ in one.flags):
            yield from (
                Candidate(flag, said_help(one.said.help)) for flag, _ in one.flags if flag.startswith(unfinished)
            )
    if HELP_FLAGS[-1].startswith(unfinished):
        yield Candidate(HELP_FLAGS[-1], say("Show this message and exit."))


class Candidate(NamedTuple):
    """A word that completes the input at the cursor, with its description."""

    word: str
    words: str = ""


def typed_line() -> tuple[list[str], str]:
    """Return the words before the cursor without the program, and the possibly empty word at the cursor.

    >>> os.environ["_COMPLETE_LINE"] = "swisspair pair 'my ev"
    >>> typed_line()
    (['pair'], 'my ev')
    >>> del os.environ["_COMPLETE_LINE"]
    """
    line = os.environ.get("_COMPLETE_LINE", "")
    words = [word for word in _split(line)[1:] if word != "="]  # bash splits --format=card into three words
    if not words or line.endswith((" ", "=")):
        return words, ""
    return words[:-1], words[-1]


def _split(line: str) -> list[str]:
    """Return the words of a line, even if a quotation mark is still open."""
    parts = shlex.shlex(line, posix=True, punctuation_chars=False)
    parts.whitespace_split, parts.commenters = True, ""
    found: list[str] = []
    try:
        found.extend(parts)
    except ValueError:
        found.append(parts.token)
    return found


def answer(shell: str, candidates: Sequence[Candidate]) -> str:
    match shell:
        case "zsh":
            return _for_zsh(candidates)
        case "fish":
            lines = ("\t".join(filter(None, (one.word, " ".join(one.words.split())))) for one in candidates)
        case "powershell" | "pwsh":
            lines = (f"{one.word}:::{one.words or ' '}" for one in candidates)
        case _:
            lines = (one.word for one in candidates)
    return "".join(f"{line}\n" for line in lines)


_AWKWARD = {'"': '""', "'": "''", "$": "\\$", "`": "\\`", ":": "\\\\:"}
"""The escaped form of characters that have a special meaning in lists of zsh."""


def _for_zsh(candidates: Sequence[Candidate]) -> str:
    """Return the completion call for zsh. Without candidates, zsh completes file names."""
    if not candidates:
        return "_files\n"
    lines = (":".join(f'"{_safe(text)}"' for text in one if text) for one in candidates)
    return "_arguments '*: :(({}))'\n".format("\n".join(lines))


def _safe(text: str) -> str:
    return re.sub("[\"'$`:]", lambda found: _AWKWARD[found[0]], text)
