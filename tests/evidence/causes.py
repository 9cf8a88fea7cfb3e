"""The section of docs/verification.md about the causes that swisscheck offers for wrong rounds."""

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
    "offered first, if several rounds differ",
)

SHOWN = {
    "a number some places away": "a number moved by several places",
    "a pair that was not to meet": "a pair that was not allowed to meet",
    "the bye exchanged by hand with a board": "the receiver of the bye and another player, exchanged by hand",
    "the colours of a board": "the colours of a board, reversed by hand",
}


def causes_section() -> Iterator[str]:
    found = store.load("causes")
    yield "## Causes"
    yield ""
    yield from paragraph(
        "`make causes` alters many generated events of 12 to 40 players, each in one way. This alteration is the true"
        " cause of the differences from the rules. `make causes` compares it with the causes that `swisscheck` offers."
        " For every offered cause, `make causes` also changes the event as the cause says. After this"
        " change, no difference may remain. Causes that failed this check:"
        f" {_unproved(found)}."
    )
    yield from table(HEADS, ([SHOWN.get(kind, kind), *_cells(entry)] for kind, entry in found.items()))
    yield ""
    yield from paragraph(
        "If only one round differs, several causes may explain the difference equally well. For example, a round"
        " in which a pair was prohibited looks like a round in which a board was made by hand. In round 1, exchanged"
        " numbers look like exchanged boards. The file does not show which of these causes is true. The page"
        " [Readings](readings.md#causes-swisscheck) explains the order in which `swisscheck` offers these causes."
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
