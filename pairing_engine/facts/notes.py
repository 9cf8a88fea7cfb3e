"""The tournament manager's notes about rounds, stored as comments in the file."""

from __future__ import annotations

from enum import Enum

from pairing_engine.values import NamedTuple


class NoteKind(Enum):
    """The kind of a note; the value is the word that a comment of the file uses for it."""

    IMPORT = "Import"
    """The rounds up to the note's round were imported from another program's file, and then adjusted."""
    MANUAL = "MPA"
    """The arbiter, not the engine, set some boards of the round."""
    CONFIGURATION = "Configuration"
    """Before the round was paired, a setting of the event was changed, or a command used other settings."""
    EXITED = "FIDE mode exited"
    """From the note's round onwards, the pairings also follow wishes or exceptions of the organiser."""


class Note(NamedTuple):
    """A note about round ``round``; 0 stands for the time before the first round."""

    kind: NoteKind
    round: int
    words: str

    def __str__(self) -> str:
        return f"{self.kind.value} @ Round {self.round}: {self.words}"
