"""The notes of a tournament manager about a round, in a comment of the file."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class NoteKind(Enum):
    """Why it was noted. The value is the word in the comment."""

    IMPORT = "Import"
    """Rounds up to this one were read from a file of another program, and something had to be adjusted."""
    MANUAL = "MPA"
    """Boards of this round were made by hand, and are not those of the engine."""
    CONFIGURATION = "Configuration"
    """Before this round was paired, something about the event was changed, or asked for."""
    EXITED = "FIDE mode exited"
    """From this round on something beside the rules has been followed, or allowed."""


class Note(NamedTuple):
    """One comment. ``round`` 0 is before the first."""

    kind: NoteKind
    round: int
    words: str

    def __str__(self) -> str:
        return f"{self.kind.value} @ Round {self.round}: {self.words}"
