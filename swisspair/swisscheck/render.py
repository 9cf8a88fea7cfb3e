"""The two views of what a check found: text for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from checker import editions
from checker.above_rounds import of_event
from checker.causes.words import cause_in_words
from checker.diff import Pair
from checker.report import FileReport, RoundReport, Status
from checker.wording import FIRST, Name, first, sentence
from checker.wording import rounds as rounds_named
from pairing_engine.facts.model import NOBODY, show_points
from pairing_engine.facts.shown import one_line, shown
from pairing_engine.kernel.findings import Finding
from pairing_engine.language import say, say_many
from swisspair.swisscheck.checked_file import CheckedFile, Figures, figures
from swisspair.swisscheck.ranks_shown import rank_lines
from swisspair.terminal.advice import words_of


def text_of(one: CheckedFile, *, whole: bool = False) -> str:
    """A file's report in lines: agreeing rounds together, and under a round that differs what differs and why.

    Of long lists the first things are shown, unless the ``whole`` is asked for.
    """
    if one.no_edition:
        return say("{name}: not comparable", name=one_line(one.name)) + "\n" + _indented(one.no_edition)
    if one.report is None:
        return without_report(one.name, was_read=one.was_read) + _indented(str(one.failure))
    choice = one.report.choice
    acceleration = f", {one.report.acceleration}" if one.report.acceleration else ""
    lines = [f"{one.name}: {editions.rules_of(choice)}{acceleration}"]
    if choice.not_comparable:
        words = editions.expected_differences if one.report.rounds else editions.not_comparable
        lines.append(f"  {words(choice)}")
    elif not one.report.rounds:
        lines.append(say("  there is no round to check"))
    if one.each_edition:
        lines += editions.side_by_side(one.report)
    lines += [f"  {words}" for words in of_event(one.report)]
    lines += _rounds_lines(one.report, whole=whole)
    if one.ranks is not None:
        lines += rank_lines(one.ranks)
    return "".join(f"{one_line(line)}\n" for line in lines)


def without_report(name: str, *, was_read: bool) -> str:
    """The line over why a file has no report."""
    name = one_line(name)
    return (say("{name}: not checked", name=name) if was_read else say("{name}: unreadable", name=name)) + "\n"


def summary(checked: Sequence[CheckedFile]) -> str:
    """The last line of a run."""
    return summary_of(figures(checked))


def summary_of(found: Figures) -> str:
    """The last line of a run that came to these figures."""
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


def _indented(words: str) -> str:
    return "".join(f"  {line}\n" for line in words.split("\n"))


def _rounds_lines(report: FileReport, *, whole: bool) -> Iterator[str]:
    """The rounds; neighbours of which the same is to be said are one line."""
    explained = set(report.disagreeing) - set(report.causes[-1].differing) if report.causes and not whole else set()
    explained -= {one.number for one in report.rounds if one.cause is not None}

    def together(one: RoundReport) -> tuple[int, str]:
        if one.status is Status.AGREES:
            return 0, f"agree{_wishes(one)}"
        return (0, "explained") if one.number in explained else (one.number, "")

    for (number, what), group in groupby(report.rounds, key=together):
        members = list(group)
        numbers = [one.number for one in members]
        if number:
            yield from _round_lines(members[0], whole=whole)
        elif what.startswith("agree"):
            words = say_many("{rounds} agrees", "{rounds} agree", len(numbers), rounds=rounds_named(numbers))
            yield f"  {words}{what.removeprefix('agree')}"
        else:
            yield say(
                "  {rounds}, as explained above (--all: boards and articles)",
                rounds=editions.rounds_differ(numbers),
            )


def _round_lines(report: RoundReport, *, whole: bool) -> Iterator[str]:
    words = f": {_words(report)}" if report.words else ""
    line = say("  round {number}: {status}{words}", number=report.number, status=say(report.status.value), words=words)
    yield f"{line}{_wishes(report)}"
    if report.agrees_without:
        yield f"    {say('without these wishes, in FIDE mode, it agrees')}"
    people = {person.number: person for person in report.people}

    def name(number: int) -> str:
        person = people.get(number)
        if person is None:
            return str(number)
        score = "" if person.score is None else f" ({show_points(person.score)})"
        return f"{number} {shown(person.name)}".rstrip() + score

    if report.cause is not None:
        yield from (f"    {line}" for line in cause_in_words(report.cause, name))
    if report.note:
        yield say("    the file notes: {note}", note=shown(report.note))
    if report.status is Status.DIFFERS:
        yield from (f"    {line}" for line in _boards(report, name, whole=whole))
    yield from _reasons(report, name, whole=whole)


def _reasons(report: RoundReport, name: Name, *, whole: bool) -> Iterator[str]:
    """Why a round is not right."""
    explanation = report.explanation
    for finding in report.illegal:
        if explanation is None or finding != explanation.finding:
            yield f"    {_faulty(finding, name, whole=whole)}"
    if explanation is not None:
        score = explanation.score
        where = "" if score is None else say("bracket of {score} points: ", score=show_points(score))
        yield f"    {where}{_faulty(explanation.finding, name, whole=whole)}"
    elif report.status is Status.DIFFERS:
        yield say("    no reason was found: please report this")


def _wishes(report: RoundReport) -> str:
    """That a round was checked with wishes, and with which; empty if there were none."""
    if not report.wishes:
        return ""
    return say(", with wishes beside the rules: {wishes}", wishes=", ".join(report.wishes))


def _faulty(finding: Finding, name: Name, *, whole: bool) -> str:
    return say("{name}: {words}", name=say(finding.fault.value), words=sentence(finding, name, whole=whole))


def _boards(report: RoundReport, name: Name, *, whole: bool) -> Iterator[str]:
    """The boards that differ. Where their cause is known, many of them are only counted."""
    recorded, expected = report.difference
    if report.cause is not None and not whole and len(recorded) > FIRST:
        yield say("{number} boards differ (--all)", number=len(recorded))
        return
    for title, pairs in ((say("recorded"), recorded), (say("expected"), expected)):
        yield say("{title}:", title=title) if pairs else say("{title}: nothing", title=title)
        yield from (f"  {line}" for line in first([_board(pair, name) for pair in pairs], whole=whole))


def _board(pair: Pair, name: Name) -> str:
    white, black = pair
    return say("{name} bye", name=name(white)) if black == NOBODY else f"{name(white)} - {name(black)}"


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
    rounds = [report.to_dict() | ({"words": _words(report)} if report.missing else {}) for report in one.report.rounds]
    ranks = {} if one.ranks is None else {"standings": one.ranks.to_dict()}
    return {**value, **one.report.to_dict(), "rounds": rounds, **ranks}


def _words(report: RoundReport) -> str:
    """What stands in the way of a round, and what to do about it."""
    return report.words if report.missing is None else words_of(report.missing)
