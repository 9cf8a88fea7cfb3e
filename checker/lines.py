"""The reports of an event and of a round, as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from checker import editions
from checker.causes.event import Subject
from checker.causes.words import cause_in_words, event_causes_in_words, extent_in_words
from checker.diff import Pair
from checker.report import FileReport, RoundReport, Status
from checker.wording import FIRST, Name, first, sentence
from checker.wording import rounds as rounds_named
from pairing_engine.facts.model import NOBODY, show_points
from pairing_engine.facts.shown import one_line, shown
from pairing_engine.kernel.findings import Finding
from pairing_engine.language import marked, say, say_many

WordsOf = Callable[[Exception], str]
"""A function that returns the message for an error, with the record or option that would help."""


def lines_of(
    report: FileReport, *, whole: bool = False, each_edition: bool = False, words_of: WordsOf = str
) -> list[str]:
    """Return the report of an event as lines: the rules of the check, then the rounds.

    Consecutive rounds that agree share a line. The lines below a differing round give the differences and the reasons.
    Long lists are shortened to their first items, unless ``whole`` is true.
    """
    choice = report.choice
    acceleration = f", {report.acceleration}" if report.acceleration else ""
    lines = [f"{editions.rules_of(choice)}{acceleration}"]
    if choice.not_comparable:
        words = editions.expected_differences if report.rounds else editions.not_comparable
        lines.append(words(choice))
    elif not report.rounds:
        lines.append(say("there is no round to check"))
    if each_edition:
        lines += editions.side_by_side(report)
    lines += of_event(report)
    lines += _rounds(report, whole=whole, words_of=words_of)
    return [one_line(line) for line in lines]


def of_event(report: FileReport) -> Iterator[str]:
    """Yield the causes for the whole event, and a note if the search stopped at its limit."""
    if not report.causes or report.causes[0].subject is Subject.EDITION:
        yield from filter(None, (editions.better_edition(report),))
    yield from event_causes_in_words(report.causes, report.disagreeing)
    if report.search is not None and report.search.stopped:
        yield extent_in_words(report.search)


def words_in_the_way(report: RoundReport, words_of: WordsOf) -> str:
    return report.words if report.missing is None else words_of(report.missing)


def _rounds(report: FileReport, *, whole: bool, words_of: WordsOf) -> Iterator[str]:
    """Yield the lines about the rounds.

    Consecutive rounds share one line if all of them agree, or if a cause already explains all of them.
    """
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
            yield from round_lines(members[0], whole=whole, words_of=words_of)
        elif what.startswith("agree"):
            words = say_many("{rounds} agrees", "{rounds} agree", len(numbers), rounds=rounds_named(numbers))
            yield f"{words}{what.removeprefix('agree')}"
        else:
            yield say(
                "{rounds}, as explained above (--all shows boards and articles)",
                rounds=editions.rounds_differ(numbers),
            )


def round_lines(report: RoundReport, *, whole: bool = False, words_of: WordsOf = str) -> Iterator[str]:
    """Yield the lines about a recorded round: the result, the differences and the reasons."""
    words = f": {words_in_the_way(report, words_of)}" if report.words else ""
    line = say("round {number}: {status}{words}", number=report.number, status=say(report.status.value), words=words)
    yield f"{line}{_wishes(report)}"
    if report.agrees_without:
        yield f"  {say('without these wishes, in FIDE mode, it agrees')}"
    people = {person.number: person for person in report.people}

    def name(number: int) -> str:
        person = people.get(number)
        if person is None:
            return str(number)
        score = "" if person.score is None else f" ({show_points(person.score)})"
        return f"{number} {shown(person.name)}".rstrip() + score

    if report.cause is not None:
        yield from (f"  {line}" for line in cause_in_words(report.cause, name))
    if report.note:
        yield say("  the file notes: {note}", note=shown(report.note))
    if report.status is Status.DIFFERS:
        yield from (f"  {line}" for line in _boards(report, name, whole=whole))
    yield from _reasons(report, name, whole=whole)


def _reasons(report: RoundReport, name: Name, *, whole: bool) -> Iterator[str]:
    explanation = report.explanation
    for finding in report.illegal:
        if explanation is None or finding != explanation.finding:
            yield f"  {_faulty(finding, name, whole=whole)}"
    if explanation is not None:
        score = explanation.score
        part = marked("bracket of {score} points: ")
        if explanation.in_scoregroup:
            part = marked("scoregroup of {score} points: ")
        where = "" if score is None else say(part, score=show_points(score))
        yield f"  {where}{_faulty(explanation.finding, name, whole=whole)}"
    elif report.status is Status.DIFFERS:
        yield say("  no reason was found: please report this")


def _wishes(report: RoundReport) -> str:
    """Describe the wishes that the check granted. Return "" if the check granted no wishes."""
    if not report.wishes:
        return ""
    return say(", with the organiser's wishes: {wishes}", wishes=", ".join(report.wishes))


def _faulty(finding: Finding, name: Name, *, whole: bool) -> str:
    return say("{name}: {words}", name=say(finding.fault.value), words=sentence(finding, name, whole=whole))


def _boards(report: RoundReport, name: Name, *, whole: bool) -> Iterator[str]:
    """Yield lines about the differing boards of a round. If the cause explains many boards, yield only their number."""
    recorded, expected = report.difference
    if report.cause is not None and not whole and len(recorded) > FIRST:
        yield say("{number} boards differ (--all shows them)", number=len(recorded))
        return
    for title, pairs in ((say("recorded"), recorded), (say("expected"), expected)):
        yield say("{title}:", title=title) if pairs else say("{title}: nothing", title=title)
        yield from (f"  {line}" for line in first([_board(pair, name) for pair in pairs], whole=whole))


def _board(pair: Pair, name: Name) -> str:
    white, black = pair
    return say("{name} bye", name=name(white)) if black == NOBODY else f"{name(white)} - {name(black)}"
