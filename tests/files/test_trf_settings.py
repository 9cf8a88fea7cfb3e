from __future__ import annotations

import pytest

import trf
from pairing_engine.facts.model import (
    AbnormalPoints,
    Colour,
    Points,
    Prohibition,
    Settings,
    Tpn,
    UnclearDay,
    VirtualPoints,
)
from tests.files.trf_builders import FOUR, PAIR, abnormal, adjustments, player, problems, read, text_of


def tpns(*numbers: int) -> frozenset[Tpn]:
    return frozenset(Tpn(number) for number in numbers)


def settings(*records: str) -> Settings:
    return read(*FOUR, *records).settings


@pytest.mark.parametrize("record", ["142 7", "XXR 7", "XXR  007", "XXR7", "142   7  "])
def test_the_number_of_rounds_is_read_however_it_is_written(record: str) -> None:
    assert settings(record).rounds == 7


@pytest.mark.parametrize("record", ["142 x", "142 0", "XXR -1", "XXR 7.5", "142 100", "142 " + "9" * 5000])
def test_an_invalid_number_of_rounds_is_a_problem(record: str) -> None:
    assert problems(*FOUR, record) == [(5, 5, "number of rounds")]


@pytest.mark.parametrize(
    ("record", "colour"),
    [("152 W", Colour.WHITE), ("152 b", Colour.BLACK), ("XXC white1", Colour.WHITE), ("XXC rank black1", Colour.BLACK)],
)
def test_the_initial_colour_is_read_from_either_record(record: str, colour: Colour) -> None:
    assert settings(record).initial_colour is colour


def test_initial_colours_that_differ_are_a_problem() -> None:
    assert problems(*FOUR, "152 W", "XXC black1") == [(6, 5, "configuration")]
    assert problems(*FOUR, "XXC black1 white1") == [(5, 12, "configuration")]
    assert problems(*FOUR, "152 red") == [(5, 5, "initial colour")]


def test_the_system_is_named_without_its_acceleration() -> None:
    assert (settings("192 FIDE_DUBOV_BAKU").system, settings("192 FIDE_DUBOV_BAKU").baku) == ("FIDE_DUBOV", True)
    assert (settings("192 fide_burstein").system, settings("192 fide_burstein").baku) == ("FIDE_BURSTEIN", False)
    assert settings("192").system == ""


def test_two_systems_are_a_problem() -> None:
    assert problems(*FOUR, "192 FIDE_DUTCH", "192 FIDE_DUBOV") == [(6, 5, "coded type of tournament")]


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
    assert (found.first_day, found.unclear_day) == (day, UnclearDay())


@pytest.mark.parametrize("text", ["Foo 29, 2020", "2026/13/01", "2017/02/29", "13/45/2017", "soon", "2017/06/30/"])
def test_an_invalid_date_is_kept_word_for_word(text: str) -> None:
    found = settings(f"042 {text}")
    assert (found.first_day, found.unclear_day) == ("", UnclearDay("record 042", text))


@pytest.mark.parametrize("text", ["0000/00/00", "-----------", ""])
def test_dashes_and_zeros_leave_the_first_day_out(text: str) -> None:
    assert settings(f"042 {text}").unclear_day == UnclearDay()


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


@pytest.mark.parametrize(
    ("records", "found"),
    [
        (["042 2018/05/06", "052 2018/05/05"], [("ADJ-81", 6, 5)]),
        (["042 2018/05/06", "132 18/05/05  18/05/06"], [("ADJ-81", 6, 5)]),
        (["042 2018/05/01", "052 2018/05/05", "132 18/05/05  18/05/06"], [("ADJ-81", 7, 5)]),
        (["042 2018/05/01", "052 2018/05/06", "132 18/05/05  18/05/06"], []),
        (["042 2018/05/01", "052 soon", "132 18/05/05  18/05/06"], []),
        (["192 FIDE_DUTCH_2026", "042 2018/05/06"], [("ADJ-82", 5, 5)]),
        (["192 FIDE_DUTCH_2017", "042 2026/05/06"], [("ADJ-82", 5, 5)]),
        (["192 FIDE_DUBOV_2026", "042 2018/05/06"], [("ADJ-82", 5, 5)]),
        (["192 FIDE_DUTCH_2025_BAKU", "042 2026/05/06"], []),
        (["192 FIDE_DUTCH", "042 2018/05/06"], []),
        (["192 FIDE_DUTCH_2030", "042 2018/05/06"], []),
        (["192 FIDE_DUTCH_2017", "092 Swiss Dutch, rules of 2026"], [("ADJ-83", 6, 5)]),
        (["192 FIDE_DUTCH_2026", "092 Dubov system"], [("ADJ-83", 6, 5)]),
        (["192 FIDE_DUTCH_2026", "092 FIDE_DUBOV_2026"], [("ADJ-83", 6, 5)]),
        (["192 FIDE_DUTCH_2026", "092 FIDE_DUTCH_2025"], []),
        (["192 FIDE_DUTCH_2026", "092 Swiss, Dubov Memorial 2017"], []),
        (["192 FIDE_DUTCH_2026", "092 FIDE_DUTCH_2025_X"], []),
    ],
)
def test_records_about_the_event_that_contradict_each_other(
    records: list[str], found: list[tuple[str, int, int]]
) -> None:
    assert adjustments(*FOUR, *records) == found


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


@pytest.mark.parametrize(
    ("record", "column", "field"),
    [
        ("240 Q 001    1", 5, "kind"),
        ("240 H        1", 7, "round"),
        ("240 H 000    1", 7, "round"),
        ("240 H 001    7", 11, "players"),
        ("240 H 001    1    x", 19, "players"),
        ("240 H 001    1  234", 0, ""),
        ("240 H 001 12345", 11, "players"),
        ("240 H 001    1x   2", 15, "players"),
        ("250           001 002 0001 0002", 10, "points"),
        ("250       1.0     002 0001 0002", 15, "first round"),
        ("250       1.0 001 002      0002", 23, "first player"),
        ("250       1.0 003 002 0001 0002", 15, "first round"),
        ("250       1.0 001 002 0002 0001", 23, "first player"),
        ("250       1.0 001 002 0001 0002 x", 33, "last player"),
        ("260 003 001    1    2", 5, "first round"),
        ("260 001 002    1    9", 18, "players"),
        (abnormal("U", "1.0", "001", 1), 5, "kind"),
        (abnormal("W", "", "001", 1), 14, "points"),
        ("XXA    9  1.0", 5, "starting rank"),
        ("XXA       1.0", 5, "starting rank"),
        ("XXA    1 -1.0", 10, "points"),
        ("XXA    1  1.0 1.55", 15, "points"),
        ("XXZ 1 x", 7, "absent players"),
        ("XXZ 9", 5, "absent players"),
        ("XXP 1 99999", 7, "prohibited pairings"),
    ],
)
def test_an_unreadable_record_is_a_problem_at_its_field(record: str, column: int, field: str) -> None:
    assert problems(*FOUR, record) == ([(5, column, field)] if column else [(5, 16, "players")])


def test_two_records_xxa_for_one_player_are_a_problem() -> None:
    assert problems(*FOUR, "XXA    1  1.0", "XXA    1  0.5") == [(6, 5, "starting rank")]


def test_by_position_lines_give_tpns_and_numbers_are_kept() -> None:
    event = read(
        player(7, "3b+", "H", points="1.0", name="First"),
        player(3, "7w-", name="Second"),
        player(5, "8-+", "Z", points="1.0"),
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


@pytest.mark.parametrize("record", ["14279", "1427", "1629W 1.0", "2601 001    1    2"])
def test_a_digit_after_a_code_of_digits_is_a_problem(record: str) -> None:
    assert problems(*FOUR, record)[0][:2] == (5, 4)


@pytest.mark.parametrize(
    ("record", "column"),
    [
        ("240 H 001", 11),
        ("260 001 003", 13),
        ("260 001 003   1    2", 13),
        ("260 001 003    1   2", 18),
        ("260 001 003 1", 13),
        ("260 001 003    1    2 4", 23),
    ],
)
def test_a_list_that_is_empty_or_shifted_is_a_problem(record: str, column: int) -> None:
    assert problems(*FOUR, record) == [(5, column, "players")]
