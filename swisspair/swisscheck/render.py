"""The results of checks as text, JSON or CSV, and the line with the totals of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from checker.report import RoundReport, lines_of, words_in_the_way
from pairing_engine.facts.shown import csv_lines, one_line
from pairing_engine.language import say, say_many
from swisspair.statuses import words_of
from swisspair.swisscheck.checked_file import CheckedFile, Figures, figures

if TYPE_CHECKING:
    from pairing_engine.standings.compare import RankCheck, WrongRank

COLUMNS = ("file", "system", "edition", "round", "status", "boards", "differing boards", "fault", "article", "words")
"""The columns of CSV output."""


def text_of(one: CheckedFile, *, whole: bool = False) -> str:
    """Return the report on a file as text: agreeing rounds share lines, and ``whole`` shortens no list."""
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
    """Return the first line about a file without a report. The reason follows on the next line."""
    name = one_line(name)
    return (say("{name}: not checked", name=name) if was_read else say("{name}: unreadable", name=name)) + "\n"


def _indented(words: str) -> str:
    return "".join(f"  {line}\n" for line in words.split("\n"))


def value_of(checked: Sequence[CheckedFile]) -> dict[str, object]:
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
    rounds = [_round_value(report) for report in one.report.rounds]
    ranks = {} if one.ranks is None else {"standings": one.ranks.to_dict()}
    return {**value, **one.report.to_dict(), "rounds": rounds, **ranks}


def _round_value(report: RoundReport) -> dict[str, object]:
    """Return a round as a value for JSON. If a fact is missing, ``words`` says which record should state the fact."""
    return report.to_dict() | ({"words": words_in_the_way(report, words_of)} if report.missing else {})


def heading() -> str:
    return csv_lines([COLUMNS])


def rows_of(one: CheckedFile) -> str:
    """Return the CSV rows of a file. A file without rounds has one row, which gives the reason."""
    name = one_line(one.name)
    if one.report is None or not one.report.rounds:
        words = one.no_edition if one.failure is None else str(one.failure)
        return csv_lines([(name, "", "", "", _why_no_round(one), "", "", "", "", one_line(words))])
    system = one.report.choice.system
    return csv_lines([(name, system.name, system.edition, *_row(report)) for report in one.report.rounds])


def _why_no_round(one: CheckedFile) -> str:
    if one.failure is None:
        return "not comparable"
    return "not checked" if one.was_read else "unreadable"


def _row(report: RoundReport) -> tuple[object, ...]:
    finding = None if report.explanation is None else report.explanation.finding
    fault, article, words = ("", "", report.words)
    if finding is not None:
        fault, article, words = finding.fault.value, finding.article, finding.words
    return (
        report.number,
        report.status.value,
        report.number_of_boards,
        len(report.difference.recorded),
        fault,
        article,
        one_line(words),
    )


def rank_lines(found: RankCheck) -> Iterator[str]:
    """Yield a line with the verdict on the file's ranks, then a line for each wrong rank."""
    if found.standings is None:
        yield say("  standings cannot be checked: {why_not}", why_not=say(found.why_not))
        return
    order = found.standings.order
    by = f"{say(order.why)}: {', '.join(order.codes)}"
    if not found.wrong:
        yield say("  standings: agree ({by})", by=by)
        return
    yield say_many(
        "  standings: {number} rank differs ({by})",
        "  standings: {number} ranks differ ({by})",
        len(found.wrong),
        by=by,
    )
    if found.standings.remark:
        yield f"    {found.standings.remark}"
    yield from (f"    {_words_of_rank(wrong)}" for wrong in found.wrong)


def _words_of_rank(wrong: WrongRank) -> str:
    places = (
        str(wrong.first) if wrong.first == wrong.last else say("{first} to {last}", first=wrong.first, last=wrong.last)
    )
    words = say(
        "{name}: the file gives rank {recorded}, the tie-breaks give {places}",
        name=f"{wrong.number} {wrong.name}".strip(),
        recorded=wrong.recorded,
        places=places,
    )
    if not wrong.beside:
        return words
    own, other = wrong.values
    return say(
        "{words}; {by} is {own} here, and {other} for participant {beside}",
        words=words,
        by=wrong.by,
        own=own,
        other=other,
        beside=wrong.beside,
    )


def summary(checked: Sequence[CheckedFile]) -> str:
    return summary_of(figures(checked))


def summary_of(found: Figures) -> str:
    done = say(
        "checked {tournaments}, {rounds}",
        tournaments=say_many("{number} tournament", "{number} tournaments", found.tournaments),
        rounds=say_many("{number} round", "{number} rounds", found.rounds),
    )
    ranks = (
        say(
            ", {wrong_standings} of {standings} standings differ",
            wrong_standings=found.wrong_standings,
            standings=found.standings,
        )
        if found.standings
        else ""
    )
    apart = (
        say(", {not_comparable} not comparable", not_comparable=found.not_comparable) if found.not_comparable else ""
    )
    wrong = say_many("{number} round differs", "{number} rounds differ", found.differing)
    line = say(
        "{done}: {wrong}{ranks}, {unreadable}{apart}",
        done=done,
        wrong=wrong,
        ranks=ranks,
        unreadable=say_many("{number} file unreadable", "{number} files unreadable", found.unreadable),
        apart=apart,
    )
    return f"{line}\n"
