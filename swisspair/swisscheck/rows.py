"""Checked files as comma-separated values: a line for each round."""

from __future__ import annotations

from checker.report import RoundReport
from pairing_engine.facts.shown import csv_lines, one_line
from swisspair.swisscheck.checked_file import CheckedFile

COLUMNS = ("file", "system", "edition", "round", "status", "boards", "differing boards", "fault", "article", "words")


def heading() -> str:
    """The line that names the columns."""
    return csv_lines([COLUMNS])


def rows_of(one: CheckedFile) -> str:
    """The rounds of a file; a file without rounds has a line with the reason."""
    name = one_line(one.name)
    if one.report is None or not one.report.rounds:
        words = one.no_edition if one.failure is None else str(one.failure)
        return csv_lines([(name, "", "", "", _why_no_round(one), "", "", "", "", one_line(words))])
    system = one.report.choice.system
    return csv_lines([(name, system.name, system.edition, *_round(report)) for report in one.report.rounds])


def _why_no_round(one: CheckedFile) -> str:
    if one.failure is None:
        return "not comparable"
    return "not checked" if one.was_read else "unreadable"


def _round(report: RoundReport) -> tuple[object, ...]:
    finding = None if report.explanation is None else report.explanation.finding
    fault, article, words = ("", "", report.words)
    if finding is not None:
        fault, article, words = finding.fault.value, finding.article, finding.words
    return (
        report.number,
        report.status.value,
        report.boards,
        len(report.difference.recorded),
        fault,
        article,
        one_line(words),
    )
