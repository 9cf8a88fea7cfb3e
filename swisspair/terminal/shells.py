"""Completion in different shells: installation scripts, input and answers.

The script calls the program with the variable ``_NAME_COMPLETE``, and passes the line up to the cursor.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping, Sequence

from pairing_engine.values import NamedTuple

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


def script(shell: str, name: str, variable: str) -> str:
    return SCRIPTS[shell].format(name=name, variable=variable)


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


def only_asks() -> bool:
    """Whether the fish shell only asks whether there are candidates."""
    return "_COMPLETE_ONLY_ASKS" in os.environ


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
