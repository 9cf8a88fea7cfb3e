"""The section of docs/verification.md about causes of altered events."""

from __future__ import annotations

from collections.abc import Iterator

from tests.evidence import store
from tests.evidence.words import paragraph, table

HEADS = (
    "alteration",
    "events",
    "offered first",
    "offered after an equally good cause",
    "not offered",
    "offered first where several rounds differ",
)


def causes_section() -> Iterator[str]:
    """The section on how often the true cause comes first, for each kind of alteration."""
    found = store.load("causes")
    yield "## Causes"
    yield ""
    yield from paragraph(
        "Generated events of 12 to 40 players were each altered in one way (`make causes`). The causes that"
        " `swisscheck` offers are compared with the true one. Every cause that it offers is proved by altering the"
        f" event accordingly. Causes without such a proof: {_unproved(found)}."
    )
    yield from table(HEADS, ([kind, *_cells(entry)] for kind, entry in found.items()))
    yield ""
    yield from paragraph(
        "If only one round differs, several causes may explain it equally well. Examples are a prohibited pair and a"
        " board made by hand or, in round 1, exchanged numbers and exchanged boards. No file can tell these apart."
        " docs/readings.md gives reasons for the order in which they are offered."
    )


def _unproved(found: store.Entries) -> str:
    events = sum(entry.differences for entry in found.values())
    return f"some in {events} events" if events else "none"


def _cells(entry: store.Entry) -> Iterator[str]:
    details = entry.details
    yield str(entry.count)
    yield str(details["first"])
    yield str(details["offered"] - details["first"])
    yield str(entry.count - details["offered"])
    several = details["several rounds"]
    yield f"{details['several rounds, first']} of {several}" if several else "–"
