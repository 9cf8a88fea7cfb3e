"""Findings against a pairing: each has the rule that the pairing breaks, and the evidence."""

from __future__ import annotations

from enum import Enum

from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.language import marked, say
from pairing_engine.values import NamedTuple


class Fault(Enum):
    """The kind of mistake that makes a pairing wrong."""

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
    """One reason why the right pairing is better than another pairing, with the evidence.

    ``code`` is the criterion (``C14``), or empty if the article has no code. ``right`` and ``wrong`` are the compared
    values, for example the totals of both rounds, or empty if nothing is compared. ``players`` are the players whom the
    rule concerns in the other round, and ``instead`` those whom it concerns in the right round. If the order of
    candidates decides by the opponents of one player, ``of`` is that player, and ``players`` and ``instead`` are the
    two opponents.
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
        """All players that the finding names, each of them once."""
        return tuple(dict.fromkeys((*([] if self.of == NOBODY else [self.of]), *self.players, *self.instead)))


def compared(wrong: str, right: str) -> str:
    """The words ``: WRONG instead of RIGHT`` that follow a finding's text; empty if one of the values is empty."""
    return say(": {wrong} instead of {right}", wrong=wrong, right=right) if wrong and right else ""


__all__ = ["Fault", "Finding", "compared"]
