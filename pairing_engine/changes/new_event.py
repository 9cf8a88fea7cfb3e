"""[C.04.2 2] A new event, whose players are sorted and numbered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import MAX_ROUNDS, MAX_TPN, Participant, Settings, Team, Tournament, Tpn
from pairing_engine.facts.names import plain
from pairing_engine.facts.shown import one_line
from pairing_engine.facts.terms import TITLES
from pairing_engine.language import say

FEWEST = 2


def new_event(
    name: str, players: Sequence[Participant], settings: Settings, clubs: Mapping[str, str] | None = None
) -> Tournament:
    """Create an event without rounds, and number ``players`` by rating, title and name.

    ``clubs`` maps the name of each player to a club. Each club becomes a team of the event [record 013]. Raises
    `BadRequest` for fewer than two players, and for two players who cannot be distinguished.

    >>> people = [Participant(Tpn(0), "Rossi, Ada", 1900), Participant(Tpn(0), "Li, Wei", 2100)]
    >>> [(one.tpn, one.name) for one in new_event("Club night", people, Settings(rounds=1)).participants]
    [(1, 'Li, Wei'), (2, 'Rossi, Ada')]
    """
    if not FEWEST <= len(players) <= MAX_TPN:
        words = say(
            "found {number} players, expected between {fewest} and {most}",
            number=len(players),
            fewest=FEWEST,
            most=MAX_TPN,
        )
        raise BadRequest(words)
    rounds = settings.rounds
    if rounds is not None and not 1 <= rounds <= MAX_ROUNDS:
        raise BadRequest(
            say("found {rounds} rounds, expected between 1 and {most}", rounds=rounds, most=MAX_ROUNDS), "rounds"
        )
    check_names(players)
    numbered = tuple(
        player._replace(tpn=Tpn(number)) for number, player in enumerate(sorted(players, key=by_strength), 1)
    )
    return Tournament(name, numbered, settings=settings, teams=_teams(numbered, clubs or {}))


def by_strength(player: Participant) -> tuple[int, int, str]:
    """[C.04.2 2.2] Return the sort key of a player: rating, title, name."""
    title = TITLES.index(player.title) if player.title in TITLES else len(TITLES)
    return -player.rating, title, plain(player.name)


def check_names(players: Iterable[Participant]) -> None:
    """Raise `BadRequest` for players without a name, and for players with identical entries."""
    counted = Counter((plain(player.name), player.rating, player.fide_number, player.birth) for player in players)
    for (name, _, _, _), number in counted.items():
        if not name:
            raise BadRequest(say("a player has no name"))
        if number > 1:
            raise BadRequest(say("{name} is named {number} times", name=one_line(name), number=number))


def _teams(players: Sequence[Participant], clubs: Mapping[str, str]) -> tuple[Team, ...]:
    members: dict[str, list[Tpn]] = {}
    for player in players:
        club = clubs.get(player.name, "")
        if club:
            members.setdefault(club, []).append(player.tpn)
    return tuple(Team(Tpn(place), tuple(found), club) for place, (club, found) in enumerate(sorted(members.items()), 1))
