"""Sentences about the edition of a check, and about an edition that fits better."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from checker.report import Dated, FileReport, OtherEdition, Status
from checker.wording import rounds
from pairing_engine.language import say, say_many
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import Choice
from pairing_engine.systems.system import System


def rules_of(choice: Choice) -> str:
    """Name the rules of the check and the reason for choosing them."""
    system, why_system, why_edition, _ = choice
    why = say(why_system)
    if why_system != why_edition:
        why = say("{why_system}; {why_edition}", why_system=why, why_edition=say(why_edition))
    return say("{title}, edition {edition} ({why})", title=say(system.title), edition=system.edition, why=why)


def not_comparable(choice: Choice) -> str:
    """Say why the rounds cannot be compared, and which option compares them anyway."""
    system = choice.system
    editions = ", ".join(SYSTEMS[system.name])
    return say(
        "not comparable: {why}; available editions of the {title}: {editions}; --edition {edition} "
        "compares with the nearest one, but differences are then expected",
        why=choice.not_comparable,
        title=say(system.title),
        editions=editions,
        edition=system.edition,
    )


def expected_differences(choice: Choice) -> str:
    """Return the heading for a comparison with an edition that was not in force."""
    return say("differences are expected: {why}", why=choice.not_comparable)


def better_edition(report: FileReport) -> str:
    """Suggest an edition under which fewer rounds differ than under the checked edition.

    Return "" if there is no such edition.
    """
    others = [other for other in report.others if other.could_be_used]
    best = min(others, key=lambda other: (len(other.differing), not _was_in_force(other, report)), default=None)
    if best is None or len(best.differing) >= len(report.disagreeing):
        return ""
    edition = report.choice.system.edition
    here = say("{rounds} under the rules of {edition}", rounds=rounds_differ(report.disagreeing), edition=edition)
    words = {"here": here, "there": _there(best), "edition": best.system.edition}
    dated = report.dated
    if dated is None:
        return say(
            "{here}, but {there}: the program that paired the event may have used the rules of {edition}", **words
        )
    if _was_in_force(best, report):
        return _wrongly_named(dated, words)
    if best.system.applied_from < dated.in_force.applied_from:
        return say(
            "{here}, but {there}: the program that paired the event may still have used the rules of {edition}",
            **words,
        )
    return say(
        "{here}, but {there}: the program that paired the event may already have used the rules of {edition}",
        **words,
    )


def _was_in_force(other: OtherEdition, report: FileReport) -> bool:
    return report.dated is not None and other.system is report.dated.in_force


def _wrongly_named(dated: Dated, words: Mapping[str, str]) -> str:
    if not dated.named_by:
        return say("{here}, but {there}; the rules of {edition} were in force when the event began", **words)
    return say(
        "{here}, but {there}; the rules of {edition} were in force when the event began: {source} is probably wrong",
        **words,
        source=say(dated.named_by),
    )


def _there(other: OtherEdition) -> str:
    edition = other.system.edition
    if not other.differing:
        return say("all rounds agree under the rules of {edition}", edition=edition)
    return say("only {rounds} under the rules of {edition}", edition=edition, rounds=rounds_differ(other.differing))


def side_by_side(report: FileReport) -> Iterator[str]:
    """Yield the table of results with a line for each round and a column for each edition."""
    found: dict[System, dict[int, str]] = {
        report.choice.system: {round_.number: say(round_.status.value) for round_ in report.rounds}
    }
    numbers = [round_.number for round_ in report.rounds]
    for other in report.others:
        found[other.system] = {number: _status(other, number) for number in numbers}
    columns = sorted(found.items(), key=lambda entry: entry[0].applied_from)
    width = max((len(word) for words in found.values() for word in words.values()), default=0)
    head = [f"{system.edition:<{width}}" for system, _ in columns]
    yield f"{say('edition'):<9}  {'  '.join(head)}".rstrip()
    for number in numbers:
        row = [f"{words[number]:<{width}}" for _, words in columns]
        yield f"{say('round {number}', number=number):<9}  {'  '.join(row)}".rstrip()


def _status(other: OtherEdition, number: int) -> str:
    found = Status.DIFFERS if number in other.differing else Status.AGREES
    return say(found.value)


def rounds_differ(numbers: Sequence[int]) -> str:
    return say_many("{rounds} differs", "{rounds} differ", len(numbers), rounds=rounds(numbers))
