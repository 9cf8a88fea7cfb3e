"""[C.04.2 2] A new event, whose players are sorted and numbered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pairing_engine.changes.described import day_in
from pairing_engine.errors import BadRequest, refusal
from pairing_engine.facts import model
from pairing_engine.facts.codes import fits, team_rules_of
from pairing_engine.facts.model import EventKind, Participant, Settings, Team, Tournament, Tpn
from pairing_engine.facts.names import Identity, identity, plain
from pairing_engine.facts.renumbered import by_strength
from pairing_engine.facts.scoring import scoring_of
from pairing_engine.facts.shown import one_line
from pairing_engine.language import say_many, with_semicolons
from pairing_engine.scores.team_scorer import with_usual_points
from pairing_engine.systems.choice import choose

FEWEST = 2


def new_event(
    name: str, players: Sequence[Participant], settings: Settings, clubs: Mapping[Identity, str] | None = None
) -> Tournament:
    """Create an event without rounds, and number ``players`` by rating, title and name.

    Each of the players' ``clubs`` becomes a team of the event [record 013]. Raises `BadRequest` for fewer than two
    players, and for two who cannot be distinguished.

    >>> people = [Participant(Tpn(0), "Rossi, Ada", 1900), Participant(Tpn(0), "Li, Wei", 2100)]
    >>> [(one.tpn, one.name) for one in new_event("Club night", people, Settings(rounds=1)).participants]
    [(1, 'Li, Wei'), (2, 'Rossi, Ada')]
    """
    if not FEWEST <= len(players) <= model.MAX_TPN:
        words = say_many(
            "found {number} player, expected between {fewest} and {most}",
            "found {number} players, expected between {fewest} and {most}",
            len(players),
            fewest=FEWEST,
            most=model.MAX_TPN,
        )
        raise BadRequest(words, "players")
    check_names(players)
    numbered = tuple(
        player._replace(tpn=Tpn(number)) for number, player in enumerate(sorted(players, key=by_strength), 1)
    )
    return Tournament(name, numbered, settings=settings, teams=_teams(numbered, clubs or {}))


def check_names(players: Iterable[Participant]) -> None:
    """Raise `BadRequest` for players without a name, and for players with one identity."""
    counted = Counter(map(identity, players))
    for (name, _, _, _), number in counted.items():
        if not name:
            raise refusal("a player has no name", "players")
        if number > 1:
            raise refusal("{number} players have the name {name!r}", "players", name=one_line(name), number=number)


def _teams(players: Sequence[Participant], clubs: Mapping[Identity, str]) -> tuple[Team, ...]:
    members: dict[str, list[Tpn]] = {}
    for player in players:
        club = clubs.get(identity(player), "")
        if club:
            members.setdefault(club, []).append(player.tpn)
    return tuple(Team(Tpn(place), tuple(found), club) for place, (club, found) in enumerate(sorted(members.items()), 1))


MOST_TEAMS, MOST_BOARDS = 999, 99


def new_team_event(
    name: str, players: Sequence[Participant], settings: Settings, teams: Mapping[Identity, str], boards: int
) -> Tournament:
    """Create a team event without rounds. ``teams`` maps the `identity` of each player to a team.

    Members keep their order, which is that of the boards. The rules leave the order of teams to each event (C.04.6,
    preface): they are numbered by `strength`. Raises `BadRequest` for a player without a team.
    """
    check_names(players)
    members: dict[str, list[Participant]] = {}
    for player in players:
        members.setdefault(teams.get(identity(player), ""), []).append(player)
    _check(members, boards)
    order = sorted(members, key=lambda team: (-strength(members[team], boards), plain(team)))
    numbers = iter(range(1, len(players) + 1))
    squads = [tuple(one._replace(tpn=Tpn(next(numbers))) for one in members[team]) for team in order]
    rules = (team_rules_of(settings.system) or model.TeamRules())._replace(colours=("WB" * boards)[:boards])
    return Tournament(
        name,
        tuple(Participant(Tpn(place), team, strength(members[team], boards)) for place, team in enumerate(order, 1)),
        settings=with_usual_points(settings._replace(team=rules), boards),
        teams=tuple(Team(Tpn(place), tuple(one.tpn for one in squad)) for place, squad in enumerate(squads, 1)),
        members=tuple(one for squad in squads for one in squad),
    )


def strength(members: Sequence[Participant], boards: int) -> int:
    """Compute the mean rating of the rated players on the boards, rounded down."""
    ratings = [one.rating for one in members[:boards] if one.rating]
    return sum(ratings) // len(ratings) if ratings else 0


def _check(members: Mapping[str, Sequence[Participant]], boards: int) -> None:
    if not 1 <= boards <= MOST_BOARDS:
        raise refusal("found {number} boards, expected between 1 and {most}", "boards", number=boards, most=MOST_BOARDS)
    if "" in members:
        names = with_semicolons(one_line(one.name) for one in members[""][:5])
        words = say_many(
            "{number} player has no team: {names}; name it in the column of the club or team",
            "{number} players have no team: {names}; name it in the column of the club or team",
            len(members[""]),
            names=names,
        )
        raise BadRequest(words)
    if not FEWEST <= len(members) <= MOST_TEAMS:
        raise refusal(
            "the number of teams is {number}, expected between {fewest} and {most}",
            "players",
            number=len(members),
            fewest=FEWEST,
            most=MOST_TEAMS,
        )


def settings_of_new(
    rounds: int | None,
    first_day: str,
    colour: model.Colour | None,
    system: str | None = None,
    edition: str | None = None,
    boards: int | None = None,
    *,
    baku: bool = False,
) -> Settings:
    """Return the settings of a new event; ``boards`` is the number of boards of a team match.

    Raises `BadRequest` for an unknown system, for a day that is none, and for a number of boards but in a team event,
    which needs it.
    """
    chosen = choose(Settings(), system, edition).system
    if chosen.kind is EventKind.TEAM if boards is None else not fits(chosen.name, EventKind.TEAM):
        raise refusal("a team event needs the number of boards in a match, and only a team event has one", "boards")
    double = chosen.kind is EventKind.DOUBLE
    return Settings(
        # A bye replaces both games of a match [C.04.5 1.4].
        scoring=scoring_of(EventKind.DOUBLE) if double else model.Scoring(),
        rounds=rounds,
        initial_colour=colour,
        system=chosen.code,
        baku=baku,
        first_day=first_day and day_in("first day", first_day, "first_day"),
        double=double,
    )
