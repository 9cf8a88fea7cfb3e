"""The result of a check, which can be written as text or JSON."""

from __future__ import annotations

from enum import Enum

from checker.causes.changes import RoundCause
from checker.causes.event import EventCause
from checker.causes.replay import Extent
from checker.diff import Difference
from checker.explain import Explanation, finding_as_dict
from pairing_engine.errors import MissingFact
from pairing_engine.facts.model import Points, Tpn, show_points
from pairing_engine.kernel.findings import Finding
from pairing_engine.language import marked
from pairing_engine.systems.choice import Choice
from pairing_engine.systems.system import System
from pairing_engine.values import NamedTuple


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

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        return {**self._asdict(), "score": None if self.score is None else show_points(self.score)}


class RoundReport(NamedTuple):
    """The report of a recorded round: its faults (``illegal``), and the reason why it is wrong or was not checked."""

    number: int
    status: Status
    boards: int
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

    def __str__(self) -> str:
        from checker.lines import round_lines

        return "\n".join(round_lines(self))

    def spoken_of(self) -> tuple[Person, ...]:
        """Return the people whom the report names."""
        numbers = {number for pairs in self.difference for pair in pairs for number in pair}
        findings = [*self.illegal, *(() if self.explanation is None else (self.explanation.finding,))]
        numbers.update(number for finding in findings for number in finding.everybody)
        if self.cause is not None:
            changes = self.cause.changes + self.cause.alternatives
            numbers.update(number for change in changes for number in change.players)
        return tuple(person for person in self.people if person.number in numbers)

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        value: dict[str, object] = {"round": self.number, "status": self.status.value, "boards": self.boards}
        if self.wishes:
            value |= {"wishes": list(self.wishes), "agrees_in_fide_mode": self.agrees_without}
        if self.words:
            value["words"] = self.words
        if self.status is Status.DIFFERS:
            value |= {"recorded": self.difference.recorded, "expected": self.difference.expected}
        names = {Tpn(person.number): person.name for person in self.people}
        if self.illegal:
            value["illegal"] = [finding_as_dict(finding, names) for finding in self.illegal]
        if self.explanation is not None:
            value["explanation"] = self.explanation.to_dict(names)
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
    """The edition that was in force on the first day of an event.

    ``first_day`` is empty if the day is unknown but the edition is clear. ``named_by`` says which record names a
    different edition; empty if no record does so.
    """

    in_force: System
    first_day: str
    named_by: str


class FileReport(NamedTuple):
    """The report on a tournament: the rules, the rounds, and the rounds that differ under other editions.

    If no available edition applies to the event, ``rounds`` is empty unless the caller names an edition.
    """

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

    def __repr__(self) -> str:
        system = self.choice.system
        rules = f"{system.name} {system.edition}"
        return f"<FileReport: {len(self.rounds)} rounds, {self.differing} of which differ ({rules})>"

    def __str__(self) -> str:
        from checker.lines import lines_of

        return "\n".join(lines_of(self))

    @property
    def disagreeing(self) -> tuple[int, ...]:
        """The numbers of the rounds that differ."""
        return tuple(report.number for report in self.rounds if report.status is not Status.AGREES)

    @property
    def differing(self) -> int:
        """The number of rounds that differ but should agree; 0 if the event is not comparable."""
        return 0 if self.choice.not_comparable else len(self.disagreeing)

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        return {
            **self.choice.to_dict(),
            **({"other_editions": [other.to_dict() for other in self.others]} if self.others else {}),
            **({"causes": [cause.to_dict() for cause in self.causes]} if self.causes else {}),
            **({"cause_search": self.search.to_dict()} if self.search else {}),
            "differing": self.differing,
            "rounds": [report.to_dict() for report in self.rounds],
        }
