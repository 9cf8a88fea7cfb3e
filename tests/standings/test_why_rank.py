"""[C.07] The sums that `--why-rank` shows add up to the right values."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest

from pairing_engine.facts.model import (
    Game,
    Participant,
    Points,
    Result,
    Round,
    Scoring,
    Settings,
    Team,
    TeamRules,
    Tournament,
    Tpn,
)
from pairing_engine.scores.team_scorer import Sides, TeamScorer, match_scoring
from pairing_engine.standings.codes import points_code
from pairing_engine.standings.table import standings
from pairing_engine.standings.why import why_rank
from tests.conftest import some
from tests.standings.random_results import single, teams
from tests.standings.test_calculator import EXERCISES
from trf import read

SINGLE = ("DE", "PS", "BH", "BH/C1", "SB", "SB/C1", "AOB", "KS", "ARO", "TPR", "PTP", "APRO", "WIN", "STD")
TEAMS = ("BC", "TBR", "BBE", "EDE", "EDEBT", "EDEBB", "EDET", "EDEB", "SSSC", "EMGSB/C1")


def of_four_boards(*matches: str) -> Tournament:
    """Make a team event on four boards, from texts such as ``1-2:11=0``."""
    squads = tuple(Team(Tpn(tpn), tuple(Tpn(4 * tpn - at) for at in (3, 2, 1, 0))) for tpn in range(1, 6))
    scoring = match_scoring(Points(20), Points(10), Points(0))
    rules = TeamRules(byes={}, games=Scoring(), colours="WWWW")
    scorer = TeamScorer(rules, scoring)
    other = {"1": "0", "0": "1", "=": "="}
    rounds = []
    for number, text in enumerate(matches, 1):
        white, black = squads[int(text[0]) - 1], squads[int(text[2]) - 1]
        boards = tuple(
            Game(one, opponent, Result(letter), Result(other[letter]))
            for one, opponent, letter in zip(white.members, black.members, text[4:], strict=True)
        )
        sides = Sides(white.tpn, black.tpn, frozenset(white.members))
        rounds.append(Round((), (), (scorer.match(number, sides, boards),)))
    people = tuple(Participant(team.tpn) for team in squads)
    settings = Settings(rounds=len(rounds), scoring=scoring, team=rules)
    return Tournament("Five teams", people, tuple(rounds), settings=settings, teams=squads)


FIVE_TEAMS = of_four_boards(
    *("1-2:11=0", "1-3:1110", "4-1:1111", "5-1:111=", "2-3:1110", "2-4:1100", "2-5:1100"),
    *("3-4:111=", "3-5:1110", "4-5:1100"),
)
"""An event of five teams with four match points each. Team 1 has 6 game points, and all other teams have 8.5."""


def words(event: Tournament, code: str, one: int, other: int) -> list[str]:
    return why_rank(standings(event, tie_breaks=(points_code(event.settings), code)), one, other)


def test_13_3_3_begins_a_new_subset_with_the_score() -> None:
    """[Reading K25] After each separation of tied teams, Direct Encounter begins again with the first kind of points.

    Team 2 won its match against team 3 and therefore comes first.
    """
    found = standings(FIVE_TEAMS, tie_breaks=("MPTS", "EDE"))
    assert [(place.tpn, place.rank) for place in found.places] == [(2, 1), (3, 2), (4, 3), (5, 3), (1, 5)]
    assert words(FIVE_TEAMS, "EDE", 2, 3)[-2:] == [
        "  2: place 1 among the tied participants: match points 2 = 2 (round 5, against 3)",
        "  3: place 2 among the tied participants: match points 0 = 0 (round 5, against 2)",
    ]


def test_a_tie_of_all_is_broken_by_the_other_points() -> None:
    assert words(FIVE_TEAMS, "EDE", 1, 4)[-1] == (
        "  1: place 5 among the tied participants: game points 6 = 2.5 (round 1, against 2) + 3 (round 2, against 3)"
        " + 0 (round 3, against 4) + 0.5 (round 4, against 5)"
    )


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("TBR", "  2: board 1: 3 = 0 (round 1, against 1) + 0 (round 2) + 0 (round 3) + 0 (round 4)"),
        ("BBE", "  1: boards 1 to 3: 5.5 = 2.5 (round 1, against 2) + 3 (round 2, against 3) + 0 (round 3, against 4)"),
    ],
)
def test_boards_are_shown_as_sums_of_rounds(code: str, line: str) -> None:
    shown = words(FIVE_TEAMS, code, 1, 2)[-2:]
    assert any(one.startswith(line) for one in shown), shown


def test_after_the_encounters_the_boards_part_two_teams() -> None:
    shown = words(FIVE_TEAMS, "EDEBT", 4, 5)[-2]
    assert shown.startswith(
        "  4: place 3 among the tied participants: BC 22 = 0 (round 1) + 0 (round 2) + 10 (round 3, "
    )
    assert [f"{points} (round" in shown for points in (10, 7, 2, 3)] == [True] * 4


def test_a_perfect_performance_is_shown_as_the_expected_score() -> None:
    assert words(read(EXERCISES), "PTP", 4, 3)[2:] == [
        "PTP separates them: perfect tournament performance (C.07 10.3)",
        (
            "  4 David: 2168 is the lowest rating with an expected score of at least 3: 3 = 0.97 (round 1, against 12)"
            " + 0.98 (round 3, against 13)"
            " + 0.59 (round 4, against 3) + 0.46 (round 5, against 1); with 2167 it is 2.98"
        ),
        (
            "  3 Charline: 2112 is the lowest rating with an expected score of at least 3.5: 3.5 = 0.93"
            " (round 1, against 11)"
            " + 0.71 (round 2, against 6)"
            " + 0.82 (round 3, against 8) + 0.59 (round 4, against 4) + 0.45 (round 5, against 2)"
            "; with 2111 it is 3.48"
        ),
    ]


SUM = re.compile(r"(-?[\d.]+) = (.*)")


def adds_up(line: str) -> bool:
    """Whether the terms in a printed line add up to the value in this line."""
    found = SUM.search(line)
    if found is None:
        return False
    value, terms = found.groups()
    terms = terms.split(";")[0].replace(" x ", " * ")
    terms = re.sub(r" \((?:round|rating|points|bonuses)[^()]*\)", "", terms)
    assert re.fullmatch(r"[\d. +*/()-]+", terms), line
    computed = eval(re.sub(r"[\d.]+", r'Fraction("\g<0>")', terms), {"Fraction": Fraction})
    close = Fraction(1, 2) if "." not in value and "/" in terms else Fraction(1, 100)
    assert abs(computed - Fraction(value)) <= close, line
    return True


@pytest.mark.parametrize("block", some(range(10), 1))
@pytest.mark.parametrize("codes", [SINGLE, TEAMS])
def test_sums_add_up(codes: tuple[str, ...], block: int) -> None:
    looked_at = 0
    for seed, code in product(range(4 * block, 4 * block + 4), codes):
        event = (single if codes is SINGLE else teams)(seed)
        found = standings(event, tie_breaks=(points_code(event.settings), code))
        for one, other in zip(found.places, found.places[1:], strict=False):
            if found.parting(one, other) == 1:
                looked_at += sum(map(adds_up, why_rank(found, int(one.tpn), int(other.tpn))))
    assert looked_at
