"""[C.07 15.2] In a round robin, forfeits count as games, with a few exceptions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from pairing_engine.facts.model import Game, Participant, Result, Round, Settings, Tournament, Tpn
from pairing_engine.standings.table import compute, shown, standings
from tests.conftest import some
from tests.standings.by_gacrux import witnessed
from tests.standings.random_results import RESULTS

OTHER = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
SWISS = "FIDE_DUTCH_2026"


def event(players: int, *rounds: str, code: str = "FIDE_ROUNDROBIN", of: int = 0) -> Tournament:
    """Make a round robin. Each text such as ``1-2:+ 3-4:=`` gives the results of a round."""
    recorded = []
    for text in rounds:
        games = []
        for game in text.split():
            white, black = game[:3].split("-")
            games.append(Game(Tpn(int(white)), Tpn(int(black)), Result(game[4]), Result(OTHER[game[4]])))
        recorded.append(Round(tuple(games)))
    people = tuple(Participant(Tpn(tpn), f"Player{tpn}", 2000) for tpn in range(1, players + 1))
    settings = Settings(rounds=of or len(rounds), system=code)
    return Tournament("All against all", people, tuple(recorded), settings=settings)


def round_robin(seed: int) -> Tournament:
    lots = Random(seed)
    players = lots.choice((4, 5, 6, 8))
    circle = [*range(1, players + 1), *([0] if players % 2 else [])]
    rounds = []
    for _ in range(len(circle) - 1):
        pairs = list(zip(circle, reversed(circle), strict=True))[: len(circle) // 2]
        games = [Game(Tpn(one), Tpn(other), *lots.choice(RESULTS)) for one, other in pairs if one and other]
        rounds.append(Round(tuple(games)))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    people = tuple(Participant(Tpn(tpn), rating=lots.randint(1500, 2500)) for tpn in range(1, players + 1))
    settings = Settings(rounds=len(rounds), system="FIDE_ROUNDROBIN")
    return Tournament(f"by lot {seed}", people, tuple(rounds), settings=settings)


def values(tournament: Tournament, code: str) -> str:
    found = standings(tournament, tie_breaks=("PTS", code)).places
    return " ".join(shown(place.values[1]) for place in sorted(found, key=lambda place: place.tpn))


FOUR = event(4, "1-2:+ 3-4:=", "3-1:1 2-4:1", "4-1:= 2-3:=")
"""A round robin of four players with scores 1.5, 1.5, 2 and 1. Player 1 won against player 2 by forfeit."""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("DE", "1 2 0 0"),
        ("SB", "2 2 2.75 1.75"),  # player 1: 1.5 + 0.5 x 1; player 2: 1 + 0.5 x 2; player 3: 0.5 x 1 + 1.5 + 0.5 x 1.5
        ("WON", "1 1 1 0"),  # the forfeit win of player 1 counts
        ("BPG", "2 0 1 2"),
        ("REP", "3 2 3 3"),  # the forfeit loss of player 2 counts as an unplayed round
    ],
)
def test_forfeits_count_as_games(code: str, expected: str) -> None:
    assert values(FOUR, code) == expected


def test_unplayed_rounds_do_not_count_as_games_in_a_swiss() -> None:
    swiss = replace(FOUR, settings=replace(FOUR.settings, system=SWISS))
    assert values(swiss, "DE") == "0 0 0 0"
    assert values(swiss, "WON") == "0 1 1 0"


def test_a_performance_leaves_forfeits_out() -> None:
    assert values(FOUR, "TPR").split()[:2] == ["1807", "2193"]


def test_a_free_round_is_not_part_of_the_highest_possible_score() -> None:
    """[C.07 9.2] A free round does not increase the highest possible score, which sets Koya's limit."""
    rounds = ("1-2:1", "2-3:1", "3-1:=")
    assert values(event(3, *rounds), "KS") == "1 0 0.5"
    assert values(event(3, *rounds, code=SWISS), "KS") == "0 0 0.5"


def test_a_free_round_is_not_cut() -> None:
    """[C.07 14.1.1 d] A cut never removes a free round."""
    rounds = ("1-2:=", "2-3:1", "3-1:=")
    assert values(event(3, *rounds), "SB/C1") == "0.75 0.5 0"


def test_6_3_is_for_swiss_tournaments() -> None:
    """[C.07 6.3] If games are missing, Direct Encounter separates nobody in a round robin."""
    rounds = ("1-2:1 3-4:1 5-6:=", "1-3:1 2-4:1 5-6:=", "4-1:1 2-5:1 3-6:1")
    assert values(event(6, *rounds, of=5), "DE").split()[:3] == ["0", "0", "0"]
    assert values(event(6, *rounds, of=5, code=SWISS), "DE").split()[:3] == ["1", "2", "2"]


@pytest.mark.parametrize("block", some(range(20), 2))
def test_gacrux_agrees_on_round_robins(block: int) -> None:
    """[Readings K26, K6] Compare only tie-breaks that gacrux reads in the same way."""
    codes = ["PTS", "DE", "SB", "SB/C1", "KS", "KS/L+1", "KS/L-1", "WIN", "PS", "REP", "ARO", "TPR", "PTP", "APRO"]
    for seed in range(10 * block, 10 * block + 10):
        tournament = round_robin(seed)
        theirs = witnessed(tournament, codes, predetermined=True)
        for place in compute(tournament, codes).places:
            for code, value, other in zip(codes, place.values, theirs[place.tpn].values, strict=True):
                assert Fraction(str(value.number)) == (other or 0), (seed, place.tpn, code)
