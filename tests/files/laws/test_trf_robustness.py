"""Reading any file gives a tournament, or a message that names the place of the fault."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import trf
from tests.files.laws.trf_strategies import tournaments

CHARACTERS = st.one_of(st.sampled_from(list("0123456789 -+=wbUHFZ½?.,!ßé²\ud800\t\r\n\x00")), st.characters())

CODES = ["001", "013", "042", "092", "142", "152", "162", "192", "240", "250", "260", "299", "310", "320", "330", "300"]
CODES += ["XXA", "XXC", "XXP", "XXR", "XXS", "XXZ", "BBW", "BBU", "FRA", "###", ""]


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Generate a TRF, and insert, replace or delete random characters."""
    text = trf.write(draw(tournaments()), draw(st.sampled_from(trf.Dialect)))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        cut = draw(st.sampled_from([0, 1, 1, 1, 10, 60]))
        text = text[:place] + draw(st.text(CHARACTERS, max_size=3)) + text[place + cut :]
    return text + "\n"


def outcome(
    source: str | bytes, *, strict: bool = False, adjourned_as_draw: bool = False, recompute: bool = False
) -> trf.Reading | trf.TrfProblems:
    """Return the tournament, or the error if the reader refuses the file."""
    try:
        overrides = trf.Overrides(adjourned_as_draw=adjourned_as_draw)
        return trf.examine(source, strict=strict, overrides=overrides, recompute=recompute)
    except trf.TrfProblems as found:
        return found


def assert_places_exist(found: trf.Reading | trf.TrfProblems, text: str) -> None:
    """Check that every problem and adjustment points to an existing line or the whole file."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    notes = found.problems if isinstance(found, trf.TrfProblems) else found.adjustments
    for note in notes:
        assert 0 <= note.line <= len(lines)
        assert note.column >= (1 if note.line else 0)


@given(damaged(), st.booleans(), st.booleans(), st.booleans())
def test_a_damaged_file_is_read_or_refused_with_places(
    text: str, strict: bool, adjourned_as_draw: bool, recompute: bool
) -> None:
    """Text in place of a number does not crash the reader."""
    found = outcome(text, strict=strict, adjourned_as_draw=adjourned_as_draw, recompute=recompute)
    assert_places_exist(found, text)


@given(st.lists(st.tuples(st.sampled_from(CODES), st.text(CHARACTERS, max_size=40)).map("".join)))
def test_any_lines_are_read_or_refused(lines: list[str]) -> None:
    """Text in place of points or of a starting rank does not crash the reader."""
    text = "\n".join(lines) + "\n"
    assert_places_exist(outcome(text), text)


@given(st.binary())
@example(b"\xff\xfe0\x000\x001\x00")
@example(b"001 \x81")
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """Bytes that are neither UTF-8 nor cp1252 do not crash the reader."""
    outcome(data)


@given(damaged())
def test_strict_reading_accepts_only_files_without_adjustments(text: str) -> None:
    strictly, leniently = outcome(text, strict=True), outcome(text)
    if isinstance(strictly, trf.Reading):
        assert strictly == leniently
        assert strictly.adjustments == ()
    elif isinstance(leniently, trf.Reading):
        assert len(strictly.problems) == len(leniently.adjustments) > 0


@pytest.mark.parametrize("text", ["001" + " " * 10**6 + "\n", "001    1" + " " * 83 + "     2 w 1" * 10**5 + "\n"])
def test_a_line_of_a_million_columns_is_refused_at_once(text: str) -> None:
    found = outcome(text)
    assert isinstance(found, trf.TrfProblems)
    assert len(found.problems) <= 2
