"""A round of up to 300 players is paired in less than a minute."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from pairing_engine.answers.paired import pair
from pairing_engine.errors import NoPairing
from pairing_engine.facts.codes import kind_of_system
from pairing_engine.facts.model import (
    Bye,
    ByeKind,
    Colour,
    EventKind,
    Game,
    Participant,
    Points,
    Prohibition,
    Request,
    Result,
    Round,
    Scoring,
    Settings,
    TeamMatch,
    TeamPoints,
    TeamRules,
    Tournament,
    Tpn,
)
from pairing_engine.systems import SYSTEMS
from tests.fuzz.damaged_files import watchdog

SIZE = 300
HALF = SIZE // 2

Rounds = list[list[tuple[int, int]]]

DRAWN = Result.DRAW, Result.DRAW
OF_TEAMS = Scoring(win=Points(20), draw=Points(10), forfeit_win=Points(20), pairing_allocated_bye=Points(10))


def turns(rounds: int) -> Rounds:
    """Build rounds in which nobody meets an opponent twice. Colours do not alternate."""
    found = []
    for number in range(rounds):
        seats = [1, *(2 + (place + number) % (SIZE - 1) for place in range(SIZE - 1))]
        found.append(
            [
                (seats[board], seats[-1 - board]) if (board + number) % 2 else (seats[-1 - board], seats[board])
                for board in range(HALF)
            ]
        )
    return found


def halves(rounds: int) -> Rounds:
    """Build rounds in which the upper half always has White against the lower half."""
    return [[(board + 1, HALF + 1 + (board + number) % HALF) for board in range(HALF)] for number in range(rounds)]


def barred(*groups: range) -> tuple[Prohibition, ...]:
    return tuple(Prohibition(1, 99, frozenset(map(Tpn, group))) for group in groups)


def by_lot(percent: int) -> tuple[Prohibition, ...]:
    lot = Random(percent)
    return tuple(
        Prohibition(1, 99, frozenset((Tpn(a), Tpn(b))))
        for a in range(1, SIZE + 1)
        for b in range(a + 1, SIZE + 1)
        if lot.random() * 100 < percent
    )


def absent(number: int, players: range) -> tuple[Request, ...]:
    return tuple(Request(number, Bye(Tpn(player), ByeKind.HALF_POINT)) for player in players)


Case = Callable[[], tuple[Rounds, tuple[Prohibition, ...], tuple[Request, ...]]]

CASES: dict[str, Case] = {
    "one scoregroup, an odd number of players": lambda: (turns(8), (), absent(9, range(SIZE, SIZE + 1))),
    "everybody is due the colour of the others": lambda: (halves(2), (), ()),
    "half of them absent": lambda: (turns(8), (), absent(9, range(1, SIZE, 2)) + absent(9, range(2, 3))),
}
MORE_CASES: dict[str, Case] = {
    "one scoregroup": lambda: (turns(9), (), ()),
    "many rounds": lambda: (turns(60), (), ()),
    "half of them barred from each other": lambda: (turns(3), barred(range(1, HALF + 1)), ()),
    "one more than half barred": lambda: (turns(3), barred(range(1, HALF + 2)), ()),
    "three clubs": lambda: (turns(3), barred(*(range(100 * club + 1, 100 * club + 101) for club in range(3))), ()),
    "half of the pairs barred": lambda: (turns(3), by_lot(50), ()),
    "nearly all pairs barred": lambda: (turns(3), by_lot(97), ()),
    "nearly all pairs barred, an odd number": lambda: (turns(3), by_lot(97), absent(4, range(1, 2))),
    "only the upper half can spare one for the bye": lambda: (
        turns(3),
        barred(range(1, HALF + 1), range(HALF + 1, SIZE)),
        absent(4, range(SIZE, SIZE + 1)),
    ),
    "no pair left": lambda: ([], barred(range(1, SIZE + 1)), absent(1, range(1, 2))),
}


def event(system: str, case: Case) -> Tournament:
    pairs, prohibitions, requests = case()
    kind = kind_of_system(system)
    is_team = kind is EventKind.TEAM
    settings = Settings(
        99,
        Colour.WHITE,
        OF_TEAMS if is_team else Scoring(),
        prohibitions=prohibitions,
        team=TeamRules() if is_team else None,
        double=kind is EventKind.DOUBLE,
    )
    second = DRAWN if kind is EventKind.DOUBLE else None
    drawn = TeamPoints(Points(10), Points(20))
    rounds = [
        Round(matches=tuple(TeamMatch(Tpn(white), Tpn(black), drawn, drawn) for white, black in boards))
        if is_team
        else Round(tuple(Game(Tpn(white), Tpn(black), *DRAWN, second=second) for white, black in boards))
        for boards in pairs
    ]
    players = tuple(Participant(Tpn(number), rating=2900 - 5 * number) for number in range(1, SIZE + 1))
    return Tournament("Worst", players, tuple(rounds), requests, settings)


def in_a_minute(system: str, case: Case) -> None:
    asked = event(system, case)
    with watchdog():
        try:
            found = pair(asked, system=system)
        except NoPairing:
            return
    assert 2 * len(found.boards) + (found.bye is not None) == SIZE - len(asked.requests)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_300_players_in_a_minute(system: str, case: str) -> None:
    in_a_minute(system, CASES[case])


@pytest.mark.slow
@pytest.mark.parametrize("case", MORE_CASES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_300_players_in_a_minute_in_more_cases(system: str, case: str) -> None:
    in_a_minute(system, MORE_CASES[case])
