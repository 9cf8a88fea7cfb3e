from __future__ import annotations

from dataclasses import replace

import pytest

import trf
from pairing_engine.facts.model import (
    AbnormalPoints,
    Bye,
    ByeKind,
    Colour,
    Game,
    Participant,
    Points,
    Prohibition,
    Request,
    Result,
    Round,
    Scoring,
    Settings,
    Tournament,
    Tpn,
    VirtualPoints,
)
from trf import Dialect

ONE, TWO, THREE = Tpn(1), Tpn(2), Tpn(3)

EVENT = Tournament(
    "Club night",
    (
        Participant(ONE, "First, Anna", 2500, "GM", "w", "FRA", "12345678", "1990/01/31"),
        Participant(TWO, "Second, Bert"),
        Participant(THREE, "Third, Chris"),
    ),
    (Round((Game(TWO, ONE, Result.LOSS, Result.WIN),), (Bye(THREE, ByeKind.PAIRING_ALLOCATED),)),),
    (Request(2, Bye(TWO, ByeKind.HALF_POINT)),),
    Settings(5, Colour.BLACK, system="FIDE_DUTCH_2026", first_day="2026/03/01"),
)

PLAYERS = """\
001    1 wGM  First, Anna                       2500 FRA 12345678    1990/01/31  1.0    1     2 b 1
001    2      Second, Bert                                                       0.0    3     1 w 0
001    3      Third, Chris                                                       1.0    2  0000 - U
"""


def lines(event: Tournament, dialect: Dialect, code: str) -> list[str]:
    return [line for line in trf.write(event, dialect).splitlines() if line.startswith(code)]


def changed(**settings: object) -> Tournament:
    return replace(EVENT, settings=replace(EVENT.settings, **settings))  # type: ignore[arg-type]


def test_trf26_has_a_record_for_everything() -> None:
    header = """\
012 Club night
042 2026/03/01
062 3
192 FIDE_DUTCH_2026
142 5
152 B
"""
    assert trf.write(EVENT) == header + PLAYERS + "240 H 002    2\n"


def test_trf16x_has_javafos_records_and_letters_for_next_byes() -> None:
    header = """\
012 Club night
042 2026/03/01
062 3
192 FIDE_DUTCH_2026
XXR 5
XXC black1
"""
    with_letter = PLAYERS.replace("     1 w 0", "     1 w 0  0000 - H")
    assert trf.write(EVENT, Dialect.TRF16X) == header + with_letter


def test_the_line_end_can_be_chosen() -> None:
    assert trf.write(EVENT, newline="\r") == trf.write(EVENT).replace("\n", "\r")


@pytest.mark.parametrize("dialect", Dialect)
def test_a_preassigned_pairing_allocated_bye_is_a_letter(dialect: Dialect) -> None:
    event = replace(EVENT, requests=(Request(2, Bye(THREE, ByeKind.PAIRING_ALLOCATED)),))
    assert lines(event, dialect, "001    3")[0].endswith("0000 - U  0000 - U")
    assert trf.read(trf.write(event, dialect)) == event


@pytest.mark.parametrize("dialect", Dialect)
def test_byes_of_later_rounds_are_records(dialect: Dialect) -> None:
    requests = tuple(Request(number, Bye(ONE, ByeKind.ZERO_POINT)) for number in (3, 4))
    assert lines(replace(EVENT, requests=requests), dialect, "240") == ["240 Z 003    1", "240 Z 004    1"]


@pytest.mark.parametrize(
    ("scoring", "trf26", "trf16x"),
    [
        (Scoring(), [], []),
        (
            Scoring(
                win=Points(30),
                draw=Points(10),
                forfeit_win=Points(30),
                pairing_allocated_bye=Points(30),
                full_point_bye=Points(30),
                half_point_bye=Points(10),
                unknown=Points(10),
            ),
            ["162  W 3.0    D 1.0    P 3.0"],
            ["BBW  3.0", "BBD  1.0", "BBU  3.0"],
        ),
        (Scoring(pairing_allocated_bye=Points(5)), ["162  P 0.5"], ["BBU  0.5"]),
        (Scoring(zero_point_bye=Points(5)), ["XXS ZPB=0.5"], ["BBZ  0.5"]),
        (Scoring(black_win=Points(20), unknown=Points(0)), ["XXS BW=2.0", "162  X 0.0"], ["XXS BW=2.0", "162  X 0.0"]),
    ],
)
def test_the_scoring_system_is_written_as_far_as_it_is_unusual(
    scoring: Scoring, trf26: list[str], trf16x: list[str]
) -> None:
    for dialect, expected in ((Dialect.TRF26, trf26), (Dialect.TRF16X, trf16x)):
        event = changed(scoring=scoring)
        found = [line for line in trf.write(event, dialect).splitlines() if line[:2] in ("BB", "XX", "16")]
        assert [line for line in found if line[:3] not in ("XXR", "XXC")] == expected
        assert trf.read(trf.write(event, dialect)) == event


def test_a_result_that_is_not_known_has_its_value_written() -> None:
    event = replace(EVENT, rounds=(Round((Game(ONE, TWO, Result.UNKNOWN, Result.UNKNOWN),)),))
    for dialect in Dialect:
        assert lines(event, dialect, "162") == ["162  X 0.5"]
        assert trf.read(trf.write(event, dialect)) == event


def test_virtual_points_are_ranges_or_one_line_for_each_player() -> None:
    event = changed(virtual_points=(VirtualPoints(Points(10), 1, 2, frozenset({ONE, THREE})),))
    assert lines(event, Dialect.TRF26, "250") == [
        "250       1.0 001 002 0001 0001",
        "250       1.0 001 002 0003 0003",
    ]
    assert lines(event, Dialect.TRF16X, "XXA") == ["XXA    1  1.0  1.0", "XXA    3  1.0  1.0"]


def test_prohibitions_are_xxp_if_they_hold_throughout_else_260() -> None:
    both = frozenset({ONE, THREE})
    event = changed(prohibitions=(Prohibition(1, 99, both), Prohibition(2, 3, both)))
    assert lines(event, Dialect.TRF26, "260") == ["260 001 099    1    3", "260 002 003    1    3"]
    assert lines(event, Dialect.TRF16X, "XXP") == ["XXP 1 3"]
    assert lines(event, Dialect.TRF16X, "260") == ["260 002 003    1    3"]


def test_abnormal_points_are_written_and_counted() -> None:
    event = changed(abnormal_points=(AbnormalPoints("W", Points(20), 0, frozenset({ONE})),))
    assert lines(event, Dialect.TRF26, "299") == ["299 W         2.0  000    1"]
    assert lines(event, Dialect.TRF26, "001    1")[0][80:84] == " 2.0"
    assert trf.read(trf.write(event)) == event


def test_baku_is_part_of_the_system_code() -> None:
    assert lines(changed(baku=True), Dialect.TRF26, "192") == ["192 FIDE_DUTCH_2026_BAKU"]


@pytest.mark.parametrize("dialect", Dialect)
def test_participants_with_numbers_of_their_own_keep_them(dialect: Dialect) -> None:
    participants = tuple(p._replace(starting_rank=10 - p.tpn) for p in EVENT.participants)
    event = replace(EVENT, participants=participants)
    assert [line[:8] for line in lines(event, dialect, "001")] == ["001    9", "001    8", "001    7"]
    assert "rank" in lines(event, dialect, "XXC")[0]
    assert trf.read(trf.write(event, dialect)) == event


def test_ranks_follow_the_points_and_then_the_numbers() -> None:
    assert [line[85:89].strip() for line in lines(EVENT, Dialect.TRF26, "001")] == ["1", "3", "2"]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (replace(EVENT, rounds=(Round((), (Bye(ONE, ByeKind.FULL_POINT),)),)), "nobody has an opponent in round 1"),
        (replace(EVENT, rounds=(Round((Game(ONE, TWO, Result.WIN, Result.LOSS, False),)),)), "colours are not known"),
        (changed(scoring=Scoring(win=Points(1000))), "points 100.0 is too long"),
    ],
)
def test_events_that_a_trf_cannot_hold_are_refused(event: Tournament, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        trf.write(event)


def test_names_are_kept_to_one_line_and_to_their_columns() -> None:
    participants = (Participant(ONE, "a\tb\nc" + "x" * 40), *EVENT.participants[1:])
    event = trf.read(trf.write(replace(EVENT, name="Open\nA", participants=participants)))
    assert (event.name, event.participants[0].name) == ("Open A", "a b c" + "x" * 28)
