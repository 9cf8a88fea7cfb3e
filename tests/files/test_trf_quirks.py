"""Known irregularities of real files. Each example is a short text with the expected report."""

import io
from pathlib import Path

import pytest

import trf
from checker.checking import check
from checker.questions import moment
from checker.report import FileReport
from pairing_engine import pair
from pairing_engine.answers.paired_in_words import as_account
from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Bye, ByeKind, Colour, EventKind, Points, TeamPoints, Tpn
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.state.initial_colour import inferred_initial_colour
from pairing_engine.systems.choice import choose
from swisspair.terminal.sources import find
from tests.files.trf_builders import FOUR, PAIR, player, text_of
from tests.places import FIXTURES


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


@pytest.mark.parametrize("source", ["", " \n", b""])
def test_no_text_is_a_fault_of_the_argument(source: trf.Source) -> None:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read(source)
    assert str(refusal.value) == "read: source: found '', expected a path, text, bytes or a stream"


def test_an_encoding_can_be_named() -> None:
    assert trf.read(TEXT.encode("utf-16"), encoding="utf-16").name == "Café"
    for name in ("latin-1", "utf-8", "utf-8-sig", "utf-16-le"):
        reading = trf.examine(TEXT.encode(name), encoding=name)
        assert (reading.tournament.name, reading.adjustments) == ("Café", ())


@pytest.mark.parametrize("encoding", ["cp1250", "latin-1", "ascii", "utf-16"])
def test_utf8_is_read_as_such_whatever_is_stated(encoding: str) -> None:
    """In latin-1 the bytes would be the letters Ã©, and in cp1250 and ascii some of them are no letters."""
    reading = trf.examine(TEXT.replace("é", "é Łomża").encode(), encoding=encoding)
    assert (reading.tournament.name, [one.code for one in reading.adjustments]) == ("Café Łomża", ["ADJ-03"])


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


def test_strict_reading_reports_adjustments_along_with_problems() -> None:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read(text_of(*FOUR, "ZZZ", "XXZ 1 9"), strict=True)
    assert [(p.line, p.code) for p in refusal.value.problems] == [(5, "ADJ-39"), (6, "player")]


def test_a_file_keeps_its_line_ends_unless_others_are_asked_for() -> None:
    file = trf.examine(TEXT.replace("\n", "\r")).file
    assert trf.write(file) == TEXT.replace("\n", "\r")
    assert trf.write(file, newline="\r\n") == TEXT.replace("\n", "\r\n")
    mixed = trf.examine(TEXT.replace("\n", "\r", 1)).file
    assert trf.write(mixed) == TEXT.replace("\n", "\r", 1)
    assert trf.write(mixed, newline="\n") == TEXT


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

ADJUSTED = {
    "ADJ-72": ["real/half.trf", "real/half2.trf"],
    "ADJ-73": ["team/tec-sample.trf"],
    "ADJ-74": ["real/sharly-trf26-299-columns.trf"],
    "ADJ-75": ["real/empty-round-1.trf"],
    "ADJ-76": ["bad/zero.trf", "bad/zero4.trf"],
    "ADJ-79": ["real/swiss-manager-team-trf16.trf"],
    "ADJ-80": ["team/ex-142-doubled.trf"],  # record 142 may contain the number of games, not of rounds [Reading W17]
}
"""Real files that need an adjustment."""

EVERY = sorted(path for folder in (REAL, TEAM, BAD) for path in folder.iterdir() if path.suffix != ".zip")


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.name)
def test_every_file_is_read_or_refused_in_a_few_words(path: Path) -> None:
    if path.name in REFUSED:
        assert 0 < len(problems_of_case(path)) < 10
    else:
        assert trf.read(path).participants


@pytest.mark.parametrize(("code", "names"), ADJUSTED.items())
def test_a_real_file_has_its_adjustment_and_is_not_strict(code: str, names: list[str]) -> None:
    for name in names:
        assert code in codes(CASES / name)
        with pytest.raises(trf.TrfProblems):
            trf.read(CASES / name, strict=True)


# --- files of real events


def test_budapest_a_2026() -> None:
    explanation = check_file(REAL / "budapest-a-2026.trf", 8).rounds[0].explanation
    assert explanation is not None
    assert (explanation.finding.wrong, explanation.finding.right) == ("1.5", "1.0")


@pytest.mark.parametrize("name", ["half.trf", "half2.trf"])
def test_half(name: str) -> None:
    assert Bye(Tpn(1), ByeKind.HALF_POINT) in trf.read(REAL / name).rounds[1].byes


def test_icu_intermediate_2011() -> None:
    reading = trf.examine(REAL / "icu-intermediate-2011.tab")
    assert [a.words for a in reading.adjustments if a.code == "ADJ-72"] == [
        "blanks of player 15 are read as a half-point bye (H) in round 3, which gives the 2.0 points in the file"
    ]


def test_icu_galway_2011_says_which_cells_it_could_be() -> None:
    assert "if byes are missing, write H or F in the blank cells of rounds 4, 5 and 6" in "".join(
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
    assert "ADJ-39" not in codes(path), "ruler lines are skipped without a report"


def test_sharly_trf26_299_columns() -> None:
    path = REAL / "sharly-trf26-299-columns.trf"
    rules = trf.read(path).settings.team
    assert rules is not None
    one, other = rules.abnormal_points
    assert (one.outcome, one.match, one.game, one.round, one.tpns) == ("+", 20, 25, 1, {1})
    assert (other.outcome, other.match, other.game, other.round, len(other.tpns)) == ("-", 0, 15, 0, 50)


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
    assert crosstable_of(trf.read(TEAM / "ds299b.trf")).totals()[Tpn(4)] == 40, "with the points of both"


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


@pytest.mark.parametrize("name", ["ex-c6-graded.trf", "ex-typeb-last.trf"])
def test_readings_that_are_unsettled_are_kept(name: str) -> None:
    """Events with uncertain readings can be paired and verified [Readings W9, T15]."""
    assert pair(trf.read(TEAM / name), verify=True).boards


# --- files with faults


def test_zero() -> None:
    """In the column of the next round, ``0000`` means an absence, and a single ``0`` is ignored."""
    assert [len(pair(trf.read(BAD / name)).boards) for name in ("blank.trf", "zero.trf", "zero4.trf")] == [2, 2, 2]
    assert trf.read(BAD / "zero.trf").requests == ()
    assert [request.bye.tpn for request in trf.read(BAD / "zero4.trf").requests] == [1]


def test_dup() -> None:
    first, second = find([BAD / "dup.zip"])
    assert second.name == f"{first.name} (2)"
    assert first.read() != second.read()


def test_a_damaged_code_of_losses_does_not_affect_the_pairing() -> None:
    text = text_of(player(1, "2w1"), player(2, "1b0"), "XXS L=x")
    assert [one.code for one in trf.examine(text, only_pairing_data=True).adjustments] == ["ADJ-88"]
