"""Man pages of both programs, made from their help: ``python -m tools.man FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

from pairing_engine import __version__
from swisspair.legacy.arguments import FLAGS, USAGE
from swisspair.terminal.completion import script
from swisspair.terminal.help_pages import Page
from tools.helps import Program, programs

EXAMPLES = {
    "swisspair": (
        ("swisspair pair round.trf", "the next round, as pairs of numbers"),
        ("swisspair pair round.trf --format account", "and what decided it, by article"),
        ("swisspair why 12 round.trf", "why player 12 has this opponent"),
        ("swisspair --dutch round.trf -p pairs.txt", "as bbpPairings is called"),
    ),
    "swisscheck": (
        ("swisscheck event.trf", "every round, paired again and compared"),
        ("swisscheck --format jsonl events/ > report.jsonl", "a directory of events, a line of JSON for each"),
    ),
}


def escaped(text: str) -> str:
    r"""Escape text for roff.

    >>> escaped("--pair 12-15")
    '\\-\\-pair 12\\-15'
    >>> escaped(".trf")
    '\\&.trf'
    """
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line[:1] in (".", "'") else line for line in plain.splitlines())


def man_page(program: Program) -> str:
    """Return a program's man page for section 1."""
    others = " ".join(f".BR {other.name} (1)" for other in programs() if other.name != program.name)
    parts = [
        f'.TH {program.name.upper()} 1 "" "swisspair {__version__}" "User commands"',
        ".SH NAME",
        f"{program.name} \\- {escaped(program.is_for)}",
        ".SH SYNOPSIS",
        *(f".B {escaped(call)}\n.I {escaped(page.takes)} [OPTION]...\n.br" for call, page in program.pages.items()),
        *(line for call, page in program.pages.items() for line in _command(call, page)),
    ]
    if program.name == "swisspair":
        parts += [".SH THE FORMS OF BBPPAIRINGS AND JAVAFO", ".EX", escaped(USAGE + "\n" + FLAGS).rstrip(), ".EE"]
    parts += [".SH EXIT STATUS", escaped(program.statuses.partition(": ")[2] or program.statuses)]
    parts.append(".SH EXAMPLES")
    for command, words in EXAMPLES[program.name]:
        parts += [".TP", f".B {escaped(command)}", escaped(words)]
    return "\n".join([*parts, ".SH SEE ALSO", others, ""])


def _command(call: str, page: Page) -> list[str]:
    lines = [f'.SH "{escaped(call)}"', escaped(page.words)]
    for title, rows in page.groups.items():
        lines.append(f'.SS "{escaped(title)}"')
        for option, words in rows:
            lines += [".TP", f".B {escaped(option)}", escaped(words)]
    return lines


COMPLETIONS = {
    "bash": "share/bash-completion/completions/{name}",
    "zsh": "share/zsh/site-functions/_{name}",
    "fish": "share/fish/vendor_completions.d/{name}.fish",
}
"""The file in which each shell looks for the completion of a program, below a prefix such as ``/usr``."""


def shared_files() -> dict[str, str]:
    """Return the files that an installation adds below its prefix: man pages, and completion for shells."""
    found = {f"share/man/man1/{program.name}.1": man_page(program) for program in programs()}
    for shell, path in COMPLETIONS.items():
        found |= {path.format(name=program.name): script(shell, program.name) for program in programs()}
    return found


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for program in programs():
        (folder / f"{program.name}.1").write_text(man_page(program), encoding="utf-8")


if __name__ == "__main__":
    main()
