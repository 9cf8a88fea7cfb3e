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


def printed_by(command: str, folder: Path) -> str:
    """Run a command in this folder, and return its output. The command may contain wildcards."""
    program, *arguments = shlex.split(command)
    words = []
    for word in arguments:
        named = [str(path.relative_to(folder)) for path in sorted(folder.glob(word))] if "*" in word else [word]
        assert named, word
        words += named
    done = run(PROGRAMS[program], *words, cwd=folder)
    text = (done.output + done.errors).decode()
    return text.replace(
        "compiled, matchings by", "pure Python, matchings by"
    )  # interpreted and compiled builds state different versions, and these tests run on both
