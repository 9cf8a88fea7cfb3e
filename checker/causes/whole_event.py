"""Assumptions about a whole event."""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

from checker.causes.trials import Checked
from pairing_engine.facts.model import Tournament
from pairing_engine.systems.system import System


class Subject(Enum):
    """A fact about the whole event that may be wrong."""

    INITIAL_COLOUR = "initial-colour"
    ACCELERATION = "acceleration"
    ROUNDS = "number of rounds"
    EDITION = "edition"
    SYSTEM = "system"
    NUMBERS = "numbers"


class EventCause(NamedTuple):
    """A cause for the whole event. The cause does not explain the rounds in ``differing``."""

    subject: Subject
    value: str
    words: str
    differing: tuple[int, ...]

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        return {**self._asdict(), "subject": self.subject.value, "differing": list(self.differing)}


Assumed = tuple[EventCause, Checked]
"""An assumption, and the event under this assumption."""


def assumed(
    event: Checked, subject: Subject, value: str, words: str, system: System | None = None, **settings: Any
) -> Assumed:
    tournament = with_settings(event.tournament, **settings)
    return EventCause(subject, value, words, ()), event._replace(tournament=tournament, system=system or event.system)


def with_settings(tournament: Tournament, **settings: Any) -> Tournament:
    return tournament._replace(settings=tournament.settings._replace(**settings))


def differing_rounds(event: Checked) -> tuple[int, ...]:
    """Find the checked rounds that break the rules under the assumptions. Raises `TrialsSpentError`."""
    recorded = event.recorded()
    return tuple(number for number in event.rounds if not event.agrees(*recorded[number]))
