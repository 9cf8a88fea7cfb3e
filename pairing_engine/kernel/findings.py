"""The reason why one pairing of a bracket is not the right one: the article against it, and its evidence."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.language import marked, say


class Fault(Enum):
    """The reason why a pairing is wrong."""

    ILLEGAL = marked("illegal")
    """It breaks an absolute criterion."""
    WORSE = marked("worse")
    """It satisfies a criterion less well."""
    LATER = marked("later in the order")
    """It satisfies all criteria as well, and comes later in the order of candidates."""
    STEP = marked("against the procedure")
    """A step of the procedure was not followed (in a system that is one, such as Lim)."""
    COLOUR = marked("other colours")
    """The pairs are right, the colours are not."""
    BYE = marked("other bye")
    """The pairing-allocated bye belongs to somebody else."""


class Finding(NamedTuple):
    """Evidence for the right pairing and against the other one.

    ``code`` is the criterion (``C14``), empty for an article without one. ``right`` and ``wrong`` are the values
    compared, such as the totals of both rounds; empty where there is nothing to compare. ``players`` are those who
    count in the other round, and ``instead`` those who count in the right one. ``of`` is the player whose opponent
    is compared, where an order decides by opponents: ``players`` and ``instead`` are then the two opponents.
    """

    fault: Fault
    article: str
    code: str
    words: str
    right: str = ""
    wrong: str = ""
    players: tuple[Tpn, ...] = ()
    instead: tuple[Tpn, ...] = ()
    of: Tpn = NOBODY

    @property
    def everybody(self) -> tuple[Tpn, ...]:
        """All players that the finding names, each once."""
        return tuple(dict.fromkeys((*([] if self.of == NOBODY else [self.of]), *self.players, *self.instead)))


def compared(wrong: str, right: str) -> str:
    """The text behind the words of a finding, if both sides have something to compare."""
    return say(": {wrong} instead of {right}", wrong=wrong, right=right) if wrong and right else ""


__all__ = ["Fault", "Finding", "compared"]
