"""Changes to facts that were known before a round, such as results and byes.

An explanation assumes one or more changes.
"""

from __future__ import annotations

from enum import Enum

from pairing_engine.facts.model import Tpn
from pairing_engine.values import NamedTuple


class ChangeKind(Enum):
    """The kinds of changes that a cause can assume.

    A change names one or two players. For a board, White comes first.
    """

    BOARD = "board by hand"
    BYE = "bye by hand"
    COLOURS = "colours by hand"
    LATE = "late entry"
    WITHDRAWN = "withdrawal"
    PROHIBITED = "prohibited pairing"
    EXCHANGED = "numbers exchanged"
    RENUMBERED = "another number"
    RESULT = "another result"
    ABSENCE = "another bye"
    NUMBERED = "numbered though absent"
    ROUNDS = "another number of rounds"


BY_HAND = ChangeKind.BOARD, ChangeKind.BYE
"""The kinds of changes made by hand: a board, the bye, or an exchange."""

LASTING = (
    ChangeKind.PROHIBITED,
    ChangeKind.EXCHANGED,
    ChangeKind.RENUMBERED,
    ChangeKind.RESULT,
    ChangeKind.ABSENCE,
)
"""The kinds of changes that can affect several rounds."""


class Change(NamedTuple):
    """A change to one fact that was known before a round.

    ``round`` is the earlier round of a changed result or bye; 0 for other changes. ``value`` is the assumed result of
    the first player (``1-0``, ``½-½`` or ``0-1``), or the letter of the assumed bye.
    """

    kind: ChangeKind
    players: tuple[Tpn, ...]
    round: int = 0
    value: str = ""

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        earlier = {"round": self.round, "value": self.value} if self.round else {}
        return {"kind": self.kind.value, "players": list(self.players), **earlier}


class RoundCause(NamedTuple):
    """Changes that together explain a round. Each of the ``alternatives`` alone explains the round, too."""

    changes: tuple[Change, ...]
    alternatives: tuple[Change, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        value: dict[str, object] = {"changes": [change.to_dict() for change in self.changes]}
        if self.alternatives:
            value["alternatives"] = [change.to_dict() for change in self.alternatives]
        return value
