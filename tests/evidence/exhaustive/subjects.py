"""The subjects of the walks through small events. A subject is a system, edition or option."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from pairing_engine.facts.model import Tournament
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.system import System
from tests.articles.literal import burstein, double_swiss, dubov, dutch, dutch_2009, dutch_2012, dutch_2017, lim, team
from tests.articles.literal.common import coming_round
from tests.articles.literal.facts import (
    Cell,
    Entrant,
    Event,
    Happened,
    MatchCell,
    MatchEvent,
    Paired,
    Preferences,
    double_swiss_of,
    team_event_of,
    tournament_of,
)
from tests.evidence.exhaustive import alike
from tests.evidence.exhaustive.alike import Likeness

E = TypeVar("E", Event, MatchEvent)

RATINGS = (2480, 2475, 2390, 2310, 2305, 2180, 2100, 2095, 1990, 1850)
"""The players' ratings for C.04.4.1."""

ROUNDS = 4

MANY_ROUNDS = 9
"""A planned number of rounds that is larger than `ROUNDS`, so that no walk reaches the last round."""

Way = tuple[str, ...]
"""The results of a round's games in board order."""


@dataclass(frozen=True)
class Subject(Generic[E]):
    """A system, edition or option to examine.

    ``start`` makes an event from the number of participants, the number of rounds and the initial-colour. ``likeness``
    reduces a position to the facts that the rules use. ``after`` is a function that adds a round to an event. Its
    arguments are the event, the pairing, the results, and the kind of bye for absent participants. ``played`` lists the
    possible results of a game. ``walks`` lists the planned numbers of rounds. With ``also_last``, each position is
    paired again as the last round.
    """

    name: str
    system: System
    start: Callable[[int, int, str], E]
    transcription: Callable[[E], Paired]
    model: Callable[[E], Tournament]
    likeness: Callable[[E], Likeness]
    after: Callable[[E, Paired, Way, str], E]
    played: tuple[str, ...]
    walks: tuple[int, ...] = (MANY_ROUNDS,)
    also_last: bool = True
    most: int = 7

    @property
    def edition(self) -> str:
        """The name of the system with its edition, such as ``team/2026``."""
        return self.name.split()[0]


FORFEITED = ("+-", "-+", "--")


# --- Games ------------------------------------------------------------------------------------------------------------


def players(number: int, rounds: int, initial_colour: str) -> Event:
    entrants = tuple(Entrant(tpn, RATINGS[tpn - 1]) for tpn in range(1, number + 1))
    return Event(entrants, (), rounds, initial_colour)


def after_games(event: Event, answer: Paired, way: Way, away: str) -> Event:
    """Add a round to the event. Each result is a text such as ``10``, ``==`` or ``+-``."""
    cells = {tpn: Cell(0, "-", away) for tpn in event.absent}
    if answer.bye:
        cells[answer.bye] = Cell(0, "-", "U")
    for (white, black), ended in zip(sorted(answer.boards), way, strict=True):
        cells[white] = Cell(black, "w", ended[0])
        cells[black] = Cell(white, "b", ended[1])
    return replace(event, rounds=(*event.rounds, cells), absent=frozenset(), asked={})


def burstein_by_the_words(event: Event) -> Paired:
    """[C.04.4.2 1.6.1] Pair seeding rounds by the Dutch System, and all other rounds by the Burstein System."""
    if coming_round(event) <= burstein.seeding_rounds(event.rounds_total):
        return dutch.pair(event)
    return burstein.pair(event)


def _of_games(
    name: str,
    transcription: Callable[[Event], Paired],
    likeness: Callable[[Event], Likeness] = alike.by_score,
    walks: tuple[int, ...] = (),
) -> Subject[Event]:
    system, _, edition = name.partition("/")
    return Subject(
        name,
        SYSTEMS[system][edition],
        players,
        transcription,
        tournament_of,
        likeness,
        after_games,
        ("10", "==", "01"),
        walks or (MANY_ROUNDS,),
        also_last=not walks,
    )


# --- Matches ----------------------------------------------------------------------------------------------------------

AWAY = {"H": (Happened.HALF_BYE, 10), "F": (Happened.FULL_BYE, 20), "Z": (Happened.ZERO_BYE, 0)}

DOUBLE_SWISS = {"20": (20, 0), "15": (15, 5), "10": (10, 10), "05": (5, 15), "00": (0, 20)}
"""For each result of a match of two games, the points of both players, in tenths of a point."""

TEAM = {"20": (20, 0), "15": (15, 5), "10": (10, 10), "05": (5, 15), "00": (0, 20)}
"""For each result of a match on two boards, the game points of both teams, in tenths of a point."""


def sides(number: int, rounds: int, initial_colour: str, preferences: Preferences, secondary: bool) -> MatchEvent:
    return MatchEvent(
        tuple(range(1, number + 1)), (), rounds, initial_colour, preferences=preferences, secondary_used=secondary
    )


def after_matches(event: MatchEvent, answer: Paired, way: Way, away: str, *, of_teams: bool) -> MatchEvent:
    cells = {tpn: _unplayed(*AWAY[away], of_teams) for tpn in event.absent}
    if answer.bye:
        cells[answer.bye] = MatchCell(0, "-", Happened.PAIRING_BYE, *((10, 10) if of_teams else (15, 0)))
    for (white, black), ended in zip(sorted(answer.boards), way, strict=True):
        mine, yours = _forfeited(ended, of_teams) if ended in FORFEITED else _played(ended, of_teams)
        cells[white] = replace(mine, opponent=black, colour="w")
        cells[black] = replace(yours, opponent=white, colour="b")
    return replace(event, rounds=(*event.rounds, cells), absent=frozenset())


def _unplayed(happened: Happened, points: int, of_teams: bool) -> MatchCell:
    return MatchCell(0, "-", happened, points, points if of_teams else 0)


def _forfeited(ended: str, of_teams: bool) -> tuple[MatchCell, MatchCell]:
    if ended == "--":
        return (MatchCell(0, "", Happened.DOUBLE_FORFEIT), MatchCell(0, "", Happened.DOUBLE_FORFEIT))
    winner = _unplayed(Happened.WON_BY_FORFEIT, 20, of_teams)
    loser = MatchCell(0, "", Happened.LOST_BY_FORFEIT)
    return (winner, loser) if ended == "+-" else (loser, winner)


def _played(ended: str, of_teams: bool) -> tuple[MatchCell, MatchCell]:
    mine, yours = TEAM[ended] if of_teams else DOUBLE_SWISS[ended]
    if not of_teams:
        return MatchCell(0, "", Happened.PLAYED, mine), MatchCell(0, "", Happened.PLAYED, yours)
    points = (20, 0) if mine > yours else (0, 20) if mine < yours else (10, 10)
    return MatchCell(0, "", Happened.PLAYED, points[0], mine), MatchCell(0, "", Happened.PLAYED, points[1], yours)


def _of_teams(preferences: Preferences, secondary: bool) -> Subject[MatchEvent]:
    choice = f"{preferences.value}{'' if secondary else ', primary score only'}"
    return Subject(
        f"team/2026 {choice}",
        SYSTEMS["team"]["2026"],
        partial(sides, preferences=preferences, secondary=secondary),
        team.pair,
        team_event_of,
        alike.of_matches,
        partial(after_matches, of_teams=True),
        tuple(TEAM),
        walks=(2, 3, 4, 5, 6),
        also_last=False,
        most=5,
    )


SUBJECTS: tuple[Subject[Any], ...] = (
    _of_games("dutch/2026", dutch.pair),
    _of_games("dutch/2017", dutch_2017.pair),
    _of_games("dutch/2012", dutch_2012.pair),
    _of_games("dutch/2009", dutch_2009.pair),
    # [C.04.4.1 1.8.2] In events of five rounds or more, MaxT is three upfloats.
    _of_games("dubov/2026", dubov.pair, alike.by_number, (2, 3, 4, 5)),
    # [C.04.4.2 1.6.2] Events of two or three rounds have one seeding round, events of four or five rounds have two.
    _of_games("burstein/2026", burstein_by_the_words, alike.as_it_is, (2, 3, 4, 5)),
    _of_games("lim/2026", lim.pair, alike.by_score_and_median),
    Subject(
        "double-swiss/2026",
        SYSTEMS["double-swiss"]["2026"],
        partial(sides, preferences=Preferences.TYPE_A, secondary=True),
        double_swiss.pair,
        double_swiss_of,
        alike.of_matches,
        partial(after_matches, of_teams=False),
        tuple(DOUBLE_SWISS),
        most=5,
    ),
    *(_of_teams(preferences, secondary) for preferences in Preferences for secondary in (True, False)),
)
BY_NAME = {subject.name: subject for subject in SUBJECTS}
