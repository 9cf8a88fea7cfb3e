"""The teams that players belong to in an event of single games (records 013, or 310): no rule of pairing reads them."""

from __future__ import annotations

from pairing_engine.facts.model import Team, Tpn
from trf.event.roster import Roster, listed_numbers
from trf.format.records import Index


def teams_of_players(index: Index, roster: Roster) -> tuple[Team, ...]:
    """The teams in the order of the lines, those of their members that the file has, and their names."""
    found = []
    for place, record in enumerate(index.of("013") or index.of("310"), 1):
        try:
            numbers = listed_numbers(record)
        except ValueError:  # reported with the record, or set aside if only data for the pairing count
            continue
        members = tuple(Tpn(number) for _, number in numbers if roster.knows(number))
        if members:
            found.append(Team(Tpn(place), members, record.text("name")))
    return tuple(found)
