"""The two views of what a check found: text for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker import editions
from checker.checked_file import CheckedFile, Figures, figures
from checker.diff import Pair
from checker.ranks_shown import rank_lines
from checker.report import RoundReport, Status
from pairing_engine.facts.model import NOBODY, EventKind, show_points
from pairing_engine.kernel.findings import Finding
from pairing_engine.terminal.advice import words_of


def text_of(one: CheckedFile) -> str:
    """A file's report in lines: a line a round, and under a round that differs what differs and why."""
    if one.no_edition:
        return f"{one.name}: not comparable\n{_indented(one.no_edition)}"
    if one.report is None:
        return f"{one.name}: unreadable\n{_indented(str(one.failure))}"
    choice = one.report.choice
    acceleration = f", {one.report.acceleration}" if one.report.acceleration else ""
    lines = [f"{one.name}: {editions.rules_of(choice)}{acceleration}"]
    if choice.not_comparable:
        words = editions.expected_differences if one.report.rounds else editions.not_comparable
        lines.append(f"  {words(choice)}")
    elif not one.report.rounds:
        lines.append("  there is no round to check")
    if one.each_edition:
        lines += editions.side_by_side(one.report)
    participants = "teams" if choice.system.kind is EventKind.TEAM else "players"
    for report in one.report.rounds:
        lines += _round_lines(report, participants)
    lines += [f"  {words}" for words in editions.better_editions(one.report)]
    if one.ranks is not None:
        lines += rank_lines(one.ranks)
    return "".join(f"{line}\n" for line in lines)


def summary(checked: Sequence[CheckedFile]) -> str:
    """The last line of a run."""
    return summary_of(figures(checked))


def summary_of(found: Figures) -> str:
    """The last line of a run that came to these figures."""
    done = f"checked {found.tournaments} tournaments, {found.rounds} rounds"
    ranks = f", {found.wrong_standings} of {found.standings} standings differ" if found.standings else ""
    apart = f", {found.not_comparable} not comparable" if found.not_comparable else ""
    return f"{done}: {found.differing} rounds differ{ranks}, {found.unreadable} files unreadable{apart}\n"


def _indented(words: str) -> str:
    return "".join(f"  {line}\n" for line in words.splitlines())


def _round_lines(report: RoundReport, participants: str) -> Iterator[str]:
    words = f": {_words(report)}" if report.words else ""
    yield f"  round {report.number}: {report.status.value}{words}"
    if report.status is Status.DIFFERS:
        yield f"    recorded: {_pairs(report.difference.recorded)}"
        yield f"    expected: {_pairs(report.difference.expected)}"
    explanation = report.explanation
    for finding in report.illegal:
        if explanation is None or finding != explanation.finding:
            yield f"    {_why(finding, participants)}"
    if explanation is None:
        if report.status is Status.DIFFERS:
            yield "    no reason was found: please report this"
        return
    where = "" if explanation.score is None else f"bracket of {show_points(explanation.score)} points: "
    yield f"    {where}{_why(explanation.finding, participants)}"


def _pairs(pairs: Sequence[Pair]) -> str:
    return ", ".join(f"{white} bye" if black == NOBODY else f"{white} - {black}" for white, black in pairs) or "nothing"


def _article(finding: Finding) -> str:
    return f"{finding.code}, {finding.article}" if finding.code else finding.article


def _why(finding: Finding, participants: str) -> str:
    """A finding in one sentence."""
    players = f"; {participants} {', '.join(map(str, finding.players))}" if finding.players else ""
    compared = f": {finding.wrong} instead of {finding.right}" if finding.right or finding.wrong else ""
    return f"{finding.fault.value}: {finding.words}{compared}{players} [{_article(finding)}]"


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
        return {**value, "error": str(one.failure), "status": int(one.failure.status)}
    rounds = [report.to_dict() | ({"words": _words(report)} if report.missing else {}) for report in one.report.rounds]
    ranks = {} if one.ranks is None else {"standings": one.ranks.to_dict()}
    return {**value, **one.report.to_dict(), "rounds": rounds, **ranks}


def _words(report: RoundReport) -> str:
    """What stands in the way of a round, and what to do about it."""
    return report.words if report.missing is None else words_of(report.missing)
