"""Standings: the calculator, ranks, teams and reasons."""

import re
from contextlib import redirect_stdout
from fractions import Fraction
from io import StringIO
from itertools import pairwise, product
from random import Random
from zipfile import ZipFile

import pytest
from gacrux.gacruxexeptions import GacruxError
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from pairing_engine.answers.paired import pair
from pairing_engine.changes.paired import with_round
from pairing_engine.errors import BadRequest
from pairing_engine.facts import model
from pairing_engine.facts.model import Game, Participant, Round, Settings, Tournament, Tpn
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.standings.codes import points_code
from pairing_engine.standings.compare import check_ranks, with_ranks
from pairing_engine.standings.table import Standings, places_by, shown, standings
from pairing_engine.standings.values import Value
from pairing_engine.standings.why import why_rank
from pairing_engine.systems import SYSTEMS
from tests.builders import tournament
from tests.conftest import some
from tests.places import FIXTURES
from tests.standings.by_gacrux import witnessed
from tests.standings.random_results import RESULTS, of_teams, single, teams
from trf import read, write

EXERCISES = FIXTURES / "trf" / "valid" / "tec-tie-breaks-swiss.trf"

SOLUTIONS = {
    "BH": {1: "12.5", 2: "13", 3: "15.5", 4: "15", 5: "8.5", 8: "13.5", 11: "13.5", 16: "12.5"},
    "BH/C1": {
        1: "11", 3: "13", 4: "11.5", 5: "7.5", 7: "12.5", 8: "12", 9: "7.5", 11: "12", 12: "9.5", 13: "12", 14: "9",
        16: "11",
    },
    "SB": {1: "8", 3: "10.5", 4: "9.75", 16: "7.25"},
}  # fmt: skip
"""The solutions of M. Held, "Exercises in Tie-Breaking", which uses C.07 of 2023."""


def by_number(found: Standings, code: str) -> dict[int, str]:
    at = found.order.codes.index(code)
    return {found.participants[place.tpn].number: shown(place.values[at]) for place in found.places}


@pytest.mark.parametrize("code", SOLUTIONS)
def test_the_published_exercises_come_out_as_printed(code: str) -> None:
    found = by_number(standings(read(EXERCISES), tie_breaks=("PTS", code)), code)
    assert {number: found[number] for number in SOLUTIONS[code]} == SOLUTIONS[code]


def test_16_4_caps_the_dummy_from_2026_on() -> None:
    """[C.07 16.4.1, 16.4.2] From 2026 on, the score of the dummy has a limit."""
    event = read(EXERCISES)
    event = event._replace(settings=event.settings._replace(first_day="2026/03/02"))
    found = standings(event, tie_breaks=("PTS", "BH"))
    assert found.edition == "2026"
    values = by_number(found, "BH")
    assert (values[4], values[11]) == ("14", "12.5")


def events(archive: str, count: int) -> list[Tournament]:
    with ZipFile(FIXTURES / "golden" / "dutch-2026" / archive) as members:
        names = sorted(members.namelist())
        return [read(members.read(name)) for name in names[:: max(1, len(names) // count)]]


def test_fore_buchholz_leaves_the_buchholz_after_it_alone() -> None:
    for event in events("stress.zip", 10):
        alone = by_number(standings(event, tie_breaks=("PTS", "BH")), "BH")
        assert by_number(standings(event, tie_breaks=("PTS", "FB", "BH")), "BH") == alone


def test_virtual_points_are_no_points() -> None:
    """[C.04.7] Virtual points do not count in standings."""
    event = events("stress.zip", 1)[0]
    accelerated = event._replace(settings=event.settings._replace(baku=True))
    assert standings(accelerated).places == standings(event).places


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        (("PTS", "BUCHHULZE"), r"there is no tie-break 'BUCHHULZE'; the nearest are BH \(Buchholz\), .*, "),
        (("PTS", "BH/Q"), "tie-break 'BH/Q', character 3: the only modifiers of BH are /C, /M, /P"),
        (("PTS", "BH/C1/C1"), "tie-break 'BH/C1/C1', character 6: a modifier of this kind was already given"),
        (("PTS", "BH" + "/C1" * 3000), "character 6: a modifier of this kind"),
        (("PTS", "BH/C0"), "character 3: /C takes a number from 1 to 9"),
        (("PTS", "BH/C99999999999999999999"), "character 3: /C takes a number from 1 to 9"),
        (("PTS", "KS/L1"), r"a signed number of half points, such as /L\+1 or /L-1, up to 999"),
        (("PTS", "KS/L-0"), "character 3: /L takes a signed number of half points"),
        (("PTS", "KS/L+1000"), "character 3: /L takes a signed number of half points"),
        (("PTS", "KS/L-99"), r"the limit would then be -47.0 of 5.0 points; in this event /L takes -4 to \+5"),
        (("PTS", "KS/L+99"), r"the limit would then be 52.0 of 5.0 points; in this event /L takes -4 to \+5"),
        (("PTS", "KS/L-5"), r"the limit would then be 0.0 of 5.0 points; in this event /L takes -4 to \+5"),
        (("PTS", "KS/L+6"), r"the limit would then be 5.5 of 5.0 points; in this event /L takes -4 to \+5"),
        (("PTS/L999999999999",), "tie-break 'PTS/L999999999999', character 4: PTS has no modifiers"),
        (("PTS", "DE/P1"), "character 3: /P takes no number"),
        (("PTS", "BH:XY"), "tie-break 'BH:XY', character 4: BH does not have points of this kind"),
        (("PTS", "BH:GP"), "BH:GP ranks teams"),
        (("PTS", "EDE"), "EDE ranks teams"),
        (("MPTS",), "MPTS ranks teams"),
    ],
)
def test_impossible_computations_are_refused_in_words(codes: tuple[str, ...], words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        standings(read(EXERCISES), tie_breaks=codes)


@pytest.mark.parametrize("after", [0, 6, -1])
def test_a_round_that_was_not_played_has_no_standings(after: int) -> None:
    with pytest.raises(BadRequest, match="rounds 1 to 5 have been played"):
        standings(read(EXERCISES), after=after)


SWISS = "FIDE_DUTCH_2026"


def event(players: int, *rounds: str, code: str = "FIDE_ROUNDROBIN", of: int = 0) -> Tournament:
    return tournament(players, *rounds, total=of or len(rounds), settings=Settings(system=code))


# By hand from C.05: player 4 plays one of three games, which is less than half. Without the games of player 4, player 1
# has 1 and 0.5, player 2 has 0.5 and 1, and player 3 has nothing.
LEFT = event(4, "1-3:10 4-2:10", "2-1:== 3-4:+-", "2-3:10 1-4:+-")


def test_results_of_a_withdrawal_before_half_of_the_games_do_not_count() -> None:
    """[C.05] The results stay in the crosstable (reading R2)."""
    found = standings(LEFT, tie_breaks=("PTS",))
    assert {int(place.tpn): shown(place.values[0]) for place in found} == {1: "1.5", 2: "1.5", 3: "0", 4: "0"}
    assert "4 Player0004" in found.remark
    assert found.rounds[Tpn(4)][0] == "2w1"


def test_the_highest_possible_score_leaves_out_the_games_of_a_withdrawal() -> None:
    """[C.07 9.2, C.05] By hand: each of the others plays three games, so all opponents have half (reading R2)."""
    left = event(5, "2-5:10 3-4:==", "3-5:+- 1-2:==", "1-3:== 4-5:+-", "1-5:+- 2-4:==", "1-4:== 2-3:==")
    assert values(left, "KS") == "1.5 1.5 1.5 1.5 0"


@pytest.mark.parametrize(
    "other",
    [
        event(4, "1-3:10 4-2:10", "2-1:== 3-4:10", "2-3:10 1-4:+-"),  # two of three games are more than half
        event(4, "1-3:10 4-2:+-", "2-1:== 3-4:+-", "2-3:10 4-1:=="),  # who plays the last game has not left
        event(
            5, "2-5:10 3-4:10", "5-3:10 1-2:10", "3-1:10 4-5:10", "1-4:+- 2-3:10", "2-4:+- 5-1:=="
        ),  # half of four games
        event(4, "1-3:10 4-2:10", "2-1:== 3-4:+-", "2-3:10 1-4:+-", of=4),  # the event is not over
        event(4, "1-3:10 4-2:10", "2-1:== 3-4:+-", "2-3:10 1-4:+-", code=SWISS),
    ],
)
def test_all_other_results_count(other: Tournament) -> None:
    found = standings(other, tie_breaks=("PTS",))
    assert found.remark == ""
    points = crosstable_of(other).totals()
    assert {place.tpn: shown(place.values[0]) for place in found} == {
        tpn: shown(Value(Fraction(points[tpn], 10))) for tpn in points
    }


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


def values(played: Tournament, code: str) -> str:
    found = standings(played, tie_breaks=("PTS", code)).places
    return " ".join(shown(place.values[1]) for place in sorted(found, key=lambda place: place.tpn))


FOUR = event(4, "1-2:+- 3-4:==", "3-1:10 2-4:10", "4-1:== 2-3:==")
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
    swiss = FOUR._replace(settings=FOUR.settings._replace(system=SWISS))
    assert values(swiss, "DE") == "0 0 0 0"
    assert values(swiss, "WON") == "0 1 1 0"


def test_a_performance_leaves_forfeits_out() -> None:
    assert values(FOUR, "TPR").split()[:2] == ["2172", "2558"]  # 2365, by hand, and 193 for 25 or 75 percent


def test_a_free_round_is_not_part_of_the_highest_possible_score() -> None:
    """[C.07 9.2] A free round does not increase the highest possible score, which sets Koya's limit."""
    rounds = ("1-2:10", "2-3:10", "3-1:==")
    assert values(event(3, *rounds), "KS") == "1 0 0.5"
    assert values(event(3, *rounds, code=SWISS), "KS") == "0 0 0.5"


def test_a_free_round_is_not_cut() -> None:
    """[C.07 14.1.1 d] A cut never removes a free round."""
    rounds = ("1-2:==", "2-3:10", "3-1:==")
    assert values(event(3, *rounds), "SB/C1") == "0.75 0.5 0"


def test_6_3_is_for_swiss_tournaments() -> None:
    """[C.07 6.3] If games are missing, Direct Encounter separates nobody in a round robin."""
    rounds = ("1-2:10 3-4:10 5-6:==", "1-3:10 2-4:10 5-6:==", "4-1:10 2-5:10 3-6:10")
    assert values(event(6, *rounds, of=5), "DE").split()[:3] == ["0", "0", "0"]
    assert values(event(6, *rounds, of=5, code=SWISS), "DE").split()[:3] == ["1", "2", "2"]


@pytest.mark.parametrize("block", some(range(20), 2))
def test_gacrux_agrees_on_round_robins(block: int) -> None:
    """[Readings K26, K6] Compare only tie-breaks that gacrux reads in the same way."""
    codes = ["PTS", "DE", "SB", "SB/C1", "KS", "KS/L+1", "KS/L-1", "WIN", "PS", "REP", "ARO", "TPR", "PTP", "APRO"]
    for seed in range(10 * block, 10 * block + 10):
        played = round_robin(seed)
        theirs = witnessed(played, codes, predetermined=True)
        for place in places_by(played, codes):
            for code, value, other in zip(codes, place.values, theirs[place.tpn].values, strict=True):
                assert Fraction(str(value.number)) == (other or 0), (seed, place.tpn, code)


CODES = ("PTS", "DE", "BH/C1", "BH", "SB")


def ranked(*codes: str) -> Tournament:
    event = read(EXERCISES)
    found = standings(event, tie_breaks=codes)
    ranks = {place.tpn: at for at, place in enumerate(found.places, 1)}
    return event._replace(settings=event.settings._replace(standings_order=codes), recorded_ranks=ranks)


def test_two_ranks_that_are_swapped_are_named_and_nothing_else() -> None:
    event = ranked(*CODES)
    ranks = {**event.recorded_ranks, Tpn(3): event.recorded_ranks[Tpn(4)], Tpn(4): event.recorded_ranks[Tpn(3)]}
    found = check_ranks(event._replace(recorded_ranks=ranks)).wrong
    assert [(wrong.number, wrong.recorded, wrong.first, wrong.beside, wrong.by, wrong.values) for wrong in found] == [
        (3, 3, 2, 4, "BH/C1", ("13", "11.5")),
        (4, 2, 3, 3, "BH/C1", ("11.5", "13")),
    ]


def test_tied_participants_may_stand_in_any_order() -> None:
    event = ranked("PTS")
    ranks = {**event.recorded_ranks, Tpn(3): event.recorded_ranks[Tpn(4)], Tpn(4): event.recorded_ranks[Tpn(3)]}
    assert check_ranks(event._replace(recorded_ranks=ranks)).wrong == ()


def test_text_without_a_claim_is_not_blamed() -> None:
    event = ranked(*CODES)
    assert check_ranks(event._replace(recorded_ranks={})).why_not == "the file has no ranks"
    starting = {participant.tpn: participant.number for participant in event.participants}
    words = "the ranks in the file are the starting ranks"
    assert check_ranks(event._replace(recorded_ranks=starting)).why_not == words
    silent = event._replace(settings=event.settings._replace(standings_order=()))
    assert check_ranks(silent).why_not == "the file names no tie-breaks"


def test_why_rank_shows_the_sums() -> None:
    lines = why_rank(standings(read(EXERCISES), tie_breaks=CODES), 4, 3)
    assert lines[0].startswith("3 ")
    assert "are separated by BH/C1" in lines[2]
    assert lines[4] == (
        "  BH/C1 of 4 David: 3 (round 1, against player 12) + 1.5 (round 3, against player 13)"
        " + 3.5 (round 4, against player 3) + 3.5 (round 5, against player 1) = 11.5"
        "; cut: 3.5 (round 2, dummy opponent)"
    )


ON_THE_FILE = {
    "dutch": ("PTS", "DE", "BH", "BH/C1", "BH/M1", "SB", "SB/C1", "PS", "ARO", "TPR", "WIN", "WON", "BPG", "REP"),
    "team": ("MPTS", "GPTS", "DE", "BH/C1", "EMGSB"),
}


def gacrux_on_the_file(text: str, codes: tuple[str, ...]) -> dict[int, list[str]]:
    reader = trf2json()
    with redirect_stdout(StringIO()):
        reader.parse_file(text, 0)
    data = reader.get_tournament(1)
    parameters = {"tiebreak": [*codes], "check": True, "swiss": True, "pre_determined": False, "unrated": None}
    found = tiebreak(data, -1, parameters).compute_tiebreaks(data, parameters)
    return {row["cid"]: [f"{float(value or 0):g}" for value in row["tiebreakScore"]] for row in found["competitors"]}


def compared_on_the_file(name: str, seed: int) -> bool:
    """Let gacrux read the file of an event. Return whether it can, and fail if it finds other values.

    gacrux reads files with another scoring system, with a forfeit win against an empty board and with some line-ups
    differently. Our average of no ratings is 0 (reading K16), and theirs is no value. In an unfinished event of teams
    gacrux also counts the rounds that are still to come (142) as unplayed, so the file ends with the last round played.
    """
    event, codes = generate(Plan(baku=False), seed, SYSTEMS[name]["2026"]), ON_THE_FILE[name]
    if event.settings.team is not None:
        event = event._replace(settings=event.settings._replace(rounds=len(event.rounds)))
    boards = (board for recorded in event.rounds for match in recorded.matches for board in match.boards)
    usual = event.settings.team is not None or event.settings.scoring == model.Scoring()
    if not event.rounds or not usual or any(model.NOBODY in board[:2] for board in boards):
        return False
    try:
        theirs = gacrux_on_the_file(write(event), codes)
    except (GacruxError, KeyError, IndexError):
        assert name == "team"
        return False
    for place in standings(event, tie_breaks=codes).places:
        values = ["0" if value == "-" else f"{float(value):g}" for value in map(shown, place.values)]
        assert values == theirs[place.tpn], (seed, place.tpn)
    return True


@pytest.mark.parametrize("name", ON_THE_FILE)
@pytest.mark.parametrize("block", some(range(25), 1))
def test_the_values_are_those_of_gacrux_run_on_the_file(name: str, block: int) -> None:
    assert sum(compared_on_the_file(name, seed) for seed in range(40 * block, 40 * block + 40)) > 3


def test_generated_ranks_pass_the_check() -> None:
    for name in ("dutch", "team"):
        event = generate(Plan(rounds=5), 3, SYSTEMS[name]["2026"])
        order = ("PTS", "DE", "BH/C1") if name == "dutch" else ("MPTS", "DE", "BH/C1")
        event = with_ranks(event._replace(settings=event.settings._replace(standings_order=order)))
        assert check_ranks(read(write(event))).wrong == ()


SINGLE, TEAMS, DOUBLE = ("dutch", "PTS"), ("team", "MPTS"), ("double-swiss", "PTS")


def before_round_4(system: str, points: str) -> Tournament:
    event = generate(Plan(players=8, rounds=3), 5, SYSTEMS[system]["2026"])
    settings = event.settings._replace(rounds=5, standings_order=(points, "BH", "SB"))
    return event._replace(settings=settings)


@pytest.mark.parametrize("kind", [SINGLE, TEAMS, DOUBLE], ids=lambda kind: kind[0])
def test_standings_are_those_after_the_last_complete_round(kind: tuple[str, str]) -> None:
    event = before_round_4(*kind)
    begun = read(write(with_round(event, pair(event).pairing)))
    assert (begun.under_way, len(begun.rounds)) == (True, 4)
    found = standings(begun)
    assert (found.after, found.places) == (3, standings(event).places)
    assert standings(begun, 2).places == standings(event, 2).places


@pytest.mark.parametrize("kind", [SINGLE, TEAMS], ids=lambda kind: kind[0])
def test_there_are_none_after_a_round_under_way(kind: tuple[str, str]) -> None:
    event = before_round_4(*kind)
    begun = with_round(event, pair(event).pairing)
    with pytest.raises(BadRequest, match="no standings after round 4: it is still being played"):
        standings(begun, 4)
    first = begun._replace(rounds=begun.rounds[:1])
    with pytest.raises(BadRequest, match="no standings after round 1: it is still being played"):
        standings(first)


SINGLE_REASONS = ("DE", "PS", "BH", "BH/C1", "SB", "SB/C1", "AOB", "KS", "ARO", "TPR", "PTP", "APRO", "WIN", "STD")
TEAM_REASONS = ("BC", "TBR", "BBE", "EDE", "EDEBT", "EDEBB", "EDET", "EDEB", "SSSC", "EMGSB/C1")


FIVE_TEAMS = of_teams(
    "WWWW",
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
        f"  EDE of team {team}: match points {points} (round 5, against team {other}) = {points}, which gives "
        f"place {place} among the tied participants"
        for team, other, points, place in ((2, 3, 2, 1), (3, 2, 0, 2))
    ]


def test_a_tie_of_all_is_broken_by_the_other_points() -> None:
    assert words(FIVE_TEAMS, "EDE", 1, 4)[-1] == (
        "  EDE of team 1: game points 2.5 (round 1, against team 2) + 3 (round 2, against team 3)"
        " + 0 (round 3, against team 4) + 0.5 (round 4, against team 5) = 6"
        ", which gives place 5 among the tied participants"
    )


@pytest.mark.parametrize(
    ("code", "begin", "end"),
    [
        (
            "TBR",
            "  TBR of team 2: 0 (round 1, against team 1) + 0 (round 2) + 0 (round 3) + 0 (round 4)",
            " = 3 (board 1)",
        ),
        (
            "BBE",
            "  BBE of team 1: 2.5 (round 1, against team 2) + 3 (round 2, against team 3)",
            " = 5.5 (boards 1 to 3)",
        ),
    ],
)
def test_boards_are_shown_as_sums_of_rounds(code: str, begin: str, end: str) -> None:
    shown = words(FIVE_TEAMS, code, 1, 2)[-2:]
    assert any(one.startswith(begin) and one.endswith(end) for one in shown), shown


def test_after_the_encounters_the_boards_part_two_teams() -> None:
    shown = words(FIVE_TEAMS, "EDEBT", 4, 5)[-2]
    assert shown.startswith("  EDEBT of team 4: BC 0 (round 1) + 0 (round 2) + 10 (round 3, ")
    assert shown.endswith(" = 22, which gives place 3 among the tied participants")
    assert [f"{points} (round" in shown for points in (10, 7, 2, 3)] == [True] * 4


def test_a_perfect_performance_is_shown_as_the_expected_score() -> None:
    assert words(read(EXERCISES), "PTP", 4, 3)[2:] == [
        "4 David and 3 Charline are separated by PTP: perfect tournament performance (C.07 10.3)",
        (
            "  PTP of 4 David: 2168 is the lowest rating with an expected score of at least 3"
            " (0.97 (round 1, against player 12)"
            " + 0.98 (round 3, against player 13)"
            " + 0.59 (round 4, against player 3) + 0.46 (round 5, against player 1) = 3); with 2167 it is 2.98"
        ),
        (
            "  PTP of 3 Charline: 2112 is the lowest rating with an expected score of at least 3.5 (0.93"
            " (round 1, against player 11)"
            " + 0.71 (round 2, against player 6)"
            " + 0.82 (round 3, against player 8) + 0.59 (round 4, against player 4) + 0.45 (round 5, against player 2)"
            " = 3.5); with 2111 it is 3.48"
        ),
    ]


SUM = re.compile(r"[^:]*: (?:[A-Za-z ]+|.* at least [\d.]+ \()?([(\d].*) = (-?[\d.]+)")


def adds_up(line: str) -> bool:
    """Whether the terms in a printed line add up to the value in this line."""
    found = SUM.match(line)
    if found is None:
        return False
    terms, value = found.groups()
    terms = terms.replace(" x ", " * ")
    terms = re.sub(r" \((?:round|rating|points|bonuses)[^()]*\)", "", terms)
    assert re.fullmatch(r"[\d. +*/()-]+", terms), line
    computed = eval(re.sub(r"[\d.]+", r'Fraction("\g<0>")', terms), {"Fraction": Fraction})
    close = Fraction(1, 2) if "." not in value and "/" in terms else Fraction(1, 100)
    assert abs(computed - Fraction(value)) <= close, line
    return True


@pytest.mark.parametrize("block", some(range(10), 1))
@pytest.mark.parametrize("codes", [SINGLE_REASONS, TEAM_REASONS])
def test_sums_add_up(codes: tuple[str, ...], block: int) -> None:
    looked_at = 0
    for seed, code in product(range(4 * block, 4 * block + 4), codes):
        event = (single if codes is SINGLE_REASONS else teams)(seed)
        found = standings(event, tie_breaks=(points_code(event.settings), code))
        for one, other in zip(found.places, found.places[1:], strict=False):
            if found.parting(one, other) == 1:
                looked_at += sum(map(adds_up, why_rank(found, int(one.tpn), int(other.tpn))))
    assert looked_at


WIDEST = [
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179),
    *(188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456),
    *(484, 517, 559, 619, 735),
]
"""[B.02 8.1.2] The largest rating difference with an expected score of 0.50, 0.51, and so on to 0.99."""
PTP = re.compile(
    r"  PTP of (?:player )?(\d+).*: (-?\d+) is the lowest rating with an expected score of at least ([\d.]+) "
    r"\((.*) = ([\d.]+)\); with (-?\d+) it is ([\d.]+)"
)


def percent(difference: int) -> int:
    above = 50 + next((place for place, most in enumerate(WIDEST) if abs(difference) <= most), 50)
    return above if difference >= 0 else 100 - above


@pytest.mark.parametrize("block", some(range(10), 1))
def test_every_perfect_performance_is_read_back(block: int) -> None:
    read_back = 0
    for seed in range(6 * block, 6 * block + 6):
        event = single(seed)
        ratings = {one.tpn: one.rating for one in event.participants}
        if not all(ratings.values()):
            continue
        found = standings(event, tie_breaks=("PTP",))
        games = {
            one.tpn: [g for r in event.rounds for g in r.games if g.is_played and one.tpn in g[:2]]
            for one in event.participants
        }
        for one, other in pairwise(found.places):
            for line in why_rank(found, int(one.tpn), int(other.tpn)):
                if (told := PTP.fullmatch(line)) is None:
                    continue
                number, rating, less = int(told[1]), int(told[2]), int(told[6])
                met = [Tpn(int(each)) for each in re.findall(r"against player (\d+)", told[4])]
                assert sorted(met) == sorted(g.black if g.white == number else g.white for g in games[Tpn(number)])
                assert [round(100 * float(each)) for each in re.findall(r"([\d.]+) \(round", told[4])] == [
                    percent(rating - ratings[each]) for each in met
                ]
                expected, with_less = (sum(percent(at - ratings[each]) for each in met) for at in (rating, less))
                assert (Fraction(told[5]), Fraction(told[7])) == (Fraction(expected, 100), Fraction(with_less, 100))
                assert less == rating - 1
                assert expected >= 100 * Fraction(told[3]) > with_less
                read_back += 1
    assert read_back > 0
