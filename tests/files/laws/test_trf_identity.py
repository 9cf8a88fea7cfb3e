"""A file that is read and written again has the same bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import trf
from pairing_engine.facts.model import Tournament
from tests.files.laws.trf_strategies import texts, tournaments
from trf.format.findings import Findings
from trf.format.reader import parse
from trf.format.records import write_file

ADDED = st.one_of(
    st.just(""),
    texts.map("### {}".format),
    st.tuples(st.sampled_from(["012", "022", "102", "112", "202", "801", "XXR", "BBW"]), texts).map("  ".join),
    st.just("FRA    1 m    Name                              2650 IDF"),
    st.just("310   1 Team of the town                 TOWN    2486   15.0   28.0  11     1    5"),
)


@st.composite
def files(draw: st.DrawFn) -> str:
    """Generate a TRF with lines of all kinds, trailing blanks and mixed line ends."""
    lines = trf.write(draw(tournaments()), draw(st.sampled_from(trf.Dialect))).splitlines()
    for line in draw(st.lists(ADDED, max_size=4)):
        lines.insert(draw(st.integers(0, len(lines))), line)
    ends = draw(st.sampled_from([["\n"], ["\r"], ["\r\n"], ["\n", "\r", "\r\n"]]))
    text = "".join(
        line + " " * draw(st.integers(0, 12)) * draw(st.booleans()) + draw(st.sampled_from(ends)) for line in lines
    )
    if draw(st.booleans()):
        text = text.rstrip("\r\n")
    return draw(st.sampled_from(["", "\ufeff"])) + text


@given(files())
def test_reading_and_writing_a_file_is_the_identity(text: str) -> None:
    findings = Findings()
    file = parse(text, findings)
    assert (findings.problems, findings.adjustments) == ([], [])
    assert write_file(file) == text


@given(tournaments(), st.sampled_from(trf.Dialect), st.sampled_from(["\n", "\r", "\r\n"]))
def test_the_line_end_of_a_file_does_not_matter(tournament: Tournament, dialect: trf.Dialect, end: str) -> None:
    """A line can end with a line feed, with a carriage return, or with both."""
    assert trf.read(trf.write(tournament, dialect, newline=end).encode()) == tournament
