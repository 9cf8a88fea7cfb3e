"""The standings and the crosstable as a page: for the screen, and for the wall without what only arbiters read."""

from __future__ import annotations

from pairing_engine.facts.model import Tournament
from pairing_engine.language import say
from pairing_engine.standings.table import Standings
from swisspair.page.environment import render, title_of
from swisspair.page.tables import table_of

LARGE = 24
"""Up to this many participants the type is as large as it can be read from afar."""


def standings_page(file: str, tournament: Tournament, found: Standings) -> str:
    """One HTML file that needs no other: ranks, tie-breaks and rounds. Its title is the event's name."""
    table = table_of(tournament, found)
    return render(
        "standings.html",
        name=title_of(file, tournament.name),
        table=table._replace(why=say("{why}; C.07, edition {edition}", why=say(table.why), edition=found.edition)),
    )


def poster(file: str, tournament: Tournament, found: Standings, *, crosstable: bool) -> str:
    """One HTML file to be printed: the standings, or the crosstable with the opponent and result of each round."""
    return render(
        "poster.html",
        event=title_of(file, tournament.name),
        table=table_of(tournament, found),
        crosstable=crosstable,
        large=len(found.places) <= LARGE and not crosstable,
    )
