"""The scoring system in records 162, XXS and BBx, and the points that the reader computes from it."""

from __future__ import annotations

import pytest

import trf
from pairing_engine.facts.model import Points, Scoring
from tests.files.trf_builders import FOUR, PAIR, abnormal, adjustments, player, problems, read, text_of


def scoring(*records: str) -> Scoring:
    return read(*FOUR, *records).settings.scoring


def points(**tenths: int) -> Scoring:
    return Scoring(**{name: Points(value) for name, value in tenths.items()})


THREE_ONE = {"win": 30, "forfeit_win": 30, "full_point_bye": 30, "draw": 10, "half_point_bye": 10, "unknown": 10}


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ((), Scoring()),
        (("162  W 3.0    D 1.0",), points(**THREE_ONE, pairing_allocated_bye=30)),
        (("162  W 3.0    D 1.0    P 1.0",), points(**THREE_ONE, pairing_allocated_bye=10)),
        (("162  W 3.0", "162  D 1.0"), points(**THREE_ONE, pairing_allocated_bye=30)),
        (("162  L 0.2    A 0.5",), points(loss=2, zero_point_bye=5, forfeit_loss=5)),
        (("162  Z 0.5",), points(zero_point_bye=5, forfeit_loss=5)),
        (("162  X 1.0",), points(unknown=10)),
        (("BBW  3.0", "BBD  1.0"), points(**THREE_ONE, pairing_allocated_bye=30)),
        (("BBU  0.5",), points(pairing_allocated_bye=5)),
        (("BBZ  0.5", "BBF  0.2", "BBL  0.1"), points(zero_point_bye=5, forfeit_loss=2, loss=1)),
        (("XXS W=3 D=1",), points(**THREE_ONE, pairing_allocated_bye=10)),
        (("XXS PAB=3 D=1 W=3",), points(**THREE_ONE, pairing_allocated_bye=30)),
        (("XXS PAB=.5",), points(pairing_allocated_bye=5)),
        (("XXS BW=2 BD=1 BL=.5",), points(black_win=20, black_draw=10, black_loss=5)),
        (
            ("XXS WW=2 WD=1 WL=.5",),
            points(win=20, draw=10, loss=5, black_win=10, black_draw=5, black_loss=0, unknown=10),
        ),
        (
            ("XXS FW=2 FL=.1 ZPB=.2 HPB=.3 FPB=.4",),
            points(forfeit_win=20, forfeit_loss=1, zero_point_bye=2, half_point_bye=3, full_point_bye=4),
        ),
        (("XXS W=3 FW=1",), points(win=30, full_point_bye=30)),
        (("XXS FW=1 W=3",), points(win=30, full_point_bye=30, forfeit_win=30)),
    ],
)
def test_every_record_gives_the_points_of_its_outcomes(records: tuple[str, ...], expected: Scoring) -> None:
    assert scoring(*records) == expected


@pytest.mark.parametrize(
    ("record", "column"),
    [
        ("162  Q 1.0", 6),
        ("162  W", 6),
        ("162  W 1.25", 8),
        ("BBW  x", 6),
        ("XXS W=", 7),
        ("XXS Q=1", 5),
        ("XXS W=1 =", 9),
        ("XXS D=2", 5),
        ("XXS BL=.6", 5),
    ],
)
def test_an_unreadable_scoring_record_is_a_problem_at_its_place(record: str, column: int) -> None:
    assert [(line, where) for line, where, _ in problems(*FOUR, record)] == [(5, column)]


def test_points_that_no_line_can_hold_are_beyond_the_limit() -> None:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read(text_of(*FOUR, "XXS W=1000"))
    assert [problem.code for problem in refusal.value.problems] == ["limit"]


def test_points_are_checked_by_the_scoring_system_of_the_file() -> None:
    lines = (player(1, "2w1", "U", "2b0", points="5.0"), player(2, "1b0", "", "1w1", points="3.0"))
    assert adjustments(*lines, "162  W 3.0    D 1.0    P 2.0") == []
    assert problems(*lines) == [(1, 81, "points"), (2, 81, "points")]


def test_the_colours_may_be_worth_different_points() -> None:
    assert adjustments(player(1, "2b1", points="2.0"), player(2, "1w0"), "XXS BW=2") == []


def test_abnormal_points_replace_those_of_their_round() -> None:
    lines = (player(1, "2w1", "2b1", points="3.5"), player(2, "1b0", "1w0", points="-.5"))
    records = (abnormal("W", "2.0", "002", 1), abnormal("", "0.5", "", 1), abnormal("", "-0.5", "001", 2))
    assert adjustments(*lines, *records, recompute=True) == []
    assert problems(*lines) == [(1, 81, "points"), (2, 81, "points")]


def test_recomputing_trusts_the_results_and_reports_every_line() -> None:
    lines = (player(1, "2w1", points="2.0"), PAIR[1])
    assert problems(*lines) == [(1, 81, "points")]
    assert adjustments(*lines, recompute=True) == [("ADJ-20", 1, 81)]


def test_points_with_next_bye_and_acceleration_are_understood() -> None:
    lines = (player(1, "2w1", "H", points="2.5"), PAIR[1], "XXA    1  1.0  1.0")
    assert adjustments(*lines) == [("ADJ-18", 1, 81), ("ADJ-19", 1, 81)]


def test_points_with_a_bye_two_rounds_ahead_are_wrong() -> None:
    assert problems(player(1, "2w1", points="1.5"), PAIR[1], "240 H 003    1") == [(1, 81, "points")]


def test_adjourned_games_count_as_draws_when_asked() -> None:
    lines = (player(1, "2w?", "2b=", points="1.0"), player(2, "1b?", "1w=", points="1.0"))
    assert problems(*lines) == [(1, 99, "result of round 1")]
    assert adjustments(*lines, adjourned_as_draw=True) == [("ADJ-56", 1, 99)]


def test_points_may_leave_out_games_without_a_result() -> None:
    lines = (player(1, "2w?"), player(2, "1b?"))
    assert adjustments(*lines, adjourned_as_draw=True) == [("ADJ-56", 1, 81), ("ADJ-56", 1, 99), ("ADJ-56", 2, 81)]


def test_adjourned_as_draw_outweighs_the_value_of_the_file() -> None:
    text = text_of(player(1, "2w?", points="1.5"), player(2, "1b?", points="1.5"), "162  W 2.0    D 1.5    X 0.0")
    assert trf.examine(text, overrides=trf.Overrides(adjourned_as_draw=True)).tournament.settings.scoring.unknown == 15


SIX = (
    player(1, "4w1", points="2.0"), player(2, "5b0", points="1.0"), player(3, "Z", points="0.0"),
    player(4, "1b0", points="1.0"), player(5, "2w1", "H", points="2.5"), player(6, "U", points="1.0"),
)  # fmt: skip
"""The lines of six participants. Participant 3 arrives after round 1 [C.04.7 1.2]."""


def test_points_with_baku_acceleration_are_understood() -> None:
    found = [("ADJ-19", line, 81) for line in (1, 2, 4)] + [("ADJ-18", 5, 81), ("ADJ-19", 5, 81)]
    assert adjustments(*SIX, "192 FIDE_DUTCH_2026_BAKU") == found
    reading = trf.examine(text_of(*SIX), overrides=trf.Overrides(baku=True))
    assert [(a.code, a.line, a.column) for a in reading.adjustments] == found
    assert problems(*SIX) == [(1, 81, "points"), (2, 81, "points"), (4, 81, "points"), (5, 81, "points")]


def test_a_late_entry_may_be_accelerated() -> None:
    lines = (*SIX[:2], player(3, "Z", points="1.0"), *SIX[3:5], player(6, "U", points="2.0"))
    assert problems(*lines, "192 FIDE_DUTCH_2026_BAKU") == [(6, 81, "points")]


def test_acceleration_of_later_rounds_is_not_in_the_points() -> None:
    lines = (player(1, "2w1", "2b=", points="3.0"), player(2, "1b0", "1w=", points="1.5"))
    assert problems(*lines, "XXR 2", "192 FIDE_DUTCH_BAKU") == [(1, 81, "points"), (2, 81, "points")]


def test_baku_acceleration_goes_by_the_lines_if_they_rank() -> None:
    """[XXC rank] With this record, the order of the lines decides who gets virtual points."""
    lines = tuple(player(n, f"{m}{c}=", points=p) for n, m, c, p in
                  ((7, 1, "w", "1.5"), (8, 2, "b", "1.5"), (1, 7, "b", "0.5"), (2, 8, "w", "0.5")))  # fmt: skip
    expected = [("ADJ-19", 1, 81), ("ADJ-19", 2, 81)]
    assert adjustments(*lines, "XXC rank", "192 FIDE_DUTCH_BAKU") == expected


def test_unusable_baku_acceleration_explains_no_points() -> None:
    """[C.04.7 1.1] Wrong points are reported, because Baku acceleration is impossible in this event."""
    lines = (player(1, "2w1", points="4.0"), player(2, "1b0"), "192 FIDE_DUTCH_BAKU", "162  W 3.0    D 1.0")
    assert problems(*lines) == [(1, 81, "points")]
