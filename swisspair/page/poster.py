"""The standings and the crosstable for the wall: ranks, names and results, and nothing that only arbiters read."""

from __future__ import annotations

from pairing_engine.facts.model import Tournament
from pairing_engine.standings.table import Standings
from swisspair.page.environment import render, title_of
from swisspair.page.tables import table_of

LARGE, SMALL = 24, 150
"""Up to this many participants the type can be read from afar; above that many it saves paper."""


def poster(file: str, tournament: Tournament, found: Standings, *, crosstable: bool) -> str:
    """One HTML file to be printed: the standings, or the crosstable with the opponent and result of each round."""
    return render(
        "poster.html",
        event=title_of(file, tournament.name),
        table=table_of(tournament, found),
        crosstable=crosstable,
        size="large" if len(found.places) <= LARGE and not crosstable else "small" if len(found.places) > SMALL else "",
    )
