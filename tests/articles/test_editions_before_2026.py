"""The editions of the other systems before 2026: what differs from 2026 changes a round."""

import pytest

import trf
from pairing_engine import pair
from pairing_engine.facts.model import Settings, TeamRules
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import choose
from pairing_engine.systems.system import System
from pairing_engine.systems.team.edition_2026 import c7
from tests.articles.literal import team, team_2024
from tests.articles.literal.facts import Happened, MatchCell, MatchEvent, Preferences, answer_of, team_event_of
from tests.articles.match_builders import match
from tests.builders import brackets_of, only, state, tournament
from tests.builders import player as built
from tests.places import FIXTURES

DUBOV, TEAM = SYSTEMS["dubov"], SYSTEMS["team"]


def boards_and_bye(system: System, name: str = "dubov-2018-full-point-bye.trf") -> str:
    """Pair the next round of an event in which a player had a full-point bye."""
    found = pair(trf.read(FIXTURES / "others" / name), system=system)
    return f"{' '.join(f'{board.white}-{board.black}' for board in found.boards)}, bye {found.bye}"


def test_dubov_2018_a_full_point_bye_does_not_bar_from_the_bye() -> None:
    """[C.2] 3 had a full-point bye, which is no forfeit win. In 2026 the points of a win bar 3 from the bye."""
    assert boards_and_bye(DUBOV["2018"]) == "1-4, bye 3"
    assert boards_and_bye(DUBOV["2026"]) == "4-3, bye 1"
    barred = DUBOV["2018"]._replace(conventions=DUBOV["2026"].conventions)
    assert boards_and_bye(barred) == "4-3, bye 1"


def test_lim_1999_a_full_point_bye_does_not_bar_from_the_bye() -> None:
    """[L55] 2 had a full-point bye. In 2026 the points of a win bar 2 from the bye."""
    older, newer = SYSTEMS["lim"]["1999"], SYSTEMS["lim"]["2026"]
    assert boards_and_bye(older, "lim-1999-full-point-bye.trf") == "1-3, bye 2"
    assert boards_and_bye(newer, "lim-1999-full-point-bye.trf") == "2-3, bye 1"
    barred = older._replace(conventions=newer.conventions)
    assert boards_and_bye(barred, "lim-1999-full-point-bye.trf") == "2-3, bye 1"


@pytest.mark.parametrize(
    ("edition", "boards"),
    [("1998", "1-3 2-5 10-6 4-8 9-7"), ("2009", "1-3 2-5 10-6 4-8 9-7"), ("2012", "1-3 8-2 10-6 4-5 9-7")],
)
def test_dutch_1998_and_2009_drop_b5_for_the_whole_bracket(edition: str, boards: str) -> None:
    """[P8] All but 8 floated up in round 4, so one player must float up again; 2009 lets 5 and 10 do so."""
    found = pair(trf.read(FIXTURES / "cases" / "congress" / "cc6619-0.trf"), edition=edition)
    assert " ".join(f"{board.white}-{board.black}" for board in found.boards) == boards


def test_burstein_2017_as_many_incoming_floaters_as_possible_are_paired() -> None:
    """[C.6, S8] The text before 2026 leaves 1 (3 points) unpaired, that of 2026 leaves 2 and 3 (2.5 points).

    If 1 meets 4, then 2 and 3 float: 2 cannot float together with 6, who could only meet 8, like 2. If 2 and 3 are
    paired, 1 and 6 float.
    """
    players = [built(1, 30), built(2, 25), built(3, 25), *(built(tpn, 20) for tpn in (4, 5, 6))]
    players += [built(7, 10), built(8, 10)]
    before = state(*only("1-4 2-4 3-5 5-6 1-7 2-8 3-7 6-8", players))
    older, newer = SYSTEMS["burstein"]["2017"], SYSTEMS["burstein"]["2026"]
    assert brackets_of(before, older).startswith("/1 | /1,2,3 | 2-4 3-5/1,6")
    assert brackets_of(before, newer).startswith("/1 | /1,2,3 | 1-4 5-6/2,3")
    without = tuple(rule for rule in older.criteria if rule.code != "C6" or rule.levels is not None)
    assert brackets_of(before, older._replace(criteria=without)) == brackets_of(before, newer)


def test_burstein_2017_the_following_bracket_pairs_as_many_incoming_floaters_as_possible() -> None:
    """[C.7, S8] Without the number of incoming floaters in C.7, another set of players floats."""
    scores = [30, 25, *[20] * 5, *[15] * 3, 10, 10]
    allowed = (
        "1-3 1-4 1-6 1-9 1-11 1-12 2-10 2-11 3-11 3-12 4-7 4-8 4-9 4-10 4-12 5-7 5-9 5-10 5-11 6-9 6-11 7-8 7-9 8-9"
        " 8-10 10-11 10-12"
    )
    before = state(*only(allowed, [built(tpn, score) for tpn, score in enumerate(scores, 1)]))
    older = SYSTEMS["burstein"]["2017"]
    without = tuple(rule for rule in older.criteria if rule.code != "C7" or not rule.summary.startswith("incoming"))
    assert len(without) == len(older.criteria) - 1
    right, wrong = (brackets_of(before, system) for system in (older, older._replace(criteria=without)))
    assert "1-3" in right
    assert "1-6" in wrong


def test_burstein_2017_seeding_rounds_have_the_floats_of_dutch_2017() -> None:
    """[S8, A.4.b] 2 and 4 did not play their game of round 1. So both floated down, and 3 has the bye of round 2.

    The literal transcription of the Dutch System of 2017 worked out the round. By the floats of 2026 4 has the bye.
    """
    older = SYSTEMS["burstein"]["2017"]
    event = tournament(5, "1-3:10 4-2:-- 5:U", total=4)
    found = pair(event, system=older)
    assert (found.bye, {(board.white, board.black) for board in found.boards}) == (3, {(5, 1), (4, 2)})
    floats_of_2026 = older._replace(conventions=SYSTEMS["burstein"]["2026"].conventions)
    assert pair(event, system=floats_of_2026).bye == 4


def floaters_of_round_2() -> MatchEvent:
    """Build an event of five teams after two rounds: in round 2, team 2 met team 4, which had more points."""
    half = {tpn: MatchCell(0, "-", Happened.HALF_BYE, 10, 10) for tpn in (3,)}
    first = match(4, 1) | half | {5: MatchCell(0, "-", Happened.PAIRING_BYE, 10, 10)}
    second = match(5, 1, 0, 20) | match(2, 4, 20, 0) | half
    return MatchEvent((1, 2, 3, 4, 5), (first, second), 8, "b", preferences=Preferences.UNUSED)


def test_team_2024_earlier_floaters_may_float_up() -> None:
    """[2.2.5] In 2024 no criterion spares team 2, which floated in round 2. In 2026, [C7] does."""
    event = floaters_of_round_2()
    of_teams = team_event_of(event)
    older = answer_of(pair(of_teams, system=TEAM["2024"]))
    newer = answer_of(pair(of_teams, system=TEAM["2026"]))
    assert older == team_2024.pair(event)
    assert newer == team.pair(event)
    assert older.boards == {(1, 2), (3, 5)}
    assert newer.boards == {(1, 3), (5, 2)}
    sparing = (*TEAM["2024"].criteria[:3], c7._replace(text="C.04.6"), *TEAM["2024"].criteria[3:])
    assert answer_of(pair(of_teams, system=TEAM["2024"]._replace(criteria=sparing))) == newer


@pytest.mark.parametrize(
    ("code", "day", "edition"),
    [
        ("FIDE_DUBOV", "2019/05/01", "2018"),
        ("FIDE_DUBOV", "2026/02/01", "2026"),
        ("FIDE_BURSTEIN", "2018/05/01", "2017"),
        ("FIDE_BURSTEIN", "2026/02/01", "2026"),
        ("FIDE_LIM", "2005/05/01", "1999"),
        ("FIDE_TEAM_TYPEA", "2024/08/01", "2024"),
        ("FIDE_TEAM_TYPEA", "2026/02/01", "2026"),
    ],
)
def test_the_date_chooses_the_edition(code: str, day: str, edition: str) -> None:
    rules = TeamRules() if "TEAM" in code else None
    chosen = choose(Settings(system=code, team=rules, first_day=day))
    assert chosen.system.edition == edition
    assert not chosen.not_comparable
    assert ("knows only a part" in chosen.why_edition) == (edition != "2026")
