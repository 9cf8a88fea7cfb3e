"""Known irregularities of real files. Each example is a short text with the expected report."""

import io
from pathlib import Path
from typing import NamedTuple

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
from tests.files.trf_builders import FOUR, PAIR, adjustments, player, problems, put, text_of
from tests.places import FIXTURES


class Quirk(NamedTuple):
    """Irregular lines, and the adjustments and problems that the reader must report.

    An adjustment has a code, a line and a column. A problem has a line, a column and a field.
    """

    row: int
    what: str
    lines: tuple[str, ...]
    adjustments: tuple[tuple[str, int, int], ...] = ()
    problems: tuple[tuple[int, int, str], ...] = ()


def shifted(line: str) -> str:
    """Pad the name to 33 bytes instead of 33 characters, as some programs do."""
    missing = len(line[14:47].encode()) - 33
    return line[: 47 - missing] + line[47:]


FORFEITS = (player(1, "2w+"), player(2, "1b-"), player(3, "4w+"), player(4, "3b-"))

DOUBLE_SWISS = "192 FIDE_DOUBLESWISS"
MATCH = (player(1, "2w1", "2b="), player(2, "1b0", "1w="))
ROUND_1 = "result of round 1"
UNKNOWN_IN_1 = ((1, 99, "result of round 1"),)
GAME_2 = "opponent of round 1, game 2"

QUIRKS = (
    Quirk(4, "name padded by bytes", (shifted(player(1, "2w1", name="Müller")), PAIR[1]), (("ADJ-04", 1, 15),)),
    Quirk(
        4,
        "name padded by bytes in a line without a rating or a federation",
        (shifted(player(1, "2w1", name="Éé").replace("FID", "   ")), PAIR[1]),
        (("ADJ-04", 1, 15),),
    ),
    Quirk(
        4,
        "shifted for no known reason",
        (player(1, "2w1", rating=2000).replace("Player ", "Player", 1), PAIR[1]),
        (),
        ((1, 48, "rating"),),
    ),
    Quirk(5, "name padded by characters", (player(1, "2w1", name="Müller"), PAIR[1])),
    Quirk(6, "trailing blanks cut off", (player(1, "2w1", ""), player(2, "1b0", "", ""))),
    Quirk(7, "late entry with blank rounds", (*PAIR, player(3, "", ""))),
    Quirk(8, "no opponent but blanks", (*PAIR, player(3, "       U"), player(4, "       h"))),
    Quirk(8, "plain absence", (*PAIR, player(3, "0000   -"))),
    Quirk(9, "phantom column before the last round", (*PAIR, player(3, "", "0000   -")), (("ADJ-09", 3, 109),)),
    Quirk(9, "phantom column after the last round", (*PAIR, player(3, "", "0000   -"), "XXR 1"), (("ADJ-09", 3, 109),)),
    Quirk(
        9,
        "bye with points after the last round",
        (*PAIR, player(3, "", "H", points="0.0"), "XXR 1"),
        (),
        ((3, 102, "round 2"),),
    ),
    Quirk(10, "Z beside an opponent", (player(1, "2w+"), player(2, "1bZ")), (("ADJ-10", 1, 99),)),
    Quirk(10, "Z beside an opponent who won", (PAIR[0], player(2, "1bZ")), (), ((1, 99, "result of round 1"),)),
    Quirk(10, "U beside an opponent", (PAIR[0], player(2, "1bU", points="0.0")), (), ((2, 99, "result of round 1"),)),
    Quirk(10, "F beside an opponent", (PAIR[0], player(2, "1bF", points="0.0")), (), ((2, 99, "result of round 1"),)),
    Quirk(10, "H beside an opponent", (PAIR[0], player(2, "1bH", points="0.0")), (), ((2, 99, "result of round 1"),)),
    Quirk(11, "= of TRF06", (*PAIR, player(3, "=")), (("ADJ-11", 3, 99),)),
    Quirk(11, "+ of TRF06", (*PAIR, player(3, "+")), (("ADJ-11", 3, 99),)),
    Quirk(11, "- of TRF06", (*PAIR, player(3, "-")), (("ADJ-11", 3, 99),)),
    Quirk(11, "1 of TRF06", (*PAIR, player(3, "1")), (("ADJ-11", 3, 99),)),
    Quirk(12, "a whole round of forfeits", FORFEITS, (("ADJ-12", 1, 99),)),
    Quirk(13, "F for the odd one out", (*PAIR, player(3, "F")), (("ADJ-13", 3, 99),)),
    Quirk(13, "F although U is known", (*PAIR, player(3, "F"), player(4, "U"))),
    Quirk(14, "colours on a forfeit", (player(1, "2w+"), player(2, "1b-"))),
    Quirk(14, "no colours on a forfeit", (player(1, "2-+"), player(2, "1 -"))),
    Quirk(15, "half a point against none", (player(1, "2w="), player(2, "1b0"))),
    Quirk(15, "no points for either", (player(1, "2w0"), player(2, "1b0"))),
    Quirk(15, "an unrated win against a loss", (PAIR[0].replace("w 1", "w W"), PAIR[1]), (("ADJ-15", 1, 99),)),
    Quirk(15, "an unrated draw against no points", (player(1, "2w0"), player(2, "1bD")), (("ADJ-15", 1, 99),)),
    Quirk(15, "an unrated win against a win", (PAIR[0], player(2, "1bW")), (), ((1, 99, ROUND_1),)),
    Quirk(
        15,
        "an unrated win against a forfeit",
        (PAIR[0].replace("w 1", "w W"), player(2, "1b-")),
        (),
        ((1, 99, ROUND_1),),
    ),
    Quirk(15, "a win against a draw", (PAIR[0], player(2, "1b=")), (), ((1, 99, "result of round 1"),)),
    Quirk(15, "two wins", (PAIR[0], player(2, "1b1")), (), ((1, 99, "result of round 1"),)),
    Quirk(16, "only one says they met", (PAIR[0], player(2)), (), ((1, 92, "opponent of round 1"),)),
    Quirk(17, "letters in lower case", (player(1, "2Wd"), player(2, "1Bd"), player(3, "u"), "240 h 002    1")),
    Quirk(17, "½", (player(1, "2w½", points="0.5"), player(2, "1b=")), (), ((1, 99, "result of round 1"),)),
    Quirk(18, "points with the next bye", (player(1, "2w1", "H"), PAIR[1]), (("ADJ-18", 1, 81),)),
    Quirk(
        19,
        "points with acceleration",
        (player(1, "2w1", points="2.0"), PAIR[1], "XXA    1  1.0  1.0"),
        (("ADJ-19", 1, 81),),
    ),
    Quirk(
        19,
        "points with Baku acceleration",
        (player(1, "2w1", points="2.0"), player(2, "1b0", points="1.0"), "192 FIDE_DUTCH_2026_BAKU"),
        (("ADJ-19", 1, 81), ("ADJ-19", 2, 81)),
    ),
    Quirk(20, "blank points", (player(1, "2w1", points=""), PAIR[1]), (("ADJ-20", 1, 81),)),
    Quirk(20, "points with a comma", (player(1, "2w1", points="1,0"), PAIR[1]), (("ADJ-20", 1, 81),)),
    Quirk(20, "points without an integer part", (player(1, "2w=", points=".5"), player(2, "1b="))),
    Quirk(20, "points without a fraction", (player(1, "2w1", points="1"), PAIR[1])),
    Quirk(20, "wrong points", (player(1, "2w1", points="2.0"), PAIR[1]), (), ((1, 81, "points"),)),
    Quirk(21, "rank 0", (player(1, "2w1", rank="0"), PAIR[1])),
    Quirk(22, "line without a rank", tuple(line[:84] for line in FOUR)),
    Quirk(23, "no rating", (player(1, rating=""), player(2, rating=0))),
    Quirk(
        23,
        "rating with five digits",
        (put(player(1), 49, "12345"), put(player(2), 48, "12345")),
        (),
        ((1, 49, "rating"), (2, 48, "rating")),
    ),
    Quirk(
        24,
        "titles of all kinds",
        tuple(player(n).replace(" m    ", title, 1) for n, title in ((1, " Mgm  "), (2, " w1N  "), (3, " m WGM"))),
    ),
    Quirk(25, "days of all kinds", ("042 May 29, 2020", "052 28. 07. 2025", *PAIR)),
    Quirk(26, "headers empty, unpadded and repeated", ("112", "012Open", "112 A", "112 B", *PAIR)),
    Quirk(27, "headers with something else in them", ("022 https://example.org", *PAIR)),
    Quirk(28, "system in 092", ("092 FIDE_DUTCH_2025", *PAIR), (("ADJ-28", 1, 5),)),
    Quirk(28, "system in 092 as well as in 192", ("092 FIDE_DUTCH_2017", "192 FIDE_DUTCH", *PAIR)),
    Quirk(29, "unknown edition", ("192 FIDE_DUTCH_2030", *PAIR)),
    Quirk(30, "142 and XXR differ", (*PAIR, "142 5", "XXR 7"), (), ((4, 5, "number of rounds"),)),
    Quirk(30, "142 and XXR agree", (*PAIR, "142 5", "XXR 5")),
    Quirk(32, "zeros and blanks before the number of rounds", (*PAIR, "XXR  007", "XXR 7")),
    Quirk(33, "several XXC", ("XXC white1", "XXC white1 rank", *PAIR)),
    Quirk(33, "unknown word in XXC", ("XXC white1 fast", *PAIR), (("ADJ-33", 1, 12),)),
    Quirk(34, "absent players", ("XXZ 1, 2/3", *FOUR)),
    Quirk(
        35,
        "XXS with something else in it",
        ("XXS 2 1.0", *FOUR),
        (),
        ((1, 5, "scoring system"), (1, 7, "scoring system")),
    ),
    Quirk(36, "XXA with something else in it", ("XXA 2 10", *FOUR), (), ((1, 5, "starting rank"),)),
    Quirk(36, "the same XXA twice", ("XXA    1  1.0", "XXA    1  1.0", *FOUR), (("ADJ-36", 2, 5),)),
    Quirk(36, "two XXA of a player", ("XXA    1  1.0", "XXA    1  0.5", *FOUR), (), ((2, 5, "starting rank"),)),
    Quirk(37, "prohibited pairs with commas", ("XXP 1,2, 3", *FOUR)),
    Quirk(37, "a prohibited pair of somebody who is not there", ("XXP 1 2 7", *FOUR), (("ADJ-37", 1, 9),)),
    Quirk(37, "the same in a record 260", ("260 001 002    1    7", *FOUR), (), ((1, 18, "players"),)),
    Quirk(38, "BB records", ("BBW  3.0", "BBD  1.0", "BBL  0.0", "BBZ  0.0", "BBF  0.0", "BBU  3.0", *FOUR)),
    Quirk(39, "records of another program", ("TNR Open", *FOUR), (("ADJ-39", 1, 1),)),
    Quirk(40, "comments", ("### chesspairing:bye 3", "###", *FOUR)),
    Quirk(41, "national rating records", ("RUS    1                                        2650", *FOUR)),
    Quirk(42, "162 out of its columns", ("162 W 3.0 D 1.0", *FOUR), (("ADJ-42", 1, 5), ("ADJ-42", 1, 11))),
    Quirk(42, "162 with Z for A", ("162  Z 1.0", *FOUR)),
    Quirk(43, "362", ("362  TW 2     TD 1", *FOUR)),
    Quirk(44, "one player in 240", ("240 H 001    1", *FOUR)),
    Quirk(84, "no blank after letters", ("XXR7", *FOUR), (("ADJ-84", 1, 4),)),
    Quirk(85, "a prohibition of one player", ("260 001 002    1", *FOUR), (("ADJ-85", 1, 5),)),
    Quirk(87, "a rating one column to the left", (PAIR[0], put(PAIR[1], 48, "2000 ")), (("ADJ-87", 2, 48),)),
    Quirk(87, "a rank that ends in column 91", (PAIR[0], put(PAIR[1], 86, "     2")), (("ADJ-87", 2, 91),)),
    Quirk(
        87, "a number that touches the next field", (PAIR[0], put(PAIR[1], 52, " 2GRE")), (), ((2, 53, "federation"),)
    ),
    Quirk(88, "a code that says nothing new", ("XXS W=1 L=0", *FOUR), (("ADJ-88", 1, 9),)),
    Quirk(88, "a code that says something", ("XXS W=1 L=0.5", *FOUR), (), ((1, 9, "scoring system"),)),
    Quirk(86, "a code of no system", ("192 FIDE_DUTCHY_2026", *FOUR), (("ADJ-86", 1, 5),)),
    Quirk(86, "192 swallowed", ("062 4192 FIDE_LIM_2026_BAKU", *FOUR), (), ((1, 5, "number of players"),)),
    Quirk(86, "a wrong digit in 192", ("182 FIDE_DUBOV_2026", *FOUR), (), ((1, 5, "pairing controller"),)),
    Quirk(86, "a code in a name", ("182 FIDE_RATED", "012 FIDE_OPEN 2026", *FOUR)),
    Quirk(44, "blank second round and second player", ("260 002        1    2", "250       1.0 001     0001", *FOUR)),
    Quirk(44, "260 without rounds", ("260            1    2", *FOUR), (("ADJ-44", 1, 5),)),
    Quirk(45, "250 with its points as match points", ("250  1.0      001 002 0001 0002", *FOUR), (("ADJ-45", 1, 5),)),
    Quirk(46, "days of the rounds", ("132" + " " * 88 + "26/03/01", *FOUR)),
    Quirk(47, "lines out of order", tuple(reversed(FOUR))),
    Quirk(48, "numbers left out", (player(1), player(3), player(5)), (("ADJ-48", 2, 5),)),
    Quirk(49, "number used twice", (player(1), player(2), player(1)), (), ((3, 5, "starting rank"),)),
    Quirk(50, "ratings out of order", (player(1, rating=2000), player(2, rating=2100)), (("ADJ-50", 2, 49),)),
    Quirk(50, "ratings out of order after round 1", (player(1, "2w=", rating=2000), player(2, "1b=", rating=2100))),
    Quirk(
        51,
        "number with five digits",
        (player(1), player(2), "001 10000" + player(3)[9:]),
        (),
        ((3, 5, "starting rank"),),
    ),
    Quirk(52, "Double-Swiss, two columns a match", (DOUBLE_SWISS, *MATCH)),
    Quirk(
        52,
        "Double-Swiss, one column with points a match",
        (DOUBLE_SWISS, player(1, "   2 w 1.5", points="1.5"), player(2, "   1 b 0.5", points="0.5")),
        (("ADJ-61", 2, 99),),
    ),
    Quirk(52, "Double-Swiss, half a match", (DOUBLE_SWISS, *PAIR), (), ((2, 102, GAME_2), (3, 102, GAME_2))),
    Quirk(53, "013 besides 310", ("013 Team                               1    2", "310   1 Team", *FOUR)),
    Quirk(54, "byes after the next round", (*PAIR, player(3, "H", "H", "Z", points="0.5")), (("ADJ-54", 3, 119),)),
    Quirk(55, "a tab", (put(PAIR[0], 9, "\t"), PAIR[1]), (), ((1, 9, "line"),)),
    Quirk(
        56,
        "? without a value",
        (player(1, "2w?", "2b=", points="0.0"), player(2, "1b?", "1w=", points="0.0")),
        (),
        UNKNOWN_IN_1,
    ),
    Quirk(56, "? in the last round", (player(1, "2w?"), player(2, "1b?")), (("ADJ-77", 1, 99),)),
    Quirk(56, "? with a value", (player(1, "2w?"), player(2, "1b*"), "162  X 0.0"), (("ADJ-56", 1, 99),)),
    Quirk(
        56,
        "no result yet",
        (player(1, "   2 w", points="0.0"), player(2, "   1 b"), "162  X 0.0"),
        (("ADJ-56", 1, 99),),
    ),
)


def name(quirk: Quirk) -> str:
    return f"{quirk.row:02}: {quirk.what}"


@pytest.mark.parametrize("quirk", QUIRKS, ids=name)
def test_a_quirk_is_an_adjustment_or_a_problem_at_its_place(quirk: Quirk) -> None:
    found = problems(*quirk.lines)
    assert found == list(quirk.problems)
    if not found:
        assert adjustments(*quirk.lines) == list(quirk.adjustments)


@pytest.mark.parametrize("quirk", [quirk for quirk in QUIRKS if quirk.adjustments], ids=name)
def test_strict_reading_makes_adjustments_problems(quirk: Quirk) -> None:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.examine(text_of(*quirk.lines), strict=True)
    refused = [(p.code, p.line, p.column) for p in refusal.value.problems]
    assert refused == list(quirk.adjustments)


def test_line_ends_of_every_kind_are_read_even_mixed() -> None:  # row 1
    lines = (*PAIR, "142 9")
    for ends in ("\n", "\r", "\r\n"):
        assert trf.read(ends.join(lines)) == trf.read(text_of(*PAIR))
    assert trf.read("\r\n".join(lines[:2]) + "\r" + lines[2]) == trf.read(text_of(*PAIR))


def test_a_byte_order_mark_is_no_part_of_the_first_record() -> None:  # row 2
    reading = trf.examine(("\ufeff" + text_of("012 Open", *PAIR)).encode())
    assert (reading.tournament.name, reading.adjustments) == ("Open", ())


def test_bytes_that_are_not_utf8_are_read_as_cp1252() -> None:  # row 3
    reading = trf.examine(text_of(*FOUR, "012 Café").encode("cp1252"))
    assert reading.tournament.name == "Café"
    assert [(a.code, a.line, a.column) for a in reading.adjustments] == [("ADJ-03", 5, 8)]


def test_an_event_without_a_number_of_rounds_is_read_and_told() -> None:  # row 31
    reading = trf.examine("\n".join(PAIR))
    assert reading.tournament.settings.rounds is None
    assert [(a.code, a.line, a.column) for a in reading.adjustments] == [("ADJ-31", 0, 0)]


@pytest.mark.parametrize("end", ["\x00", "\x1a", "\n\x1a", "\x1a\x00\x00"])
def test_an_end_mark_of_old_programs_is_dropped(end: str) -> None:  # row 57
    assert trf.examine(text_of(*PAIR)[:-1] + end).adjustments == ()


TEXT = text_of("012 Café", *PAIR)


def test_text_bytes_paths_and_streams_give_the_same_tournament(tmp_path: Path) -> None:
    path = tmp_path / "open.trf"
    path.write_bytes(TEXT.encode())
    sources = (TEXT, TEXT.encode(), path, str(path), io.StringIO(TEXT), io.BytesIO(TEXT.encode()))
    assert {trf.read(source).name for source in sources} == {"Café"}


def test_a_short_text_without_line_end_is_a_path() -> None:
    with pytest.raises(FileNotFoundError):
        trf.read("012 Open")
    assert len(trf.read(player(1).ljust(5000)).participants) == 1


def test_a_path_that_cannot_be_read_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"):
        trf.read(tmp_path)


def test_messages_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "open.trf"
    path.write_text("001\n")
    with pytest.raises(trf.TrfProblems, match=r"open\.trf:1:5: starting rank: found blanks, expected a number from 1"):
        trf.read(path)
    with pytest.raises(trf.TrfProblems, match=r"^standard input:1:5"):
        trf.examine(path.read_bytes(), name="standard input")


@pytest.mark.parametrize(
    ("source", "name"), [("001\n", "<text>"), (b"001", "<bytes>"), (io.StringIO("001"), "<stream>")]
)
def test_a_source_without_a_name_has_one_in_messages(source: trf.Source, name: str) -> None:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read(source)
    assert refusal.value.name == name


def test_an_encoding_can_be_named() -> None:
    assert trf.read(TEXT.encode("utf-16"), encoding="utf-16").name == "Café"
    assert trf.examine(TEXT.encode("latin-1"), encoding="latin-1").adjustments == ()


@pytest.mark.parametrize(
    ("data", "encoding", "line", "column"),
    [
        (TEXT.encode("utf-16"), None, 1, 1),
        (b"012 A\r\n022 \x81", None, 2, 5),
        ("012 é\n".encode() + b"\xff", "utf-8", 2, 1),
        (b"012 \xe9", "ascii", 1, 5),
    ],
)
def test_bytes_of_another_encoding_are_a_problem_at_the_first(
    data: bytes, encoding: str | None, line: int, column: int
) -> None:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read(data, encoding=encoding)
    assert [(p.line, p.column, p.code) for p in refusal.value.problems] == [(line, column, "encoding")]


def test_an_encoding_that_does_not_exist_is_a_lookup_error() -> None:
    with pytest.raises(LookupError):
        trf.read(b"001", encoding="morse")


@pytest.mark.parametrize("text", ["\n", "012 Open\n", "any text\n", "### comment\n"])
def test_a_file_without_players_is_refused(text: str) -> None:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read(text)
    assert [(p.line, p.code) for p in refusal.value.problems] == [(0, "empty")]


def test_all_problems_are_reported_in_line_order() -> None:
    lines = (player(1, "2w1", points="9.0"), player(2, "1w0"), player("x"), player(2), "142 x", "XXP 7", "162  Q 1.0")
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read("\n".join(lines))
    assert [(p.line, p.code) for p in refusal.value.problems] == [
        (1, "contradiction"),
        (3, "number"),
        (4, "duplicate"),
        (5, "number"),
        (7, "scoring"),
    ]
    assert str(refusal.value).count("\n") == 4


def test_strict_reading_accepts_a_file_that_needs_no_adjustment() -> None:
    assert len(trf.read(text_of(*FOUR), strict=True).participants) == 4


def test_strict_reading_reports_adjustments_along_with_problems() -> None:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read(text_of(*FOUR, "ZZZ", "XXZ 1 9"), strict=True)
    assert [(p.line, p.code) for p in refusal.value.problems] == [(5, "ADJ-39"), (6, "player")]


def test_examining_gives_file_tournament_and_adjustments() -> None:
    reading = trf.examine(text_of("ZZZ", *PAIR))
    assert reading.file.records[0].cells == ("ZZZ",)
    assert len(reading.tournament.rounds) == 1
    assert [adjustment.code for adjustment in reading.adjustments] == ["ADJ-39"]


def test_a_file_keeps_its_line_ends_unless_others_are_asked_for() -> None:
    file = trf.examine(TEXT.replace("\n", "\r")).file
    assert trf.write(file) == TEXT.replace("\n", "\r")
    assert trf.write(file, newline="\r\n") == TEXT.replace("\n", "\r\n")
    mixed = trf.examine(TEXT.replace("\n", "\r", 1)).file
    assert trf.write(mixed) == TEXT.replace("\n", "\r", 1)
    assert trf.write(mixed, newline="\n") == TEXT


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        ((player(1, *[""] * 99, "U", points="0.0"),), [(1, 1082)]),
        ((*FOUR, "142 100"), [(5, 5)]),
        ((put(player(1), 5, "10000"),), [(1, 5)]),
        ((*FOUR, "XXA    1" + "  1.0" * 100), [(5, 505)]),
    ],
)
def test_exceeding_the_format_is_reported_as_a_limit(lines: tuple[str, ...], places: list[tuple[int, int]]) -> None:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read(text_of(*lines))
    assert [(p.code, (p.line, p.column)) for p in refusal.value.problems] == [("limit", place) for place in places]


CASES = FIXTURES / "cases"
REAL, TEAM, BAD = CASES / "real", CASES / "team", CASES / "bad"


def codes(path: Path) -> set[str]:
    return {adjustment.code for adjustment in trf.examine(path).adjustments}


def check_file(path: Path, number: int | None = None) -> FileReport:
    return check(trf.read(path), number)


def problems_of_case(path: Path) -> list[str]:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read(path)
    return [problem.show(path.name) for problem in refusal.value.problems]


REFUSED = {"icu-galway-2011.tab", "sharly-team-import.trf"}
"""Two unreadable files: one with ambiguous blanks, and one with players who have no team."""

EVERY = sorted(path for folder in (REAL, TEAM, BAD) for path in folder.iterdir() if path.suffix != ".zip")


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.name)
def test_every_file_is_read_or_refused_in_a_few_words(path: Path) -> None:
    if path.name in REFUSED:
        assert 0 < len(problems_of_case(path)) < 10
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
        "player 15 has 2.0 points, so the blanks are read as byes: a half-point bye (H) in round 3"
    ]


def test_icu_galway_2011_says_which_cells_it_could_be() -> None:
    assert "the cells of rounds 4, 5, 6 are blank; write H or F for each bye" in "".join(
        problems_of_case(REAL / "icu-galway-2011.tab")
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
    assert check_file(REAL / "vega-2018.trf", 2).number_of_faults == 0


# --- team events


def test_bare_fide_team() -> None:
    boards = {(board.white, board.black) for board in pair(trf.read(TEAM / "bare-fide-team.trf")).boards}
    assert (5, 4) in boards


@pytest.mark.parametrize(
    ("name", "number", "tpn", "added"),
    [("ex-two-299.trf", 2, 1, (-5, -40)), ("ex-two-299b.trf", 3, 1, (-20, -10)), ("ds299b.trf", 2, 4, (-30, 0))],
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
