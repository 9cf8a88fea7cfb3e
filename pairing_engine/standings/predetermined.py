"""[C.07 15.2] Tournaments with predetermined pairings, such as round robins, in which forfeits count as games."""

from __future__ import annotations

import re

from pairing_engine.facts.model import NOBODY, Result, Settings, Tpn
from pairing_engine.standings.record import PRIMARY, SECONDARY, Field, Kind, RoundEntry, forfeits_played

NAMES = ("ROUNDROBIN", "SCHILLER", "SCHEVENINGEN", "KNOCKOUT")
"""Words in record 192 or 092 that mean predetermined pairings."""


def is_predetermined(settings: Settings) -> bool:
    """Whether the event has predetermined pairings.

    The answer comes from record 192, or from record 092 if record 192 is missing.

    >>> is_predetermined(Settings(system="FIDE_ROUNDROBIN")), is_predetermined(Settings(type_of_event="Round Robin"))
    (True, True)
    >>> is_predetermined(Settings(system="FIDE_DUTCH_2026", type_of_event="round robin"))
    False
    """
    words = re.sub(r"[^A-Z]", "", (settings.quoted_code or settings.type_of_event).upper())
    return any(name in words for name in NAMES)


def with_forfeits(field: Field) -> Field:
    """[C.07 15.2] Count forfeits as ordinary games, and leave out free rounds.

    Article 16 does not adjust the scores [15.3].
    """
    entries = forfeits_played(field).entries.items()
    found = field.changed({tpn: [one for one in rounds if one.opponent != NOBODY] for tpn, rounds in entries})
    found.scores = field.scores
    both = field.scores.items()
    found.known_adjusted = {at: {tpn: scores[at] for tpn, scores in both} for at in (PRIMARY, SECONDARY)}
    found.swiss = False
    number = len(field.everybody)
    if number % 2:
        found.games = field.rounds - field.rounds // number  # every participant has one free round in each cycle
    return found


def with_forfeit_wins(field: Field) -> Field:
    """[C.07 15.2] Count forfeit wins as ordinary games, for the tie-breaks of Article 7."""
    colours: dict[tuple[int, Tpn], str] = {}
    for number, recorded in enumerate(field.tournament.rounds, 1):
        pairings = [game[:2] for game in recorded.games] + [(match.white, match.black) for match in recorded.matches]
        for white, black in pairings:
            colours |= {(number, white): "w", (number, black): "b"}

    def won(tpn: Tpn, entry: RoundEntry) -> RoundEntry:
        if entry.kind is not Kind.FORFEIT_WIN:
            return entry
        colour = colours.get((entry.number, tpn), "")
        return entry._replace(kind=Kind.PLAYED, outcome=Result.WIN, colour=colour)

    return field.changed({tpn: [won(tpn, entry) for entry in entries] for tpn, entries in field.entries.items()})
