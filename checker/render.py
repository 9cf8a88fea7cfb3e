"""The two views of what a check found: text for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.diff import Pair
from checker.outcome import Outcome, figures
from checker.report import FileReport, RoundReport, Status
from pairing_engine.facts.codes import kind_of_system
from pairing_engine.facts.model import NOBODY, EventKind, show_points
from pairing_engine.facts.shown import one_line
from pairing_engine.kernel.findings import Finding


def text_of(outcome: Outcome) -> str:
    """A file's report in lines: a line a round, and under a round that differs what differs and why."""
    if outcome.report is None:
        return f"{one_line(outcome.name)}: unreadable\n{_indented(str(outcome.failure))}"
    lines = [f"{one_line(outcome.name)}: {_rules(outcome.report)}"]
    kind = kind_of_system(outcome.report.choice.system.name)
    if not outcome.report.rounds:
        lines.append("  there is no round to check")
    for report in outcome.report.rounds:
        lines += _round_lines(report, "teams" if kind is EventKind.TEAM else "players")
    return "".join(f"{line}\n" for line in lines)


def summary(outcomes: Sequence[Outcome]) -> str:
    """The last line of a run."""
    tournaments, rounds, differing, unreadable = figures(outcomes)
    done = f"checked {tournaments} tournaments, {rounds} rounds"
    return f"{done}: {differing} rounds differ, {unreadable} files unreadable\n"


def _rules(report: FileReport) -> str:
    system, why_system, why_edition = report.choice
    why = why_system if why_system == why_edition else f"{why_system}; {why_edition}"
    return f"{system.title}, edition {system.edition} ({one_line(why)})"


def _indented(words: str) -> str:
    return "".join(f"  {line}\n" for line in words.split("\n"))


def _round_lines(report: RoundReport, participants: str) -> Iterator[str]:
    words = f": {report.words}" if report.words else ""
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


def value_of(outcomes: Sequence[Outcome]) -> dict[str, object]:
    """A run as a value for JSON."""
    return {**figures(outcomes)._asdict(), "files": [_file_value(outcome) for outcome in outcomes]}


def _file_value(outcome: Outcome) -> dict[str, object]:
    value: dict[str, object] = {
        "file": outcome.name,
        "adjustments": [adjustment._asdict() for adjustment in outcome.adjustments],
    }
    if outcome.report is None:
        assert outcome.failure is not None
        return {**value, "error": str(outcome.failure), "status": int(outcome.failure.status)}
    system, why_system, why_edition = outcome.report.choice
    return {
        **value,
        "system": system.name,
        "why_system": why_system,
        "edition": system.edition,
        "why_edition": why_edition,
        "differing": outcome.report.differing,
        "rounds": [_round_value(report) for report in outcome.report.rounds],
    }


def _round_value(report: RoundReport) -> dict[str, object]:
    value: dict[str, object] = {"round": report.number, "status": report.status.value, "boards": report.boards}
    if report.words:
        value["words"] = report.words
    if report.status is Status.DIFFERS:
        value |= {"recorded": report.difference.recorded, "expected": report.difference.expected}
    if report.illegal:
        value["illegal"] = [_finding_value(finding) for finding in report.illegal]
    if report.explanation is not None:
        score = report.explanation.score
        value["explanation"] = {
            "bracket": None if score is None else show_points(score),
            **_finding_value(report.explanation.finding),
        }
    return value


def _finding_value(finding: Finding) -> dict[str, object]:
    return {**finding._asdict(), "fault": finding.fault.value}
