"""[C.04.6] A new team event, whose teams are sorted and numbered, with their members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairing_engine.changes.new_event import FEWEST, check_names
from pairing_engine.errors import BadRequest
from pairing_engine.facts.codes import team_rules_of
from pairing_engine.facts.model import Participant, Points, Settings, Team, TeamRules, Tournament, Tpn
from pairing_engine.facts.names import plain
from pairing_engine.facts.shown import one_line
from pairing_engine.language import say, say_many
from pairing_engine.scores.team_scorer import match_scoring, usual_byes
from pairing_engine.values import replace

MOST_TEAMS, MOST_BOARDS = 999, 99

WIN, DRAW, LOSS = Points(20), Points(10), Points(0)
"""[C.04.6 1.2] The usual match points."""


def new_team_event(
    name: str, players: Sequence[Participant], settings: Settings, teams: Mapping[str, str], boards: int
) -> Tournament:
    """Create a team event without rounds. ``teams`` maps the name of each player to a team.

    Members keep their order, which is the order of the boards. Teams are numbered by the mean rating of the rated
    players on the boards. The rules leave the order of teams to each event (C.04.6, preface). Raises `BadRequest` for a
    player without a team, and for a team that cannot fill all boards.
    """
    check_names(players)
    members: dict[str, list[Participant]] = {}
    for player in players:
        members.setdefault(teams.get(player.name, ""), []).append(player)
    _check(members, boards)
    order = sorted(members, key=lambda team: (-strength(members[team], boards), plain(team)))
    numbers = iter(range(1, len(players) + 1))
    squads = [tuple(one._replace(tpn=Tpn(next(numbers))) for one in members[team]) for team in order]
    rules = replace(team_rules_of(settings.system) or TeamRules(), colours=("WB" * boards)[:boards])
    scoring = match_scoring(WIN, DRAW, LOSS)
    rules = replace(rules, byes=usual_byes(scoring, rules.games, boards))
    return Tournament(
        name,
        tuple(Participant(Tpn(place), team, strength(members[team], boards)) for place, team in enumerate(order, 1)),
        settings=replace(settings, scoring=scoring, team=rules),
        teams=tuple(Team(Tpn(place), tuple(one.tpn for one in squad)) for place, squad in enumerate(squads, 1)),
        players=tuple(one for squad in squads for one in squad),
    )


def strength(members: Sequence[Participant], boards: int) -> int:
    """Compute the mean rating of the rated players on the boards, rounded down."""
    ratings = [one.rating for one in members[:boards] if one.rating]
    return sum(ratings) // len(ratings) if ratings else 0


def _check(members: Mapping[str, Sequence[Participant]], boards: int) -> None:
    if not 1 <= boards <= MOST_BOARDS:
        raise BadRequest(
            say("found {number} boards, expected between 1 and {most}", number=boards, most=MOST_BOARDS), "boards"
        )
    if "" in members:
        names = "; ".join(one_line(one.name) for one in members[""][:5])
        words = say_many(
            "{number} player has no team: {names}; name it in the column of the club or team",
            "{number} players have no team: {names}; name it in the column of the club or team",
            len(members[""]),
            names=names,
        )
        raise BadRequest(words)
    if not FEWEST <= len(members) <= MOST_TEAMS:
        words = say(
            "found {number} teams, expected between {fewest} and {most}",
            number=len(members),
            fewest=FEWEST,
            most=MOST_TEAMS,
        )
        raise BadRequest(words)
