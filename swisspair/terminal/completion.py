"""Shell completion: installation scripts, and suggestions of modes, options and values.

The script calls the program with the variable ``_NAME_COMPLETE``, and passes the line up to the cursor.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import NoReturn

from pairing_engine.language import say
from pairing_engine.values import NamedTuple
from swisspair.statuses import ExitStatus
from swisspair.terminal.command_line import HELP_FLAGS, Parameter, parameters_of, said_help
from swisspair.terminal.streams import finish, warn

WorkOf = Callable[[Sequence[str]], tuple[Callable[..., object], list[str]]]
"""A function that finds the mode in the typed words, and returns the mode's command and the other words."""


def complete(name: str, modes: Iterable[tuple[str, str]], work_of: WorkOf) -> NoReturn:
    """Answer the shell's request in the variable ``_NAME_COMPLETE``, and end the program.

    ``modes`` are the flags of modes with their descriptions.
    """
    variable = f"_{name.upper()}_COMPLETE"
    request, _, shell = os.environ[variable].partition("_")
    if shell not in SCRIPTS or request not in ("source", "complete"):
        words = say(
            "{name}: {variable}={asked}: expected source_ or complete_ and one of {shells}",
            name=name,
            variable=variable,
            asked=os.environ[variable],
            shells=", ".join(SCRIPTS),
        )
        warn(words)
        sys.exit(ExitStatus.BAD_REQUEST)
    if request == "source":
        _end(SCRIPTS[shell].format(name=name, variable=variable))
    typed, unfinished = typed_line()
    found = candidates(typed, unfinished, list(modes), work_of)
    if "_COMPLETE_ONLY_ASKS" in os.environ:  # the fish shell only asks whether there are candidates
        sys.exit(ExitStatus.DONE if found else 1)
    _end(answer(shell, found))


def _end(text: str) -> NoReturn:
    sys.stdout.write(text)  # not shown with `show`, because fish needs the tabs
    finish()
    sys.exit(ExitStatus.DONE)


def candidates(
    typed: Sequence[str], unfinished: str, modes: Sequence[tuple[str, str]], work_of: WorkOf
) -> list[Candidate]:
    """Return the words that fit at the cursor. The list is empty where a file name or free text is expected."""
    work, rest = work_of(typed)
    options = [one for one in parameters_of(work) if one.flags]
    flag, equals, value = unfinished.partition("=")
    if equals:
        return [Candidate(f"{flag}={word}") for word in _values(_awaiting(options, [flag]), value)]
    awaiting = _awaiting(options, rest)
    if awaiting is not None:
        return [Candidate(word) for word in _values(awaiting, unfinished)]
    found: list[Candidate] = []
    if unfinished.startswith("-") and "--" not in rest:
        found = list(_flags(options, rest, unfinished))
    if len(rest) == len(typed) and (unfinished or not typed):  # no mode has been typed yet
        found = [Candidate(flag, words) for flag, words in modes if flag.startswith(unfinished)] + found
    return found


def _awaiting(options: Sequence[Parameter], words: Sequence[str]) -> Parameter | None:
    """Return the option whose value comes next; None if there is no such option."""
    last = words[-1] if words and "--" not in words else ""
    return next((one for one in options if (last, None) in one.flags), None)


def _values(option: Parameter | None, unfinished: str) -> list[str]:
    if option is None or not issubclass(option.kind, Enum):
        return []
    return [word for word in (str(one.value) for one in option.kind) if word.startswith(unfinished)]


def _flags(options: Sequence[Parameter], words: Sequence[str], unfinished: str) -> Iterator[Candidate]:
    """Yield the options that are still allowed at the cursor."""
    for one in options:
        if one.is_repeated or not any(flag in words for flag, _ in one.flags):
            yield from (
                Candidate(flag, said_help(one.said.help)) for flag, _ in one.flags if flag.startswith(unfinished)
            )
    if HELP_FLAGS[-1].startswith(unfinished):
        yield Candidate(HELP_FLAGS[-1], say("Show this message and exit."))


BASH = """\
_{name}_completion() {{
    local IFS=$'\\n'
    COMPREPLY=( $( env _COMPLETE_LINE="${{COMP_WORDS[*]:0:COMP_CWORD}} ${{COMP_WORDS[COMP_CWORD]}}" \\
                   {variable}=complete_bash "$1" ) )
}}
complete -o default -F _{name}_completion {name}
"""

ZSH = """\
#compdef {name}
_{name}_completion() {{
  eval $(env _COMPLETE_LINE="${{words[1,$CURRENT]}}" {variable}=complete_zsh {name})
}}
compdef _{name}_completion {name}
"""

FISH = """\
complete --command {name} --no-files \
--arguments "(env {variable}=complete_fish _COMPLETE_LINE=(commandline -cp) {name})" \
--condition "env {variable}=complete_fish _COMPLETE_ONLY_ASKS=1 _COMPLETE_LINE=(commandline -cp) {name}"
"""

POWERSHELL = """\
Import-Module PSReadLine
Set-PSReadLineKeyHandler -Chord Tab -Function MenuComplete
Register-ArgumentCompleter -Native -CommandName {name} -ScriptBlock {{
    param($wordToComplete, $commandAst, $cursorPosition)
    $Env:{variable} = "complete_powershell"
    $Env:_COMPLETE_LINE = $commandAst.ToString() + $(if ($wordToComplete) {{ "" }} else {{ " " }})
    {name} | ForEach-Object {{
        $word, $words = $_ -Split ":::"
        [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $words)
    }}
    $Env:{variable} = ""
    $Env:_COMPLETE_LINE = ""
}}
"""

SCRIPTS: Mapping[str, str] = {"bash": BASH, "zsh": ZSH, "fish": FISH, "powershell": POWERSHELL, "pwsh": POWERSHELL}


class Candidate(NamedTuple):
    """A word that completes the input at the cursor, with its description."""

    word: str
    words: str = ""


def typed_line() -> tuple[list[str], str]:
    """Return the words before the cursor without the program, and the possibly empty word at the cursor.

    >>> os.environ["_COMPLETE_LINE"] = "swisspair --pair 'my ev"
    >>> typed_line()
    (['--pair'], 'my ev')
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
