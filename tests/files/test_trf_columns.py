"""Lines that are read and written again keep their columns, values and line ends."""

from __future__ import annotations

import pytest

from pairing_engine.facts.model import show_points
from tests.files.trf_builders import PAIR, player, put
from trf.format.fields import PLAYER, TABLES, TEXT_RECORDS, number_of, points_of
from trf.format.findings import Findings
from trf.format.reader import parse
from trf.format.records import make, make_text, write_file, write_line

RULERS = {
    "001": "001    7 mGM  Lastname, Firstname               2500 FRA 12345678901 1990/01/31 11.5    1"
    "     2 w 1  0000 - U",
    "013": "013 Team of the town                   7    8    9",
    "240": "240 H 003    7    8",
    "250": "250  2.0  1.0 001 003 0001 0090",
    "260": "260 001 002  125  180  184  216",
    "299": "299 W   2.0   1.5  003    7    8",
    "300": "300   3   7   8    1    2 0000    4",
    "310": "310   1 Team of the town                 TOWN    2486   15.0   28.0  11     1    5   15   28   44",
    "320": "320  1.0  2.0 007 000 003",
    "330": "330 +- 004 023 047",
    "XXA": "XXA    7  1.0  1.0  0.5",
}

VALUES = {
    "001": {"starting rank": "7", "sex": "m", "title": "GM", "name": "Lastname, Firstname", "rating": "2500"}
    | {"federation": "FRA", "FIDE number": "12345678901", "birth date": "1990/01/31", "points": "11.5", "rank": "1"},
    "013": {"name": "Team of the town"},
    "240": {"kind": "H", "round": "003"},
    "250": {"match points": "2.0", "points": "1.0", "first round": "001", "last round": "003"}
    | {"first player": "0001", "last player": "0090"},
    "260": {"first round": "001", "last round": "002"},
    "299": {"kind": "W", "match points": "2.0", "points": "1.5", "round": "003"},
    "300": {"round": "3", "team": "7", "opponent": "8"},
    "310": {"team": "1", "name": "Team of the town", "nickname": "TOWN", "strength": "2486"}
    | {"match points": "15.0", "game points": "28.0", "rank": "11"},
    "320": {"match points": "1.0", "game points": "2.0"},
    "330": {"kind": "+-", "round": "004", "white team": "023", "black team": "047"},
    "XXA": {"starting rank": "7"},
}

REPEATED = {
    "013": ["   7", "   8", "   9"],
    "240": ["   7", "   8"],
    "260": [" 125", " 180", " 184", " 216"],
    "299": ["   7", "   8"],
    "300": ["   1", "   2", "0000", "   4"],
    "310": ["   1", "   5", "  15", "  28", "  44"],
    "320": ["007", "000", "003"],
    "XXA": [" 1.0", " 1.0", " 0.5"],
}


def faults(line: str) -> list[tuple[int, str, str]]:
    """Return the column, record code and field of each problem in a line."""
    findings = Findings()
    parse(line, findings)
    return [(problem.column, problem.code, problem.field) for problem in findings.problems]


def rewritten(text: str) -> str:
    return write_file(parse(text, Findings()))


def test_every_record_with_columns_has_an_example_here() -> None:
    assert set(RULERS) == set(VALUES) == set(TABLES)


@pytest.mark.parametrize("code", RULERS)
def test_a_record_has_its_values_in_its_columns(code: str) -> None:
    findings = Findings()
    (record,) = parse(RULERS[code], findings).records
    assert findings.problems == []
    assert {name: record.text(name) for name in TABLES[code].index if record.text(name)} == VALUES[code]
    if code in REPEATED:
        assert list(record.more) == REPEATED[code]


@pytest.mark.parametrize("code", RULERS)
def test_a_record_is_written_as_it_was_read(code: str) -> None:
    assert rewritten(RULERS[code]) == RULERS[code]


@pytest.mark.parametrize("code", TEXT_RECORDS)
@pytest.mark.parametrize("value", ["", " ", " a  text", "text at once", "  indented  "])
def test_a_record_that_is_a_text_is_written_as_it_was_read(code: str, value: str) -> None:
    findings = Findings()
    line = code + value
    file = parse(line, findings)
    assert (file.records[0].value, findings.problems, findings.adjustments) == (value.strip(), [], [])
    assert write_file(file) == line


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "\r",
        "\n\n\n",
        "012 A",
        "012 A\n",
        "012 A\r\n",
        "012 A\r022 B\r\r",
        "012 A\r\n022 B\n032 C\r",
        "\ufeff012 A\n",
        "###\n### a  comment  \n#\n  \nzz\nDAT 1 x  \n",
        "FRA    7                                        2650\n",
        f"{PAIR[0]}  \n{PAIR[1]}\n{PAIR[1]}        ",
        player(1) + "\n",
    ],
)
def test_a_file_keeps_its_line_ends_blanks_and_marks(text: str) -> None:
    assert rewritten(text) == text


@pytest.mark.parametrize(
    ("column", "text", "fault"),
    [
        (5, "   x", (8, "number", "starting rank")),
        (5, "1 2 ", (5, "number", "starting rank")),
        (5, "12345", (5, "limit", "starting rank")),
        (9, "x", (9, "blank", "sex")),
        (48, "x", (48, "blank", "rating")),
        (49, "20.0", (49, "number", "rating")),
        (49, "12345", (49, "limit", "rating")),
        (48, "12345", (48, "limit", "rating")),
        (53, "x", (53, "blank", "federation")),
        (57, "x", (57, "blank", "FIDE number")),
        (69, "x", (69, "blank", "birth date")),
        (80, "x", (80, "blank", "points")),
        (81, "1.25", (81, "points", "points")),
        (81, " x  ", (82, "points", "points")),
        (81, "1..5", (81, "points", "points")),
        (85, "x", (85, "blank", "rank")),
        (86, " 1st", (87, "number", "rank")),
        (86, "12345", (86, "limit", "rank")),
        (91, "x", (91, "blank", "round")),
    ],
)
def test_a_players_line_has_its_fault_at_field_and_column(column: int, text: str, fault: tuple[int, str, str]) -> None:
    assert faults(put(player(1, "2w1", points="1.0"), column, text)) == [fault]


def test_independent_faults_of_a_line_are_all_reported() -> None:
    line = put(put(player(1, "2w1", points=" x.x"), 49, "abcd"), 86, "1st ")
    assert faults(line) == [(49, "number", "rating"), (82, "points", "points"), (86, "number", "rank")]


def test_a_shifted_line_is_one_problem() -> None:
    assert faults(player(1, "2w1", points="1.0", rating=2000).replace("Player", "Playe")) == [(48, "blank", "rating")]


@pytest.mark.parametrize("line", [" 001    1", "\t012 Open", "  XXR 5"])
def test_a_record_that_is_indented_is_not_taken_for_a_comment(line: str) -> None:
    assert faults(line) == [(1, "blank", "record")]


@pytest.mark.parametrize("line", ["XXA    1\t 1.0"])
def test_a_tab_is_named(line: str) -> None:
    assert faults(line) == [(line.index("\t") + 1, "tab", "line")]


def test_a_tab_inside_a_text_is_part_of_it() -> None:
    assert faults("012 Open\tA") == []


@pytest.mark.parametrize(
    "line", ["DAT 0001 EMAIL a@example.org", "ABC    x", "abc    1", "+01    1", "TNR 5", "BYE    1"]
)
def test_a_line_that_looks_like_a_national_record_is_unknown(line: str) -> None:
    findings = Findings()
    assert parse(line, findings).records[0].code == ""
    assert [adjustment.code for adjustment in findings.adjustments] == ["ADJ-39"]


def test_a_national_record_is_read_by_the_columns_of_a_player() -> None:
    findings = Findings()
    (record,) = parse("FRA    7 m    Name                              2650 IDF", findings).records
    assert (record.code, record.number("starting rank"), record.number("rating")) == ("FRA", 7, 2650)
    assert findings.adjustments == []


@pytest.mark.parametrize("text", ["1.25", "x", ".", "-", "1.5.0", "1e3", "١"])
def test_wrong_numbers_of_points_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"points|tenths of a point"):
        points_of(text)


@pytest.mark.parametrize("tenths", [0, 5, 10, 115, 999, -5])
def test_points_are_read_as_they_are_shown(tenths: int) -> None:
    assert points_of(show_points(tenths)) == tenths


@pytest.mark.parametrize("text", ["x", "1.0", "-1", "1 2", "²", "١"])
def test_an_invalid_whole_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a number"):
        number_of(text)


def test_the_fields_of_every_table_follow_one_another() -> None:
    for table in TABLES.values():
        columns = [column for field in table.fields for column in range(field.first, field.last + 1)]
        assert columns == sorted(set(columns))
        assert columns[0] >= 5
        assert table.repeated is None or table.repeated.first > columns[-1]


def test_a_made_record_is_written_in_its_columns() -> None:
    assert (
        write_line(make("250", {"points": 15, "first round": 1, "last player": 12}))
        == "250       1.5 001          0012"
    )
    assert write_line(make_text("012", "Open")) == "012 Open"
    assert write_line(make_text("112", "")) == "112"


def test_a_made_record_refuses_long_numbers_and_shortens_texts() -> None:
    with pytest.raises(ValueError, match="round 1000 is too long for the 3 columns"):
        make("240", {"round": 1000})
    assert write_line(make("310", {"name": "x" * 50})) == "310     " + "x" * 32


def test_names_are_counted_in_characters() -> None:
    findings = Findings()
    line = player(1, "2w1", points="1.0", name="Żółć, Ärne")
    (record,) = parse(line, findings).records
    assert (record.text("name"), record.text("points"), findings.adjustments) == ("Żółć, Ärne", "1.0", [])


def test_the_rounds_of_a_player_are_ten_columns_each() -> None:
    (record,) = parse(player(1, "2w1", "", "U"), Findings()).records
    assert [text.strip() for text in record.more] == ["2 w 1", "", "0000 - U"]
    assert PLAYER.width == 91
