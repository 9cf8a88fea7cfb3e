"""Findings against a pairing, each with the broken rule and the evidence."""

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
    """The pairing satisfies a criterion less well than the right pairing."""
    LATER = marked("later in the order")
    """The pairing is equally good by all criteria, but comes later in the order of candidates."""
    STEP = marked("against the procedure")
    """The pairing skips a step of the procedure, in a system such as Lim."""
    COLOUR = marked("other colours")
    """The pairs are right, but their colours are wrong."""
    BYE = marked("other bye")
    """Another player should have the pairing-allocated bye."""


class Finding(NamedTuple):
    """A reason why the right pairing is better than another pairing, with the evidence.

    ``code`` is the code of the criterion, such as ``C14``, if the article has a code. If the rule compares values,
    ``right`` is the value of the right pairing, and ``wrong`` is the value of the other pairing. ``players`` lists the
    players in the other pairing to whom the rule applies. ``instead`` lists the players in the right pairing to whom
    the rule applies.

    If the two pairings are compared by the opponents of a single player, ``of`` is that player, and ``players`` and
    ``instead`` contain the opponents.
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
    clause: str = ""
    """What the other pairing would mean for players, as a clause; empty if the rule has none. Not in JSON."""

    @property
    def everybody(self) -> tuple[Tpn, ...]:
        """All players in the finding, each listed once."""
        return tuple(dict.fromkeys((*([] if self.of == NOBODY else [self.of]), *self.players, *self.instead)))


def compared(wrong: str, right: str) -> str:
    """Return the words ``: WRONG instead of RIGHT``; empty if one of the values is empty."""
    return say(": {wrong} instead of {right}", wrong=wrong, right=right) if wrong and right else ""


__all__ = ["Fault", "Finding", "compared"]
