"""The standings and the crosstable as a page of their own."""

from __future__ import annotations

from pairing_engine.facts.model import Tournament
from pairing_engine.language import say
from pairing_engine.standings.table import Standings
from swisspair.page.environment import LARGE, render, title_of
from swisspair.page.tables import table_of


def standings_page(file: str, tournament: Tournament, found: Standings) -> str:
    """One HTML file that needs no other: ranks, tie-breaks and rounds. Its title is the event's name."""
    table = table_of(tournament, found)
    return render(
        "standings.html",
        name=title_of(file, tournament.name),
        large=len(found.places) >= LARGE,
        table=table._replace(why=say("{why}; C.07, edition {edition}", why=say(table.why), edition=found.edition)),
    )
