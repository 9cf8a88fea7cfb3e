"""The games and byes of each round, and the byes requested for the next round."""

import pytest

import trf
from pairing_engine.facts import model
from pairing_engine.facts.model import AbnormalPoints, Bye, ByeKind, Colour, Points, Prohibition, Result, VirtualPoints
from tests.files.trf_builders import FOUR, PAIR, abnormal, adjustments, player, problems, read, text_of

ONE, TWO, THREE, FOURTH = (model.Tpn(number) for number in (1, 2, 3, 4))
H, F, U, Z = ByeKind.HALF_POINT, ByeKind.FULL_POINT, ByeKind.PAIRING_ALLOCATED, ByeKind.ZERO_POINT


def byes(*lines: str) -> list[tuple[int, int, ByeKind]]:
    """List the requested byes, each as round, player and kind."""
    return [(request.round, request.bye.tpn, request.bye.kind) for request in read(*lines).requests]


@pytest.mark.parametrize(
    ("first", "second", "results"),
    [
        ("2w1", "1b0", (Result.WIN, Result.LOSS)),
        ("2w0", "1b1", (Result.LOSS, Result.WIN)),
        ("2w=", "1b=", (Result.DRAW, Result.DRAW)),
        ("2w=", "1b0", (Result.DRAW, Result.LOSS)),
        ("2w0", "1b0", (Result.LOSS, Result.LOSS)),
        ("2wW", "1bL", (Result.UNRATED_WIN, Result.UNRATED_LOSS)),
        ("2wD", "1bD", (Result.UNRATED_DRAW, Result.UNRATED_DRAW)),
        ("2w+", "1b-", (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)),
        ("2w-", "1b-", (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)),
    ],
)
def test_a_game_has_the_results_of_both_lines(first: str, second: str, results: tuple[Result, Result]) -> None:
    assert read(player(1, first), player(2, second)).rounds[0].games == (model.Game(ONE, TWO, *results),)


def test_the_higher_number_may_have_white() -> None:
    event = read(player(1, "2b1"), player(2, "1w0"))
    assert event.rounds[0].games == (model.Game(TWO, ONE, Result.LOSS, Result.WIN),)


@pytest.mark.parametrize(
    ("first", "second", "known"), [("2-+", "1--", False), ("2w+", "1--", True), ("2-+", "1b-", True)]
)
def test_a_forfeit_has_colours_if_either_line_names_one(first: str, second: str, known: bool) -> None:
    event = read(player(1, first), player(2, second))
    assert event.rounds[0].games == (model.Game(ONE, TWO, Result.FORFEIT_WIN, Result.FORFEIT_LOSS, known),)


def test_a_colour_that_only_the_opponent_names_is_the_other_one() -> None:
    event = read(player(1, "2--"), player(2, "1w+"))
    assert event.rounds[0].games == (model.Game(TWO, ONE, Result.FORFEIT_WIN, Result.FORFEIT_LOSS),)


def test_byes_are_of_the_kind_of_their_letter() -> None:
    lines = (player(3, "U"), player(4, "F"), player(5, "H"), player(6, "Z"))
    event = read(*PAIR, *lines, player(7, ""))
    assert event.rounds[0].byes == (Bye(THREE, U), Bye(FOURTH, F), Bye(model.Tpn(5), H), Bye(model.Tpn(6), Z))


def test_two_plus_in_a_round_of_trf06_are_full_point_byes() -> None:
    event = read(*PAIR, player(3, "+"), player(4, "+"))
    assert [bye.kind for bye in event.rounds[0].byes] == [F, F]


def test_a_lone_plus_of_trf06_is_the_pairing_allocated_bye() -> None:
    assert read(*PAIR, player(3, "+"), player(4, "-")).rounds[0].byes == (Bye(THREE, U), Bye(FOURTH, Z))


def test_a_plus_of_trf06_beside_a_known_bye_is_a_full_point_bye() -> None:
    event = read(*PAIR, player(3, "U"), player(4, "+"))
    assert event.rounds[0].byes == (Bye(THREE, U), Bye(FOURTH, F))


def test_letters_in_the_next_column_are_requests() -> None:
    lines = (
        player(1, "2w1", "H", points="1.0"),
        player(2, "1b0", "Z"),
        player(3, "", "F", points="0.0"),
        player(4, "", ""),
    )
    assert byes(*lines) == [(2, 1, H), (2, 2, Z), (2, 3, F)]


def test_a_blank_result_in_the_next_column_is_an_absence() -> None:
    assert byes(*PAIR, player(3, "", "0000 -  ")) == [(2, 3, Z)]


def test_before_round_1_the_first_column_is_to_be_paired() -> None:
    assert byes(*FOUR[:3], player(4, "H", points="0.0")) == [(1, 4, H)]


def test_a_preassigned_bye_alone_is_no_played_round() -> None:
    lines = (*PAIR, player(3, "Z", "U", points="0.0"))
    event = read(*lines)
    assert len(event.rounds) == 1
    assert event.requests == (model.Request(2, Bye(THREE, U)),)


def test_a_round_in_which_only_the_bye_was_given_was_played() -> None:
    """Everybody is absent except the player with the pairing-allocated bye. The round counts as played."""
    lines = (player(1, "2w=", "H", "F", points="1.0"), player(2, "1b=", "U"), player(3, "H", "Z"))
    event = read(*lines, "142 3")
    assert adjustments(*lines, "142 3") == []
    assert [len(found.games) for found in event.rounds] == [1, 0]
    assert [(bye.tpn, bye.kind.value) for bye in event.rounds[1].byes] == [(1, "H"), (2, "U"), (3, "Z")]
    assert [(request.round, request.bye.tpn) for request in event.requests] == [(3, 1)]


def test_a_preassigned_bye_of_trf06_is_pairing_allocated() -> None:
    assert byes(*PAIR, player(3, "Z", "+", points="0.0")) == [(2, 3, U)]


def test_u_beside_games_belongs_to_a_played_round() -> None:
    event = read(*PAIR, player(3, "U"))
    assert (len(event.rounds), event.requests) == (1, ())


def test_a_round_without_games_before_one_with_games_was_played() -> None:
    event = read(player(1, "", "2w1"), player(2, "", "1b0"), player(3, "U", ""))
    assert [(len(recorded.games), recorded.byes) for recorded in event.rounds] == [(0, (Bye(THREE, U),)), (1, ())]


def test_a_record_240_takes_players_out_of_its_round() -> None:
    assert byes(*PAIR, player(3, ""), player(4, ""), "240 H 002    3    4", "240 Z 003    1") == [
        (2, 3, H),
        (2, 4, H),
        (3, 1, Z),
    ]


def test_xxz_takes_players_out_of_the_round_to_be_paired() -> None:
    assert byes(*PAIR, player(3), player(4), "XXZ 3 4", "XXZ 1") == [(2, 1, Z), (2, 3, Z), (2, 4, Z)]


def test_xxz_leaves_a_bye_that_is_worth_something_as_it_is() -> None:
    assert byes(player(1, "2w1", "H", points="1.0"), PAIR[1], "XXZ 1") == [(2, 1, H)]


def test_a_record_240_that_repeats_a_letter_changes_nothing() -> None:
    lines = (player(1, "2w1", "H", points="1.0"), PAIR[1], "240 H 002    1")
    assert (byes(*lines), adjustments(*lines)) == ([(2, 1, H)], [])


def test_a_letter_overrides_a_contradicting_record_240() -> None:
    lines = (player(1, "2w1", "H", points="1.0"), PAIR[1], "240 Z 002    1")
    assert (byes(*lines), adjustments(*lines)) == ([(2, 1, H)], [("ADJ-58", 3, 5)])


def test_a_record_240_for_a_played_round_fills_in_a_blank() -> None:
    lines = (*PAIR, player(3, points="0.5"), "240 H 001    3")
    assert adjustments(*lines) == [("ADJ-58", 4, 5)]
    assert read(*lines).rounds[0].byes == (Bye(THREE, H),)


def test_a_record_240_for_a_played_round_changes_no_result() -> None:
    lines = (*PAIR, "240 H 001    1")
    assert adjustments(*lines) == [("ADJ-58", 3, 5)]
    assert read(*lines).rounds[0].byes == ()


def test_byes_after_the_last_round_are_ignored() -> None:
    lines = (*PAIR, "XXR 1", "240 H 002    1", "XXZ 2")
    assert (byes(*lines), adjustments(*lines)) == ([], [("ADJ-59", 4, 5), ("ADJ-59", 5, 5)])


def scoring(*records: str) -> model.Scoring:
    return read(*FOUR, *records).settings.scoring


def points(**tenths: int) -> model.Scoring:
    return model.Scoring(**{name: Points(value) for name, value in tenths.items()})


THREE_ONE = {"win": 30, "forfeit_win": 30, "full_point_bye": 30, "draw": 10, "half_point_bye": 10, "unknown": 10}


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ((), model.Scoring()),
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
def test_every_record_gives_the_points_of_its_outcomes(records: tuple[str, ...], expected: model.Scoring) -> None:
    assert scoring(*records) == expected


def test_abnormal_points_replace_those_of_their_round() -> None:
    lines = (player(1, "2w1", "2b1", points="3.5"), player(2, "1b0", "1w0", points="-.5"))
    records = (abnormal("W", "2.0", "002", 1), abnormal("", "0.5", "", 1), abnormal("", "-0.5", "001", 2))
    assert adjustments(*lines, *records, recompute=True) == []
    assert problems(*lines) == [(1, 81, "points"), (2, 81, "points")]


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


def tpns(*numbers: int) -> frozenset[model.Tpn]:
    return frozenset(model.Tpn(number) for number in numbers)


def settings(*records: str) -> model.Settings:
    return read(*FOUR, *records).settings


@pytest.mark.parametrize("record", ["142 7", "XXR 7", "XXR  007", "XXR7", "142   7  "])
def test_the_number_of_rounds_is_read_however_it_is_written(record: str) -> None:
    assert settings(record).rounds == 7


@pytest.mark.parametrize(
    ("record", "colour"),
    [("152 W", Colour.WHITE), ("152 b", Colour.BLACK), ("XXC white1", Colour.WHITE), ("XXC rank black1", Colour.BLACK)],
)
def test_the_initial_colour_is_read_from_either_record(record: str, colour: Colour) -> None:
    assert settings(record).initial_colour is colour


def test_the_system_is_named_without_its_acceleration() -> None:
    assert (settings("192 FIDE_DUBOV_BAKU").system, settings("192 FIDE_DUBOV_BAKU").baku) == ("FIDE_DUBOV", True)
    assert (settings("192 fide_burstein").system, settings("192 fide_burstein").baku) == ("FIDE_BURSTEIN", False)
    assert settings("192").system == ""


@pytest.mark.parametrize("record", ["250       1.0 001 002 0001 0002", "XXA    1  1.0"])
def test_stated_virtual_points_outweigh_baku(record: str) -> None:
    assert not settings("192 FIDE_DUTCH_BAKU", record).baku


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026/03/01", "2026/03/01"),
        ("2026-03-01", "2026/03/01"),
        ("2026.3.1.", "2026/03/01"),
        ("26/03/01", "2026/03/01"),
        ("28. 07. 2005", "2005/07/28"),
        ("24/09/2010", "2010/09/24"),
        ("May 29, 2020", "2020/05/29"),
        ("Sept. 1st 2020", "2020/09/01"),
        ("1 de junio de 2017", "2017/06/01"),
        ("30-Jun-17", "2017/06/30"),
        ("Fri 30.06.2017", "2017/06/30"),
        ("30.06.17", "2017/06/30"),
        ("15.08.24", "2024/08/15"),
        ("01.02.26", "2026/02/01"),
        ("30/06/17", "2017/06/30"),
        ("20170630", "2017/06/30"),
        ("30062017", "2017/06/30"),
        ("06/30/2017", "2017/06/30"),
        ("2017-06-30T09:00", "2017/06/30"),
        ("2017-06-30 9:00", "2017/06/30"),
        ("2017/06/29 - 2017/07/05", "2017/06/29"),
        ("2017-06-29/2017-07-05", "2017/06/29"),
        ("29.06.-05.07.2017", "2017/06/29"),
        ("29-30 June 2017", "2017/06/29"),
        ("June 29 - July 5, 2017", "2017/06/29"),
        ("2017/06/29-30", "2017/06/29"),
    ],
)
def test_the_first_day_is_understood_in_the_forms_in_use(text: str, day: str) -> None:
    found = settings(f"042 {text}")
    assert (found.first_day, found.unclear_day) == (day, model.UnclearDay())


@pytest.mark.parametrize("text", ["Foo 29, 2020", "2026/13/01", "2017/02/29", "13/45/2017", "soon", "2017/06/30/"])
def test_an_invalid_date_is_kept_word_for_word(text: str) -> None:
    found = settings(f"042 {text}")
    assert (found.first_day, found.unclear_day) == ("", model.UnclearDay("record 042", text))


@pytest.mark.parametrize("text", ["0000/00/00", "-----------", ""])
def test_dashes_and_zeros_leave_the_first_day_out(text: str) -> None:
    assert settings(f"042 {text}").unclear_day == model.UnclearDay()


@pytest.mark.parametrize(
    ("records", "days"),
    [
        (["042 03.04.05"], ["2003/04/05", "2005/04/03"]),
        (["042 07/06/2017"], ["2017/06/07", "2017/07/06"]),
        (["042 15/08/24"], ["2015/08/24", "2024/08/15"]),
        (["042 2017/06"], [f"2017/06/{day:02}" for day in range(1, 31)]),
        (["042 2017/06", "052 2017/06/02"], ["2017/06/01", "2017/06/02"]),
    ],
)
def test_a_first_day_with_several_readings_keeps_them_all(records: list[str], days: list[str]) -> None:
    found = settings(*records)
    assert (found.first_day, list(found.unclear_day.days)) == ("", days)


def test_another_record_tells_which_reading_is_right() -> None:
    assert settings("042 07/06/2017", "132 17/06/07  17/06/08").first_day == "2017/06/07"
    assert settings("042 07/06/2017", "052 2017/06/15").first_day == "2017/06/07"
    assert settings("042 1978").unclear_day.days[::364] == ("1978/01/01", "1978/12/31")


def test_the_days_of_the_rounds_begin_with_the_year() -> None:
    assert settings("132 15/08/24  15/08/25").first_day == "2015/08/24"
    assert settings("132 30/06/17").first_day == "2017/06/30", "nobody can mean the year 2030"


@pytest.mark.parametrize(
    ("records", "day", "record"),
    [
        (["052 2018/05/06", "132 18/05/04  18/05/05", "042 2018/05/03"], "2018/05/03", ""),
        (["052 2018/05/06", "132 18/05/04  18/05/05", "042 soon"], "2018/05/04", "record 132"),
        (["052 2018/05/06", "132 31.25.02  18/05/05"], "2018/05/05", "record 132"),
        (["052 2018/05/06", "132"], "2018/05/06", "record 052"),
        ([], "", ""),
    ],
)
def test_the_first_day_is_that_of_042_or_the_first_known(records: list[str], day: str, record: str) -> None:
    found = settings(*records)
    assert (found.first_day, found.sources.first_day) == (day, record)


def test_the_record_that_says_it_is_named() -> None:
    assert settings("092 FIDE_DUTCH_2025").sources.system == "record 092"
    assert settings("192 FIDE_DUTCH_2025").sources.system == "record 192"


def test_an_unclear_date_is_written_as_it_was_read() -> None:
    event = read(*FOUR, "042 07/06/2017", "052 2017/07/20")
    again = trf.read(trf.write(event))
    assert again.settings == event.settings
    assert again.settings.unclear_day == event.settings.unclear_day


def test_the_type_of_the_event_in_words() -> None:
    assert settings("092 Swiss Dutch 2017 rules").type_of_event == "Swiss Dutch 2017 rules"
    assert settings("092 FIDE_DUTCH_2025").type_of_event == ""


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ("260 001 003    1    2    4", Prohibition(1, 3, tpns(1, 2, 4))),
        ("260 002        1    2", Prohibition(2, 2, tpns(1, 2))),
        ("260     003    1    2", Prohibition(1, 3, tpns(1, 2))),
        ("260            1    2", Prohibition(1, 99, tpns(1, 2))),
        ("XXP 1,2 /3;4", Prohibition(1, 99, tpns(1, 2, 3, 4))),
    ],
)
def test_prohibitions_hold_in_their_rounds(record: str, expected: Prohibition) -> None:
    assert settings(record).prohibitions == (expected,)


def test_a_prohibition_of_one_player_prohibits_nothing() -> None:
    assert settings("XXP 1", "260 001 002    3").prohibitions == ()


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        (("250       1.0 001 002 0001 0002",), (VirtualPoints(Points(10), 1, 2, tpns(1, 2)),)),
        (("250       1.0 001     0003",), (VirtualPoints(Points(10), 1, 1, tpns(3)),)),
        (
            ("250       0.5 001 002 0001 0001", "250       0.5 001 002 0003 0004"),
            (VirtualPoints(Points(5), 1, 2, tpns(1, 3, 4)),),
        ),
        (
            ("XXA    1  1.0  1.0  0.5", "XXA    2  1.0  1.0  0.5"),
            (VirtualPoints(Points(10), 1, 2, tpns(1, 2)), VirtualPoints(Points(5), 3, 3, tpns(1, 2))),
        ),
        (("XXA    1  0.0       1.0",), (VirtualPoints(Points(10), 3, 3, tpns(1)),)),
        (("XXA    1  0.0  0.0",), ()),
    ],
)
def test_virtual_points_are_given_by_range_or_by_player(
    records: tuple[str, ...], expected: tuple[VirtualPoints, ...]
) -> None:
    assert settings(*records).virtual_points == expected


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (abnormal("W", "2.0", "003", 1, 2), AbnormalPoints("W", Points(20), 3, tpns(1, 2))),
        (abnormal("+", "0.5", "000", 1), AbnormalPoints("+", Points(5), 0, tpns(1))),
        (abnormal("", "-1.0", "", 1), AbnormalPoints("", Points(-10), 0, tpns(1))),
        (abnormal("h", "0.0"), AbnormalPoints("H", Points(0), 0, tpns(1, 2, 3, 4))),
    ],
)
def test_abnormal_points_are_read(record: str, expected: AbnormalPoints) -> None:
    reading = trf.examine(text_of(*FOUR, record), recompute=True)
    assert reading.tournament.settings.abnormal_points == (expected,)


def test_by_position_lines_give_tpns_and_numbers_are_kept() -> None:
    event = read(
        player(7, "3b+", "H", points="1.0", name="First"),
        player(3, "7w-", name="Second"),
        player(5, "8-+", "Z"),
        player(8, "5--"),
        "XXC rank",
        "XXP 7 8",
        "XXA    3  0.0  1.0",
        abnormal("", "0.0", "", 5),
    )
    assert [(p.tpn, p.number, p.name) for p in event.participants[:2]] == [(1, 7, "First"), (2, 3, "Second")]
    assert [(game.white, game.black) for game in event.rounds[0].games] == [(2, 1), (3, 4)]
    assert [(request.round, request.bye.tpn) for request in event.requests] == [(2, 1), (2, 3)]
    assert event.settings.prohibitions[0].tpns == tpns(1, 4)
    assert event.settings.virtual_points[0].tpns == tpns(2)
    assert event.settings.abnormal_points[0].tpns == tpns(3)


def test_without_rank_the_number_is_the_tpn_and_orders_lines() -> None:
    event = read(*reversed(PAIR))
    assert [(p.tpn, p.number) for p in event.participants] == [(1, 1), (2, 2)]


def test_the_name_of_the_event_is_that_of_record_012() -> None:
    assert read("012 Open  A", *PAIR).name == "Open  A"
    assert read(*PAIR).name == ""
