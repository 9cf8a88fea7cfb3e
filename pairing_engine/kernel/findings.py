"""Two rounds side by side, and the reason why one of them is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.kernel.rules import BracketPairing, Clause, Edge, Region, Rule, Scope, Total
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.language import marked
from pairing_engine.state.round_state import ranked

Mates = Mapping[Tpn, Tpn]
"""The opponent of each player who is paired in a round."""


class WholeRound(NamedTuple):
    """A complete round: the opponent of each player, and the players who have White.

    A player whose colour is unknown is not in ``white``.
    """

    mates: Mates
    white: frozenset[Tpn]

    @classmethod
    def of(cls, pairs: Iterable[tuple[Tpn, Tpn]], turned: Iterable[tuple[Tpn, Tpn]] = ()) -> WholeRound:
        """Build the round of ``pairs``, White first, and of the pairs ``turned``, whose colours are unknown."""
        boards, unknown = list(pairs), list(turned)
        both = [*boards, *unknown]
        mates = {one: other for white, black in both for one, other in ((white, black), (black, white))}
        return cls(mates, frozenset(white for white, _ in boards))


class TwoRounds(NamedTuple):
    """Two rounds to compare: the right round, and another round."""

    right: WholeRound
    other: WholeRound


def own_edges(pairing: BracketPairing) -> list[Edge]:
    """Return the pairs and floaters of a bracket as edges. A floater's edge contains only one player."""
    edges = [Edge(*ranked(pair)) for pair in pairing.pairs]
    return edges + [Edge(player, None, Region.BRACKET, Region.BELOW) for player in pairing.floaters]


def own_totals(rules: Iterable[Rule], trace: BracketTrace) -> list[tuple[Rule, Total]]:
    """Compute the total of a bracket's pairing for each rule that applies and does not look below the bracket."""
    edges = own_edges(trace.pairing)
    of_bracket = (rule for rule in rules if rule.scope is Scope.BRACKET and rule.applies(trace.bracket))
    return [(rule, rule.total(edges, trace.bracket)) for rule in of_bracket]


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
    ``right`` and ``wrong`` are those of the right and the other pairing. The rule applies to ``players`` in the other
    pairing, and to those ``instead`` in the right one: the opponents of a single player, if ``of`` is that player.
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
    clause: Clause | None = None
    """The consequence of the other pairing for players; None if the rule has no clause. Not in JSON."""
    served: Tpn = NOBODY
    """A player in ``instead`` whom a procedure serves otherwise. Not in JSON."""
    in_remainder: bool = False
    """Whether ``right`` and ``wrong`` are places in the remainder instead of the bracket. Not in JSON."""

    @property
    def everybody(self) -> tuple[Tpn, ...]:
        """All players in the finding, each listed once."""
        return tuple(dict.fromkeys((*([] if self.of == NOBODY else [self.of]), *self.players, *self.instead)))
