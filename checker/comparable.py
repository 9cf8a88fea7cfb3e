"""Whether the rounds of an event can be compared with Swiss rules, and with the numbers of its players."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checker.report import RoundReport, Status
from pairing_engine.door import Opened, opened
from pairing_engine.facts.model import EventKind, Tournament
from pairing_engine.facts.names import plain
from pairing_engine.facts.renumbered import by_strength, numbered_by_position
from pairing_engine.language import marked, say
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.systems.choice import NoEdition


class NotComparable(NoEdition):
    """The error for an event whose rounds cannot be compared with Swiss rules, or not with its numbers."""


_NO_SWISS = r"(?i)round.?robin|all.?play.?all|league|liga\b|\bligue\b|scheveningen|knock.?out"
"""Words for events without Swiss rules in a type of event (record 092) that does not speak of Swiss rules, too."""


def refuse_other_type(tournament: Tournament) -> None:
    """[092, 013] Raise `NotComparable` for a round robin, a league, or players who meet by teams."""
    words = tournament.settings.type_of_event
    if re.search(_NO_SWISS, words) and not re.search(r"(?i)swiss", words):
        raise NotComparable(say("{type!r} (record 092) is no event by Swiss rules", type=words))
    if tournament.settings.kind is EventKind.INDIVIDUAL and _meet_by_teams(tournament):
        raise NotComparable(say("the teams of records 013 meet each other: this is no individual Swiss event"))


def _meet_by_teams(tournament: Tournament) -> bool:
    """Whether in all rounds, and there are several, the players of a team meet only those of one other team."""
    team_of = {tpn: team.tpn for team in tournament.teams for tpn in team.members}
    for recorded in tournament.rounds:
        met = {(team_of.get(tpn), team_of.get(other)) for a, b, *_ in recorded.games for tpn, other in ((a, b), (b, a))}
        by_teams = len({team for team, _ in met}) == len(met) and all(a and b and a != b for a, b in met)
        if not by_teams or not 4 <= len(met) <= len(recorded.games):  # two matches or more, each of two boards or more
            return False
    return len(tournament.rounds) > 1


_LEAST_NUMBERED = 8

_LEAST_PLAYED = 3
"""In an event with fewer players or rounds, the numbers may follow the points by chance."""


def refuse_other_order(event: Opened, checked: Callable[[Opened], Iterator[RoundReport]]) -> None:
    """[C.04.2 2] Raise `NotComparable` if the numbers follow the final standings or the names (reading E15)."""
    tournament = event.tournament
    people, rounds = tournament.participants, len(tournament.rounds)
    is_of_teams = tournament.settings.kind is EventKind.TEAM
    if is_of_teams or rounds < _LEAST_PLAYED or len(people) < _LEAST_NUMBERED:
        return
    ratings = [one.rating for one in people]
    if any(ratings) and ratings == sorted(ratings, reverse=True):
        return
    totals = crosstable_of(tournament).totals()
    points, names = [totals[one.tpn] for one in people], [plain(one.name) for one in people]
    if points == sorted(points, reverse=True):
        order = say("the numbers follow the final standings")
    elif names == sorted(names):
        order = say("the numbers follow the names")
    else:
        return
    in_order = tuple(sorted(people, key=by_strength))
    if in_order == people:
        return
    agreeing = 0
    if 2 * sum(map(bool, ratings)) >= len(people):
        again = opened(numbered_by_position(tournament._replace(participants=in_order)), engine=event.engine)
        agreeing = sum(one.status is Status.AGREES for one in checked(again))
    if agreeing == rounds:
        message = marked("{order}; by rating all {rounds} rounds agree")
    elif 2 * agreeing >= rounds:
        message = marked("{order}; by rating {agreeing} of {rounds} rounds agree")
    else:
        message = marked("{order}: the rounds cannot be checked, as the starting order is not known")
    raise NotComparable(say(message, order=order, agreeing=agreeing, rounds=rounds))
