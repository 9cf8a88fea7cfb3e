"""The order of participants by strength, and events whose participants get other numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any

from pairing_engine.facts import model
from pairing_engine.facts.groups import Members, People, bits_of
from pairing_engine.facts.model import NOBODY, Bye, Game, Participant, Round, Tournament, Tpn, lower_tpn
from pairing_engine.facts.names import plain


def by_strength(player: Participant) -> tuple[int, int, str]:
    """[C.04.2 2.2] Return the sort key of a player: rating, title, name."""
    title = model.TITLES.index(player.title) if player.title in model.TITLES else len(model.TITLES)
    return -player.rating, title, plain(player.name)


def numbered_by_position(event: Tournament) -> Tournament:
    """[XXC rank] Return the event with TPNs in the order of participants. Their numbers become starting ranks."""
    tpns = {participant.tpn: Tpn(place) for place, participant in enumerate(event.participants, 1)}
    people = tuple(participant._replace(starting_rank=int(participant.tpn)) for participant in event.participants)
    return renumbered(event._replace(participants=people), tpns)


def renumbered(event: Tournament, tpns: Mapping[Tpn, Tpn]) -> Tournament:
    """Return the event with other TPNs; whoever is not in ``tpns`` keeps the TPN. Everything is put in order again."""
    tpns = {one.tpn: tpns.get(one.tpn, one.tpn) for one in event.participants}
    sets = _Sets(tpns)

    def moved(statements: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(one._replace(tpns=sets.moved(one.tpns)) for one in statements)

    settings, teams = event.settings, event.teams
    if settings.team is None:
        teams = tuple(team._replace(members=tuple(tpns[tpn] for tpn in team.members)) for team in teams)
    else:
        teams = tuple(sorted(team._replace(tpn=tpns[team.tpn]) for team in teams))
        rules = settings.team._replace(abnormal_points=moved(settings.team.abnormal_points))
        settings = settings._replace(team=rules)
    return event._replace(
        participants=tuple(sorted(one._replace(tpn=tpns[one.tpn]) for one in event.participants)),
        teams=teams,
        recorded_ranks={tpns[tpn]: rank for tpn, rank in event.recorded_ranks.items() if tpn in tpns},
        rounds=tuple(_moved_round(recorded, tpns) for recorded in event.rounds),
        requests=tuple(sorted(one._replace(bye=one.bye._replace(tpn=tpns[one.bye.tpn])) for one in event.requests)),
        settings=settings._replace(
            virtual_points=moved(settings.virtual_points),
            prohibitions=moved(settings.prohibitions),
            abnormal_points=moved(settings.abnormal_points),
            wishes=tuple(wish._replace(groups=tuple(map(sets.moved, wish.groups))) for wish in settings.wishes),
        ),
    )


class _Sets:
    """A converter of sets of TPNs. Each set is converted only once, because records can share very large ones."""

    def __init__(self, tpns: Mapping[Tpn, Tpn]) -> None:
        self.tpns = tpns
        self._known: dict[int, tuple[Set[Tpn], frozenset[Tpn]]] = {}
        self._people = People(tpns, [tpns[number] for number in sorted(tpns)])

    def moved(self, numbers: Set[Tpn]) -> Set[Tpn]:
        if isinstance(numbers, Members):
            consecutive = self._people.between(min(numbers, default=0), max(numbers, default=0))
            if len(consecutive) == len(numbers):
                return consecutive
            return Members(bits_of(self.tpns[number] for number in numbers))
        found = self._known.get(id(numbers))
        if found is None:
            found = self._known[id(numbers)] = numbers, frozenset(self.tpns[number] for number in numbers)
        return found[1]


def _moved_round(recorded: Round, tpns: Mapping[Tpn, Tpn]) -> Round:
    games = sorted((_moved_game(game, tpns) for game in recorded.games), key=lower_tpn)
    byes = sorted((Bye(tpns[bye.tpn], bye.kind) for bye in recorded.byes), key=model.tpn_of_bye)
    moved = (
        one._replace(white=tpns[one.white], black=tpns[one.black], won_by_forfeit=tpns.get(one.won_by_forfeit, NOBODY))
        for one in recorded.matches
    )
    return Round(tuple(games), tuple(byes), tuple(sorted(moved, key=lower_tpn)))


def _moved_game(game: Game, tpns: Mapping[Tpn, Tpn]) -> Game:
    """Return the game with other TPNs. If its colours are not known, the lower TPN stands first."""
    white, black = tpns[game.white], tpns[game.black]
    if game.colours_known or white < black:
        return game._replace(white=white, black=black)
    return Game(black, white, game.black_result, game.white_result, False, game.second and game.second[::-1])
