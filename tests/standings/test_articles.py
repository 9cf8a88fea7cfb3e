"""[C.07] Tests of the tie-breaks, article by article, and of readings K1 to K26."""

import gc
from collections.abc import Callable
from fractions import Fraction

import pytest

from pairing_engine.facts.model import Bye, ByeKind, Game, Points, Result, Round, Scoring, Tournament, Tpn
from pairing_engine.standings import formulas
from pairing_engine.standings.codes import points_code
from pairing_engine.standings.record import RoundEntry, RoundKind
from pairing_engine.standings.table import Standings, places_by, shown, standings
from pairing_engine.standings.values import Cut, Term, left_after
from pairing_engine.standings.why import why_rank
from tests.articles.literal import tie_breaks as literal
from tests.builders import tournament
from tests.conftest import some
from tests.evidence.tally import counted
from tests.places import FIXTURES, ROOT
from tests.standings.random_results import of_teams, single
from tests.standings.test_two_programs import EVIDENCE
from tools.tie_breaks import page
from trf import read

CASES = FIXTURES / "standings"


def values(event: Tournament, *codes: str) -> dict[int, tuple[str, ...]]:
    """Return the values of some tie-breaks for each participant."""
    found = standings(event, tie_breaks=(points_code(event.settings), *codes))
    return {int(found.participants[place.tpn].number): tuple(map(shown, place.values[1:])) for place in found.places}


def ranks(found: Standings) -> dict[int, int]:
    return {int(found.participants[place.tpn].number): place.rank for place in found.places}


def test_7_7_compares_with_the_scheduled_opponent() -> None:
    """[Reading K6] In STD, a player with more points than the scheduled opponent gets 1. Equal points give ½."""
    assert values(read(CASES / "std.trf"), "STD") == {1: ("2",), 2: ("0.5",), 3: ("0.5",), 4: ("1",)}


def test_16_4_2_counts_the_rounds_of_the_tournament() -> None:
    """[Reading K18] The dummy's score cannot exceed the score for a draw in every planned round."""
    found = values(read(CASES / "st-std-21.trf"), "BH")
    assert found[2] == ("6",)


def test_12_counts_no_requested_byes() -> None:
    """[Reading K12] Requested byes do not count for board tie-breaks.

    In the file tm-4.trf, team 7 has three requested byes, and team 5 has none. In the file tm-17.trf, team 5 has three
    requested byes, too.
    """
    found = values(read(CASES / "tm-4.trf"), "BC", "TBR", "BBE")
    assert found[7] == ("6", "2/2", "2")
    assert found[5] == ("12", "4/4", "4")
    assert values(read(CASES / "tm-17.trf"), "TBR")[5] == ("2/1/1/0",)


PLAYED = tournament(4, "1-2:10 3-4:==", "1-3:10 4-2:==", "4-1:10 2-3:==", total=3)
"""An event of four players with scores 2, 1, 1, 2 and ratings 2390, 2380, 2370, 2360."""

UNPLAYED = tournament(4, "1-2:10 3:H 4:U", "1-3:+- 2-4:10", "1-4:10 2:Z 3:Z", total=3)
"""[16.3.2] An event of four players with unplayed rounds.

The scores are 3, 1, 0.5 and 1. The adjusted scores are 3, 1.5, 1 and 1.
"""


@pytest.mark.parametrize(
    ("event", "code", "expected"),
    [
        (PLAYED, "DE", "2 0 0 1"),  # player 4 beat player 1; players 2 and 3 drew
        (PLAYED, "WIN", "2 0 0 1"),
        (PLAYED, "WON", "2 0 0 1"),
        (PLAYED, "BPG", "1 2 2 1"),
        (PLAYED, "BWG", "0 0 0 0"),
        (PLAYED, "PS", "5 1.5 2 3.5"),
        (PLAYED, "PS/C1", "4 1.5 1.5 3"),
        (PLAYED, "REP", "3 3 3 3"),
        (PLAYED, "STD", "2 1 1 2"),
        (PLAYED, "BH", "4 5 5 4"),
        (PLAYED, "BH/C1", "3 4 4 3"),
        (PLAYED, "BH/M1", "1 2 2 1"),
        (PLAYED, "AOB", "4.67 4.33 4.33 4.67"),
        (PLAYED, "FB", "3.5 5 5 4.5"),  # in Fore Buchholz the scores are 2.5, 1, 1 and 1.5
        (PLAYED, "SB", "2 1.5 1.5 3"),
        (PLAYED, "SB/C1", "1 1 1 2.5"),
        (PLAYED, "KS", "0 0.5 0.5 1"),
        (PLAYED, "ARO", "2370 2373 2377 2380"),
        (PLAYED, "TPR", "2495 2248 2252 2505"),  # player 1 scored 67 percent, which adds 125 to the average rating
        (PLAYED, "PTP", "2492 2249 2253 2502"),
        (PLAYED, "RTNG", "2390 2380 2370 2360"),
        (UNPLAYED, "DE", "0 1 0 2"),
        (UNPLAYED, "WIN", "3 1 0 1"),
        (UNPLAYED, "WON", "2 1 0 0"),
        (UNPLAYED, "REP", "3 2 0 3"),
        (UNPLAYED, "STD", "3 1 0.5 1"),
        (UNPLAYED, "BH", "3.5 5 1.5 5.5"),  # player 1: 1.5 + min(3, 1) + 1; player 2: 3 + 1 + min(1, 1.5)
        (UNPLAYED, "BH/C1", "2.5 4 1 4.5"),
        (UNPLAYED, "SB", "3.5 1 0.25 1"),
        (UNPLAYED, "AOB", "5.25 4.5 0 4.25"),
    ],
)
def test_an_event_worked_out_by_hand(event: Tournament, code: str, expected: str) -> None:
    found = values(event, code)
    assert " ".join(found[number][0] for number in sorted(found)) == expected


def test_a_win_of_unknown_colour_counts_but_not_with_black() -> None:
    """[C.07 7.2 to 7.4] In a round-robin, a forfeit win without a recorded game counts as a game [15.2]."""
    entry = RoundEntry(1, Tpn(2), (10, 0), RoundKind.PLAYED, Result.WIN, "")
    with_black = formulas.counted(entry, won=False, colours=("b",)), formulas.counted(entry, colours=("b",))
    assert (formulas.counted(entry), *with_black) == (1, 0, 0)


def test_16_4_has_no_bounds_before_2026() -> None:
    """[Reading K5] Before 2026, the rules do not limit the score of the dummy."""
    event = UNPLAYED._replace(settings=UNPLAYED.settings._replace(first_day="2024/09/01"))
    assert values(event, "BH")[1] == ("5.5",)


def test_8_3_draws_forfeited_games_of_the_final_round() -> None:
    """[Reading K8] Forfeited games of the final round count as draws in Fore Buchholz."""
    event = tournament(4, "1-2:01 3-4:10", "1-4:01 3:Z 2:U", "1-3:+- 2-4:10", total=3)
    assert values(event, "FB")[1] == ("5.5",)  # player 1 meets players 2 (2.5 points), 4 (1.5) and 3 (1.5)


def test_10_ratings_are_dropped_with_an_unrated_player() -> None:
    """[Reading K16] If a single player is unrated, tie-breaks by ratings cannot be used."""
    unrated = tuple(p._replace(rating=0) if p.tpn == 4 else p for p in PLAYED.participants)
    event = PLAYED._replace(participants=unrated)
    assert set(values(event, "ARO", "TPR", "RTNG").values()) == {("-", "-", "-")}
    assert values(event, "ARO/U2360") == values(PLAYED, "ARO")
    by_rating = standings(event, tie_breaks=("PTS", "RTNG"))
    assert ranks(by_rating) == {1: 1, 4: 1, 2: 3, 3: 3}


def test_6_3_places_who_is_ahead_whatever_happens() -> None:
    """[C.07 6.3] In Direct Encounter, a player is ranked first if the missing games cannot change this."""
    event = tournament(6, "1-2:10 3-4:10 5-6:10", "1-3:10 2-4:10 6-5:10", "4-1:10 2-5:10 3-6:10", total=5)
    found = standings(event, tie_breaks=("PTS", "DE"))
    assert [found.participants[place.tpn].number for place in found.places[:3]] == [1, 2, 3]
    assert [place.rank for place in found.places[:3]] == [1, 2, 2]


def test_16_5_cuts_the_same_element_first() -> None:
    """[Reading K19] If several elements have the same weight, a voluntary unplayed round is cut first."""
    terms = [(1, 30, 300, False), (2, 20, 0, True), (3, 15, 150, False), (4, 20, 0, True), (5, 15, 0, True)]
    marked = left_after(
        [Term(number, Tpn(9), amount, weight, voluntary) for number, weight, amount, voluntary in terms], Cut(2, 0)
    )
    assert [term.number for term in marked if term.cut] == [3, 5]


def test_double_swiss_counts_matches_as_rounds() -> None:
    """[Reading K20] In Double-Swiss, a match counts as a round. Only WON counts single games."""
    double = PLAYED.settings._replace(double=True, rounds=2, scoring=Scoring(pairing_allocated_bye=Points(15)))
    first = Round(
        (Game(Tpn(1), Tpn(2), Result.WIN, Result.LOSS, second=(Result.WIN, Result.LOSS)),),
        (Bye(Tpn(3), ByeKind.PAIRING_ALLOCATED),),
    )
    second = Round(
        (Game(Tpn(3), Tpn(1), Result.WIN, Result.LOSS, second=(Result.LOSS, Result.WIN)),),
        (Bye(Tpn(2), ByeKind.PAIRING_ALLOCATED),),
    )
    event = PLAYED._replace(participants=PLAYED.participants[:3], rounds=(first, second), settings=double)
    found = values(event, "BH", "SB", "WON", "BPG", "ARO")
    assert found[1] == ("4", "5.5", "3", "2", "2375")  # Buchholz: 1.5 + 2.5; Sonneborn-Berger: 2 x 1.5 + 1 x 2.5
    assert found[2][0] == "4.5"  # 3 points of player 1, and 1.5 own points for the bye


def test_why_rank_marks_the_dummy() -> None:
    found = standings(UNPLAYED, tie_breaks=("PTS", "BH"))
    assert (
        why_rank(found, 2, 4)[-1]
        == "  BH of 2 Player0002: 3 (round 1, against player 1) + 1 (round 2, against player 4)"
        " + 1 (round 3, dummy opponent) = 5"
    )


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Buchholz", "BH"),
        ("buchholz cut 1", "BH/C1"),
        ("BucC1", "BH/C1"),
        ("Sonneborn-Berger", "SB"),
        ("SONNEBORN BERGER/C1", "SB/C1"),
        ("confrontation directe", "DE"),
        ("DÉPARTAGE PARTICULIER", "DE"),
        ("Performance", "TPR"),
        ("Sonneborn-Berger-Tie-Break variable", "SB"),
        ("The results of the players in the same point group", "DE"),
        ("ge", "GE"),
    ],
)
def test_names_are_understood(name: str, code: str) -> None:
    assert standings(PLAYED, tie_breaks=("PTS", name)).order.codes == ("PTS", code)


def test_docs_tie_breaks_is_made_from_the_declarations() -> None:
    path = ROOT / "docs" / "tie-breaks.md"
    assert path.read_text(encoding="utf-8") == page(), "run: python -m tools.tie_breaks"


THREE_TEAMS = of_teams("WB", "1-2:1=", "3-1:+0", "2-3:==", byes=True)
"""An event of three teams with match points 4, 2 and 3."""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("MPTS", "4 2 3"),
        ("MPVGP", "3.5 2.5 3"),
        ("BC", "7 5.5 5.5"),  # team 1: 1 + 2 x 0.5, then 2 x 1, then 3 for a bye: a win on each board
        ("TBR", "2/2.5 1.5/2 2.5/1.5"),
        ("BBE", "2 1.5 2.5"),
        ("EMMSB", "10 5 9"),  # team 1: 2 x 2 + 3 x 1 + 3 x 1, the dummy bounded by three draws
        ("EGGSB", "9.75 7.25 9"),
        ("SSSC", "6.17 5.5 6"),  # the factor is 3: 6 match points in 3 rounds, divided by 2 game points in a match
    ],
)
def test_teams_worked_out_by_hand(code: str, expected: str) -> None:
    found = values(THREE_TEAMS, code)
    assert " ".join(found[number][0] for number in sorted(found)) == expected


def test_standings_leave_nothing_behind() -> None:
    gc.collect()
    gc.disable()
    try:
        for event in (PLAYED, UNPLAYED, THREE_TEAMS):
            found = standings(event, tie_breaks=(points_code(event.settings), "DE", "BH/C1", "FB", "SB", "AOB", "APRO"))
            assert all(place.values for place in found.places)
            del found
        assert gc.collect() == 0
    finally:
        gc.enable()


CODES: dict[str, Callable[[literal.Event, int], Fraction]] = {
    "STD": literal.standard_points,
    "BH": literal.buchholz,
    "BH/C1": lambda event, tpn: literal.buchholz(event, tpn, 1),
    "BH/C2": lambda event, tpn: literal.buchholz(event, tpn, 2),
    "BH/M1": lambda event, tpn: literal.buchholz(event, tpn, 1, 1),
    "BH/M2": lambda event, tpn: literal.buchholz(event, tpn, 2, 2),
    "FB": literal.fore_buchholz,
    "SB": literal.sonneborn_berger,
    "SB/C1": lambda event, tpn: literal.sonneborn_berger(event, tpn, 1),
    "SB/C2": lambda event, tpn: literal.sonneborn_berger(event, tpn, 2),
    "SB/M1": lambda event, tpn: literal.sonneborn_berger(event, tpn, 1, 1),
    "KS": literal.koya,
    "KS/L+1": lambda event, tpn: literal.koya(event, tpn, 1),
    "KS/L-1": lambda event, tpn: literal.koya(event, tpn, -1),
}


def look(seed: int) -> None:
    event = single(seed)
    if event.settings.abnormal_points or event.settings.rounds == 1:
        return  # in an event of one round, the limit of Koya cannot be lowered (reading K24)
    text = literal.Event(event)
    for place in places_by(event, ["PTS", *CODES]):
        for (code, transcribed), value in zip(CODES.items(), place.values[1:], strict=True):
            assert value.number == transcribed(text, place.tpn), (seed, place.tpn, code)
    counted(EVIDENCE, "players: transcription", len(CODES) * len(event.participants))


@pytest.mark.parametrize("block", some(range(10), 4))
def test_the_text_agrees(block: int) -> None:
    for seed in range(10 * block, 10 * block + 10):
        look(seed)


@pytest.mark.slow
def test_the_text_agrees_on_2000_events() -> None:
    for seed in range(10_000, 12_000):
        look(seed)
