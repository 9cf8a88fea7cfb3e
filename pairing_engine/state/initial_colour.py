"""[C.04.3 5.1] The initial-colour, inferred from the games of an event that does not state it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from math import lcm

from pairing_engine.facts.model import Colour, Tournament, Tpn, lower_tpn
from pairing_engine.scores.crosstable import crosstable_of


def inferred_initial_colour(tournament: Tournament) -> Colour | None:
    """Infer the initial-colour from the first games of new players. None if there are no such games (reading G2).

    Their colours depend only on the initial-colour, and on whether the TPN of the higher ranked player is odd. So each
    game is a vote for one initial-colour. The weight of a round is the difference between the votes for the two,
    squared and divided by the number of votes: little if they disagree. The colour with the greater total weight wins;
    if the weights are equal, the first game decides.
    """
    rounds = [votes for votes in _votes(tournament) if votes]
    if not rounds:
        return None
    weight, common = 0, lcm(*map(len, rounds))
    for votes in rounds:
        majority = sum(1 if vote is Colour.WHITE else -1 for vote in votes)
        weight += majority * abs(majority) * (common // len(votes))
    if weight:
        return Colour.WHITE if weight > 0 else Colour.BLACK
    return rounds[0][0]


def _votes(tournament: Tournament) -> Iterator[list[Colour]]:
    """Yield the votes of each round: the initial-colours that the games between new players imply.

    After the first round of an accelerated event, or of teams, the ranking of two players depends on more than scores.
    """
    settings = tournament.settings
    is_unusual = settings.baku or settings.virtual_points or settings.team is not None
    new = {participant.tpn for participant in tournament.participants}
    numbered: set[Tpn] = set()
    for number, recorded in enumerate(tournament.rounds, 1):
        if not new:
            return
        numbered.update(recorded.paired())
        meetings = [meeting for meeting in recorded.meetings() if meeting.colours_known]
        among_new = [meeting for meeting in meetings if meeting.white in new and meeting.black in new]
        votes = []
        if among_new and (number == 1 or not is_unusual):
            order, table = sorted(numbered), crosstable_of(tournament)
            table.rounds = tournament.rounds[: number - 1]
            scores = table.totals()
            for meeting in sorted(among_new, key=lower_tpn):
                first = min(meeting[:2], key=lambda tpn: (-scores[tpn], tpn))
                odd = bisect_right(order, first) % 2 == 1
                votes.append(Colour.WHITE if (meeting.white == first) is odd else Colour.BLACK)
        yield votes
        new -= {tpn for meeting in meetings if meeting.played for tpn in meeting[:2]}
