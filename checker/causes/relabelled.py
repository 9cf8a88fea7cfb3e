"""Tournaments with new pairing numbers (TPNs) for some participants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from operator import attrgetter

from pairing_engine.facts.model import Bye, Game, Round, Settings, TeamMatch, Tournament, Tpn
from pairing_engine.values import replace

Numbers = Mapping[Tpn, Tpn]
"""The new number of each participant whose number changes."""


def exchanged(one: Tpn, other: Tpn) -> Numbers:
    return {one: other, other: one}


def moved(tpn: Tpn, place: Tpn, tpns: Sequence[Tpn]) -> Numbers:
    """Return the new numbers after a participant moves and all participants in between shift by one place.

    >>> moved(Tpn(2), Tpn(5), [Tpn(n) for n in range(1, 7)])
    {3: 2, 4: 3, 5: 4, 2: 5}
    """
    low, high = sorted((tpns.index(tpn), tpns.index(place)))
    before = list(tpns[low : high + 1])
    after = [one for one in before if one != tpn]
    after.insert(0 if place < tpn else len(after), tpn)
    return dict(zip(after, before, strict=True))


def relabelled(tournament: Tournament, numbers: Numbers) -> Tournament:
    people = (p._replace(tpn=numbers.get(p.tpn, p.tpn)) for p in tournament.participants)
    teams = (team._replace(tpn=numbers.get(team.tpn, team.tpn)) for team in tournament.teams)
    requests = (one._replace(bye=_bye(one.bye, numbers)) for one in tournament.requests)
    return replace(
        tournament,
        participants=tuple(sorted(people, key=attrgetter("tpn"))),
        rounds=tuple(round_with(numbers, one) for one in tournament.rounds),
        requests=tuple(requests),
        settings=_settings(tournament.settings, numbers),
        teams=tuple(sorted(teams, key=attrgetter("tpn"))),
    )


def round_with(numbers: Numbers, one: Round) -> Round:
    return Round(
        tuple(_game(game, numbers) for game in one.games),
        tuple(_bye(bye, numbers) for bye in one.byes),
        tuple(_match(match, numbers) for match in one.matches),
    )


def _game(game: Game, numbers: Numbers) -> Game:
    return game._replace(white=numbers.get(game.white, game.white), black=numbers.get(game.black, game.black))


def _bye(bye: Bye, numbers: Numbers) -> Bye:
    return bye._replace(tpn=numbers.get(bye.tpn, bye.tpn))


def _match(match: TeamMatch, numbers: Numbers) -> TeamMatch:
    return match._replace(
        white=numbers.get(match.white, match.white),
        black=numbers.get(match.black, match.black),
        won_by_forfeit=numbers.get(match.won_by_forfeit, match.won_by_forfeit),
    )


def _settings(settings: Settings, numbers: Numbers) -> Settings:
    """Return the settings with the new numbers of the participants. The function does not renumber the wishes."""

    def group(tpns: AbstractSet[Tpn]) -> frozenset[Tpn]:
        return frozenset(numbers.get(tpn, tpn) for tpn in tpns)

    team = settings.team and replace(
        settings.team,
        abnormal_points=tuple(one._replace(tpns=group(one.tpns)) for one in settings.team.abnormal_points),
    )
    return replace(
        settings,
        virtual_points=tuple(one._replace(tpns=group(one.tpns)) for one in settings.virtual_points),
        prohibitions=tuple(one._replace(tpns=group(one.tpns)) for one in settings.prohibitions),
        abnormal_points=tuple(one._replace(tpns=group(one.tpns)) for one in settings.abnormal_points),
        team=team,
    )
