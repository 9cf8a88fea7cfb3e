"""The section "Causes" of docs/verification.md."""

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
        "`make causes` alters many generated events of 12 to 40 players, each in one way, so that a round differs from"
        " the rules. Then it compares this alteration with the causes that `swisscheck` offers. `make causes` also"
        " tests every offered cause: it makes the change that `swisscheck` offers, and no difference may remain."
        f" {_unproved(found)}"
    )
    yield from table(HEADS, ([SHOWN.get(kind, kind), *_cells(entry)] for kind, entry in found.items()))
    yield ""
    yield from paragraph(
        "If only one round differs, several causes may explain the difference equally well. For example, a round"
        " in which a pair was prohibited looks like a round in which a board was made by hand. In round 1, an"
        " exchange of two numbers looks like an exchange of two boards. The file does not show what really happened."
        " The page [Readings](readings.md#causes-swisscheck) explains the order in which `swisscheck` offers the"
        " causes."
    )


def _unproved(found: store.Entries) -> str:
    events = sum(entry.differences for entry in found.values())
    return f"Some causes failed in {events} events." if events else "All offered causes passed this test."


def _cells(entry: store.Entry) -> Iterator[str]:
    details = entry.details
    yield str(entry.count)
    yield str(details["first"])
    yield str(details["offered"] - details["first"])
    yield str(entry.count - details["offered"])
    several = details["several rounds"]
    yield f"{details['several rounds, first']} of {several}" if several else "–"
