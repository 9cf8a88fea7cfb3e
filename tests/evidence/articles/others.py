"""Ask other programs for the examples, and write the table of docs/conformance.md.

``python -m tests.evidence.articles.others NAME=FORM=COMMAND=EDITIONS ...``: NAME is how the page calls the program.
FORM is trfx or trf26. EDITIONS are what the program implements, such as ``dutch/2026,burstein/2026``. `adapters` calls
programs that have no command line for one round.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from swisspair.examples import examples
from swisspair.swisscheck.options import FileForm
from swisspair.swisscheck.other_program import Answered, Verdict, ask_all, command_of
from tests.places import ROOT

PAGE = ROOT / "docs" / "conformance.md"
HEAD = "## What other programs answer\n"

NOTES = """
Gacrux refuses team events with a match without games. chesspairing refuses records XXA (acceleration), and pairs the
last round that a file names: so its adapter names the round to pair, and the absent players in a record 240. It is not
asked about matches of two games and about teams, because our adapter does not fit their files. caissify-pairings has
no command line for a TRF: its adapter gives the engine what its own checker gives it. JaVaFo could not be asked,
because we did not find it.
"""
"""Remarks about the answers of some programs (`adapters`)."""


def row_of(name: str, form: FileForm, command: str, edition: str) -> str:
    system, _, year = edition.partition("/")
    found = list(ask_all(command_of(command), examples(system, year), form))
    counts = Counter(one.verdict for one in found)
    wrong = Counter(_reading(one) for one in found if one.verdict is Verdict.WRONG)
    words = "; ".join(f"{reading} ({count})" for reading, count in wrong.most_common(4))
    figures = " | ".join(str(counts[verdict]) for verdict in Verdict)
    return f"| {name} | {edition} | {figures} | {words} |"


def _reading(one: Answered) -> str:
    return one.words or "unknown"


def main(arguments: Sequence[str]) -> None:
    asked = [
        (name, form, command, edition)
        for name, form, command, editions in (text.split("=") for text in arguments)
        for edition in editions.split(",")
    ]
    with ThreadPoolExecutor() as pool:
        rows = list(pool.map(row_of, *zip(*asked, strict=True)))
    day = datetime.now(UTC).date().isoformat()
    text = PAGE.read_text(encoding="utf-8")
    lines = [
        f"{text[: text.index(HEAD)]}{HEAD}",
        f"Asked on {day}. A program is asked only for the editions that it says it implements.",
        "",
        "| program | edition | right | wrong | refused | wrong rounds, by the reading that gives them |",
        "|---|---|---|---|---|---|",
        *rows,
        NOTES.rstrip(),
    ]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="")


if __name__ == "__main__":
    main(sys.argv[1:])
