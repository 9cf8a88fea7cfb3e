"""The section of docs/verification.md about the values of tie-breaks."""

from collections.abc import Iterator

from tests.evidence import store
from tests.evidence.tally import KNOWN
from tests.evidence.words import number, paragraph, table, versions_named


def tie_breaks_section() -> Iterator[str]:
    found = store.load("tie-breaks")
    if not found:
        return
    yield "## Tie-breaks (C.07)"
    yield ""
    yield from paragraph(
        "Other programs and swisspair computed the tie-breaks of random events. Their values were compared for every"
        " participant and every tie-break that the other program has. Ranks were compared for the extended Direct"
        " Encounters, the board tie-breaks and one longer order of teams. In the rows that say `order`, the order of"
        " every two participants with equal points was compared for every single tie-break, except Direct Encounter"
        " and board count. Quick tests do the same on a few events. `tests/standings/test_order_of_values.py` compares"
        " the ranks by every code with the sums that `--why-rank` shows. The events have byes of all kinds, forfeits,"
        " double forfeits, late entries, withdrawals, unusual results and other scoring systems. About one event in"
        " eight is unfinished. `fixtures/tie_break_divergences.toml` gives the reason for each known difference."
    )
    rows = (
        (
            subject,
            f"{number(entry.count)} {'pairs' if subject.endswith('order') else entry.unit}",
            number(entry.differences),
            number(entry.details.get(KNOWN, 0)),
            entry.last_day,
            versions_named(entry.versions),
            f"`{entry.command}`",
        )
        for subject, entry in sorted(found.items())
    )
    yield from table(
        ("compared with", "number", "differences", "known differences", "date", "version", "command"), rows
    )
    yield ""
