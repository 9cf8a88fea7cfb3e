"""The report of a check as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from checker.report import FileReport, OtherEdition, RoundReport, Status
from pairing_engine.answers.sentences import FIRST, Name, board_of, first, in_bracket, rounds, sentence, with_score
from pairing_engine.facts.model import NoteKind
from pairing_engine.facts.names import called
from pairing_engine.facts.shown import one_line, shown
from pairing_engine.language import listed, marked, say, say_many
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import Choice
from pairing_engine.systems.system import System


def rules_of(choice: Choice) -> str:
    """Name the rules of the check and the reason for choosing them."""
    edition, why = choice.system.edition, say(choice.why_edition)
    if not choice.one_reason:
        why = say("{why_system}; {why_edition}", why_system=say(choice.why_system), why_edition=why)
    return say("{title}, edition {edition} ({why})", title=choice.title, edition=edition, why=why)


def not_comparable(report: FileReport) -> str:
    """Say why the rounds cannot be compared, and which option compares them anyway, or what that option expects."""
    choice, system = report.choice, report.choice.system
    if report.rounds:
        return say("differences are expected: {why}", why=choice.not_comparable)
    return say(
        "not comparable: {why}; the editions of the {title} are {editions}, and --edition {edition} compares with the "
        "nearest one, but differences are then expected",
        why=choice.not_comparable,
        title=say(system.title),
        editions=listed(SYSTEMS[system.name]),
        edition=system.edition,
    )


def better_edition(report: FileReport) -> str:
    """Suggest an edition under which fewer rounds differ than under the checked edition; "" if there is none."""
    others = [other for other in report.others if other.could_be_used]
    best = min(others, key=lambda other: (len(other.differing), not _was_in_force(other, report)), default=None)
    if best is None or len(best.differing) >= len(report.differing_rounds):
        return ""
    edition, dated = best.system.edition, report.dated
    here = say(
        "{rounds} under the rules of {edition}",
        rounds=rounds_differ(report.differing_rounds),
        edition=report.choice.system.edition,
    )
    there = say("all rounds agree under the rules of {edition}", edition=edition)
    if best.differing:
        differ = rounds_differ(best.differing)
        there = say("only {rounds} under the rules of {edition}", edition=edition, rounds=differ)
    if dated is None:
        message = marked("{here}, but {there}: the program that paired the event may have used the rules of {edition}")
    elif _was_in_force(best, report) and dated.named_by:
        message = marked(
            "{here}, but {there}; the rules of {edition} were in force when the event began: {source} is probably wrong"
        )
    elif _was_in_force(best, report):
        message = marked("{here}, but {there}; the rules of {edition} were in force when the event began")
    elif best.system.applied_from < dated.in_force.applied_from:
        message = marked(
            "{here}, but {there}: the program that paired the event may still have used the rules of {edition}"
        )
    else:
        message = marked(
            "{here}, but {there}: the program that paired the event may already have used the rules of {edition}"
        )
    source = say(dated.named_by) if dated is not None else ""
    return say(message, here=here, there=there, edition=edition, source=source)


def _was_in_force(other: OtherEdition, report: FileReport) -> bool:
    return report.dated is not None and other.system is report.dated.in_force


def side_by_side(report: FileReport) -> Iterator[str]:
    """Yield the table of results with a line for each round and a column for each edition."""
    found: dict[System, dict[int, str]] = {
        report.choice.system: {round_.number: say(round_.status.value) for round_ in report.rounds}
    }
    numbers = [round_.number for round_ in report.rounds]
    for other in report.others:
        differs = {number: Status.DIFFERS if number in other.differing else Status.AGREES for number in numbers}
        found[other.system] = {number: say(status.value) for number, status in differs.items()}
    columns = sorted(found.items(), key=lambda entry: entry[0].applied_from)
    width = max((len(word) for words in found.values() for word in words.values()), default=0)
    head = [f"{system.edition:<{width}}" for system, _ in columns]
    yield f"{say('edition'):<9}  {'  '.join(head)}".rstrip()
    for number in numbers:
        row = [f"{words[number]:<{width}}" for _, words in columns]
        yield f"{say('round {number}', number=number):<9}  {'  '.join(row)}".rstrip()


def rounds_differ(numbers: Sequence[int]) -> str:
    """Say which rounds differ."""
    return say_many("{rounds} differs", "{rounds} differ", len(numbers), rounds=rounds(numbers))


def lines_of(report: FileReport, *, whole: bool = False, each_edition: bool = False) -> list[str]:
    """Return the report of an event as lines: the rules of the check, then the rounds.

    Consecutive rounds that agree share a line. Long lists are cut to their first items, unless ``whole`` is true.
    """
    choice = report.choice
    acceleration = f", {report.acceleration}" if report.acceleration else ""
    lines = [f"{rules_of(choice)}{acceleration}"]
    if choice.not_comparable:
        lines.append(not_comparable(report))
    elif not report.rounds:
        lines.append(say("there is no round to check"))
    if each_edition:
        lines += side_by_side(report)
    lines += of_event(report)
    lines += _rounds(report, whole=whole)
    return [one_line(line) for line in lines]


def of_event(report: FileReport) -> Iterator[str]:
    """Yield the causes for the whole event, and a note if the search found nothing or stopped at its limit."""
    if report.search is None and not report.causes:
        yield from filter(None, (better_edition(report),))
        return
    from checker.causes.trials import Subject
    from checker.causes.words import event_causes_in_words, extent_in_words

    if not report.causes or report.causes[0].subject is Subject.EDITION:
        yield from filter(None, (better_edition(report),))
    yield from event_causes_in_words(report.causes, report.differing_rounds)
    if report.search is not None:
        yield from extent_in_words(report.search)


def _rounds(report: FileReport, *, whole: bool) -> Iterator[str]:
    """Yield the lines about the rounds; consecutive rounds that agree, or that a cause explains, share one line."""
    explained = (
        set(report.differing_rounds) - set(report.causes[-1].differing) if report.causes and not whole else set()
    )
    explained -= {one.number for one in report.rounds if one.cause is not None}

    def together(one: RoundReport) -> tuple[bool, int, tuple[str, ...]]:
        if one.status is Status.AGREES:
            return True, 0, (*one.wishes, one.words)
        return False, 0 if one.number in explained else one.number, ()

    for (agree, number, _), group in groupby(report.rounds, key=together):
        members = list(group)
        numbers = [one.number for one in members]
        if number:
            yield from round_lines(members[0], whole=whole)
        elif agree:
            words = say_many("{rounds} agrees", "{rounds} agree", len(numbers), rounds=rounds(numbers))
            yield f"{words}{_wishes(members[0])}" + (f" ({members[0].words})" if members[0].words else "")
        else:
            yield say(
                "{rounds}, as explained above (--all shows the boards and the articles)", rounds=rounds_differ(numbers)
            )


def round_lines(report: RoundReport, *, whole: bool = False) -> Iterator[str]:
    """Yield the lines about a recorded round: the result, the differences and the reasons."""
    line = say("round {number}: {status}", number=report.number, status=say(report.status.value))
    if report.words and report.status is Status.DIFFERS:
        line = f"{line} ({report.words})"
    elif report.words:
        line = say("{name}: {words}", name=line, words=report.words)
    yield f"{line}{_wishes(report)}"
    if report.agrees_without:
        yield f"  {say('without these wishes, in FIDE mode, it agrees')}"
    people = {person.number: person for person in report.people}

    def name(number: int) -> str:
        person = people[number]
        return with_score(called(number, shown(person.name), person.kind), person.score)

    yield from (f"  {line}" for line in note_and_cause(report, name))
    if report.status is Status.DIFFERS:
        yield from (f"  {line}" for line in _boards(report, name, whole=whole))
    yield from _reasons(report, name, whole=whole)


def note_and_cause(report: RoundReport, name: Name) -> Iterator[str]:
    """Yield a sentence about the note in the file, then the sentences about what could be the cause."""
    by_hand = report.note.removeprefix(f"{NoteKind.MANUAL.value} ")
    if by_hand != report.note:
        yield say("made by hand, as the file notes: {note}", note=shown(by_hand.partition(": ")[2]))
    elif report.note:
        yield say("the file notes: {note}", note=shown(report.note))
    if report.cause is not None:
        from checker.causes.words import cause_in_words

        yield from cause_in_words(report.cause, name, report.number)


def _reasons(report: RoundReport, name: Name, *, whole: bool) -> Iterator[str]:
    explanation = report.explanation
    for finding in report.illegal:
        if explanation is None or finding != explanation.finding:
            yield f"  {sentence(finding, name, whole=whole)}"
    if explanation is not None:
        words = sentence(explanation.finding, name, whole=whole)
        yield f"  {in_bracket(explanation.score, words, scoregroup=explanation.in_scoregroup)}"
    elif report.status is Status.DIFFERS:
        yield say("  no reason was found: please report this")


def _wishes(report: RoundReport) -> str:
    if not report.wishes:
        return ""
    return say(", with the organiser's wishes: {wishes}", wishes=", ".join(report.wishes))


def _boards(report: RoundReport, name: Name, *, whole: bool) -> Iterator[str]:
    """Yield lines about the differing boards of a round. If the cause explains many boards, yield only their number."""
    recorded, expected = report.difference
    if report.cause is not None and not whole and len(recorded) > FIRST:
        yield say("{number} boards differ (--all shows them)", number=len(recorded))
        return
    for title, pairs in ((say("recorded"), recorded), (say("expected"), expected)):
        boards = [board_of(*(name(tpn) for tpn in pair if tpn)) for pair in pairs]
        yield say("{title}:", title=title) if pairs else say("{title}: nothing", title=title)
        yield from (f"  {line}" for line in first(boards, whole=whole))
