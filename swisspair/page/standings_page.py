"""The standings and the crosstable as a page for the screen or for printing."""

from __future__ import annotations

from pairing_engine.facts.model import Tournament
from pairing_engine.language import say
from pairing_engine.standings.table import Standings
from swisspair.page.environment import LARGE, render, title_of
from swisspair.page.tables import table_of

READ_FROM_AFAR, SMALL = 24, 150
"""The maximum numbers of participants for large type and for medium type."""


def standings_page(file: str, tournament: Tournament, found: Standings) -> str:
    """Return the page of the standings: ranks, tie-breaks and rounds."""
    table = table_of(tournament, found)
    return render(
        "standings.html",
        name=title_of(file, tournament.name),
        large=len(found.places) >= LARGE,
        table=table._replace(why=say("{why}; C.07, edition {edition}", why=say(table.why), edition=found.edition)),
    )


def poster(file: str, tournament: Tournament, found: Standings, *, crosstable: bool) -> str:
    """Return the printable standings, or the crosstable with opponents and results."""
    return render(
        "poster.html",
        event=title_of(file, tournament.name),
        table=table_of(tournament, found),
        crosstable=crosstable,
        size=_size_of_type(len(found.places), crosstable=crosstable),
    )


def _size_of_type(participants: int, *, crosstable: bool) -> str:
    if participants <= READ_FROM_AFAR and not crosstable:
        return "large"
    return "small" if participants > SMALL else ""
