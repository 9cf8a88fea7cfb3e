"""A test of whether an event is probably finished, for events that do not state their number of rounds."""

from __future__ import annotations

from pairing_engine.facts.model import Tournament
from pairing_engine.scores.crosstable import crosstable_of


def looks_finished(tournament: Tournament) -> bool:
    """Whether the event is probably finished.

    The ranks must follow the points, and must differ from the initial ranks. The number of rounds must be large enough
    for a knockout of all participants. Nobody may have announced a bye for a later round.
    """
    ranks, played = tournament.recorded_ranks, len(tournament.rounds)
    everybody = tournament.participants
    if not played or 2**played < len(everybody) or any(one.round > played for one in tournament.requests):
        return False
    if len(ranks) < len(everybody) or all(ranks[one.tpn] == one.number for one in everybody):
        return False
    points = crosstable_of(tournament).totals()
    in_order = [points[one.tpn] for one in sorted(everybody, key=lambda one: ranks[one.tpn])]
    return in_order == sorted(in_order, reverse=True)
