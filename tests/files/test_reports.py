"""The reports of irregular and wrong lines (`reports.txt`)."""

import pytest

import trf
from tests.files.reports import Row, rows, shown
from tests.files.trf_builders import text_of
from trf.format.findings import UNDER_WAY

ROWS = rows()


def reported(row: Row, *, strict: bool = False) -> list[trf.Problem]:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.examine(text_of(*row.lines), name="event.trf", strict=strict)
    return list(refusal.value.problems)


@pytest.mark.parametrize("row", [row for row in ROWS if row.is_read], ids=str)
def test_lines_are_read_with_the_adjustments_that_they_need(row: Row) -> None:
    reading = trf.examine(text_of(*row.lines))
    assert [f"{one.code} {one.line}:{one.column}" for one in reading.adjustments] == list(row.reports)
    for fact in row.facts:
        name, _, value = fact.partition(" =")
        assert shown(reading.tournament, name) == value.strip()
    if row.reports and not row.reports[0].startswith(UNDER_WAY):  # a round in progress is no fault
        strictly = reported(row, strict=True)
        assert [f"{one.code} {one.line}:{one.column}" for one in strictly] == list(row.reports)


@pytest.mark.parametrize("row", [row for row in ROWS if not row.is_read], ids=str)
def test_lines_that_cannot_be_read_are_refused_at_their_places_with_advice(row: Row) -> None:
    assert not row.facts
    problems = reported(row)
    expected = [report.partition(": ") for report in row.reports]
    assert [f"{one.line}:{one.column} {one.field}" for one in problems] == [place for place, _, _ in expected]
    for problem, (_, _, words) in zip(problems, expected, strict=True):
        shown = problem.show("event.trf")
        assert shown.startswith("event.trf:")
        assert words in shown
        assert ", expected " in shown or problem.advice or problem.code == "player"
