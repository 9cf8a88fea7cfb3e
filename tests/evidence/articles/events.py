"""Small events as scripts: the facts from which an event is played again, each round paired by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from pairing_engine.facts import model
from pairing_engine.facts.model import Game, Participant, Points, TeamMatch, Tournament, Tpn
from pairing_engine.matching import Backend
from pairing_engine.scores.team_scorer import match_scoring
from tests.articles.literal.facts import BY_POINTS, Entrant, Event, MatchEvent, Preferences
from tests.evidence.exhaustive.subjects import (
    FORFEITED,
    MANY_ROUNDS,
    OLDER,
    RATINGS,
    SUBJECTS,
    Answer,
    Subject,
    engine_answer,
    players,
    sides,
)


def subjects() -> dict[str, Subject[Any]]:
    """Return a subject for each edition of each system, with its name and edition such as ``dutch/2026``."""
    found = {subject.edition: subject for subject in (*reversed(SUBJECTS), *OLDER)}
    starts = {name: _teams for name in found if name.startswith("team/")}
    starts |= {name: _many for name, subject in found.items() if subject.start is players}
    return {name: replace(subject, start=starts.get(name, subject.start)) for name, subject in found.items()}


def _many(number: int, rounds: int, initial_colour: str) -> Event:
    """Start an event of any number of players, with ratings."""
    ratings = [*RATINGS, *range(1800, 0, -7)]
    return Event(tuple(Entrant(tpn, ratings[tpn - 1]) for tpn in range(1, number + 1)), (), rounds, initial_colour)


def _teams(number: int, rounds: int, initial_colour: str) -> MatchEvent:
    """Start an event of teams; those with an odd number of rounds have the preferences of Type B [C.04.6 1.7.2]."""
    preferences = Preferences.TYPE_B if rounds % 2 else Preferences.TYPE_A
    return sides(number, rounds, initial_colour, preferences, secondary=True)


class RoundScript(NamedTuple):
    """A round: who is absent with which bye, and the results of the boards in order, repeated as often as needed."""

    absent: tuple[tuple[int, str], ...]
    results: tuple[str, ...]


@dataclass(frozen=True)
class Script:
    """An event before the round that matters.

    ``forbidden`` lists pairs that may not meet. ``virtual`` is the number of participants with one virtual point in
    the first two rounds, from the first on.
    """

    players: int
    total: int
    colour: str
    rounds: tuple[RoundScript, ...]
    absent: tuple[int, ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()
    virtual: int = 0

    @property
    def size(self) -> tuple[int, ...]:
        """The size of the event: players, rounds, unusual facts, draws, wins of Black, and rounds still to come."""
        results = [result for played in self.rounds for result in played.results]
        unusual = sum(len(played.absent) for played in self.rounds) + sum(r in FORFEITED for r in results)
        unusual += len(self.absent) + len(self.forbidden) + self.virtual
        draws = sum(result in ("==", "10", "05") and result != "10" for result in results)
        return self.players, len(self.rounds), unusual, draws, sum(r != results[0] for r in results), self.total

    def simpler(self) -> Iterator[Script]:
        """Yield scripts that are smaller in one way."""
        for place in reversed(range(len(self.rounds))):
            yield replace(self, rounds=self.rounds[:place] + self.rounds[place + 1 :])
        if self.players > 2:
            yield replace(
                self,
                players=self.players - 1,
                absent=tuple(tpn for tpn in self.absent if tpn < self.players),
                forbidden=tuple(pair for pair in self.forbidden if max(pair) < self.players),
                virtual=min(self.virtual, self.players - 1),
                rounds=tuple(
                    played._replace(absent=tuple(a for a in played.absent if a[0] < self.players))
                    for played in self.rounds
                ),
            )
        if self.virtual:
            yield replace(self, virtual=0)
        for pair in self.forbidden:
            yield replace(self, forbidden=tuple(each for each in self.forbidden if each != pair))
        for tpn in self.absent:
            yield replace(self, absent=tuple(each for each in self.absent if each != tpn))
        for place, played in enumerate(self.rounds):
            for changed in _simpler_round(played):
                yield replace(self, rounds=(*self.rounds[:place], changed, *self.rounds[place + 1 :]))


def _simpler_round(played: RoundScript) -> Iterator[RoundScript]:
    for entry in played.absent:
        yield played._replace(absent=tuple(each for each in played.absent if each != entry))
    for place, result in enumerate(played.results):
        for other in ("10", "20", "=="):
            if result != other:
                yield played._replace(results=(*played.results[:place], other, *played.results[place + 1 :]))


def script_of(event: Tournament, number: int) -> Script:
    """Return the script of an event of players before a round."""
    rounds = []
    settings = event.settings
    everybody = {int(participant.tpn) for participant in event.participants}
    for played in event.rounds[: number - 1]:
        games = sorted((int(game.white), int(game.black), game) for game in played.games)
        here = {tpn for white, black, _ in games for tpn in (white, black)}
        kinds = {int(bye.tpn): bye.kind.value for bye in played.byes}
        here |= {tpn for tpn, kind in kinds.items() if kind == "U"}
        results = tuple(f"{game.white_result.value}{game.black_result.value}" for _, _, game in games)
        rounds.append(RoundScript(tuple((tpn, kinds.get(tpn, "Z")) for tpn in sorted(everybody - here)), results))
    colour = settings.initial_colour
    return Script(
        len(everybody),
        settings.rounds or MANY_ROUNDS,
        colour.value if colour is not None else "w",
        tuple(rounds),
        tuple(sorted(everybody - {int(tpn) for tpn in event.taking_part(number)})),
        tuple(pair for each in settings.prohibitions for pair in combinations(sorted(map(int, each.tpns)), 2)),
        max((int(tpn) for points in settings.virtual_points for tpn in points.tpns), default=0),
    )


def changed(rng: Random, subject: Subject[Any], script: Script) -> Script:
    """Change one fact of an event: a result, an absence, a prohibited pair, or the number of players or rounds."""
    rounds = [*script.rounds]
    place = rng.randrange(len(rounds)) if rounds else 0
    match rng.choice("rrrrrrapntfcd") if rounds else rng.choice("ptfc"):
        case "r":
            results = [*rounds[place].results, "10"]
            results[rng.randrange(len(results))] = rng.choice((*subject.played * 4, *FORFEITED))
            rounds[place] = rounds[place]._replace(results=tuple(results))
        case "a":
            kind = next((kind for _, kind in rounds[place].absent), rng.choice("HFZ"))
            away = {tpn for tpn, _ in rounds[place].absent} ^ {rng.randint(1, script.players)}
            rounds[place] = rounds[place]._replace(absent=tuple((tpn, kind) for tpn in sorted(away)))
        case "n":
            rounds.insert(place, rounds[place])
        case "d":
            rounds.pop(place)
        case "p":
            return replace(script, players=script.players + 1)
        case "t":
            return replace(script, total=len(rounds) + rng.randint(1, 4))
        case "f":
            pair = tuple(sorted(rng.sample(range(1, script.players + 1), 2)))
            return replace(script, forbidden=tuple({*script.forbidden} ^ {pair}))  # type: ignore[arg-type]
        case "c":
            away = {*script.absent} ^ {rng.randint(1, script.players)}
            return replace(script, absent=tuple(sorted(away)))
    return replace(script, rounds=tuple(rounds), total=max(script.total, len(rounds) + 1))


def replayed(subject: Subject[Any], script: Script) -> Any | None:
    """Play the event of a script. Return None if a round cannot be paired, or if a result means nothing here."""
    event = subject.start(script.players, script.total, script.colour)
    event = replace(
        event,
        forbidden=frozenset(map(frozenset, script.forbidden)),
        virtual={(tpn, number): 10 for tpn in range(1, script.virtual + 1) for number in (1, 2)[: script.total]},
    )
    for played in script.rounds:
        if not set(played.results) <= {*subject.played, *FORFEITED}:
            return None
        kinds = {kind for _, kind in played.absent}
        event = replace(event, absent=frozenset(tpn for tpn, _ in played.absent))
        answer = engine_answer(subject.model(event), subject.system, Backend.AUTO)
        if answer is None or not answer.boards or len(kinds) > 1:
            return None
        way = tuple(played.results[place % len(played.results)] for place in range(len(answer.boards)))
        event = subject.after(event, answer, way, next(iter(kinds), "Z"))
    return replace(event, absent=frozenset(script.absent))


def random_script(rng: Random, subject: Subject[Any], players: int, rounds: int) -> Script:
    """Draw an event of a size. About half of the events have nothing unusual."""
    plain = rng.random() < 0.5
    decisive = [result for result in subject.played if result[0] != result[1]]
    weights = decisive if rng.random() < 0.3 else subject.played
    everybody = range(1, players + 1)

    def absent(share: float) -> tuple[int, ...]:
        return () if plain else tuple(tpn for tpn in everybody if rng.random() < share)

    def played() -> RoundScript:
        kind = rng.choice("HFZ")
        results = tuple(
            rng.choice(FORFEITED) if not plain and rng.random() < 0.08 else rng.choice(weights)
            for _ in range(max(players // 2, 1))
        )
        return RoundScript(tuple((tpn, kind) for tpn in absent(0.08)), results)

    pairs = () if plain or rng.random() < 0.7 else (tuple(sorted(rng.sample(everybody, 2))),)
    return Script(
        players,
        rng.choice((rounds + 1, rounds + 1, rounds + 2, rounds + 3, MANY_ROUNDS)),
        rng.choice("wb"),
        tuple(played() for _ in range(rounds)),
        absent(0.08),
        pairs,  # type: ignore[arg-type]
        0 if plain or rng.random() < 0.8 else rng.randint(1, players),
    )


def event_of(subject: Subject[Any], event: Any) -> Tournament:
    """Return the facts of an event, with the code of its edition in record 192, so that a TRF can hold them."""
    found = subject.model(event)
    double = subject.system.kind is model.EventKind.DOUBLE
    settings = found.settings._replace(system=subject.system.code, double=double)
    found = found._replace(name="Small example", settings=settings)
    return found if settings.team is None else _with_members(found, settings.team)


def _with_members(event: Tournament, rules: model.TeamRules) -> Tournament:
    """Give each team two members, and each match the games that make its points."""
    settings = event.settings._replace(
        team=rules._replace(colours="WB"),
        scoring=match_scoring(Points(20), Points(10), Points(0)),
    )
    return event._replace(
        settings=settings,
        teams=tuple(model.Team(team.tpn, _members(team.tpn)) for team in event.participants),
        members=tuple(Participant(tpn) for team in event.participants for tpn in _members(team.tpn)),
        participants=tuple(_named(team) for team in event.participants),
        rounds=tuple(model.Round((), played.byes, tuple(map(_with_games, played.matches))) for played in event.rounds),
    )


def _named(team: Participant) -> Participant:
    return team._replace(name=f"Team {team.tpn}")


def _members(team: Tpn) -> tuple[Tpn, Tpn]:
    return Tpn(2 * team - 1), Tpn(2 * team)


def _with_games(match: TeamMatch) -> TeamMatch:
    """Add the games of both boards; the second team has White on the second board."""
    if not match.played:
        return match
    (w1, w2), (b1, b2) = _members(match.white), _members(match.black)
    first = min(match.white_points.game, 10)
    mine, theirs = BY_POINTS[first], BY_POINTS[10 - first]
    second = match.white_points.game - first
    games = (Game(w1, b1, mine, theirs), Game(b2, w2, BY_POINTS[10 - second], BY_POINTS[second]))
    return match._replace(boards=games)


def round_of(answer: Answer) -> str:
    """Write a pairing as text, such as ``1-4 3-2 5-bye``, or as an empty text if there is none."""
    if answer is None:
        return ""
    boards = " ".join(f"{white}-{black}" for white, black in sorted(answer.boards))
    return f"{boards} {answer.bye}-bye".strip() if answer.bye else boards
