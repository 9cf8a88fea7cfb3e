"""The two views of the findings of a check: text for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Sequence

from checker.lines import lines_of, words_in_the_way
from checker.report import RoundReport
from pairing_engine.facts.shown import one_line
from pairing_engine.language import say
from swisspair.swisscheck.checked_file import CheckedFile, figures
from swisspair.swisscheck.ranks_shown import rank_lines
from swisspair.terminal.advice import words_of


def text_of(one: CheckedFile, *, whole: bool = False) -> str:
    """The report on a file in lines.

    Agreeing rounds stand together, and below a round that differs stand the differences and their reasons. Long lists
    show their first entries, unless ``whole``.
    """
    if one.no_edition:
        return say("{name}: not comparable", name=one_line(one.name)) + "\n" + _indented(one.no_edition)
    if one.report is None:
        return without_report(one.name, was_read=one.was_read) + _indented(str(one.failure))
    head, *lines = lines_of(one.report, whole=whole, each_edition=one.each_edition, words_of=words_of)
    lines = [f"{one.name}: {head}", *(f"  {line}" for line in lines)]
    if one.ranks is not None:
        lines += rank_lines(one.ranks)
    return "".join(f"{one_line(line)}\n" for line in lines)


def without_report(name: str, *, was_read: bool) -> str:
    """The line above the reason why a file has no report."""
    name = one_line(name)
    return (say("{name}: not checked", name=name) if was_read else say("{name}: unreadable", name=name)) + "\n"


def _indented(words: str) -> str:
    return "".join(f"  {line}\n" for line in words.split("\n"))


def value_of(checked: Sequence[CheckedFile]) -> dict[str, object]:
    """A run as a value for JSON."""
    found = figures(checked)._asdict()
    if not found["standings"]:
        del found["standings"], found["wrong_standings"]
    return {**found, "files": [_file_value(one) for one in checked]}


def _file_value(one: CheckedFile) -> dict[str, object]:
    value: dict[str, object] = {
        "file": one.name,
        "adjustments": [adjustment._asdict() for adjustment in one.adjustments],
    }
    if one.no_edition:
        return {**value, "not_comparable": one.no_edition}
    if one.report is None:
        assert one.failure is not None
        return {**value, **one.failure.to_dict()}
    rounds = [
        report.to_dict() | ({"words": words_in_the_way(report, words_of)} if report.missing else {})
        for report in one.report.rounds
    ]
    ranks = {} if one.ranks is None else {"standings": one.ranks.to_dict()}
    return {**value, **one.report.to_dict(), "rounds": rounds, **ranks}


def _round_value(report: RoundReport) -> dict[str, object]:
    """The value of a round; if a fact is missing, with the record that would state it."""
    return report.to_dict() | ({"words": words_in_the_way(report, words_of)} if report.missing else {})
