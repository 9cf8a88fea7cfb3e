"""The tournament manager's notes about rounds, which comments of the file record."""

from __future__ import annotations

from enum import Enum

from pairing_engine.values import NamedTuple


class NoteKind(Enum):
    """The kind of a note; the value is the word that a comment of the file uses for it."""

    IMPORT = "Import"
    """All rounds up to the note's round were imported from another program's file, and adjusted."""
    MANUAL = "MPA"
    """The arbiter, not the engine, set some boards of the round."""
    CONFIGURATION = "Configuration"
    """A setting of the event was changed, or a command asked for other settings, before the round was paired."""
    EXITED = "FIDE mode exited"
    """From the round of the note on, the pairing also follows the organiser's wishes or exceptions."""


class Note(NamedTuple):
    """A note about round ``round``; 0 stands for the time before the first round."""

    kind: NoteKind
    round: int
    words: str

    def __str__(self) -> str:
        return f"{self.kind.value} @ Round {self.round}: {self.words}"
