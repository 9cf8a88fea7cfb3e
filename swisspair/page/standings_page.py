"""The standings and the crosstable as a page: for the screen, and for the wall without what only arbiters read."""

from __future__ import annotations

from pairing_engine.facts.model import Tournament
from pairing_engine.language import say
from pairing_engine.standings.table import Standings
from swisspair.page.environment import LARGE, render, title_of
from swisspair.page.tables import table_of

READ_FROM_AFAR, SMALL = 24, 150
"""Up to this many participants the type can be read from afar; above that many it saves paper."""


def standings_page(file: str, tournament: Tournament, found: Standings) -> str:
    """One HTML file that needs no other: ranks, tie-breaks and rounds. Its title is the event's name."""
    table = table_of(tournament, found)
    return render(
        "standings.html",
        name=title_of(file, tournament.name),
        large=len(found.places) >= LARGE,
        table=table._replace(why=say("{why}; C.07, edition {edition}", why=say(table.why), edition=found.edition)),
    )


def poster(file: str, tournament: Tournament, found: Standings, *, crosstable: bool) -> str:
    """One HTML file to be printed: the standings, or the crosstable with the opponent and result of each round."""
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
