"""The result of pairing a round: the boards, and the pairing of each bracket."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.kernel.rules import Bracket, BracketPairing, Clause, Edge, Region, Rule, Scope, Total
from pairing_engine.language import marked
from pairing_engine.state.round_state import Player, ranked

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


class Board(NamedTuple):
    """A pair with its colours; ``colour_step`` is the step of Article 5 that decided the colours."""

    white: Tpn
    black: Tpn
    colour_step: ColourStep

    def __repr__(self) -> str:
        return f"<Board {self.white}-{self.black}: {self.colour_step.article}>"


class Rejected(NamedTuple):
    """A player whom a procedure rejected, and the article that explains why."""

    player: Player
    article: str
    words: str


class Step(NamedTuple):
    """A decision about one player in a procedure, such as the Lim System; without an opponent, the player floats.

    ``article`` is the reason for it. ``rejected`` are the players whom the procedure considered earlier and ruled out.
    """

    player: Player
    opponent: Player | None
    article: str
    words: str
    rejected: tuple[Rejected, ...] = ()


class BracketTrace(NamedTuple):
    """A bracket with its pairing.

    ``decided`` describes how the pairing was found. ``steps`` are the decisions of a procedure, such as the Lim System.
    """

    bracket: Bracket
    pairing: BracketPairing
    decided: str
    steps: tuple[Step, ...] = ()


def own_edges(pairing: BracketPairing) -> list[Edge]:
    """Return the pairs and floaters of a bracket as edges. A floater's edge contains only one player."""
    edges = [Edge(*ranked(pair)) for pair in pairing.pairs]
    return edges + [Edge(player, None, Region.BRACKET, Region.BELOW) for player in pairing.floaters]


def own_totals(rules: Iterable[Rule], trace: BracketTrace) -> list[tuple[Rule, Total]]:
    """Compute the total of a bracket's pairing for each rule that applies and does not look below the bracket."""
    edges = own_edges(trace.pairing)
    of_bracket = (rule for rule in rules if rule.scope is Scope.BRACKET and rule.applies(trace.bracket))
    return [(rule, rule.total(edges, trace.bracket)) for rule in of_bracket]


class RoundPairing(NamedTuple):
    """The pairing of a round: the boards in the order of C.04.2 3.6, the bye, and the brackets."""

    number: int
    boards: tuple[Board, ...]
    bye: Tpn | None
    trace: tuple[BracketTrace, ...]

    def absent_of(self, participants: Iterable[Tpn]) -> tuple[Tpn, ...]:
        """Return the participants who are not paired and do not have the pairing-allocated bye."""
        placed = {tpn for board in self.boards for tpn in (board.white, board.black)} | {self.bye}
        return tuple(tpn for tpn in participants if tpn not in placed)


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
