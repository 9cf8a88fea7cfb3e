"""The files in fixtures/cases, each of which was once refused or misread."""

from __future__ import annotations

from pathlib import Path

import pytest

import trf
from checker.checking import check
from checker.questions import moment
from checker.report import FileReport
from pairing_engine import pair
from pairing_engine.answers.paired import as_account
from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Bye, ByeKind, Colour, EventKind, Points, TeamPoints, Tpn
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.state.initial_colour import inferred_initial_colour
from pairing_engine.systems.choice import choose
from swisspair.terminal.sources import find
from tests.places import FIXTURES

CASES = FIXTURES / "cases"
REAL, TEAM, BAD = CASES / "real", CASES / "team", CASES / "bad"


def codes(path: Path) -> set[str]:
    return {adjustment.code for adjustment in trf.examine(path).adjustments}


def check_file(path: Path, number: int | None = None) -> FileReport:
    return check(trf.read(path), number)


def problems(path: Path) -> list[str]:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read(path)
    return [problem.show(path.name) for problem in refusal.value.problems]


REFUSED = {"icu-galway-2011.tab", "sharly-team-import.trf"}
"""Two unreadable files: one with ambiguous blanks, and one with players who have no team."""

EVERY = sorted(path for folder in (REAL, TEAM, BAD) for path in folder.iterdir() if path.suffix != ".zip")


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.name)
def test_every_file_is_read_or_refused_in_a_few_words(path: Path) -> None:
    if path.name in REFUSED:
        assert 0 < len(problems(path)) < 10
    else:
        assert trf.read(path).participants


@pytest.mark.parametrize(
    "name", ["half.trf", "half2.trf", "points-all-zero.trf", "empty-round-1.trf", "round-under-way.trf"]
)
def test_strict_reading_refuses_adjusted_files(name: str) -> None:
    with pytest.raises(trf.TrfProblems):
        trf.read(REAL / name, strict=True)


# --- files of real events


def test_budapest_a_2026() -> None:
    explanation = check_file(REAL / "budapest-a-2026.trf", 8).rounds[0].explanation
    assert explanation is not None
    assert (explanation.finding.wrong, explanation.finding.right) == ("1.5", "1.0")


@pytest.mark.parametrize("name", ["half.trf", "half2.trf"])
def test_half(name: str) -> None:
    assert "ADJ-72" in codes(REAL / name)
    assert Bye(Tpn(1), ByeKind.HALF_POINT) in trf.read(REAL / name).rounds[1].byes


def test_icu_intermediate_2011() -> None:
    reading = trf.examine(REAL / "icu-intermediate-2011.tab")
    assert [a.words for a in reading.adjustments if a.code == "ADJ-72"] == [
        "player 15 has 2.0 points, so the blanks are read as byes: H in round 3"
    ]


def test_icu_galway_2011_says_which_cells_it_could_be() -> None:
    assert "some cells are blank (round 4, 5, 6): write H or F for each bye" in "".join(
        problems(REAL / "icu-galway-2011.tab")
    )
    recomputed = trf.examine(REAL / "icu-galway-2011.tab", recompute=True)
    assert any("player 45 has" in a.words and "0.5 less" in a.words for a in recomputed.adjustments)


def test_round_under_way() -> None:
    path = REAL / "round-under-way.trf"
    assert [found.status.value for found in check_file(path).rounds] == ["agrees", "agrees"]
    with pytest.raises(BadRequest, match="round 2 is still being played: results are missing for 8 - 1, 2 - 7, "):
        pair(trf.read(path))


def test_a_round_under_way_can_be_asked_about() -> None:
    event = trf.read(REAL / "round-under-way.trf")
    assert moment(event, 1).pairing.boards == pair(event, 1).boards


def test_swiss_manager_team_trf16() -> None:
    path = REAL / "swiss-manager-team-trf16.trf"
    assert trf.read(path).settings.kind is EventKind.TEAM
    assert "ADJ-79" in codes(path)
    assert "ADJ-39" not in codes(path), "ruler lines are skipped without a report"


def test_sharly_trf26_299_columns() -> None:
    path = REAL / "sharly-trf26-299-columns.trf"
    rules = trf.read(path).settings.team
    assert rules is not None
    one, other = rules.abnormal_points
    assert (one.outcome, one.match, one.game, one.round, one.tpns) == ("+", 20, 25, 1, {1})
    assert (other.outcome, other.match, other.game, other.round, len(other.tpns)) == ("-", 0, 15, 0, 50)
    assert "ADJ-74" in codes(path)


def test_sharly_import_baku() -> None:
    event = trf.read(REAL / "sharly-import-baku.trf")
    assert choose(event.settings).why_system == "record 192 says FIDE_DUTCH_2026_BAKU"
    account = as_account(pair(event, round=2))
    assert account.splitlines()[0].endswith("Baku Acceleration")


def test_points_all_zero() -> None:
    found = [a.code for a in trf.examine(REAL / "points-all-zero.trf").adjustments]
    assert (found.count("ADJ-71"), found.count("ADJ-20")) == (1, 0)


def test_empty_round_1() -> None:
    event = trf.read(REAL / "empty-round-1.trf")
    assert Bye(Tpn(1), ByeKind.ZERO_POINT) in [request.bye for request in event.requests]
    assert "ADJ-75" in codes(REAL / "empty-round-1.trf")


def test_vega_2018() -> None:
    """The colours in round 1 contradict each other, so round 2 shows the initial-colour [Reading G2]."""
    assert inferred_initial_colour(trf.read(REAL / "vega-2018.trf")) is Colour.WHITE
    assert check_file(REAL / "vega-2018.trf", 2).differing == 0


# --- team events


def test_bare_fide_team() -> None:
    boards = {(board.white, board.black) for board in pair(trf.read(TEAM / "bare-fide-team.trf")).boards}
    assert (5, 4) in boards


@pytest.mark.parametrize(
    ("name", "number", "tpn", "added"),
    [
        ("ex-two-299.trf", 2, 1, (-5, -40)),
        ("ex-two-299b.trf", 3, 1, (-20, -10)),
        ("ds299b.trf", 2, 4, (-30, 0)),
    ],
)
def test_two_299(name: str, number: int, tpn: int, added: tuple[int, int]) -> None:
    assert crosstable_of(trf.read(TEAM / name)).added(number)[Tpn(tpn)] == added


def test_ds299b_has_the_points_of_both() -> None:
    event = trf.read(TEAM / "ds299b.trf")
    assert crosstable_of(event).totals()[Tpn(4)] == 40


def test_tec_sample() -> None:
    assert [a.code for a in trf.examine(TEAM / "tec-sample.trf").adjustments].count("ADJ-73") == 1


def test_gnc_p1() -> None:
    """[Reading T6] The 310 lines are right only if the bye gives the points of `162 P` on every board."""
    reading = trf.examine(TEAM / "gnc_p1.trf")
    rules = reading.tournament.settings.team
    assert rules is not None
    assert rules.byes[ByeKind.PAIRING_ALLOCATED] == TeamPoints(Points(10), Points(20))
    assert "ADJ-62" not in {a.code for a in reading.adjustments}


def test_ongoing() -> None:
    event = trf.read(TEAM / "ongoing.trf")
    assert event.under_way
    assert len(check(event).rounds) == 7


def test_ex_142_doubled() -> None:
    """The reader reports that record 142 may contain the number of games, not of rounds [Reading W17]."""
    assert "ADJ-80" in codes(TEAM / "ex-142-doubled.trf")


@pytest.mark.parametrize("name", ["ex-c6-graded.trf", "ex-typeb-last.trf"])
def test_readings_that_are_unsettled_are_kept(name: str) -> None:
    """Events with uncertain readings can be paired and verified [Readings W9, T15]."""
    assert pair(trf.read(TEAM / name), verify=True).boards


# --- files with faults


def test_zero() -> None:
    """In the column of the next round, ``0000`` means an absence, and a single ``0`` is ignored."""
    assert {name: len(pair(trf.read(BAD / name)).boards) for name in ("blank.trf", "zero.trf", "zero4.trf")} == {
        "blank.trf": 2,
        "zero.trf": 2,
        "zero4.trf": 2,
    }
    assert trf.read(BAD / "zero.trf").requests == ()
    assert [request.bye.tpn for request in trf.read(BAD / "zero4.trf").requests] == [1]
    assert {"ADJ-76"} <= codes(BAD / "zero.trf") & codes(BAD / "zero4.trf")


def test_dup() -> None:
    first, second = find([BAD / "dup.zip"])
    assert second.name == f"{first.name} (2)"
    assert first.read() != second.read()
