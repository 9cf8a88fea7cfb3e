"""The report of a check: its values, its JSON, and its lines of text."""

from __future__ import annotations

from enum import Enum
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from pairing_engine.answers import printed
from pairing_engine.errors import MissingFact
from pairing_engine.facts.model import EventKind, Points, Tournament, Tpn, show_points
from pairing_engine.facts.shown import outdated
from pairing_engine.kernel.trace import Difference
from pairing_engine.language import marked
from pairing_engine.systems.choice import Choice
from pairing_engine.systems.system import System

if TYPE_CHECKING:
    from checker.causes.trials import EventCause, Extent, RoundCause
    from pairing_engine.answers.comparison import Explanation
    from pairing_engine.kernel.findings import Finding


IN_WORDS = "checker.report_in_words"
"""The module that writes reports as lines. It is imported when somebody reads them."""

EACH = "each"
"""The value of ``edition`` with which a check compares all editions."""


class Status(Enum):
    """The result of checking a recorded round."""

    AGREES = marked("agrees")
    DIFFERS = marked("differs")
    NO_PAIRING = marked("no valid pairing")
    UNKNOWN = marked("cannot be checked")
    TOO_LARGE = marked("is too large to be checked")


class Person(NamedTuple):
    """A participant who appears in a report. ``score`` is the pairing score; None for an absent participant."""

    number: int
    name: str
    score: Points | None
    kind: EventKind

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        score = None if self.score is None else show_points(self.score)
        return {"number": self.number, "name": self.name, "score": score}


@printed(lambda report: import_module(IN_WORDS).round_lines(report))
class RoundReport(NamedTuple):
    """The report of a recorded round: its faults (``illegal``), and the reason why it is wrong or was not checked."""

    number: int
    status: Status
    number_of_boards: int
    difference: Difference = Difference((), ())
    explanation: Explanation | None = None
    illegal: tuple[Finding, ...] = ()
    words: str = ""
    missing: MissingFact | None = None
    """The fact that the file lacks but the check needs; None if no fact is missing."""
    people: tuple[Person, ...] = ()
    """The people in the report, with their numbers, names and scores."""
    cause: RoundCause | None = None
    """The cause of this round's differences, in addition to causes for the whole event."""
    wishes: tuple[str, ...] = ()
    """The wishes that the check granted, in words; empty if there were none."""
    agrees_without: bool = False
    """Whether a differing round would agree if no wishes were granted."""
    note: str = ""
    """The note in the file about a differing round; empty if there is none."""

    def __repr__(self) -> str:
        return f"<RoundReport {self.number}: {self.status.value}>"

    @property
    def boards(self) -> int:
        """The former name of `number_of_boards`."""
        return outdated("RoundReport.boards", "number_of_boards", self.number_of_boards)

    def spoken_of(self) -> tuple[Person, ...]:
        """Return the people whom the report names."""
        numbers = {number for pairs in self.difference for pair in pairs for number in pair}
        findings = [*self.illegal, *(() if self.explanation is None else (self.explanation.finding,))]
        numbers.update(number for finding in findings for number in finding.everybody)
        if self.cause is not None:
            for change in (*self.cause.changes, *self.cause.alternatives, *self.cause.nearest):
                numbers |= change.everybody
        return tuple(person for person in self.people if person.number in numbers)

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        value: dict[str, object] = {"round": self.number, "status": self.status.value, "boards": self.number_of_boards}
        if self.wishes:
            value |= {"wishes": list(self.wishes), "agrees_in_fide_mode": self.agrees_without}
        if self.words:
            value["words"] = self.words
        if self.status is Status.DIFFERS:
            value |= {"recorded": self.difference.recorded, "expected": self.difference.expected}
        if self.illegal or self.explanation is not None:
            from checker.explained import explanation_as_dict, finding_as_dict  # imported here, as most rounds agree

            names = {Tpn(person.number): person.name for person in self.people}
            if self.illegal:
                value["illegal"] = [finding_as_dict(finding, names) for finding in self.illegal]
            if self.explanation is not None:
                finding = finding_as_dict(self.explanation.finding, names)
                value["explanation"] = explanation_as_dict(self.explanation, finding)
        if self.cause is not None:
            value["cause"] = self.cause.to_dict()
        if self.note:
            value["note"] = self.note
        if self.people:
            value["players"] = [person.to_dict() for person in self.people]
        return value


class OtherEdition(NamedTuple):
    """Another edition of the system, and the rounds that differ if this edition is used."""

    system: System
    differing: tuple[int, ...]
    could_be_used: bool = True
    """Whether the edition could have applied; false if the edition came into force after the event."""

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        return {"edition": self.system.edition, "differing": list(self.differing)}


class Dated(NamedTuple):
    """The edition in force on the first day of an event, and the record that names an edition, or "" without one."""

    in_force: System
    named_by: str


@printed(lambda report: import_module(IN_WORDS).lines_of(report))
class FileReport(NamedTuple):
    """The report on a tournament; if no edition applies, it has no rounds unless the caller names one."""

    choice: Choice
    rounds: tuple[RoundReport, ...]
    acceleration: str = ""
    """[C.04.7] The acceleration of the event, in words; empty if there was none."""
    others: tuple[OtherEdition, ...] = ()
    causes: tuple[EventCause, ...] = ()
    """The causes for the whole event. The search for a cause assumes that all earlier causes are true."""
    search: Extent | None = None
    """The extent of the search for causes; None if there was no search."""
    dated: Dated | None = None
    """The edition in force on the first day; None if unknown."""
    tournament: Tournament | None = None
    """The tournament that was checked; None if a program that checks many files has no more need of it."""

    def __repr__(self) -> str:
        system = self.choice.system
        rules = f"{system.name} {system.edition}"
        return f"<FileReport: {len(self.rounds)} rounds, {self.number_of_faults} of which differ ({rules})>"

    @property
    def differing_rounds(self) -> tuple[int, ...]:
        """The numbers of the rounds that differ."""
        return tuple(report.number for report in self.rounds if report.status is not Status.AGREES)

    @property
    def number_of_faults(self) -> int:
        """The number of rounds that differ but should agree; 0 if the event is not comparable."""
        return 0 if self.choice.not_comparable else len(self.differing_rounds)

    @property
    def disagreeing(self) -> tuple[int, ...]:
        """The former name of `differing_rounds`."""
        return outdated("FileReport.disagreeing", "differing_rounds", self.differing_rounds)

    @property
    def differing(self) -> int:
        """The former name of `number_of_faults`."""
        return outdated("FileReport.differing", "number_of_faults", self.number_of_faults)

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        return {
            **self.choice.to_dict(),
            **({"other_editions": [other.to_dict() for other in self.others]} if self.others else {}),
            **({"causes": [cause.to_dict() for cause in self.causes]} if self.causes else {}),
            **({"cause_search": self.search.to_dict()} if self.search else {}),
            "differing": self.number_of_faults,
            "rounds": [report.to_dict() for report in self.rounds],
        }
