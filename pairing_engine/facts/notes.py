"""The tournament manager's notes about rounds, which comments of the file record."""

from __future__ import annotations

from enum import Enum

from pairing_engine.values import NamedTuple


class NoteKind(Enum):
    """The kind of a note; the value is the word in the comment."""

    IMPORT = "Import"
    """The rounds up to the round of the note were imported from another program's file, and adjusted."""
    MANUAL = "MPA"
    """Boards of the round were set by hand instead of by the engine."""
    CONFIGURATION = "Configuration"
    """A setting of the event was changed, or requested, before the round was paired."""
    EXITED = "FIDE mode exited"
    """From the round of the note on, the pairing also follows the organiser's wishes or exceptions."""


class Note(NamedTuple):
    """A note about a round; ``round`` 0 is the time before the first round."""

    kind: NoteKind
    round: int
    words: str

    def __str__(self) -> str:
        return f"{self.kind.value} @ Round {self.round}: {self.words}"
