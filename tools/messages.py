"""docs/messages.md: the sentences of both programs, English beside French, from real answers about the fixtures."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "messages.md"

HEAD = """# Messages

These are the sentences that both programs write, each kind with one example, English beside French.
`python -m tools.messages` writes this page from answers about the files in `fixtures/`. Read it after you have
changed or translated a message: it takes half an hour. A sentence that must be read twice is a
mistake, like a wrong number. The tests read every line that a program writes in them by rules: at
most one colon, no bare list of numbers after a semicolon, no plural of one, no code such as BSN
without its words, and in French no English, no turn of English such as "trouvé ..., attendu ...", no
straight quotation marks, and no plural below two (`tests/language/read_once.py`).
"""

TRF, CASES = "fixtures/trf", "fixtures/cases"
FIRST_OF = {"truth": 12, "truth4": 12, "real": 12, "team": 8}
"""The number of files of a folder that are used, where a few show all kinds."""

ROOMS = {
    "Files that are refused": (("swisspair", "--pair"), (f"{TRF}/invalid", f"{CASES}/bad")),
    "Files that are read with adjustments": (("swisspair", "--pair"), (f"{TRF}/tolerated", f"{CASES}/callers")),
    "Checks": (("swisscheck", "--all"), (f"{CASES}/truth4", f"{CASES}/truth", f"{CASES}/real", f"{CASES}/team")),
    "Why": (("swisspair", "--why", "1", "--all"), (f"{CASES}/truth4", f"{CASES}/team")),
    "Why not": (("swisspair", "--why-not", "1-3"), (f"{CASES}/truth4", f"{CASES}/team")),
    "What if": (("swisspair", "--what-if", "1-3"), (f"{CASES}/truth4",)),
    "Accounts": (("swisspair", "--pair", "--format", "account"), (f"{CASES}/truth4", "fixtures/lim-2026")),
    "Standings": (("swisspair", "--standings"), ("fixtures/standings",)),
}
"""The headings of the page, each with a call and the folders of its files."""


def files_of(folder: str) -> list[str]:
    """List the tournaments of a folder, with their paths from the root of the sources."""
    found = sorted(path for path in (ROOT / folder).iterdir() if path.suffix in (".trf", ".trfx", ".json"))
    return [path.relative_to(ROOT).as_posix() for path in found[: FIRST_OF.get(Path(folder).name)]]


def said(call: Sequence[str], file: str, language: str) -> list[str]:
    """Return the lines that a program writes about a file, without the name of the file."""
    done = subprocess.run(
        [Path(sys.executable).with_name(call[0]), *call[1:], file, "--language", language],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "200"},
        capture_output=True,
        check=False,
    )
    lines = (done.stderr + done.stdout).decode().splitlines()
    lines = [line for line in lines if "Ctrl-C" not in line]  # a slow machine shows its progress
    return [line.replace("\xa0:", " :").replace(f"{file} :", "").replace(f"{file}:", "").strip(" :") for line in lines]


def kind_of(line: str) -> str:
    """Return a line without its numbers, names and quotations: lines of one kind are shown once."""
    line = re.sub(r"'[^']*'|\[[^\]]*\]|\d+ [^():;]*? \(\d+\.\d\)", "#", line)
    line = re.sub(r"\d[\d.,/:-]*( [A-ZÀ-Ý][\w.'-]*(,? [A-ZÀ-Ý][\w.'-]*)*)?", "#", line)
    return re.sub(r"#(?:(?:, | and | - | )#)+|\d+", "#", line)


def rows(call: Sequence[str], folders: Sequence[str], seen: set[str]) -> Iterator[str]:
    """Yield a row of the table for each new kind of sentence."""
    for file in (file for folder in folders for file in files_of(folder)):
        english, french = (said(call, file, language) for language in ("en", "fr"))
        if len(english) != len(french):
            raise SystemExit(f"{' '.join(call)} {file}: the languages differ in their number of lines")
        for one, other in zip(english, french, strict=True):
            if kind_of(one) not in seen and one != other and re.search("[a-z]{3}", one):
                seen.add(kind_of(one))
                bars = [line.replace("|", "\\|") for line in (one, other)]
                yield f"| {bars[0]} | {bars[1]} |"


def page() -> str:
    seen: set[str] = set()
    parts = [HEAD]
    for title, (call, folders) in ROOMS.items():
        parts.append(
            f"\n## {title}\n\n| English | French |\n| --- | --- |\n" + "\n".join(rows(call, folders, seen)) + "\n"
        )
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
