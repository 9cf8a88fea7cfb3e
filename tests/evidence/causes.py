"""The section of docs/verification.md about causes of altered events."""

from __future__ import annotations

from collections.abc import Iterator

from tests.evidence import store
from tests.evidence.words import paragraph, table

HEADS = (
    "what was otherwise",
    "events",
    "offered first",
    "offered after another that explains as much",
    "not offered",
    "several rounds differ: offered first",
)


def causes_section() -> Iterator[str]:
    """The section on how often the true cause comes first, by kind."""
    found = store.load("causes")
    yield "## Causes"
    yield ""
    yield from paragraph(
        "Generated events of 12 to 40 players, altered in one way each, so that something differs (`make causes`)."
        " What `swisscheck` offers as an explanation is compared with what was otherwise. Everything that it offers,"
        f" first or later, is proved again by altering the event; not proved: {_unproved(found)}."
    )
    yield from table(HEADS, ([kind, *_cells(entry)] for kind, entry in found.items()))
    yield ""
    yield from paragraph(
        "Where one round differs, another explanation may leave as little unexplained: a pair that was not to meet and"
        " one board by hand, or, in round 1, exchanged numbers and exchanged boards. No file can tell them apart; their"
        " order is argued in docs/readings.md."
    )


def _unproved(found: store.Entries) -> str:
    events = sum(entry.differences for entry in found.values())
    return f"something in {events} events" if events else "nothing"


def _cells(entry: store.Entry) -> Iterator[str]:
    details = entry.details
    yield str(entry.count)
    yield str(details["first"])
    yield str(details["offered"] - details["first"])
    yield str(entry.count - details["offered"])
    several = details["several rounds"]
    yield f"{details['several rounds, first']} of {several}" if several else "–"
