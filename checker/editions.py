"""Says by which edition of the rules an event was checked, and which other edition explains its rounds better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.report import FileReport, OtherEdition, Status
from checker.wording import rounds
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import Choice
from pairing_engine.systems.system import System


def rules_of(choice: Choice) -> str:
    """The rules by which an event was checked, and why these."""
    system, why_system, why_edition, _ = choice
    why = why_system if why_system == why_edition else f"{why_system}; {why_edition}"
    return f"{system.title}, edition {system.edition} ({why})"


def not_comparable(choice: Choice) -> str:
    """Why differences say nothing, and how to see them all the same."""
    system = choice.system
    editions = ", ".join(SYSTEMS[system.name])
    return (
        f"not comparable: {choice.not_comparable}; the editions of the {system.title} here are {editions}: with "
        f"--edition {system.edition} its rounds are compared by the nearest of them, and differences are expected"
    )


def expected_differences(choice: Choice) -> str:
    """What is to be said above rounds that were compared though no edition here was in force."""
    return f"differences are expected: {choice.not_comparable}"


def better_editions(report: FileReport) -> Iterator[str]:
    """For every other edition that explains the event better, a sentence."""
    if not report.others or not report.disagreeing:
        return
    system = report.choice.system
    here = f"{rounds_differ(report.disagreeing)} under the rules of {system.edition}"
    for other in report.others:
        if len(other.differing) < len(report.disagreeing):
            edition = other.system.edition
            word = "still" if other.system.applied_from < system.applied_from else "already"
            there = (
                f"all agree under those of {edition}"
                if not other.differing
                else f"under those of {edition} only {rounds_differ(other.differing)}"
            )
            yield f"{here}; {there}: the program that paired this event probably {word} used them"


def side_by_side(report: FileReport) -> Iterator[str]:
    """A table: a line a round, a column an edition."""
    found: dict[System, dict[int, str]] = {
        report.choice.system: {round_.number: round_.status.value for round_ in report.rounds}
    }
    numbers = [round_.number for round_ in report.rounds]
    for other in report.others:
        found[other.system] = {number: _status(other, number) for number in numbers}
    columns = sorted(found.items(), key=lambda entry: entry[0].applied_from)
    width = max((len(word) for words in found.values() for word in words.values()), default=0)
    head = [f"{system.edition:<{width}}" for system, _ in columns]
    yield f"  {'edition':<9}  {'  '.join(head)}".rstrip()
    for number in numbers:
        row = [f"{words[number]:<{width}}" for _, words in columns]
        yield f"  {f'round {number}':<9}  {'  '.join(row)}".rstrip()


def _status(other: OtherEdition, number: int) -> str:
    found = Status.DIFFERS if number in other.differing else Status.AGREES
    return str(found.value)


def rounds_differ(numbers: Sequence[int]) -> str:
    """Which rounds differ."""
    return f"{rounds(numbers)} {'differs' if len(numbers) == 1 else 'differ'}"
