"""The games and byes of each round, and the byes requested for the next round."""

import trf
from tests.files.trf_builders import FOUR, PAIR, adjustments, player, problems, read, text_of


def test_recomputing_trusts_the_results_and_reports_every_line() -> None:
    assert adjustments(player(1, "2w1", points="2.0"), PAIR[1], recompute=True) == [("ADJ-20", 1, 81)]


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
    player(1, "4w1", points="2.0"), player(2, "5b0", points="1.0"), player(3, "Z"),
    player(4, "1b0", points="1.0"), player(5, "2w1", "H", points="2.5"), player(6, "U"),
)  # fmt: skip
"""The lines of six participants. Participant 3 arrives after round 1 [C.04.7 1.2]."""


def test_baku_acceleration_on_request_is_that_of_the_record() -> None:
    reading = trf.examine(text_of(*SIX), overrides=trf.Overrides(baku=True))
    found = [(a.code, a.line, a.column) for a in reading.adjustments]
    assert found == adjustments(*SIX, "192 FIDE_DUTCH_2026_BAKU") != []


def test_a_month_or_a_year_can_mean_each_of_its_days() -> None:
    month, year = (read(*FOUR, record).settings.unclear_day.days for record in ("042 2017/06", "042 1978"))
    assert month == tuple(f"2017/06/{day:02}" for day in range(1, 31))
    assert year[::364] == ("1978/01/01", "1978/12/31")


def test_an_unclear_date_is_written_as_it_was_read() -> None:
    event = read(*FOUR, "042 07/06/2017", "052 2017/07/20")
    again = trf.read(trf.write(event))
    assert again.settings == event.settings
    assert again.settings.unclear_day == event.settings.unclear_day
