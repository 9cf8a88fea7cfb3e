"""A file can be read from a path, from bytes or from a stream."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import trf
from tests.files.trf_builders import FOUR, PAIR, player, put, text_of

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
    ("source", "name"),
    [("001\n", "<text>"), (b"001", "<bytes>"), (io.StringIO("001"), "<stream>")],
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
        ((player(1, *[""] * 99, "U"),), [(1, 1082)]),
        ((*FOUR, "142 100"), [(5, 5)]),
        ((put(player(1), 5, "10000"),), [(1, 5)]),
        ((*FOUR, "XXA    1" + "  1.0" * 100), [(5, 505)]),
    ],
)
def test_exceeding_the_format_is_reported_as_a_limit(lines: tuple[str, ...], places: list[tuple[int, int]]) -> None:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read(text_of(*lines))
    assert [(p.code, (p.line, p.column)) for p in refusal.value.problems] == [("limit", place) for place in places]
