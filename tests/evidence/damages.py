"""The section of docs/verification.md about files with one wrong character."""

from __future__ import annotations

from collections.abc import Iterator

from tests.evidence import store
from tests.evidence.words import number, paragraph, table

OUTCOMES = {
    "refused": "refused, with line, column and what to do",
    "told": "paired otherwise, with an adjustment that is told",
    "as before": "paired as before",
    "without a word": "paired otherwise without a word",
}

WHY_NOT: dict[str, str] = {
    "001 games": "both lines of a game still agree",
    "001 rating": "a rating is a number like any other (Dubov and Burstein read it)",
    "152": "the other initial-colour is as good",
    "192": "another edition or another acceleration is as good",
    "192 code": "could be seen: the line became another record, with the code of a system in it",
    "082": "could be seen: the line end before record 192 is lost, and its code stands behind another number",
    "240 kind": "another kind of bye is as good",
    "240 round": "another round is as good",
    "240 players": "another participant is as good",
    "260 first round": "another range of rounds is as good",
    "260 last round": "another range of rounds is as good",
    "260 players": "another participant is as good",
}
"""The reasons why a fault cannot be noticed, by record and field."""


def damages_section() -> Iterator[str]:
    """The section on faults noticed when one character of a file is wrong."""
    found = store.load("damages").get("all")
    if found is None:
        return
    yield "## One wrong character"
    yield ""
    yield from paragraph(
        f"{number(found.count)} files (`make damages`: {found.note}, before the first round and later, with records of"
        " all kinds), in each of which one character was replaced, left out or put in."
    )
    yield from table(
        ("", "files", "share"),
        ([words, number(found.details.get(name, 0)), _share(found, name)] for name, words in OUTCOMES.items()),
    )
    yield ""
    yield from paragraph("What is paired otherwise without a word, by the record and the field of the character:")
    places = sorted(
        ((count, name.removeprefix("in ")) for name, count in found.details.items() if name.startswith("in ")),
        key=lambda one: (-one[0], one[1]),
    )
    yield from table(
        ("where", "files", "why nobody could see it"),
        (
            [f"`{where}`", number(count), WHY_NOT.get(where, WHY_NOT.get(where[:3], "not argued yet"))]
            for count, where in places
        ),
    )
    yield ""


def _share(found: store.Entry, name: str) -> str:
    parts = found.details.get(name, 0) * 10_000 // found.count
    return f"{parts // 100}.{parts % 100:02} %"


def attack_section() -> Iterator[str]:
    """The section on malicious inputs and their outcomes."""
    found = store.load("attack")
    if not found:
        return
    yield "## Inputs made to do harm"
    yield ""
    yield from paragraph(
        "Damaged files and lines (`make fuzz`), and calls by lot of every mode (`make attack`): any options with any"
        " values, on files that are whole, damaged or packed. Counted as a difference is an internal error, an answer"
        " that is not whole, a pairing that the second opinion or the reference does not accept, or a status that does"
        " not follow from what is told."
    )
    rows = ([one.note, number(one.count), _outcomes(one), number(one.differences)] for one in found.values())
    yield from table(("given to", "inputs", "what became of them", "differences"), rows)
    yield ""


def _outcomes(one: store.Entry) -> str:
    counts = sorted(one.details.items(), key=lambda named: -named[1])
    return ", ".join(f"{number(count)} {name}" for name, count in counts)
