"""Examples in documents: commands with their output, files, and Python code."""

import re
import shlex
from pathlib import Path
from typing import NamedTuple

from tests.programs.program import SWISSCHECK, SWISSPAIR, run

PROGRAMS = {"swisspair": SWISSPAIR, "swisscheck": SWISSCHECK}

_BLOCK = re.compile(r'^```(console|(?:trf|text|json) title="([\w.-]+)")\n(.*?)^```', re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ (.*(?:\n> .*)*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


class File(NamedTuple):
    """A file whose content a document shows."""

    name: str
    text: str


class Shown(NamedTuple):
    command: str
    output: str


def commands(text: str) -> list[Shown]:
    """Return the commands of a text. A line that begins with ``>`` continues a command."""
    return [Shown(command.replace("\n> ", "\n"), output) for command, output in _COMMAND.findall(text)]


def blocks(document: Path) -> list[list[File | Shown]]:
    found: list[list[File | Shown]] = []
    for _, name, text in _BLOCK.findall(document.read_text(encoding="utf-8")):
        found.append([File(name, text)] if name else [*commands(text)])
    return found


_NO_TABLE = {"--format", "--output"}


def printed_by(command: str, folder: Path, *, on_a_terminal: bool = False) -> str:
    """Run a command in this folder, and return its output. The command may contain wildcards.

    ``on_a_terminal``, a round is shown as a table. Blanks at the ends of lines are left out.
    """
    program, *arguments = shlex.split(command)
    words = []
    for word in arguments:
        named = [str(path.relative_to(folder)) for path in sorted(folder.glob(word))] if "*" in word else [word]
        assert named, word
        words += named
    is_table = on_a_terminal and words[0] == "pair" and not _NO_TABLE & {*words}
    done = run(PROGRAMS[program], *words, *(["--format", "table"] if is_table else []), cwd=folder)
    text = (done.output + done.errors).decode()
    text = re.sub(" +$", "", text, flags=re.MULTILINE) if is_table else text
    return text.replace(
        "compiled, matchings by", "pure Python, matchings by"
    )  # interpreted and compiled builds state different versions, and these tests run on both
