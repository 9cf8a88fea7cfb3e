"""The standings and the crosstable as a page of their own."""

from __future__ import annotations

from pairing_engine.page.environment import render
from pairing_engine.page.tables import TableBefore, TableRow
from pairing_engine.standings.table import Standings, shown


def standings_page(name: str, found: Standings) -> str:
    """One HTML file that needs nothing else: ranks, tie-breaks and rounds. ``name`` is what its title calls it."""
    rows = tuple(
        TableRow(
            place.rank,
            found.participants[place.tpn].number,
            found.participants[place.tpn].name,
            found.rounds[place.tpn],
            tuple(map(shown, place.values)),
        )
        for place in found.places
    )
    why = f"{found.order.why}; C.07, edition {found.edition}"
    return render(
        "standings.html", name=name, table=TableBefore(found.after, found.order.codes, why, found.remark, rows)
    )
