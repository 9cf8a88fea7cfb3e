"""Findings against a pairing: the rule that it breaks, with the evidence."""

from __future__ import annotations

from enum import Enum

from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.language import marked, say
from pairing_engine.values import NamedTuple


class Fault(Enum):
    """The kind of fault that makes a pairing wrong."""

    ILLEGAL = marked("illegal")
    """The pairing breaks an absolute criterion."""
    WORSE = marked("worse")
    """The pairing satisfies a criterion less well."""
    LATER = marked("later in the order")
    """The pairing is as good by all criteria, but comes later in the order of candidates."""
    STEP = marked("against the procedure")
    """The pairing skips a step of the procedure, in a system such as Lim."""
    COLOUR = marked("other colours")
    """The pairs are right, but their colours are wrong."""
    BYE = marked("other bye")
    """The pairing-allocated bye belongs to another player."""


class Finding(NamedTuple):
    """The evidence for the right pairing against another one.

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
        """All players that the finding names, without repetition."""
        return tuple(dict.fromkeys((*([] if self.of == NOBODY else [self.of]), *self.players, *self.instead)))


def compared(wrong: str, right: str) -> str:
    """The comparison after a finding's text, if both sides have a value."""
    return say(": {wrong} instead of {right}", wrong=wrong, right=right) if wrong and right else ""


__all__ = ["Fault", "Finding", "compared"]
