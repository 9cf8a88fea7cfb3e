"""Shell completion: the scripts of the shells, and suggestions of commands, options and values.

A script of the folder ``completions`` calls the program with the variable ``_NAME_COMPLETE``, and passes the line up to
the cursor.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from pairing_engine.language import marked, say
from swisspair.statuses import ExitStatus
from swisspair.terminal.command_line import options_of, said_help
from swisspair.terminal.streams import finish, warn

WorkOf = Callable[[Sequence[str]], tuple[Callable[..., object], list[str]]]
"""A function that finds the mode in the typed words, and returns the mode's command and the other words."""

Candidates = dict[str, str]
"""The words that complete the input at the cursor, each with its description."""

SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")

STARTED_BY = {
    "bash": ("~/.bashrc", 'eval "$(_SWISSPAIR_COMPLETE=source_bash swisspair)"'),
    "zsh": ("~/.zshrc", 'eval "$(_SWISSPAIR_COMPLETE=source_zsh swisspair)"'),
    "fish": ("~/.config/fish/config.fish", "_SWISSPAIR_COMPLETE=source_fish swisspair | source"),
}
"""The start-up file of each shell, and the line that lets the shell complete commands."""


def how_to_complete() -> tuple[str, str]:
    """Say how to turn on completion in the user's shell."""
    file, line = STARTED_BY.get(Path(os.environ.get("SHELL", "")).name, STARTED_BY["bash"])
    return say("To complete commands, options and values with the Tab key, add this line to {file}:", file=file), line


def script(shell: str, name: str) -> str:
    """Return what a shell reads to complete the command lines of a program."""
    path = Path(__file__).with_name("completions") / shell.replace("pwsh", "powershell")
    return path.read_text(encoding="utf-8").replace("NAME", name).replace("VARIABLE", f"_{name.upper()}_COMPLETE")


def complete(name: str, commands: Mapping[str, str], work_of: WorkOf) -> NoReturn:
    """Answer the shell's request in the variable ``_NAME_COMPLETE``, and end the program.

    ``commands`` are the commands with their descriptions.
    """
    variable = f"_{name.upper()}_COMPLETE"
    asked = os.environ[variable]
    request, _, shell = asked.partition("_")
    if shell not in SHELLS or request not in ("source", "complete"):
        form = marked("{variable}={asked}: expected source_ or complete_ and one of {shells}")
        warn(say(form, variable=variable, asked=asked, shells=", ".join(SHELLS)))
        sys.exit(ExitStatus.BAD_REQUEST)
    found = candidates(*typed_line(), commands, work_of) if request == "complete" else {}
    if "_COMPLETE_ONLY_ASKS" in os.environ:  # the fish shell only asks whether there are candidates
        sys.exit(ExitStatus.DONE if found else 1)
    # not shown with `show`, because fish needs the tabs
    sys.stdout.write(script(shell, name) if request == "source" else answer(shell, found))
    finish()
    sys.exit(ExitStatus.DONE)


def candidates(typed: Sequence[str], unfinished: str, commands: Mapping[str, str], work_of: WorkOf) -> Candidates:
    """Return the words that fit at the cursor. There are none where a file name or free text is expected."""
    work, rest = work_of(typed)
    declared = options_of(work).values()
    flag, equals, _ = unfinished.partition("=")
    last = flag if equals else rest[-1] if rest and "--" not in rest else ""
    with_value = [one for one in declared if (last, None) in one.flags]
    if equals or with_value:
        found = {f"{flag}={word}" if equals else word: "" for one in with_value for word in one.values}
    else:
        has_command = len(rest) < len(typed) or (typed and not unfinished)
        found = {} if has_command else {name: say(words) for name, words in commands.items()}
        takes_options = unfinished.startswith("-") and "--" not in rest
        for one in declared:
            if not one.flags:
                found |= dict.fromkeys(one.values, "")
            elif takes_options and (one.is_repeated or not any(flag in rest for flag, _ in one.flags)):
                found |= {flag: said_help(one.said.help) for flag, _ in one.flags}
    return {word: words for word, words in found.items() if word.startswith(unfinished)}


def typed_line() -> tuple[list[str], str]:
    """Return the words before the cursor without the program, and the possibly empty word at the cursor.

    >>> os.environ["_COMPLETE_LINE"] = "swisspair pair 'my ev"
    >>> typed_line()
    (['pair'], 'my ev')
    >>> del os.environ["_COMPLETE_LINE"]
    """
    line = os.environ.get("_COMPLETE_LINE", "")
    parts = shlex.shlex(line, posix=True, punctuation_chars=False)
    parts.whitespace_split, parts.commenters = True, ""
    found: list[str] = []
    try:
        found.extend(parts)
    except ValueError:  # a quotation mark is still open
        found.append(parts.token)
    words = [word for word in found[1:] if word != "="]  # bash splits --format=card into three words
    if not words or line.endswith(" ") or found[-1] == "=":
        return words, ""
    return words[:-1], words[-1]


def answer(shell: str, candidates: Candidates) -> str:
    r"""Return the candidates in the form that the script of a shell reads.

    >>> answer("zsh", {"--format": "pairs or\n json: see"})
    '--format:pairs or json: see\n'
    """
    form = {"bash": "{word}", "zsh": "{escaped}:{words}", "fish": "{word}\t{words}"}.get(shell, "{word}:::{words} ")
    lines = (
        form.format(word=word, escaped=word.replace(":", r"\:"), words=" ".join(words.split()))
        for word, words in candidates.items()
    )
    return "".join(f"{line.removesuffix(':')}\n" for line in lines)
