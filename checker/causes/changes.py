"""Changes to a round at the time of pairing: one change, or several that explain a round together."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from pairing_engine.facts.model import Tpn


class ChangeKind(Enum):
    """The kind of a change to a round; its ``players`` are White and Black, two players, or one."""

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
"""Changes of pairs, or of the bye, that somebody made by hand."""

LASTING = (
    ChangeKind.PROHIBITED,
    ChangeKind.EXCHANGED,
    ChangeKind.RENUMBERED,
    ChangeKind.RESULT,
    ChangeKind.ABSENCE,
)
"""Changes that can affect more than one round."""


class Change(NamedTuple):
    """One difference in the facts when a round was paired.

    Of another result or bye ``round`` is the earlier round that had it, and ``value`` what it was: ``1-0``, ``½-½`` or
    ``0-1`` of the player named first, or the letter of the bye.
    """

    kind: ChangeKind
    players: tuple[Tpn, ...]
    round: int = 0
    value: str = ""

    def to_dict(self) -> dict[str, object]:
        """A dictionary with the keys of ``swisscheck --format json``."""
        earlier = {"round": self.round, "value": self.value} if self.round else {}
        return {"kind": self.kind.value, "players": list(self.players), **earlier}


class RoundCause(NamedTuple):
    """Changes with which the rest of a round agrees; each of the ``alternatives`` explains it alone as well."""

    changes: tuple[Change, ...]
    alternatives: tuple[Change, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """A dictionary with the keys of ``swisscheck --format json``."""
        value: dict[str, object] = {"changes": [change.to_dict() for change in self.changes]}
        if self.alternatives:
            value["alternatives"] = [change.to_dict() for change in self.alternatives]
        return value
